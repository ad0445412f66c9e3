/** Calls of every operation, made of its own declaration: the examples of its parameters and of its body. */
import type { Operation } from '../src/api/framework/operation.ts'
import { operations } from '../src/api/operations.ts'
import { credentialsFor, examplePath, exampleQuery } from '../test/support/bad-input.ts'

export interface Call {
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** One call of each operation, and with a search of its own where it takes a query. */
export const CALLS: readonly Call[] = operations.map(callOf)

function callOf(operation: Operation): Call {
  const query = exampleQuery(operation).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const { body } = operation
  const type = body?.contentType ?? 'application/json'
  const text = type === 'text/plain' ? String(body?.example) : JSON.stringify(body?.example)
  return {
    operation: operation.id,
    method: operation.method,
    url: `${examplePath(operation)}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    headers: { ...credentialsFor(operation), ...(body === undefined ? {} : { 'content-type': type }) },
    body: body === undefined ? undefined : text,
  }
}

/** Numbers from 0 up to 1 that are the same in each run. */
export function createDraw(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
