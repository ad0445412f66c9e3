/**
 * What the planted clients share: small programs that run in process and as commands, each with a bug that was found in a real
 * client, and a twin without it.
 */

/** Sends a call such as `GET /wiki/…`, as alice. Rejects if there is no response. */
export type Send = (call: string, body?: object) => Promise<Response>

export interface PlantedClient {
  readonly name: string
  /** The bug in one sentence. */
  readonly what: string
  readonly buggy: (send: Send) => Promise<unknown>
  readonly correct: (send: Send) => Promise<unknown>
  /** Throws if the result does not fit the world; `send` is not disturbed. Not called if the client gave up. */
  readonly check: (result: unknown, send: Send) => Promise<void>
  /** The failure that the bug must lead to. */
  readonly finds: {
    readonly consequence: 'wrong data' | 'work not reported'
    readonly message: RegExp
    /** The operation that is disturbed. */
    readonly operation: string
  }
}

/** The client says that it could not do its work, which is no bug. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}

/** How a command that gives up ends. */
export const GIVEN_UP = 3

const MOST_ATTEMPTS = 4

/** Repeats a step that changes nothing until it has a value. */
export async function untilKnown<T>(step: () => Promise<T | undefined>): Promise<T> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const value = await step().catch(() => undefined)
    if (value !== undefined) return value
  }
  throw new GaveUp('gave up')
}

/** Reads JSON, and reads it again if the response is not whole. */
export function readJson<T>(send: Send, path: string): Promise<T> {
  return untilKnown(async () => {
    const response = await send(`GET ${path}`)
    return response.ok ? ((await response.json()) as T) : undefined
  })
}
