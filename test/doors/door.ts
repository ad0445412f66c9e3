/** Requests and answers in the one form in which all doors are compared; it passes through JSON, out of a page too. */
import type { DoorBody, DoorRequest } from './cases/cases.ts'

export interface PlainAnswer {
  readonly status: number
  /** By lower-case name, in order of name. */
  readonly headers: readonly (readonly [string, string])[]
  /** The bytes, two hexadecimal digits each. */
  readonly body: string
}

/** Sends a request through a door. */
export type Send = (request: DoorRequest) => Promise<PlainAnswer>

/** Sends through anything like `fetch`; `base` is what the one-port layout lies below. */
export function sendWith(fetch: (url: string, init: RequestInit) => Promise<Response>, base: string): Send {
  return async ({ method = 'GET', path, headers = {}, body }) => {
    // Bytes, since fetch would declare a type for text.
    const init: RequestInit = { method, headers: headersOf(headers) }
    if (body !== undefined) init.body = bytesOf(body)
    const response = await fetch(base + path, init)
    return plainAnswer(response.status, response.headers, new Uint8Array(await response.arrayBuffer()))
  }
}

/** One that is sent several times is appended as often. */
function headersOf(values: NonNullable<DoorRequest['headers']>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(values))
    for (const each of [value].flat()) headers.append(name, each)
  return headers
}

export function plainAnswer(
  status: number,
  headers: Iterable<[string, string]>,
  body: Uint8Array,
): PlainAnswer {
  const all = Array.from(headers, ([name, value]) => [name.toLowerCase(), value] as const)
  // Some transports send the length of a body and others do not.
  const lower = all.filter(([name]) => name !== 'content-length')
  return {
    status,
    headers: lower.sort(([left], [right]) => (left < right ? -1 : 1)),
    body: hexadecimal(body),
  }
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hexadecimal(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += DIGITS[byte]
  return text
}

export function bytesOf(body: DoorBody): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if ('bytes' in body) return Uint8Array.from(body.bytes)
  return new TextEncoder().encode(body.before + body.repeat.repeat(body.times) + body.after)
}

/** The body as text, for expectations. */
export function textOf(answer: PlainAnswer): string {
  const bytes = Uint8Array.from({ length: answer.body.length / 2 }, (_, index) =>
    Number.parseInt(answer.body.slice(2 * index, 2 * index + 2), 16),
  )
  return new TextDecoder().decode(bytes)
}
