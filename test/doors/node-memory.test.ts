// The memory that clients can make a server hold is bounded over all of them together.

import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { createConnections, MAXIMUM_CONNECTIONS } from '../../src/adapters/node/connections.ts'
import { createShares, MAXIMUM_HELD_BYTES } from '../../src/adapters/node/memory.ts'
import { createBoundedServer } from '../../src/adapters/node/server.ts'
import { serve, type Served } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'

const MEBIBYTE = 2 ** 20
const servers: Server[] = []
const served: Served[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
  await Promise.all(served.splice(0).map((each) => each.close()))
})

interface Heard {
  readonly socket: Socket
  text: string
  readonly closed: Promise<void>
}

/** A connected client; with `reads` false it reads nothing. */
async function client(port: number, reads = true): Promise<Heard> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  const heard: Heard = {
    socket,
    text: '',
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  }
  if (reads) socket.on('data', (part) => (heard.text += part.toString('latin1')))
  else socket.pause()
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  return heard
}

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n')

async function start(): Promise<Served> {
  const server = await serve(await createSimulator({ scenario: 'demo', config: { rateLimit: 'off' } }))
  served.push(server)
  return server
}

describe('bodies that are not complete took gigabytes together', () => {
  test('the oldest are refused with 503, and whoever comes then is answered', async () => {
    const { port, url } = await start()
    const body = Buffer.alloc(4 * MEBIBYTE, 'x')
    const length = 5 * MEBIBYTE
    const clients: Heard[] = []
    for (let count = 0; count * length < 1.5 * MAXIMUM_HELD_BYTES; count++) {
      const each = await client(port)
      clients.push(each)
      each.socket.write(
        head('POST /api/templates/parse', `Content-Length: ${length}`, 'Content-Type: text/plain'),
      )
      each.socket.write(body)
    }
    const [oldest] = clients
    await oldest?.closed
    expect(oldest?.text).toMatch(
      /^HTTP\/1\.1 503 Service Unavailable\r\n[^]*\r\n\r\nThe bodies of all requests that are under way are too large together: send this request again\.\n$/,
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
  async function listen(maximum: number): Promise<number> {
    const connections = createConnections(maximum)
    const server = createBoundedServer(connections)
    servers.push(server)
    server.on('request', (request, response) => {
      connections.use(request.socket)
      if (request.url === '/stream') connections.exempt(request.socket)
      response.write('fine')
      if (request.url !== '/stream') response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }

  const asked = async (each: Heard, path = '/') => {
    each.socket.write(head(`GET ${path}`))
    await expect.poll(() => each.text).toContain('fine')
    each.text = ''
  }

  test('of too many, the one ends that has been without a request for longest', async () => {
    const port = await listen(3)
    const [stream, first, silent] = [await client(port), await client(port), await client(port)]
    await asked(stream, '/stream')
    await asked(first)
    silent.socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-Half: ')
    const second = await client(port)
    await asked(second)
    expect(silent.socket.destroyed).toBe(false)
    const third = await client(port)
    await asked(third)
    await silent.closed
    await asked(first)
    expect([stream, first, second, third].map(({ socket }) => socket.destroyed)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('a server has at most 1024', () => {
    expect(MAXIMUM_CONNECTIONS).toBe(1024)
  })
})

test('requests behind one another whose answers nobody takes end their connection', async () => {
  const { port, url } = await start()
  const hostile = await client(port, false)
  const line = head('GET /_sim/operations')
  const { length } = await (await fetch(`${url}/_sim/operations`)).text()
  hostile.socket.write(line.repeat(Math.ceil((1.2 * MAXIMUM_HELD_BYTES) / length)))
  expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
  // A connection that was ended gives what had already left the server.
  hostile.socket.on('data', (part) => (hostile.text += part.toString('latin1'))).resume()
  await hostile.closed
  expect(hostile.text.length).toBeLessThan(MAXIMUM_HELD_BYTES)
  expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
})
