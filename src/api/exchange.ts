/** One exchange: a plain request in, a plain answer out. WHATWG objects exist only in adapters; they cost more than the work. */

/** Header names are lower case; a header sent several times is a list. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

export interface ExchangeRequest {
  /** Upper case. */
  readonly method: string
  /** Absolute, or a path on the one HTTP port. */
  readonly url: string
  readonly headers: RequestHeaders
  /** The raw body: text, or bytes read as UTF-8. */
  readonly body?: string | Uint8Array | undefined
}

export interface ExchangeAnswer {
  readonly status: number
  /** Header names as they go on the wire. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty where there is no body. */
  readonly body: string | Uint8Array
}

/** The first value of a header; undefined when it was not sent. */
export function header(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value[0] : value
}
