/** The body of a request as the simulator gets and keeps it. */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { connectForTest, received } from '../../doors/support/raw-http.ts'
import { serveForTest } from '../../support/serve.ts'

const simulator = await createSimulator({ scenario: 'demo' })

/** The body that the simulator gets of one that arrives in two parts. */
async function bodyOf(character: string) {
  const fork = simulator.fork()
  const respond = vi.spyOn(fork, 'respond')
  const { port } = await serveForTest(fork)
  const socket = await connectForTest(port)
  const response = received(socket)
  const body = Buffer.from(character.repeat(500))
  const head = [
    'PUT /nowhere HTTP/1.1',
    'Host: 127.0.0.1',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  socket.write([...head, '', ''].join('\r\n'))
  socket.write(body.subarray(0, -2))
  await wait(20)
  socket.write(body.subarray(-2))
  await response
  return respond.mock.calls[0]?.[0].body
}

test('bytes take no more memory than they are long', async () => {
  const body = await bodyOf('é')
  expect(body).toBeInstanceOf(Uint8Array)
  expect(body).toHaveLength(1000)
  expect((body as Uint8Array).buffer.byteLength).toBe(1000)
})

test('ASCII is text', async () => {
  expect(await bodyOf('e')).toBe('e'.repeat(500))
})
