// Clients that are slow, silent or gone, and what HTTP is not: the server's own bounds, with times short enough for a test.

import { Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import type { ExchangeResponse } from '../../src/api/framework/exchange.ts'
import { SERVER_TIMES } from '../../src/adapters/node/server.ts'
import { expectProgress, writeResponse } from '../../src/adapters/node/exchange.ts'
import { createConnections } from '../../src/adapters/node/connections.ts'
import { readBody } from '../../src/adapters/node/request.ts'
import { serve } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'
import { servable } from './cases/echo.ts'
import { serveForTest } from '../support/serve.ts'
import { connectForTest, errorIn, listenForTest, received, sendRaw } from './support/raw-http.ts'

const SHORT = { headers: 200, request: 400, keepAlive: 200, checkInterval: 50 }

/** A server that answers what it read of a body; `bodies` gets what arrived whole. */
function listen(bodies: string[] = []): Promise<number> {
  return listenForTest(
    (request, response) => {
      response.sendDate = false
      readBody(request, {
        limit: 1000,
        onBody(body) {
          bodies.push(new TextDecoder().decode(body))
          setImmediate(() => writeResponse(request, response, { status: 200, headers: {}, body: 'fine' }))
        },
        onRefused: () => {},
      })
    },
    [createConnections(), SHORT],
  )
}

const HEAD = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n'

describe('a client that does not finish is disconnected, and affects nobody else', () => {
  test.each([
    ['says nothing', ''],
    ['says half a line', 'GET / HT'],
    ['says headers without an end', `${HEAD}X-A: 1\r\n`],
    ['says half a body', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf`],
    ['says half a chunk', `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha`],
  ])('one that %s', async (_what, text) => {
    const bodies: string[] = []
    const port = await listen(bodies)
    const ended = sendRaw(port, text)
    expect(await sendRaw(port, `${HEAD}\r\n`)).toContain('fine')
    const response = await ended
    const timeout = ['REQUEST_TIMEOUT', 'the request did not arrive in time']
    if (response !== '') expect(errorIn(response)).toEqual(timeout)
    expect(bodies).toEqual([''])
  })

  test('one that says a byte at a time', async () => {
    const port = await listen()
    const socket = await connectForTest(port)
    const ended = received(socket)
    socket.write(`${HEAD}X-A: `)
    const drip = setInterval(() => socket.write('a'), 20)
    await ended
    clearInterval(drip)
    expect(socket.destroyed).toBe(true)
  })

  test('one that keeps its connection for nothing', async () => {
    const port = await listen()
    expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('fine')
  })

  test('a hundred of them at a time', async () => {
    const port = await listen()
    const silent = Array.from({ length: 100 }, () => sendRaw(port, 'GET /'))
    expect(await sendRaw(port, `${HEAD}\r\n`)).toContain('fine')
    expect(await Promise.all(silent)).toHaveLength(100)
  })

  test('the times of a server that is served are bounded', () => {
    expect(Object.values(SERVER_TIMES).every((time) => time > 0 && time <= 60_000)).toBe(true)
  })
})

describe('a client that does not read its response held it for ever', () => {
  /** The server's side of a connection whose client reads nothing of a large answer; ends when that is given up. */
  async function stalled(giveUp: number): Promise<{ socket: Socket; cut: Promise<boolean> }> {
    const { promise: cut, resolve } = Promise.withResolvers<boolean>()
    const port = await listenForTest(
      (request, response) => {
        response.once('close', () => resolve(!response.writableFinished))
        response.end('x'.repeat(50_000_000))
        expectProgress(request, giveUp)
      },
      [createConnections(), SHORT],
    )
    const socket = await connectForTest(port)
    socket.write(`${HEAD}\r\n`)
    return { socket, cut }
  }

  test('it is cut off', async () => {
    const { cut } = await stalled(200)
    expect(await cut).toBe(true)
  })

  const LARGE = { status: 200, headers: {}, body: 'x'.repeat(50_000_000) }

  test.each<[string, ExchangeResponse, string]>([
    ['whole', LARGE, HEAD + '\r\n'],
    ['in pieces', { ...LARGE, delivery: { waits: false, truncatedTo: 49_000_000 } }, HEAD + '\r\n'],
    [
      'to a request that never ends',
      LARGE,
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(1500)}`,
    ],
  ])('it is disconnected by the server, sent %s', async (_how, answer, request) => {
    // Sixty seconds without progress take 0.2 seconds here.
    const cut = new Set<Socket>()
    const { setTimeout: wait } = Socket.prototype
    const spy = vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (
      this: Socket,
      ...parameters
    ) {
      const [milliseconds, onTimeout] = parameters
      if (milliseconds !== 60_000) return wait.call(this, milliseconds, onTimeout)
      cut.add(this)
      return wait.call(this, 200, onTimeout)
    })
    const served = await serveForTest(servable(() => answer))
    const socket = await connectForTest(served.port)
    socket.write(request)
    await expect.poll(() => [...cut].map(({ destroyed }) => destroyed)).toEqual([true])
    spy.mockRestore()
  })

  test('one that is slow is not', async () => {
    const { socket, cut } = await stalled(2000)
    let taken = 0
    socket.on('data', ({ length }) => {
      taken += length
      socket.pause()
      setTimeout(() => socket.resume(), 1)
    })
    socket.resume()
    expect(await cut).toBe(false)
    expect(taken).toBeGreaterThan(1_000_000)
  })
})

describe('requests that never reach the core', () => {
  test('an unknown expectation was answered by the wall clock', async () => {
    const port = await listen()
    const answer = await sendRaw(port, `${HEAD}Expect: tea\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 417 Expectation Failed\r\n/)
    expect(answer).toMatch(/^connection: close\r$/im)
    expect(errorIn(answer)).toEqual(['EXPECTATION_FAILED', 'Expect: only 100-continue is supported'])
    expect(answer).not.toMatch(/^date:/im)
    expect(await sendRaw(port, `${HEAD}Expect: 100-continue\r\n\r\n`)).toContain('fine')
  })

  test.each([
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a line that is folded', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n y\r\n\r\n'],
    ['a bare carriage return', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\rX-B: 2\r\n\r\n'],
    ['a name with a space', 'GET / HTTP/1.1\r\nHost: x\r\nX A: 1\r\n\r\n'],
  ])('%s, with which a request could be smuggled', async (_what, text) => {
    const bodies: string[] = []
    const port = await listen(bodies)
    expect(await sendRaw(port, text)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(bodies).toEqual([])
  })

  test('a proxy request', async () => {
    const port = await listen()
    const response = await sendRaw(port, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')
    expect(errorIn(response)).toEqual(['METHOD_NOT_ALLOWED', expect.stringContaining('no proxy')])
  })
})

describe('a server that is closed', () => {
  async function connected(port: number): Promise<{ socket: Socket; response: Promise<string> }> {
    const socket = await connectForTest(port)
    return { socket, response: received(socket) }
  }
  const request = 'GET /_sim/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

  test('cut off requests that were on their way, on connections that only seemed to be idle', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    await simulator.preload()
    const served = await serve(simulator)
    const clients = await Promise.all(Array.from({ length: 10 }, () => connected(served.port)))
    // Connections are accepted in turn: once a later one is answered, the server knows of these.
    await fetch(`${served.url}/_sim/health`)
    const closing = served.close()
    for (const { socket } of clients) socket.write(request)
    for (const { response } of clients) {
      expect(await response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
      expect(await response).toMatch(/^connection: close\r$/im)
    }
    await closing
  })

  test('ends while a client keeps sending requests', async () => {
    const served = await serve(await createSimulator({ scenario: 'demo' }))
    const began = performance.now()
    const ask = (): Promise<unknown> =>
      fetch(`${served.url}/_sim/health`).then(
        () => ask(),
        () => 'no more',
      )
    const asking = ask()
    await served.close()
    expect(await asking).toBe('no more')
    expect(performance.now() - began).toBeLessThan(1000)
  })
})

describe('pipelined requests', () => {
  const request = (method: string, path: string, body = '') =>
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Sim-Control: 1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

  test('take effect and get responses in their order, those to the control API too', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    await simulator.preload()
    const { port } = await serveForTest(simulator)
    const advance = request('POST', '/_sim/clock/advance', '{"by":"1h"}')
    const read = request('GET', '/api/applications/101')
    const large = request('GET', '/_sim/operations')
    const write = request('POST', '/api/variants?applicationId=101', '{}')
    const last = 'GET /_sim/clock HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'
    const received = await sendRaw(port, read + large + advance + write + advance + read + last)
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    expect(statuses.join(' ')).toBe('401 200 200 401 200 401 200')
    const times = simulator.journal.entries().map(({ at }) => at)
    const hours = times.map((at) => (at - (times[0] ?? 0)) / 3_600_000)
    expect(hours).toEqual([0, 1, 2])
  })

  const bare = (method: string, path: string, headers = '') =>
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`
  const CLOSE = 'Connection: close\r\n'

  test('without bodies take effect and are answered in their order', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    await simulator.preload()
    const { port } = await serveForTest(simulator)
    const received = await sendRaw(
      port,
      bare('POST', '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2', 'Cookie: JSESSIONID=sess-alice\r\n') +
        bare('GET', '/_sim/state/baseline?number=2') +
        request('POST', '/_sim/clock/advance', '{"by":"1h"}') +
        bare('GET', '/_sim/clock') +
        bare('GET', '/api/applications/101') +
        request('POST', '/_sim/clock/advance', '{"by":"1h"}') +
        bare('GET', '/api/applications/101', CLOSE),
    )
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    expect(statuses.join(' ')).toBe('200 200 200 200 401 200 401')
    const order = ['"taskId"', '"IN_CREATION"', '"fired"', '"mode"']
    const places = order.map((text) => received.indexOf(text))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((first, second) => first - second))
    const times = simulator.journal.entries().map(({ at }) => at)
    expect(times.map((at) => (at - (times[0] ?? 0)) / 3_600_000)).toEqual([0, 1, 2])
  })

  test('take effect in their order while the first one waits for its module', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    const { port } = await serveForTest(simulator)
    await sendRaw(port, bare('GET', '/_sim/clock', CLOSE))
    const received = await sendRaw(
      port,
      bare('POST', '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2', 'Cookie: JSESSIONID=sess-alice\r\n') +
        bare('GET', '/_sim/state/baseline?number=2', CLOSE),
    )
    expect(received).toMatch(/"taskId"[^]*"IN_CREATION"/)
  })

  test('to the control API let those of other connections through', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    await simulator.preload()
    const urls: string[] = []
    const respond = simulator.respond.bind(simulator)
    vi.spyOn(simulator, 'respond').mockImplementation((received, options) => {
      urls.push(received.url)
      return respond(received, options)
    })
    const { port } = await serveForTest(simulator)
    const [greedy, other] = [await connectForTest(port), await connectForTest(port)]
    greedy.write(request('GET', '/_sim/operations').repeat(200))
    other.write(request('GET', '/_sim/health'))
    await vi.waitFor(() => expect(urls).toContain('/_sim/health'))
    expect(urls.length).toBeLessThan(100)
  })
})

test('no text of a request becomes a header of the response', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  const defects: unknown[] = []
  const onDefect = (error: unknown) => void defects.push(error)
  const served = await serveForTest(simulator, { corsOrigin: ['*'], onDefect })
  const split = 'x%0d%0aX-Injected:%201%0a%0dX-Injected:%202%E2%80%A8'
  const rest = '/wiki/rest/reqs/1'
  const places = [
    ['GET', `${rest}/baseline/ENG?${split}=1`],
    ['GET', `${rest}/baseline/${split}`],
    ['GET', `/${split}`],
    ['PATCH', `${rest}/baseline/ENG?${split}`],
    ['GET', `/_world/${split}${rest}/baseline/ENG`],
    ['GET', `/_sim?${split}`],
    ['GET', `/_sim/${split}`],
    ['GET', `/_world/${split}/_sim/clock`],
    ['GET', `/_world/${split}/_sim`],
    ['GET', `/_sim/state/requirement?key=${split}`],
    ['OPTIONS', `/api/${split}`],
    ['GET', `/api/organizations/1/workspaces/103/files/${split}`],
  ] as const
  for (const [method, path] of places) {
    for (const accept of ['*/*', 'text/html']) {
      const answer = await sendRaw(
        served.port,
        `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer tok-admin\r\nAccept: ${accept}\r\nOrigin: http://a\xff\r\nX-Sim-World: ${split}\r\n\r\n`,
      )
      expect([path, /^HTTP\/1\.1 [2345]\d\d/.test(answer)]).toEqual([path, true])
      expect([path, answer.split('\r\n\r\n')[0]]).toEqual([
        path,
        expect.not.stringMatching(/^\s*x-injected/im),
      ])
    }
  }
  expect(defects).toEqual([])
})
