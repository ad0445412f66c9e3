/** A streaming response as the body of the platform's Response. */
import type { ResponseStream } from '../api/framework/exchange.ts'

/** Bytes that wait for the reader. The stream is lossless, and its writer decides when there are too many. */
const NOTHING_AHEAD = 0

/** The body that a stream writes. It ends when the reader cancels it, or with the signal's reason if it aborts. */
export function streamBody(
  stream: ResponseStream,
  signal?: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  let open = true
  let leave: (() => void) | undefined
  const end = (how: () => void): void => {
    if (!open) return
    open = false
    signal?.removeEventListener('abort', onAbort)
    leave?.()
    how()
  }
  let onAbort = (): void => {}
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        onAbort = () => end(() => controller.error(signal?.reason))
        signal?.addEventListener('abort', onAbort, { once: true })
        leave = stream({
          write: (text) => void (open && controller.enqueue(encoder.encode(text))),
          pending: () => NOTHING_AHEAD - (controller.desiredSize ?? 0),
          end: (broken = false) =>
            end(() => (broken ? controller.error(new TypeError('terminated')) : controller.close())),
        })
        // It may have ended while it started.
        if (!open) leave()
        else if (signal?.aborted === true) onAbort()
      },
      cancel: () => end(() => {}),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: NOTHING_AHEAD }),
  )
}
