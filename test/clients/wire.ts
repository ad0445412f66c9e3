/**
 * How the clients of this folder talk to the service: they know an address, `fetch` and credentials, and nothing of what
 * answers. Responses are held against strict schemas; rows that do not match are dropped, as careful clients do, and kept
 * aside so that tests can expect none.
 */
import type * as z from 'zod'

export interface WireOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The address of one interface, without a trailing slash. */
  readonly base: string
  /** Credentials. */
  readonly headers: Readonly<Record<string, string>>
  /** How booleans are spelled in query strings: as Python writes them, unless it says something else. */
  readonly spell?: (flag: boolean) => string
}

/** A row or field that the client could not use. */
export interface Dropped {
  readonly place: string
  readonly problem: string
  readonly value: unknown
}

type QueryValue = string | number | boolean | undefined
export type Query = Readonly<Record<string, QueryValue | readonly (string | number)[]>>

export interface Wire {
  /** What was dropped so far, in order. */
  readonly dropped: readonly Dropped[]
  /** Parses the body of a response; throws Refused for one that is no success, and ZodError for another shape. */
  get<T extends z.ZodType>(path: string, schema: T, query?: Query): Promise<z.infer<T>>
  send<T extends z.ZodType>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    schema: T,
    body?: unknown,
    query?: Query,
  ): Promise<z.infer<T>>
  /** The rows that match; the others are dropped. */
  keep<T extends z.ZodType>(schema: T, rows: readonly unknown[], place: string): z.infer<T>[]
}

/** A response that is no success. */
export class Refused extends Error {
  readonly status: number
  readonly body: unknown
  constructor(call: string, status: number, body: unknown) {
    super(`${call}: ${status} ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

/** `True` and `False`, as `str` of a Python boolean gives them. */
const asPython = (flag: boolean): string => (flag ? 'True' : 'False')

export function createWire({ fetch, base, headers, spell = asPython }: WireOptions): Wire {
  const dropped: Dropped[] = []
  const call = async (method: string, path: string, query: Query, body?: unknown): Promise<unknown> => {
    const content = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const init: RequestInit = { method, headers: { Accept: 'application/json', ...content, ...headers } }
    if (body !== undefined) init.body = JSON.stringify(body)
    const response = await fetch(base + path + queryText(query, spell), init)
    const text = await response.text()
    // A success may have no body.
    const answer: unknown = text === '' ? undefined : JSON.parse(text)
    if (!response.ok) throw new Refused(`${method} ${path}`, response.status, answer)
    return answer
  }
  return {
    dropped,
    get: async (path, schema, query = {}) => schema.parse(await call('GET', path, query)),
    send: async (method, path, schema, body, query = {}) =>
      schema.parse(await call(method, path, query, body)),
    keep: (schema, rows, place) =>
      rows.flatMap((value) => {
        const read = schema.safeParse(value)
        if (read.success) return [read.data]
        dropped.push({ place, problem: read.error.message, value })
        return []
      }),
  }
}

function queryText(query: Query, spell: (flag: boolean) => string): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [value]
          .flat()
          .map((one) => [name, typeof one === 'boolean' ? spell(one) : String(one)] as [string, string]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}
