// What TLS adds to the server: its certificate, its handshakes, and addresses that begin with https.

import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { request as httpsRequest } from 'node:https'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely, TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createConnections } from '../../src/adapters/node/connections.ts'
import { serve, ServeError } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'
import { serveForTest } from '../support/serve.ts'
import { connectForTest, errorIn, listenForTest, received, sendRaw } from './support/raw-http.ts'
import { certificate } from './support/tls.ts'

const demo = () => createSimulator({ scenario: 'demo', clock: { mode: 'manual' } })
const ALICE = { authorization: 'Bearer tok-alice' }

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

function ask(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  body?: string,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = {
      port,
      host: '127.0.0.1',
      path,
      method,
      headers,
      ca: certificate.authority,
      agent: false,
    }
    const request = httpsRequest(options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      response.on('error', reject)
    })
    request.on('error', reject).end(body)
  })
}

describe('a server with a certificate', () => {
  test('announces https, and tells no browser to use it for good', async () => {
    const { url, port, console: link } = await serveForTest(await demo(), { tls: certificate })
    expect([url, link]).toEqual([`https://127.0.0.1:${port}`, `https://127.0.0.1:${port}/_sim/`])
    const { status, headers } = await ask(port, '/api/applications/101', ALICE)
    expect(status).toBe(200)
    expect(Object.keys(headers)).not.toContain('strict-transport-security')
  })

  test('writes addresses that begin with https in responses, and in the journal and its archive', async () => {
    const simulator = await demo()
    const { url, port } = await serveForTest(simulator, { tls: certificate })
    const path = '/api/files/3100/download/url?applicationId=103'
    const address = JSON.parse((await ask(port, path, ALICE)).text) as { url: string }
    expect(address.url).toMatch(new RegExp(`^${url}/api/file-transfers/`))
    const [entry] = simulator.journal.har().log.entries
    expect(entry?.request.url).toBe(`${url}${path}`)
  })

  test('sends the session cookie of the console over HTTPS only', async () => {
    const { console: link, port } = await serveForTest(await demo(), {
      tls: certificate,
      controlToken: 'control-secret',
    })
    const { headers } = await ask(port, link.slice(link.indexOf('/_sim')), { accept: 'text/html' })
    const [cookie = ''] = headers['set-cookie'] as string[]
    expect(cookie).toMatch(/^reqsim-console=.*; HttpOnly; SameSite=Strict; Secure$/)
    const session = cookie.split(';', 1)[0] ?? ''
    expect((await ask(port, '/_sim/clock', { cookie: session })).status).toBe(200)
    expect((await ask(port, '/_sim/clock')).status).toBe(401)
  })

  test('takes sessions of the embedded products, and writes of a page of its own', async () => {
    const { url, port } = await serveForTest(await demo(), { tls: certificate })
    const cookie = 'JSESSIONID=sess-alice'
    expect((await ask(port, '/wiki/rest/reqs/1/baseline/ENG', { cookie })).status).toBe(200)
    const write = { 'content-type': 'application/json', 'x-sim-control': '1' }
    const advance = (origin: string) =>
      ask(port, '/_sim/clock/advance', { ...write, origin }, 'POST', '{"by":"1m"}')
    expect((await advance(url)).status).toBe(200)
    expect((await advance('https://evil.example')).status).toBe(403)
  })

  test('explains HTTPS to a client that speaks HTTP', async () => {
    const { port } = await serveForTest(await demo(), { tls: certificate })
    const text = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(errorIn(text)).toEqual([
      'BAD_REQUEST',
      'this server speaks HTTPS: write https:// in place of http://',
    ])
    expect((await ask(port, '/_sim/health')).status).toBe(200)
  })
})

describe('a certificate that cannot be used ends the start', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const encrypted = privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  }) as string

  test.each([
    ['a key of another certificate', { key: other }, /private key does not belong to the certificate/],
    ['a key with a passphrase', { key: encrypted }, /private key is encrypted: decrypt it first/],
    ['a key that is none', { key: 'no key' }, /private key is not valid PEM/],
    ['a certificate that is none', { cert: 'none' }, /certificate is not valid PEM/],
    ['an empty certificate', { cert: new Uint8Array() }, /certificate is not valid PEM/],
  ])('%s', async (_what, part, message) => {
    const started = serve(await demo(), { tls: { ...certificate, ...part } })
    await expect(started).rejects.toThrow(message)
    await expect(started).rejects.toBeInstanceOf(ServeError)
  })
})

describe('a client that does not finish its handshake', () => {
  const SHORT = { headers: 200, request: 400, keepAlive: 200, checkInterval: 50 }

  test.each([
    ['says nothing', ''],
    ['says half of it', '\x16\x03\x01\x02\x00\x01'],
    ['says what is none', '\x15\x03\x01\x00\x02\x02\x28'],
  ])('is cut off, and gets no byte of HTTP, when it %s', async (_what, text) => {
    const port = await listenForTest(() => {}, [createConnections(), SHORT, certificate])
    expect(await sendRaw(port, Buffer.from(text, 'latin1'))).not.toContain('HTTP')
  })

  test('does not keep a server from closing within a second', async () => {
    const served = await serve(await demo(), { tls: certificate })
    const silent = await connectForTest(served.port)
    const begin = performance.now()
    await served.close()
    expect(performance.now() - begin).toBeLessThan(1000)
    await received(silent)
  })
})

test('of too many connections, the one ends that has been without a request for longest', async () => {
  const connections = createConnections(2)
  const port = await listenForTest(
    (request, response) => {
      connections.use(request.socket)
      response.end('fine')
    },
    [connections, undefined, certificate],
  )
  const first = await openSecurely(port)
  const second = await openSecurely(port)
  // The first is used after the second, so that the second is the one to go.
  for (const socket of [second, first]) {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
  }
  const gone = once(second, 'close')
  await openSecurely(port)
  await gone
  expect([first.destroyed, second.destroyed]).toEqual([false, true])
})

test('the TCP connection below a TLS connection is found, and only there', async () => {
  const connections = createConnections()
  const below: (Socket | undefined)[] = []
  const port = await listenForTest(
    (request, response) => {
      below.push(connections.below(request.socket))
      response.end()
    },
    [connections, undefined, certificate],
  )
  await ask(port, '/')
  expect(below).toHaveLength(1)
  expect(below[0]).toBeDefined()
  expect(below[0]).not.toBeInstanceOf(TLSSocket)
  const plain = connect(port, '127.0.0.1')
  onTestFinished(() => void plain.destroy())
  expect(connections.below(plain)).toBeUndefined()
})

async function openSecurely(port: number): Promise<TLSSocket> {
  const socket = connectSecurely({ port, host: '127.0.0.1', ca: certificate.authority })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}).resume()
  await once(socket, 'secureConnect')
  return socket
}
