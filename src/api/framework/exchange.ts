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
  /** What a fault does to the answer on its way; absent on most. */
  readonly delivery?: Delivery
  /** The body goes on after the answer: doors hand on what it writes. `body` is then empty. */
  readonly stream?: AnswerStream
}

/** Begins to write to the receiver. What it answers is to be called once, when the receiver has gone. */
export type AnswerStream = (sink: StreamSink) => () => void

/** The receiver of a stream, as a door sees it; nothing here waits. */
export interface StreamSink {
  write(text: string): void
  /** Bytes written that the receiver has not taken yet. */
  pending(): number
  /** Ends the body; `broken` cuts the receiver off, whatever it has not taken yet. */
  end(broken?: boolean): void
}

/** What a fault does to an answer on its way: doors carry it out, callers of `exchange` read it. */
export interface Delivery {
  /** Milliseconds before the answer begins. */
  readonly latency?: number
  /** The connection ends without an answer; the answer then has status 0 and no body. */
  readonly dropped?: boolean
  /** The connection ends after so many bytes of the body, though the head promises all of it. */
  readonly truncatedTo?: number
  /** Milliseconds over which the body arrives. */
  readonly slow?: number
  /** True on a live clock: the door really waits. Else milliseconds are told and not waited for. */
  readonly waits: boolean
}

/** The value of a header; undefined when it was not sent. One that was sent several times is one list (RFC 9110). */
export function header(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value.join(separatorOf(name)) : value
}

/** What stands between the values of a header that was sent several times. */
export function separatorOf(name: string): string {
  return name === 'cookie' ? '; ' : ', '
}
