/** Limits the memory that clients can make a server hold, over all connections together. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The most bytes at a time of incomplete request bodies and of answers that wait behind others on their connection; twice
 * `config.maximumBodyBytes` if that is more. Bodies for the control API do not count: it admits a request by its head.
 */
export const MAXIMUM_HELD_BYTES = 64 * 1024 * 1024

/** The part of the shared memory that one body, or the waiting answers of one connection, takes. */
export interface Share {
  /** Sets how many bytes it takes in all. Refuses the oldest shares, perhaps this one, while the total is too much. */
  take(bytes: number): void
  /** Protects it from being refused; its bytes still count until it is released. */
  keep(): void
  /** Gives its bytes back. */
  release(): void
}

/** `refuse` is called for a share that has to make room, and releases it. */
export type OpenShare = (refuse: () => void) => Share

/** Shares of so many bytes. The oldest are refused first: honest clients are done soon. */
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

/** Counts an answer of so many bytes that was written to `response`. */
export type CountAnswer = (socket: Socket, response: ServerResponse, bytes: number) => void

/** Closes connections whose clients pipeline requests and do not read the answers. */
export function createAnswerCount(open: OpenShare): CountAnswer {
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
    // Only an answer that waits behind another one has no socket yet.
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
