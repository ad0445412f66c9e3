// The memory that clients can make a server hold is bounded over all of them together.

import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { createConnections, MAXIMUM_CONNECTIONS } from '../../src/adapters/node/connections.ts'
import { createShares, MAXIMUM_HELD_BYTES } from '../../src/adapters/node/memory.ts'
import type { Served } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'
import { serveForTest } from '../support/serve.ts'
import { connectForTest, listenForTest, received } from './support/raw-http.ts'

const MEBIBYTE = 2 ** 20
const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n')

async function start(): Promise<Served> {
  return serveForTest(await createSimulator({ scenario: 'demo', config: { rateLimit: 'off' } }))
}

describe('bodies that are not complete took gigabytes together', () => {
  test('the oldest are refused with 503, and later requests get a response', async () => {
    const { port, url } = await start()
    const body = Buffer.alloc(4 * MEBIBYTE, 'x')
    const length = 5 * MEBIBYTE
    const responses: Promise<string>[] = []
    for (let count = 0; count * length < 1.5 * MAXIMUM_HELD_BYTES; count++) {
      const socket = await connectForTest(port)
      responses.push(received(socket))
      socket.write(head('POST /api/templates/parse', `Content-Length: ${length}`, 'Content-Type: text/plain'))
      socket.write(body)
    }
    expect(await responses[0]).toMatch(
      /^HTTP\/1\.1 503 Service Unavailable\r\nContent-Type: application\/json\r\n[^]*\r\n\r\n\{"message":"The bodies of all current requests together are too large: send this request again\.","statusCode":"SERVICE_UNAVAILABLE",/,
    )
    const answer = await fetch(`${url}/api/templates/parse`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'x'.repeat(1000),
    })
    expect(answer.status).toBe(401)
  })

  test('shares make room in the order in which they began, and no longer than needed', () => {
    const open = createShares(() => 10)
    const refused: string[] = []
    const share = (name: string) => {
      const own = open(() => {
        refused.push(name)
        own.release()
      })
      return own
    }
    const [a, b, c] = [share('a'), share('b'), share('c')]
    a.take(4)
    b.take(4)
    c.take(2)
    expect(refused).toEqual([])
    c.take(3)
    expect(refused).toEqual(['a'])
    b.keep()
    const d = share('d')
    d.take(3)
    expect(refused).toEqual(['a'])
    // What is complete is carried out, whatever comes.
    d.take(4)
    expect(refused).toEqual(['a', 'c'])
    d.take(7)
    expect(refused).toEqual(['a', 'c', 'd'])
    b.release()
    const e = share('e')
    e.take(10)
    expect(refused).toHaveLength(3)
  })
})

describe('connections', () => {
  /** A server of at most so many connections, which answers each request but those to `/later`. */
  function listen(maximum: number): Promise<number> {
    const connections = createConnections(maximum)
    return listenForTest(
      (request, response) => {
        connections.use(request.socket)
        if (request.url === '/stream') connections.exempt(request.socket)
        response.write('fine')
        if (request.url !== '/stream') response.end()
      },
      [connections],
    )
  }

  const request = async (socket: Socket, path = '/') => {
    let text = ''
    const append = (part: Buffer) => (text += part.toString())
    socket
      .on('data', append)
      .resume()
      .write(head(`GET ${path}`))
    await expect.poll(() => text).toContain('fine')
    socket.off('data', append)
  }

  test('of too many, the one ends that has been without a request for longest', async () => {
    const port = await listen(3)
    const [stream, first, silent] = [
      await connectForTest(port),
      await connectForTest(port),
      await connectForTest(port),
    ]
    await request(stream, '/stream')
    await request(first)
    silent.write('GET / HTTP/1.1\r\nHost: a\r\nX-Half: ')
    const second = await connectForTest(port)
    await request(second)
    expect(silent.destroyed).toBe(false)
    const third = await connectForTest(port)
    const ended = received(silent)
    await request(third)
    await ended
    await request(first)
    expect([stream, first, second, third].filter(({ destroyed }) => destroyed)).toEqual([])
  })

  test('a server has at most 1024', () => {
    expect(MAXIMUM_CONNECTIONS).toBe(1024)
  })
})

test('pipelined requests whose responses are not read end their connection', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  const respond = vi.spyOn(simulator, 'respond')
  const { port, url } = await serveForTest(simulator)
  const hostile = await connectForTest(port)
  const line = head('GET /_sim/operations')
  const { length } = await (await fetch(`${url}/_sim/operations`)).text()
  const count = Math.ceil((1.5 * MAXIMUM_HELD_BYTES) / length)
  hostile.write(line.repeat(count))
  expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
  // Nothing is read until the server has answered what it will answer.
  for (let before = 0; before !== respond.mock.calls.length; await wait(300))
    before = respond.mock.calls.length
  expect(respond.mock.calls.length).toBeGreaterThan(2)
  expect(respond.mock.calls.length).toBeLessThan(count)
  // A connection that was ended gives what had already left the server.
  expect((await received(hostile)).length).toBeLessThan(MAXIMUM_HELD_BYTES)
  expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
})
