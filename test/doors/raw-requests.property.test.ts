// Random requests over one connection, cut into random pieces: each gets the response that it gets in process, in order, with
// the right framing, until one of them ends the connection. `CONNECTIONS=5000` tries more.

import fc from 'fast-check'
import { setImmediate as nextLoop } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Served } from '../../src/adapters/node.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { serveForSuite } from '../support/serve.ts'
import { connectForTest } from './raw-http.ts'

const CONNECTIONS = Number(process.env['CONNECTIONS'] ?? 60)
const MAXIMUM = 2000

let served: Served
let origin: Simulator
beforeAll(async () => {
  origin = await createSimulator({
    scenario: 'demo',
    config: { maximumBodyBytes: MAXIMUM, rateLimit: 'off' },
  })
  // The worlds of the connections.
  served = await serveForSuite(origin)
})

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly chunked?: boolean
  /** Waits for a 100 Continue, or would: it sends the body in any case. */
  readonly expects?: boolean
  readonly closes?: boolean
}

const INVALID: Sent = { method: 'no method', path: '/', headers: {} }
const WIKI = '/wiki/rest/reqs/1'
const path = fc.constantFrom(
  `${WIKI}/requirement2/ENG/REQ-001`,
  `${WIKI}/requirement2/ENG/REQ-002`,
  `${WIKI}/requirement2/ENG/NOPE`,
  `${WIKI}/baseline/ENG`,
  '/api/applications/101',
  '/api/nowhere',
  '/nowhere',
)
const credential = fc.constantFrom<Record<string, string>>(
  { authorization: 'Bearer tok-alice' },
  { authorization: 'Bearer tok-alice' },
  { authorization: 'Bearer no' },
  {},
)
const type = fc.constantFrom<Record<string, string>>(
  { 'content-type': 'application/json' },
  { 'content-type': 'application/json; charset=utf-8' },
  { 'content-type': 'text/css' },
  {},
)
const body = fc.oneof(
  fc.string({ maxLength: 40 }).map((text) => JSON.stringify({ htmlExcerpt: text })),
  fc.constantFrom('', '{', 'GET / HTTP/1.1\r\n\r\n', '{}', 'é'.repeat(5), 'x'.repeat(MAXIMUM + 1)),
)
const request: fc.Arbitrary<Sent> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'DELETE'),
      path,
      headers: credential,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      method: fc.constantFrom('PUT', 'POST', 'PATCH'),
      path,
      headers: fc.tuple(credential, type).map(([one, other]) => ({ ...one, ...other })),
      body,
      chunked: fc.boolean(),
      expects: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constant('GET'),
      path,
      headers: credential,
      closes: fc.constant(true),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Sent>({ method: 'CONNECT', path: 'a:1', headers: {} }, INVALID) },
)

function textOf({ method, path: target, headers, body: content, chunked, expects, closes }: Sent): Buffer {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`)
  if (closes === true) lines.push('Connection: close')
  if (expects === true) lines.push('Expect: 100-continue')
  const bytes = Buffer.from(content ?? '')
  if (content === undefined)
    return Buffer.from([`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  lines.push(chunked === true ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes.length}`)
  const head = Buffer.from([`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  if (chunked !== true) return Buffer.concat([head, bytes])
  const size = Buffer.from(`${bytes.length.toString(16)}\r\n`)
  const whole = bytes.length === 0 ? [] : [size, bytes, Buffer.from('\r\n')]
  return Buffer.concat([head, ...whole, Buffer.from('0\r\n\r\n')])
}

interface Got {
  readonly status: number
  readonly body: string
  readonly closes: boolean
}

/** The responses in a text, which are exact: whatever is left over is one of status 0. */
function responsesIn(bytes: Buffer, methods: readonly string[]): Got[] {
  const found: Got[] = []
  let rest = bytes
  let finals = 0
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n')
    const head = rest.subarray(0, Math.max(end, 0)).toString('latin1')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0)
    if (end === -1 || status === 0) return [...found, { status: 0, body: rest.toString(), closes: false }]
    const isInterim = status < 200
    const method = methods[finals]
    const announced = Number(/^content-length: (\d+)\r?$/im.exec(head)?.[1] ?? 0)
    const length = isInterim || method === 'HEAD' || status === 204 ? 0 : announced
    const body = rest.subarray(end + 4, end + 4 + length)
    const shown = method === 'HEAD' ? `(${announced} bytes)` : body.toString()
    found.push({ status, body: shown, closes: /^connection: close\r?$/im.test(head) })
    if (!isInterim) finals++
    rest = rest.subarray(end + 4 + length)
  }
  return found
}

/** What each request gets in process, until the connection ends. */
async function expectedOf(requests: readonly Sent[], simulator: Simulator): Promise<Omit<Got, 'closes'>[]> {
  const expected: Omit<Got, 'closes'>[] = []
  for (const sent of requests) {
    if (sent === INVALID) {
      expected.push({ status: 400, body: expect.stringContaining('not valid HTTP') as unknown as string })
      return expected
    }
    if (sent.method === 'CONNECT') {
      expected.push({ status: 405, body: expect.stringContaining('no proxy') as unknown as string })
      return expected
    }
    const head = {
      method: sent.method,
      url: sent.path,
      headers: {
        host: '127.0.0.1',
        ...sent.headers,
        ...(sent.body === undefined
          ? {}
          : sent.chunked === true
            ? { 'transfer-encoding': 'chunked' }
            : { 'content-length': String(Buffer.byteLength(sent.body)) }),
        ...(sent.expects === true ? { expect: '100-continue' } : {}),
      },
    }
    const failed = sent.expects === true && (await simulator.failsByHead(head))
    if (sent.expects === true && !failed) expected.push({ status: 100, body: '' })
    const content = failed || sent.body === '' ? undefined : sent.body
    const answer = await simulator.exchange({ ...head, ...(content === undefined ? {} : { body: content }) })
    const shown = sent.method === 'HEAD' ? `(${answer.headers['Content-Length']} bytes)` : String(answer.body)
    expected.push({ status: answer.status, body: answer.status === 204 ? '' : shown })
    // The rest of a body over the limit may still be on its way.
    if (sent.closes === true || failed) return expected
  }
  return expected
}

async function send(
  bytes: Buffer,
  cuts: readonly number[],
  isDone: (received: Buffer) => boolean,
): Promise<Buffer> {
  const socket = await connectForTest(served.port)
  socket.setNoDelay(true)
  let received = Buffer.alloc(0)
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part])
      if (isDone(received)) resolve()
    })
    socket.on('close', () => resolve())
    socket.resume()
  })
  const places = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].toSorted(
    (a, b) => a - b,
  )
  for (const [index, place] of places.slice(1).entries()) {
    socket.write(bytes.subarray(places[index], place))
    await nextLoop()
  }
  await ended
  // Nothing may follow.
  for (let turn = 0; turn < 3; turn++) await nextLoop()
  socket.destroy()
  return received
}

test('each of random requests over one connection gets its response, whatever the pieces', async () => {
  let number = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(5000), { maxLength: 8 }),
      async (all, cuts) => {
        const world = `c${number++}`
        const requests = all.map((sent) =>
          sent === INVALID || sent.method === 'CONNECT'
            ? sent
            : { ...sent, headers: { ...sent.headers, 'x-sim-world': world } },
        )
        const expected = await expectedOf(requests, origin.fork())
        const methods = requests.map(({ method }) => method)
        const received = await send(
          Buffer.concat(requests.map(textOf)),
          cuts,
          (bytes) => responsesIn(bytes, methods).filter(({ status }) => status > 0).length >= expected.length,
        )
        const got = responsesIn(received, methods)
        // A body over the limit is refused while it arrives, which ends the connection.
        const closing = got.findIndex(({ closes }) => closes)
        const until = closing === -1 ? expected.length : closing + 1
        expect(got.map(({ status, body: text }) => ({ status, body: text }))).toEqual(
          expected.slice(0, until),
        )
        if (closing !== -1 && until < expected.length)
          expect([400, 413, 404, 405, 401, 415]).toContain(got.at(-1)?.status)
        await origin.worlds.delete(world).catch(() => {})
      },
    ),
    { numRuns: CONNECTIONS },
  )
  expect((await fetch(served.url)).status).toBe(200)
}, 600_000)
