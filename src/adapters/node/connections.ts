/** Limits the open connections of a server: each costs memory before the client has sent any credential. */
import type { Socket } from 'node:net'

/** The maximum number of connections at a time, which also bounds the memory of incomplete heads. */
export const MAXIMUM_CONNECTIONS = 1024

export interface Connections {
  /** Adds a connection. If there are too many, closes the one with the longest time since its last request. */
  add(socket: Socket): void
  /** Adds a TCP connection of a TLS server. The TLS connection replaces it when it is added. */
  addBelow(socket: Socket): void
  /** Records that a connection sent a request or received a response. */
  use(socket: Socket): void
  /** Exempts the connection of an event stream, since the number of streams is bounded elsewhere. */
  exempt(socket: Socket): void
  /** The TCP connection of a TLS connection; undefined for others. */
  below(socket: Socket): Socket | undefined
  /** Closes all connections but the exempt ones, also those that have not finished their TLS handshake. */
  closeAll(): void
}

export function createConnections(maximum: number = MAXIMUM_CONNECTIONS): Connections {
  /** The longest unused first. */
  const open = new Set<Socket>()
  /** TCP connections of a TLS server, by their two ends, because Node does not say which belongs to a TLS connection. */
  const tcp = new Map<string, Socket>()
  function add(socket: Socket): void {
    const below = tcp.size === 0 ? undefined : tcp.get(endsOf(socket))
    if (below !== undefined) open.delete(below)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    if (open.size <= maximum) return
    const [longestUnused] = open
    if (longestUnused === undefined) return
    open.delete(longestUnused)
    longestUnused.destroy()
  }
  return {
    add,
    addBelow(socket) {
      add(socket)
      const ends = endsOf(socket)
      tcp.set(ends, socket)
      socket.once('close', () => tcp.delete(ends))
    },
    use(socket) {
      if (open.delete(socket)) open.add(socket)
    },
    exempt: (socket) => void open.delete(socket),
    below: (socket) => tcp.get(endsOf(socket)),
    closeAll() {
      for (const socket of open) socket.destroy()
    },
  }
}

function endsOf({ localAddress, localPort, remoteAddress, remotePort }: Socket): string {
  return `${localAddress} ${localPort} ${remoteAddress} ${remotePort}`
}
