/** Between the platform's Request and Response objects and the plain exchange of the core. */
import type { ExchangeAnswer, ExchangeRequest } from '../../api/framework/exchange.ts'
import { streamBody } from './stream.ts'

/** Statuses whose answers have no body; Response refuses one. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Reads a Request whole. `url` is what the core shall see in its place where the two differ; `headers` are those that the
 * caller gave, where the platform may have kept some of them out of the Request.
 */
export async function toExchangeRequest(
  request: Request,
  url: string = request.url,
  headers: Headers = request.headers,
): Promise<ExchangeRequest> {
  const plain: Record<string, string> = Object.create(null) as Record<string, string>
  // A Headers object has joined what was sent several times, and its names are lower case.
  for (const [name, value] of request.headers) plain[name] = value
  if (headers !== request.headers) for (const [name, value] of headers) plain[name] = value
  // Reading an absent body costs a stream; some platforms do not tell, and answer an empty one.
  const readable = request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null
  const bytes = readable ? new Uint8Array(await request.arrayBuffer()) : undefined
  return { method: request.method, url, headers: plain, body: bytes?.length === 0 ? undefined : bytes }
}

/**
 * Makes a Response of an answer; `method` is that of the request, since an answer to HEAD has no body. The signal of the
 * request ends a body that goes on.
 */
export function toResponse(answer: ExchangeAnswer, method: string, signal?: AbortSignal): Response {
  const { stream } = answer
  const bodiless = method === 'HEAD' || BODILESS.has(answer.status)
  const whole = answer.body as string | Uint8Array<ArrayBuffer>
  const body = bodiless ? null : stream === undefined ? whole : streamBody(stream, signal)
  const response = new Response(body, { status: answer.status, headers: answer.headers })
  // Response invents a type for text, which no other door would send.
  if (!bodiless && !declaresType(answer.headers)) response.headers.delete('content-type')
  return response
}

function declaresType(headers: ExchangeAnswer['headers']): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
}
