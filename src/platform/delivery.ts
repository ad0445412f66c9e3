/** Delivers a response to the platform's `fetch` with the effects of faults: delays, broken connections, bodies in pieces. */
import { byteLengthOf, type Delivery, type ExchangeResponse } from '../api/framework/exchange.ts'
import { toResponse } from './exchange.ts'

/** The longest single delay, in milliseconds. */
export const MAXIMUM_WAIT = 600_000
/** A slow body has at most this many pieces, with at least this many milliseconds before each. */
const MAXIMUM_PIECES = 100
const PIECE_MILLISECONDS = 20
/** A truncated body breaks off this many milliseconds after its last piece; otherwise MSW 3 would drop the head too. */
const BREAK_MILLISECONDS = 5

/** The error code of a connection that is lost before the response begins, in every adapter that can report one. */
export const DROPPED = { code: 'ECONNRESET' }
/** The error code of a connection that is lost within a body, as Node's `fetch` reports a closed socket. */
const CUT = { code: 'UND_ERR_SOCKET' }

/** Adds the length of the body to the response; without it, MSW in Node would send chunks. */
export function withLength(response: ExchangeResponse): ExchangeResponse {
  if (response.body.length === 0 || response.delivery !== undefined) return response
  // The body stays text: platforms make responses of bytes more slowly.
  const length = String(byteLengthOf(response.body))
  return { ...response, headers: { ...response.headers, 'Content-Length': length } }
}

/** A lost connection as the platform's `fetch` reports it. */
function lostConnection(message: string, code: { readonly code: string }): TypeError {
  const cause = Object.assign(new Error('the connection was closed (a fault of the simulator)'), code)
  return new TypeError(message, { cause })
}

/**
 * Creates a Response when it would arrive. Rejects with TypeError if a fault drops the connection, and with the signal's reason
 * if it aborts.
 */
export async function deliver(
  response: ExchangeResponse,
  method: string,
  signal?: AbortSignal,
): Promise<Response> {
  const { delivery } = response
  if (delivery === undefined) return toResponse(response, method, signal)
  if (delivery.waits && delivery.latency !== undefined) await pause(delivery.latency, signal)
  if (delivery.dropped === true) throw lostConnection('fetch failed', DROPPED)
  if (delivery.truncatedTo === undefined && !(delivery.waits && delivery.slow !== undefined))
    return toResponse(response, method)
  const whole = toResponse(response, method)
  if (whole.body === null) return whole
  const bytes = bytesOf(response)
  const { status, headers } = whole
  // The head has the full length, so that the reader can detect the missing part.
  if (delivery.truncatedTo !== undefined) headers.set('Content-Length', String(bytes.length))
  return new Response(streamOf(bytes, delivery, signal), { status, headers })
}

export function bytesOf({ body }: ExchangeResponse): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}

/** How a body arrives: its pieces, and the milliseconds before each. */
export function piecesOf(
  bytes: Uint8Array,
  { waits, slow = 0, truncatedTo = bytes.length }: Delivery,
): { readonly pieces: readonly Uint8Array[]; readonly each: number } {
  const arriving = bytes.subarray(0, truncatedTo)
  const duration = waits ? Math.min(slow, MAXIMUM_WAIT) : 0
  const wanted = Math.min(MAXIMUM_PIECES, Math.floor(duration / PIECE_MILLISECONDS), arriving.length)
  const count = Math.max(1, wanted)
  const size = Math.ceil(arriving.length / count)
  const pieces = Array.from({ length: count }, (_, at) => arriving.subarray(at * size, (at + 1) * size))
  return { pieces: pieces.filter(({ length }) => length > 0), each: duration / count }
}

function streamOf(bytes: Uint8Array, delivery: Delivery, signal: AbortSignal | undefined) {
  const { pieces: arriving, each } = piecesOf(bytes, delivery)
  // MSW 3 sends the head with the first chunk: an empty chunk sends it when no part of the body arrives.
  const pieces = arriving.length === 0 ? [new Uint8Array(0)] : arriving
  let at = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (at < pieces.length && each > 0) await pause(each, signal)
      const piece = pieces[at++]
      if (piece !== undefined) controller.enqueue(piece)
      else if (delivery.truncatedTo === undefined) controller.close()
      else {
        await pause(BREAK_MILLISECONDS)
        controller.error(lostConnection('terminated', CUT))
      }
    },
  })
}

/** Resolves after the given wall-clock milliseconds; rejects with the signal's reason if it aborts. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
      Math.min(milliseconds, MAXIMUM_WAIT),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
    return undefined
  })
}
