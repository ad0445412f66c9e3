/** HTTP as bytes on sockets, which well-behaved clients cannot send, and servers with the bounds of the simulator's. */
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { createConnections } from '../../../src/adapters/node/connections.ts'
import { createBoundedServer } from '../../../src/adapters/node/server.ts'

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

/** A client that is connected until the test has finished, and reads nothing before it is resumed. */
export async function connectForTest(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}).pause()
  await once(socket, 'connect')
  return socket
}

/** All that a client receives until its connection ends, however it ends. */
export function received(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (part) => (text += part.toString('latin1'))).resume()
  return new Promise((resolve) => socket.once('close', () => resolve(text)))
}

/** The name of the status and the message of the JSON error at the end of a response, which must have its content length. */
export function errorIn(response: string): readonly string[] {
  const body = response.slice(response.indexOf('\r\n\r\n') + 4)
  const length = /^content-length: (\d+)\r$/im.exec(response)?.[1]
  expect([Number(length), /^content-type: (.+)\r$/im.exec(response)?.[1]]).toEqual([
    Buffer.byteLength(body),
    'application/json',
  ])
  const { message, statusCode, errors } = JSON.parse(body) as Record<string, string>
  expect(errors).toEqual([message])
  return [statusCode ?? '', message ?? '']
}

/** The port of a server that listens until the test has finished. */
export async function listenForTest(
  onRequest: RequestListener,
  parameters: Parameters<typeof createBoundedServer> = [createConnections()],
): Promise<number> {
  const server = createBoundedServer(...parameters).on('request', onRequest)
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
    parameters[0].closeAll()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}
