/** The example of an operation with its response, as numbered lines that mutants stand at. */
import type { Operation } from '../../api/framework/operation.ts'
import { exampleRequest, sentHeaders } from '../../api/openapi/example-request.ts'
import { operationIndex } from '../../api/operation-index.ts'
import { createSimulator } from '../../index.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { type JsonLine, jsonLines } from './json-lines.ts'

export interface ExampleExchange {
  /** The request line is the first. */
  readonly lines: readonly JsonLine[]
  /** The index of the line with the status of the response. */
  readonly status: number
}

/** Calls examples on the demo, each in a world of its own. */
export async function exampleExchanges(): Promise<(operation: string) => Promise<ExampleExchange>> {
  const demo = await createSimulator()
  return async (id) => {
    const sim = demo.fork()
    const operation = await loaded(id)
    const parameters: Record<string, string> = {}
    for (const step of operation.exampleAfter ?? []) {
      const response = await call(sim, await loaded(step.operation), {})
      for (const [name, expression] of Object.entries(step.parameters ?? {}))
        parameters[name] = String(valueAt(response.body, expression))
    }
    return numbered(operation, await call(sim, operation, parameters))
  }
}

interface Called {
  readonly url: string
  readonly status: number
  readonly type: string
  readonly body: string
}

function numbered({ method, body }: Operation, { url, status, type, body: text }: Called): ExampleExchange {
  const request = [
    { text: `${method} ${url}` },
    ...(body?.example === undefined
      ? []
      : ['', ...JSON.stringify(body.example, undefined, 2).split('\n')]
    ).map((line) => ({ text: line })),
    { text: '' },
  ]
  const response = type.includes('json') && text !== '' ? jsonLines(JSON.parse(text)) : bodyLines(text)
  return { lines: [...request, { text: `${status}` }, ...response], status: request.length }
}

function bodyLines(text: string): readonly JsonLine[] {
  return text === '' ? [] : text.split('\n').map((line) => ({ text: line }))
}

async function call(
  sim: Simulator,
  operation: Operation,
  parameters: Readonly<Record<string, string>>,
): Promise<Called> {
  const request = exampleRequest(operation, ({ url }) => url, parameters)
  const { method, url, body } = request
  const response = await sim.fetch(url, {
    method,
    headers: sentHeaders(request),
    ...(body === undefined ? {} : { body }),
  })
  const { status, headers } = response
  return { url, status, type: headers.get('content-type') ?? '', body: await response.text() }
}

async function loaded(id: string): Promise<Operation> {
  const found = operationIndex.find((operation) => operation.id === id)
  await found?.load()
  if (found?.declaration === undefined) throw new Error(`there is no operation ${id}`)
  return found.declaration
}

/** The value that a runtime expression of OpenAPI leads to, such as `$response.body#/taskId`. */
function valueAt(body: string, expression: string): unknown {
  const [, pointer = ''] = expression.split('#/')
  const keys = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    JSON.parse(body),
  )
}
