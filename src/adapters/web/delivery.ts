/** What becomes of an answer on its way to the platform's `fetch`: waits, broken connections, bodies in pieces. */
import type { Delivery, ExchangeAnswer } from '../../api/framework/exchange.ts'
import { toResponse } from './exchange.ts'

/** The longest that a door waits for one thing, in milliseconds. */
export const MAXIMUM_WAIT = 600_000
/** A body that arrives slowly comes in so many pieces at most, and each after so many milliseconds at least. */
const MAXIMUM_PIECES = 100
const PIECE_MILLISECONDS = 20
/** A body breaks off so many milliseconds after its last piece, or MSW 3 would break off the head with it. */
const BREAK_MILLISECONDS = 5

/** The error code of a connection that is lost before the response begins, through every door that can report one. */
export const DROPPED = { code: 'ECONNRESET' }
/** The error code of a connection that is lost within a body, as Node's `fetch` reports a socket that closes there. */
const CUT = { code: 'UND_ERR_SOCKET' }

/** A lost connection as the platform's `fetch` reports it. */
function lostConnection(message: string, code: { readonly code: string }): TypeError {
  const cause = Object.assign(new Error('the connection was closed (a fault of the simulator)'), code)
  return new TypeError(message, { cause })
}

/**
 * Makes a Response of an answer, once it would arrive. Rejects with TypeError for a connection that a fault dropped, and
 * with the signal's reason when that aborts meanwhile.
 */
export async function deliver(
  answer: ExchangeAnswer,
  method: string,
  signal?: AbortSignal,
): Promise<Response> {
  const { delivery } = answer
  if (delivery === undefined) return toResponse(answer, method, signal)
  if (delivery.waits && delivery.latency !== undefined) await pause(delivery.latency, signal)
  if (delivery.dropped === true) throw lostConnection('fetch failed', DROPPED)
  if (delivery.truncatedTo === undefined && !(delivery.waits && delivery.slow !== undefined))
    return toResponse(answer, method)
  const whole = toResponse(answer, method)
  if (whole.body === null) return whole
  const bytes = bytesOf(answer)
  const { status, headers } = whole
  // The head promises everything, so that whoever reads can tell that it is not all there.
  if (delivery.truncatedTo !== undefined) headers.set('Content-Length', String(bytes.length))
  return new Response(streamOf(bytes, delivery, signal), { status, headers })
}

export function bytesOf({ body }: ExchangeAnswer): Uint8Array {
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

/** Resolves after so many wall milliseconds; rejects with the signal's reason when that aborts. */
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
