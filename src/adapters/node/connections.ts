/** Limits the open connections of a server: each costs memory before the client has sent any credential. */
import type { Socket } from 'node:net'

/** The maximum number of connections at a time, which also bounds the memory of incomplete heads. */
export const MAXIMUM_CONNECTIONS = 1024

export interface Connections {
  /** Adds a connection. If there are too many, closes the one with the longest time since its last request. */
  add(socket: Socket): void
  /** Records that a connection sent a request or received a response. */
  use(socket: Socket): void
  /** Exempts the connection of an event stream, since the number of streams is bounded elsewhere. */
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
