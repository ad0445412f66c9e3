/** One exchange: a plain request and its response. Only adapters use WHATWG objects, because these are slow to create. */

/** Header names are lower case; a header sent several times is a list. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export interface ExchangeRequest {
  /** Upper case. */
  readonly method: string
  /** Absolute, or a path on the one HTTP port. */
  readonly url: string
  /** The address that the client called, if an adapter translated it into `url`. Only the journal reads it. */
  readonly address?: string | undefined
  /** The scheme of a request to a server, if `url` is a path; HTTP if absent. Responses and the journal write addresses with it. */
  readonly scheme?: 'http' | 'https' | undefined
  readonly headers: RequestHeaders
  /** The raw body: text, or bytes read as UTF-8. */
  readonly body?: string | Uint8Array | undefined
  /** The content codings of the body as it was sent, such as `gzip`, if the simulator decoded it and removed their header. */
  readonly decodedFrom?: string | undefined
  /** True if the body is as it was sent, since it would be too large when decoded. */
  readonly decodesTooLarge?: true | undefined
}

export interface ExchangeResponse {
  readonly status: number
  /** Header names as they go on the wire. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty if there is no body. */
  readonly body: string | Uint8Array
  /** The effects of a fault on the transport of the response. */
  readonly delivery?: Delivery
  /** Writes the body after the head of the response. `body` is then empty. */
  readonly stream?: ResponseStream
}

/** Starts writing to the receiver. Returns a function to call once when the receiver disconnects. */
export type ResponseStream = (sink: StreamSink) => () => void

/** The receiver of a stream. No call blocks. */
export interface StreamSink {
  write(text: string): void
  /** Number of written bytes that the receiver has not read. */
  pending(): number
  /** Ends the body. `broken` closes the connection at once. */
  end(broken?: boolean): void
}

/** The effects of a fault on the transport of a response. Adapters apply them; callers of `exchange` read them. */
export interface Delivery {
  /** Milliseconds before the response begins. */
  readonly latency?: number
  /** The connection ends without a response, which then has status 0 and no body. */
  readonly dropped?: boolean
  /** The connection ends after so many bytes of the body, though the head promises all of it. */
  readonly truncatedTo?: number
  /** Milliseconds over which the body arrives. */
  readonly slow?: number
  /** True on a live clock: the adapter waits. Otherwise the milliseconds are only reported. */
  readonly waits: boolean
}

/** Statuses of responses that never have a body; 0 is that of a dropped connection. */
export const BODILESS: ReadonlySet<number> = new Set([0, 204, 205, 304])

/** The response to HEAD: that to GET without its body, whose length it keeps. */
export function withoutBody({ stream, ...response }: ExchangeResponse): ExchangeResponse {
  if (stream !== undefined || BODILESS.has(response.status)) return { ...response, body: '' }
  const length = String(byteLengthOf(response.body))
  return { ...response, headers: { ...response.headers, 'Content-Length': length }, body: '' }
}

export function byteLengthOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? new TextEncoder().encode(body).length : body.length
}

/**
 * The length of a body that a client has announced and waits to send (`Expect: 100-continue`): Infinity for one in chunks, 0 for
 * any other request.
 */
export function announcedLength({ headers, body }: ExchangeRequest): number {
  if (body !== undefined || header(headers, 'expect')?.toLowerCase() !== '100-continue') return 0
  if (header(headers, 'transfer-encoding') !== undefined) return Infinity
  const length = Number(header(headers, 'content-length') ?? 0)
  return Number.isSafeInteger(length) && length > 0 ? length : 0
}

/** The value of a header, or undefined. Repeated headers are joined to one list (RFC 9110). */
export function header(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value.join(separatorOf(name)) : value
}

/** The separator between the values of a repeated header. */
export function separatorOf(name: string): string {
  return name === 'cookie' ? '; ' : ', '
}
