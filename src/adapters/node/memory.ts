/** Limits the memory that clients can make a server hold, over all connections together. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The maximum bytes of incomplete request bodies and of responses queued on their connection; twice `config.maximumBodyBytes`
 * if that is more. Bodies for the control API do not count, because it accepts a request by its head.
 */
export const MAXIMUM_HELD_BYTES = 64 * 1024 * 1024

/** The part of the shared memory for one body, or for the queued responses of one connection. */
export interface Share {
  /** Sets its size in bytes. While the total is too large, refuses the oldest shares, possibly this one. */
  take(bytes: number): void
  /** Protects it from being refused; its bytes still count until it is released. */
  keep(): void
  /** Releases its bytes. */
  release(): void
}

/** `refuse` is called if the share has to make room; it must release the share. */
export type OpenShare = (refuse: () => void) => Share

/** Shares of the given number of bytes. The oldest are refused first, because honest clients finish soon. */
export function createShares(maximum: () => number): OpenShare {
  let taken = 0
  const refusable = new Set<() => void>()
  return (refuse) => {
    let own = 0
    refusable.add(refuse)
    const take = (bytes: number): void => {
      taken += bytes - own
      own = bytes
    }
    return {
      take(bytes) {
        take(bytes)
        for (const refuseOldest of refusable) {
          if (taken <= maximum()) return
          refuseOldest()
        }
      },
      keep: () => void refusable.delete(refuse),
      release() {
        refusable.delete(refuse)
        take(0)
      },
    }
  }
}

/** Counts the bytes of a response that was written to `response`. */
export type CountResponse = (socket: Socket, response: ServerResponse, bytes: number) => void

/** Closes connections whose clients pipeline requests without reading the responses. */
export function createResponseCount(open: OpenShare): CountResponse {
  const waiting = new Map<Socket, { readonly share: Share; readonly end: () => void; bytes: number }>()
  const begin = (socket: Socket) => {
    const end = (): void => {
      held.share.release()
      waiting.delete(socket)
      socket.off('close', end)
    }
    const share = open(() => {
      end()
      socket.destroy()
    })
    const held = { share, end, bytes: 0 }
    waiting.set(socket, held)
    socket.once('close', end)
    return held
  }
  return (socket, response, bytes) => {
    // Only a queued response has no socket yet.
    if (response.socket !== null || socket.destroyed) return
    const held = waiting.get(socket) ?? begin(socket)
    held.bytes += bytes
    held.share.take(held.bytes)
    response.once('finish', () => {
      held.bytes -= bytes
      if (held.bytes === 0) held.end()
      else held.share.take(held.bytes)
    })
  }
}
