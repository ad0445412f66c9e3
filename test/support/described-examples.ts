/** The examples of the descriptions that a simulator serves, read from their text alone, as a reader of them would. */
import type { JsonObject } from '../../src/api/openapi/json.ts'
import { isJsonObject } from '../../src/api/openapi/json.ts'
import { SITES } from './hosted.ts'

/** Where each interface serves its description: in process, and on the one HTTP port. */
export const SERVED_DESCRIPTIONS = [
  { surface: 'standalone', url: 'http://api.sim/api/v3/api-docs', path: '/api/v3/api-docs' },
  { surface: 'wiki', url: 'http://wiki.sim/rest/reqs/1/openapi', path: '/wiki/rest/reqs/1/openapi' },
  { surface: 'tracker', url: 'http://tracker.sim/rest/reqs/1/openapi', path: '/tracker/rest/reqs/1/openapi' },
  { surface: 'hosted-wiki', url: 'http://wiki.cloud.sim/v3/api-docs', path: '/eu/wiki/v3/api-docs' },
  { surface: 'hosted-tracker', url: 'http://tracker.cloud.sim/v3/api-docs', path: '/eu/tracker/v3/api-docs' },
] as const

export interface DescribedExample {
  readonly operationId: string
  readonly method: string
  /** Below the address of the interface, query included. */
  readonly path: string
  /** The address of the interface. */
  readonly server: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Of the documented success. */
  readonly status: number
  /** The examples of its parameters, by name. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** What `x-example-after` has. */
  readonly after: readonly ExampleStep[]
  /** What `x-example-token` has. */
  readonly token: string | undefined
}

interface ExampleStep {
  readonly operation: string
  readonly parameters?: Readonly<Record<string, string>>
}

/** Every operation of a document, called as its examples show: with all parameters that have one. */
export function describedExamples(document: JsonObject): DescribedExample[] {
  const [server] = document['servers'] as unknown as readonly { readonly url: string }[]
  return Object.entries(document['paths'] as JsonObject).flatMap(([template, item]) =>
    Object.entries(item as JsonObject).map(([method, operation]) =>
      exampleOf(server?.url ?? '', template, method, operation as JsonObject),
    ),
  )
}

function exampleOf(
  server: string,
  template: string,
  method: string,
  operation: JsonObject,
): DescribedExample {
  const operationId = String(operation['operationId'])
  let path = template
  const query = new URLSearchParams()
  const parameters: Record<string, unknown> = {}
  for (const parameter of (operation['parameters'] ?? []) as unknown as readonly JsonObject[]) {
    const { in: place, example, required, explode } = parameter
    const name = String(parameter['name'])
    if (example === undefined) {
      if (required === true) throw new Error(`${operationId}: '${name}' has no example.`)
      continue
    }
    parameters[name] = example
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(example)))
    else for (const value of valuesOf(example, explode === true)) query.append(name, value)
  }
  const text = String(query)
  return {
    operationId,
    method: method.toUpperCase(),
    path: text === '' ? path : `${path}?${text}`,
    server,
    ...bodyOf(operationId, operation['requestBody']),
    status: Math.min(...Object.keys(operation['responses'] as JsonObject).map(Number)),
    parameters,
    after: (operation['x-example-after'] ?? []) as unknown as readonly ExampleStep[],
    token: operation['x-example-token'] as string | undefined,
  }
}

/** In OpenAPI's style `form`. */
function valuesOf(example: unknown, explode: boolean): string[] {
  if (!Array.isArray(example)) return [String(example)]
  return explode ? example.map(String) : [example.join(',')]
}

function bodyOf(operationId: string, requestBody: unknown): Pick<DescribedExample, 'headers' | 'body'> {
  if (!isJsonObject(requestBody)) return { headers: {} }
  for (const [type, media] of Object.entries(requestBody['content'] as JsonObject)) {
    const { example } = media as JsonObject
    if (example === undefined) continue
    const body = type === 'application/json' ? JSON.stringify(example) : String(example)
    return { headers: { 'content-type': type }, body }
  }
  if (requestBody['required'] === true) throw new Error(`${operationId}: the body has no example.`)
  return { headers: {} }
}

/** The request of an example, with the token of the demo world that it needs. */
export function requestOf(example: DescribedExample, surface: string, server = example.server) {
  const { method, path, body, token = 'tok-admin' } = example
  const credentials: Record<string, string> = surface.startsWith('hosted-')
    ? { 'x-api-key': token, 'x-base-url': surface === 'hosted-wiki' ? SITES.wiki : SITES.tracker }
    : { authorization: `Bearer ${token}` }
  const headers = { ...credentials, ...example.headers }
  return { url: `${server}${path}`, method, headers, ...(body === undefined ? {} : { body }) }
}

/** The value that one of OpenAPI's runtime expressions about the body of a response leads to. */
export function valueAt(body: unknown, expression: string): unknown {
  const [place, pointer] = expression.split('#/')
  if (place !== '$response.body' || pointer === undefined)
    throw new Error(`'${expression}' is not understood.`)
  const keys = pointer.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body)
}
