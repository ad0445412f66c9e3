// The rules of `reqsim serve` hold in a development server too: who may use the control API, what pages of others get, and
// how much of a body is read. Real sockets.

import { networkInterfaces } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ReqsimOptions } from '../../../src/adapters/vite.ts'
import { sendRaw } from '../../doors/support/raw-http.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { type Development, startDevelopment, WRITE } from './development.ts'

const folder = temporaryFolder()
beforeAll(() => {
  folder.write('index.html', '<!doctype html><html><head></head><body></body></html>')
})

const start = (options?: ReqsimOptions) => startDevelopment(folder.path, options)

/** The status and the text of a response to a request with any headers. */
async function ask(
  { port }: Development,
  head: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<{ status: number; text: string }> {
  const all = {
    Host: `localhost:${port}`,
    Connection: 'close',
    'Content-Length': String(body.length),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const text = await sendRaw(port, `${head} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  return { status: Number(text.slice(9, 12)), text }
}

const advance = (at: Development, headers: Readonly<Record<string, string>>) =>
  ask(at, 'POST /sim/_sim/clock/advance', headers, '{"by":"1h"}')

describe('the control API', () => {
  test('refuses the name of another site (DNS rebinding), unless it is allowed', async () => {
    const at = await start({ allowHost: ['my-machine.test'] })
    const statuses = await Promise.all(
      ['evil.test', `evil.test:${at.port}`, 'my-machine.test', '127.0.0.1'].map(
        async (host) => (await ask(at, 'GET /sim/_sim/health', { Host: host })).status,
      ),
    )
    expect(statuses).toEqual([403, 403, 200, 200])
  })

  test('refuses writes of pages of other origins, also of those that Vite trusts', async () => {
    const at = await start()
    const own = `http://localhost:${at.port}`
    const statuses = await Promise.all(
      [
        { ...WRITE, Origin: own },
        { ...WRITE, Origin: 'http://localhost:1' },
        { ...WRITE, Origin: 'https://evil.test' },
        { 'Content-Type': 'application/json' },
        { 'X-Sim-Control': '1', 'Content-Type': 'text/plain' },
      ].map(async (headers) => (await advance(at, headers)).status),
    )
    expect(statuses).toEqual([200, 403, 403, 403, 415])
  })

  test('has no CORS headers, though Vite sends them to pages of this machine', async () => {
    const at = await start()
    const origin = { Origin: 'http://localhost:1' }
    const preflight = { ...origin, 'Access-Control-Request-Method': 'POST' }
    const texts = await Promise.all([
      ask(at, 'GET /sim/_sim/health', origin),
      ask(at, 'OPTIONS /sim/_sim/clock/advance', preflight),
      ask(at, 'OPTIONS /sim/wiki/rest/reqs/1/baseline/ENG', preflight),
    ])
    for (const { text } of texts) expect(text.toLowerCase()).not.toContain('access-control-allow')
    expect((await ask(at, 'GET /@vite/client', origin)).text.toLowerCase()).toContain('access-control-allow')
  })

  test('is for this machine alone where Vite listens on every address', async () => {
    const at = await startDevelopment(folder.path, {}, { server: { host: '0.0.0.0' } })
    expect((await at.get('/sim/_sim/clock')).status).toBe(200)
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((each) => each?.family === 'IPv4' && !each.internal)?.address
    if (outside === undefined) return console.warn('SKIPPED: this machine has the loopback address alone')
    const from = (path: string, headers = {}) =>
      fetch(`http://${outside}:${at.port}${path}`, { headers: { Host: 'localhost', ...headers } })
    expect([401, 403]).toContain((await from('/sim/_sim/clock')).status)
    expect((await from('/sim/api/applications?organizationId=1')).status).toBe(401)
  })

  test('asks for the token where one is set, and lets a person in by the link that works once', async () => {
    const at = await start({ controlToken: 'secret-of-the-test' })
    expect((await at.get('/sim/_sim/clock')).status).toBe(401)
    const bearer = { authorization: 'Bearer secret-of-the-test' }
    expect((await at.get('/sim/_sim/clock', bearer)).status).toBe(200)
    at.vite.printUrls()
    const [, path = ''] = /reqsim: {2}http:\/\/127\.0\.0\.1:\d+(\S+)/.exec(at.terminal.join('\n')) ?? []
    expect(at.terminal.join('\n')).not.toContain('secret-of-the-test')
    const entered = await at.get(path, { accept: 'text/html' })
    const cookie = entered.headers.get('set-cookie') ?? ''
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/sim/_sim/'])
    expect(cookie).toMatch(/; Path=\/sim\/_sim; HttpOnly; SameSite=Strict$/)
    expect((await at.get('/sim/_sim/clock', { cookie: cookie.split(';')[0] ?? '' })).status).toBe(200)
    expect((await at.get(path, { accept: 'text/html' })).status).toBe(403)
  })
})

describe('the interfaces', () => {
  test('send CORS headers to the origins of corsOrigin alone', async () => {
    const at = await start({ corsOrigin: ['http://localhost:3000'] })
    const allowed = async (origin: string) =>
      (await at.get('/sim/api/applications', { origin })).headers.get('access-control-allow-origin')
    expect([await allowed('http://localhost:3000'), await allowed('http://localhost:1')]).toEqual([
      'http://localhost:3000',
      null,
    ])
  })

  test('read no more of a body than their limit', async () => {
    const at = await start({ config: { maximumBodyBytes: 1024 } })
    const headers = {
      Authorization: 'Bearer tok-alice',
      'Content-Type': 'application/json',
      // Most of it never comes.
      'Content-Length': '100000000',
    }
    const { status } = await ask(
      at,
      'PUT /sim/wiki/rest/reqs/1/requirement2/ENG/REQ-001',
      headers,
      JSON.stringify({ htmlExcerpt: 'x'.repeat(2000) }),
    )
    expect(status).toBe(413)
  })

  test('a fault breaks the connection, and Vite goes on', async () => {
    const at = await start({ scenario: { extends: ['demo'], faults: [{ interface: 'wiki', drop: true }] } })
    await expect(at.get('/sim/wiki/rest/reqs/1/baseline/ENG')).rejects.toThrow('fetch failed')
    expect((await at.get('/sim/_sim/health')).status).toBe(200)
  })
})

test('events reach a reader, and end with the server', async () => {
  const at = await start()
  const response = await at.get('/sim/_sim/events')
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  await advance(at, WRITE)
  let text = ''
  while (!text.includes('event: clock')) text += (await reader.read()).value ?? ''
  await at.vite.close()
  const rest = async (): Promise<boolean> => ((await reader.read()).done ? true : rest())
  expect(await rest().catch(() => true)).toBe(true)
})
