/** HTTP as bytes on a socket: what well-behaved clients cannot send. */
import { connect } from 'node:net'

/** Sends `text` and answers everything that comes back until the server ends the connection. */
export function sendRaw(port: number, text: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
}
