// What the head of a request decides: CONNECT, HEAD, and requests that wait for a 100 Continue.

import { request as httpRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Served } from '../../src/adapters/node.ts'
import { openTrace } from '../../src/adapters/trace.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { serveForSuite } from '../support/serve.ts'
import { connectForTest, errorIn, received, sendRaw } from './support/raw-http.ts'

const MAXIMUM = 1000
let simulator: Simulator
let served: Served
beforeAll(async () => {
  simulator = await createSimulator({ scenario: 'demo', config: { maximumBodyBytes: MAXIMUM } })
  served = await serveForSuite(simulator)
})
beforeEach(() => simulator.reset())

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', ''].join('\r\n')
const ALICE = 'Authorization: Bearer tok-alice'
const REQUIREMENT = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
const statusesOf = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

describe('CONNECT gets a 405 with words, not a closed connection', () => {
  const NO_PROXY = ['METHOD_NOT_ALLOWED', expect.stringContaining('this server is no proxy')]

  test('at once, and the connection ends', async () => {
    const begin = performance.now()
    const response = await sendRaw(served.port, head('CONNECT wiki.example.com:443', ALICE))
    expect(performance.now() - begin).toBeLessThan(400)
    expect(statusesOf(response)).toEqual([405])
    expect(errorIn(response)).toEqual(NO_PROXY)
    expect(response).toMatch(/^Allow: GET, HEAD, POST/m)
    expect(response).not.toMatch(/^date:/im)
  })

  test('as a client of node:http sees it', async () => {
    const status = await new Promise((resolve, reject) => {
      const { port } = served
      httpRequest({ port, host: '127.0.0.1', method: 'CONNECT', path: 'wiki.example.com:443' })
        .on('connect', ({ statusCode }, socket) => {
          socket.destroy()
          resolve(statusCode)
        })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(405)
  })

  test('after the responses to earlier requests of the connection, also slow ones', async () => {
    simulator.clock.set({ mode: 'live' })
    simulator.faults.add({ times: 1, latency: '700ms' })
    const two = head(`GET ${REQUIREMENT}`, ALICE).repeat(2)
    const response = await sendRaw(served.port, `${two}${head('CONNECT a:1')}bytes for the tunnel`)
    expect(statusesOf(response)).toEqual([200, 200, 405])
  })

  test('a client that goes on sending, resets or stays harms nobody', async () => {
    const sender = await connectForTest(served.port)
    sender.write(`${head('CONNECT a:1')}${'x'.repeat(100_000)}`)
    const gone = await connectForTest(served.port)
    gone.write(head('CONNECT a:1'))
    gone.resetAndDestroy()
    const silent = await connectForTest(served.port)
    silent.write(head('CONNECT a:1'))
    await wait(50)
    sender.write('x'.repeat(100_000))
    expect(statusesOf(await received(sender))).toEqual([405])
    expect(statusesOf(await received(silent))).toEqual([405])
    expect((await fetch(served.url)).status).toBe(200)
  })
})

describe('HEAD has the length of its GET', () => {
  test.each([
    ['a record', REQUIREMENT],
    ['text beyond ASCII', '/wiki/rest/reqs/1/requirement2/ENG/REQ-00é'],
    ['an unknown path', '/api/nowhere'],
    ['an address of nothing', '/nowhere'],
    ['a method that the path does not take', '/api/templates/parse'],
    ['a download', '/api/files/3101/download/blob?applicationId=103'],
    ['the root', '/'],
    ['the control API', '/_sim/clock'],
    ['an error of the control API', '/_sim/nowhere'],
  ])('of %s', async (_what, path) => {
    await simulator.fetch('/api/files/3101/upload/blob?applicationId=103', {
      method: 'PUT',
      headers: { Authorization: 'Bearer tok-alice' },
      body: Uint8Array.of(0, 255, 10),
    })
    const url = served.url + encodeURI(path)
    const headers = { Authorization: 'Bearer tok-admin' }
    const get = await fetch(url, { headers })
    const { length } = new Uint8Array(await get.arrayBuffer())
    const response = await fetch(url, { method: 'HEAD', headers })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      get.status,
      String(length),
      '',
    ])
    const inProcess = await simulator.fetch(encodeURI(path), { method: 'HEAD', headers })
    const got = await simulator.fetch(encodeURI(path), { headers })
    // A relative path has no host, which some bodies name.
    expect(Number(inProcess.headers.get('content-length'))).toBe((await got.arrayBuffer()).byteLength)
  })
})

describe('a client that waits for 100 Continue', () => {
  const EXPECT = 'Expect: 100-continue'
  const JSON_TYPE = 'Content-Type: application/json'
  const length = (bytes: number) => `Content-Length: ${bytes}`
  const PUT = `PUT ${REQUIREMENT}`

  const isWhole = (response: string): boolean => {
    const [start = '', body = ''] = response.split('\r\n\r\n')
    return body !== '' && body.length === Number(/^content-length: (\d+)$/im.exec(start)?.[1])
  }

  /** What it receives in answer to a head, until the connection ends or the server asks for the body. */
  async function firstResponse(text: string): Promise<string> {
    const socket = await connectForTest(served.port)
    socket.write(text)
    let response = ''
    return new Promise((resolve) => {
      socket
        .on('data', (part) => {
          response += part.toString('latin1')
          if (response.startsWith('HTTP/1.1 100') || isWhole(response)) resolve(response)
        })
        .on('close', () => resolve(response))
        .resume()
    })
  }

  test.each([
    ['an unknown path', head('POST /api/nowhere', ALICE, EXPECT, length(5)), 404],
    ['an address of nothing', head('POST /nowhere', ALICE, EXPECT, length(5)), 404],
    [
      'a method that the path does not take',
      head('POST /api/applications/101', ALICE, EXPECT, length(5)),
      405,
    ],
    ['no credential', head(PUT, EXPECT, length(5), JSON_TYPE), 401],
    ['a wrong credential', head(PUT, 'Authorization: Bearer no', EXPECT, length(5), JSON_TYPE), 401],
    [
      'a type that the operation does not take',
      head(PUT, ALICE, EXPECT, length(5), 'Content-Type: text/css'),
      415,
    ],
    [
      'a content coding that is not read',
      head(PUT, ALICE, EXPECT, length(5), JSON_TYPE, 'Content-Encoding: zstd'),
      415,
    ],
    [
      'a content coding that the control API does not read',
      head('POST /_sim/faults', 'X-Sim-Control: 1', EXPECT, length(5), JSON_TYPE, 'Content-Encoding: zstd'),
      415,
    ],
    ['no type, in chunks', head(PUT, ALICE, EXPECT, 'Transfer-Encoding: chunked'), 415],
    ['more bytes than the world reads', head(PUT, ALICE, EXPECT, length(MAXIMUM + 1), JSON_TYPE), 413],
    [
      'a wrong query',
      head('POST /api/external-properties/import?applicationId=x', ALICE, EXPECT, length(5)),
      400,
    ],
    ['no host', `PUT ${REQUIREMENT} HTTP/1.1\r\n${EXPECT}\r\n${length(5)}\r\n\r\n`, 400],
    ['an unknown route of the control API', head('POST /_sim/nowhere', EXPECT, length(5)), 404],
    [
      'a write of the control API without its header',
      head('POST /_sim/reset', EXPECT, length(5), JSON_TYPE),
      403,
    ],
    [
      'a body that the control API does not read',
      head('POST /_sim/scenario', 'X-Sim-Control: 1', EXPECT, length(1e9), JSON_TYPE),
      413,
    ],
    ['another world', head(PUT, 'X-Sim-World: another', EXPECT, length(5), JSON_TYPE), 401],
    ['a name that is no world', head(PUT, 'X-Sim-World: no world', ALICE, EXPECT, length(5), JSON_TYPE), 400],
  ])('gets the error at once, and no 100, for %s', async (_what, text, status) => {
    const before = simulator.journal.entries().length
    const response = await firstResponse(text)
    expect(statusesOf(response)).toEqual([status])
    expect(response).toMatch(/^connection: close/im)
    const { message } = JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4)) as { message: string }
    expect(message.length).toBeGreaterThan(10)
    expect(simulator.journal.entries().length - before).toBeLessThanOrEqual(1)
  })

  test('gets the error of a fault, which strikes once', async () => {
    simulator.faults.add({ times: 1, status: 503 })
    const text = head(PUT, ALICE, EXPECT, length(5), JSON_TYPE)
    expect(statusesOf(await firstResponse(text))).toEqual([503])
    expect(simulator.faults.list()).toMatchObject([{ struck: 1 }])
    expect(statusesOf(await firstResponse(text))).toEqual([100])
    expect(simulator.faults.list()).toMatchObject([{ struck: 1 }])
  })

  test('is asked for the body where the body decides, and the world is as before', async () => {
    const before = simulator.exportWorld()
    for (const text of [
      head(PUT, ALICE, EXPECT, length(5), JSON_TYPE),
      head(PUT, ALICE, EXPECT, 'Transfer-Encoding: chunked', JSON_TYPE),
      head(PUT, ALICE, EXPECT, length(5), JSON_TYPE, 'Content-Encoding: gzip, identity'),
      head('PUT /wiki/rest/reqs/1/requirement2/ENG/NOPE', ALICE, EXPECT, length(5), JSON_TYPE),
      head('POST /_sim/faults', 'X-Sim-Control: 1', EXPECT, length(5), JSON_TYPE),
    ])
      expect(statusesOf(await firstResponse(text))).toEqual([100])
    expect(simulator.exportWorld()).toEqual(before)
    expect(simulator.journal.entries()).toEqual([])
  })

  test('sends the body then, and gets the response', async () => {
    const body = JSON.stringify({ htmlExcerpt: 'The drone shall wait.' })
    const status = await new Promise((resolve, reject) => {
      const headers = {
        Authorization: 'Bearer tok-alice',
        'Content-Type': 'application/json',
        'Content-Length': body.length,
        Expect: '100-continue',
      }
      const request = httpRequest(served.url + REQUIREMENT, { method: 'PUT', headers })
      request.on('continue', () => request.end(body))
      request.on('response', ({ statusCode }) => resolve(statusCode))
      request.on('error', reject)
      request.flushHeaders()
    })
    expect(status).toBe(200)
    const [{ excerpt: _excerpt, ...requirement }] = [
      (await (
        await simulator.fetch(REQUIREMENT, { headers: { Authorization: 'Bearer tok-alice' } })
      ).json()) as {
        htmlExcerpt: string
        excerpt?: string
      },
    ]
    expect(requirement.htmlExcerpt).toBe('The drone shall wait.')
  })

  test('is served in turn behind other requests, and a trace of it opens', async () => {
    const text = [
      head(`GET ${REQUIREMENT}`, ALICE),
      head(PUT, ALICE, EXPECT, length(2), JSON_TYPE),
      '{}',
      head('POST /api/applications/101', ALICE, EXPECT, length(2)),
      // It did not wait. The connection closes before the next request.
      '{}',
      head(`GET ${REQUIREMENT}`, ALICE),
    ].join('')
    expect(statusesOf(await sendRaw(served.port, text)).filter((status) => status !== 100)).toEqual([
      200, 200, 405,
    ])
    await firstResponse(head(PUT, ALICE, EXPECT, length(MAXIMUM + 1), JSON_TYPE))
    await firstResponse(head(PUT, ALICE, EXPECT, length(5), 'Content-Type: text/css'))
    const trace = await openTrace(await simulator.trace())
    expect(trace.notes).toEqual([])
    const statuses = trace.steps.map(({ status }) => status)
    expect(statuses).toEqual([200, 200, 405, 413, 415])
  })
})
