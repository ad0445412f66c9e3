/** Pipelined requests on one connection, beside requests that are refused and beside other connections. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { setImmediate as nextLoop } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { controlPart } from '../../../src/control/loading.ts'
import { createSimulator } from '../../../src/index.ts'
import { connectForTest, received } from '../../doors/support/raw-http.ts'
import { serveForTest } from '../../support/serve.ts'

const MEBIBYTE = 2 ** 20
const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n')
const statusesOf = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

/** A server on which few large bodies exhaust the memory of all, and the paths that its simulator receives. */
async function start() {
  const config = { rateLimit: 'off', maximumBodyBytes: 40 * MEBIBYTE } as const
  const simulator = await createSimulator({ scenario: 'demo', config })
  await simulator.preload()
  const respond = vi.spyOn(simulator, 'respond')
  const { port, url } = await serveForTest(simulator)
  return { port, url, paths: () => respond.mock.calls.map(([{ url: path }]) => path) }
}

test('a request behind a body that is refused with 503 has no effect, and its connection closes', async () => {
  const { port, url, paths } = await start()
  const socket = await connectForTest(port)
  const response = received(socket)
  socket.write(head('POST /api/templates/parse', 'Content-Length: 2', 'Content-Type: text/plain'))
  socket.write('x')
  const others = [await connectForTest(port), await connectForTest(port)]
  for (const other of others) {
    other.write(head('POST /api/templates/parse', `Content-Length: ${40 * MEBIBYTE}`))
    other.write(Buffer.alloc(33 * MEBIBYTE))
  }
  await once(socket, 'data')
  // The server has refused the body and still reads the rest of it.
  socket.write(`x${head('GET /api/applications/101').repeat(3)}`)
  expect(statusesOf(await response)).toEqual([503])
  expect((await fetch(`${url}/api/applications/102`)).status).toBe(401)
  expect(paths()).toEqual(['/api/applications/102'])
})

test('a request behind one with an empty body that is refused with 503 gets its response', async () => {
  const { port, paths } = await start()
  const shortage = Object.assign(new Error('too many open files'), { code: 'EMFILE' })
  vi.spyOn(controlPart, 'loaded').mockReturnValueOnce(undefined)
  vi.spyOn(controlPart, 'load').mockRejectedValueOnce(shortage)
  const socket = await connectForTest(port)
  const response = received(socket)
  const reset = head('POST /_sim/reset', 'Content-Length: 0', 'X-Sim-Control: 1')
  socket.write(reset + head('GET /api/applications/101', 'Connection: close'))
  expect(statusesOf(await response)).toEqual([503, 401])
  expect(paths()).toEqual(['/api/applications/101'])
})

test('thousands of pipelined requests let timers run and other connections be served meanwhile', async () => {
  const { port, url, paths } = await start()
  const count = 10_000
  const socket = await connectForTest(port)
  socket.resume()
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  socket.write(head('GET /api/applications/101').repeat(count))
  await vi.waitFor(() => expect(paths().length).toBeGreaterThan(0), { interval: 1 })
  await fetch(`${url}/api/applications/102`)
  const position = paths().indexOf('/api/applications/102')
  while (paths().length <= count) await nextLoop()
  clearInterval(timer)
  // Without turns, all of them are served before anything else.
  expect(position).toBeLessThan(count)
  expect(ticks).toBeGreaterThan(5)
})

describe('the server stops reading from a connection while a hundred of its requests wait', () => {
  /** The largest number of requests so far that the server had received and not answered. */
  function countWaiting(): () => number {
    let [waiting, most] = [0, 0]
    const begin = () => (most = Math.max(most, ++waiting))
    const end = () => waiting--
    subscribe('http.server.request.start', begin)
    subscribe('http.server.response.finish', end)
    onTestFinished(() => {
      unsubscribe('http.server.request.start', begin)
      unsubscribe('http.server.response.finish', end)
    })
    return () => most
  }
  const padding = `X-Padding: ${'x'.repeat(8000)}`
  const flood = (request: string, count: number) => request.repeat(count - 1) + lastOf(request)
  const lastOf = (request: string) => request.replace('Host:', 'Connection: close\r\nHost:')

  test.each([
    ['without bodies', head('GET /api/applications/101', padding)],
    [
      'with bodies',
      `${head('POST /api/templates/parse', 'Content-Length: 8000', 'Content-Type: text/plain')}${'x'.repeat(8000)}`,
    ],
  ])('for an asynchronous part, %s', async (_form, request) => {
    const config = { rateLimit: 'off' } as const
    const simulator = await createSimulator({ scenario: 'demo', config })
    await simulator.preload()
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
    const respond = simulator.respond.bind(simulator)
    vi.spyOn(simulator, 'respond').mockImplementationOnce(async (...args) => {
      await loaded
      return respond(...args)
    })
    const { port } = await serveForTest(simulator)
    const most = countWaiting()
    const socket = await connectForTest(port)
    const response = received(socket)
    socket.write(flood(request, 2000))
    await vi.waitFor(() => expect(most()).toBeGreaterThanOrEqual(100))
    for (let turn = 0; turn < 100; turn++) await nextLoop()
    expect(socket.writableLength).toBeGreaterThan(MEBIBYTE)
    load()
    expect(statusesOf(await response)).toHaveLength(2000)
    expect(most()).toBeLessThan(200)
  })

  test('for their turns at the control API', async () => {
    const { port } = await start()
    const most = countWaiting()
    const socket = await connectForTest(port)
    const response = received(socket)
    socket.write(flood(head('GET /_sim/clock', padding), 2000))
    expect(statusesOf(await response)).toHaveLength(2000)
    expect(most()).toBeLessThan(200)
  })
})
