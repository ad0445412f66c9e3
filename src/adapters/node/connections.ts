/** Limits the open connections of a server: each costs memory before the client has sent any credential. */
import type { Socket } from 'node:net'

/** The most connections at a time; incomplete heads take at most this many times the size of one. */
export const MAXIMUM_CONNECTIONS = 1024

export interface Connections {
  /** Adds a connection. If there are too many, closes the one that has been without a request for longest. */
  add(socket: Socket): void
  /** Notes that a connection sent a request or got a response. */
  use(socket: Socket): void
  /** Never closes the connection of an event stream for another one; the number of streams is bounded elsewhere. */
  exempt(socket: Socket): void
}

export function createConnections(maximum: number = MAXIMUM_CONNECTIONS): Connections {
  /** The longest unused first. */
  const open = new Set<Socket>()
  return {
    add(socket) {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      if (open.size <= maximum) return
      const [longestUnused] = open
      if (longestUnused === undefined) return
      open.delete(longestUnused)
      longestUnused.destroy()
    },
    use(socket) {
      if (open.delete(socket)) open.add(socket)
    },
    exempt: (socket) => void open.delete(socket),
  }
}
