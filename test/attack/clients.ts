/** Hostile clients on loopback, with limits of what they send and how long they take. */
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface Client {
  readonly socket: Socket
  /** The beginning of what it received. */
  received(): string
  readonly closed: Promise<void>
}

const LONGEST_HEARD = 4096

/** Connects; with `reads` false it reads nothing. Resolves even if the server closes the connection at once. */
export async function connectClient(port: number, reads = true): Promise<Client> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  if (reads)
    socket.on('data', (part) => {
      if (received.length < LONGEST_HEARD) received += part.toString('latin1')
    })
  else socket.pause()
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), closed])
  return { socket, received: () => received, closed }
}

/** Writes, and waits until the system has taken it, the connection is gone, or so many milliseconds are over. */
export async function send(
  { socket, closed }: Client,
  text: string | Uint8Array,
  patience = 5000,
): Promise<boolean> {
  if (socket.destroyed || !socket.writable) return false
  const stop = new AbortController()
  const written = new Promise<boolean>((resolve) => {
    socket.write(text, (error) => resolve(error === undefined || error === null))
  })
  const gone = closed.then(() => false)
  const late = delay(patience, false, { signal: stop.signal }).catch(() => false)
  const taken = await Promise.race([written, gone, late])
  stop.abort()
  return taken
}

/** Connects so many clients, and closes them when `use` is done. */
export async function withClients<T>(
  port: number,
  count: number,
  use: (clients: readonly Client[]) => Promise<T>,
  reads = true,
): Promise<T> {
  const clients = await Promise.all(Array.from({ length: count }, () => connectClient(port, reads)))
  try {
    return await use(clients)
  } finally {
    for (const { socket } of clients) socket.destroy()
    await Promise.all(clients.map(({ closed }) => closed))
  }
}

/** The head of a request, with a credential or without. */
export function head(line: string, headers: readonly string[], credential: string | undefined): string {
  const authorization = credential === undefined ? [] : [`Authorization: Bearer ${credential}`]
  return [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...authorization, ...headers, '', ''].join('\r\n')
}
