/** How each operation is called by its declared example, and what has to happen before that works on the demo. */
import type { Operation } from '../../src/api/framework/operation.ts'
import { expect } from 'vitest'
import { operations } from '../../src/api/operations.ts'
import { credentialsFor } from './bad-input.ts'
import type { Client, Reply } from './client.ts'
import { exampleCall } from './hosted.ts'

export interface ExampleRequest {
  readonly method: string
  /** Of the one-port layout, query included. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The operations whose examples an operation declares to come before its own. */
export const EXAMPLE_NEEDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  operations.flatMap(({ id, exampleAfter }) =>
    exampleAfter === undefined ? [] : [[id, exampleAfter.map(({ operation }) => operation)]],
  ),
)

/** Operations that a caller names an application to by the credential alone, as their examples do. */
const SCOPED = new Set([
  'standalone.aggregation.execute',
  'standalone.aggregation.parse',
  'standalone.calculation.execute',
])

/** The example of an operation as a caller with rights sends it. */
export function exampleRequest(operation: Operation): ExampleRequest {
  const request = anonymousRequest(operation)
  const credentials = SCOPED.has(operation.id)
    ? { authorization: 'Bearer tok-app101' }
    : credentialsFor(operation)
  return { ...request, headers: { ...credentials, ...request.headers } }
}

/** The example of an operation without any credential. */
export function anonymousRequest(operation: Operation): ExampleRequest {
  const { url, type, body } = exampleCall(operation)
  const { method } = operation
  if (body === undefined) return { method, path: url, headers: {} }
  return { method, path: url, headers: { 'content-type': type }, body }
}

const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** Sends the example of an operation as a caller with rights. */
export function tryExample(client: Client, operation: Operation): Promise<Reply> {
  const { method, path, ...options } = exampleRequest(operation)
  return client.call(method, path, { token: null, ...options })
}

/** Does what the example of an operation needs first. */
export async function prepareExample(client: Client, { id }: Operation): Promise<void> {
  for (const need of EXAMPLE_NEEDS[id] ?? []) {
    const first = byId.get(need)
    if (first === undefined) throw new Error(`'${id}' names '${need}', which is no operation.`)
    expect((await tryExample(client, first)).status).toBe(first.success.status)
  }
}
