import { describe, expect, test } from 'vitest'
import type { ControlConnection } from '../../src/simulator/control-host.ts'
import { createControlClient, WRITE_HEADERS } from './client.ts'

const loopback: ControlConnection = { loopback: true, allowedHosts: ['sim.example', 'box.example:4010'] }
const open: ControlConnection = { loopback: false, allowedHosts: ['sim.example'], token: 'control-secret' }

describe('the name by which the server is addressed', () => {
  const ours = `localhost localhost:4010 LOCALHOST:4010 app.localhost:4010 127.0.0.1:4010 127.1.2.3 [::1]:4010
        [::1] sim.sim sim.example sim.example:4010 box.example:4010`.split(/\s+/)
  test.each(ours)('%s is ours', async (host) => {
    expect((await createControlClient(loopback).get('/health', { host })).status).toBe(200)
  })

  const foreign = `evil.example evil.example:4010 127.0.0.1.evil.example localhost.evil.example evillocalhost
        notsim.sim sim.sim.evil.example box.example:9999 192.168.0.10:4010 127.0.0.1:4010@evil.example
        0.0.0.0 [::] [::1 ::1 :4010 localhost:4010:80 localhost,evil.example __proto__`.split(/\s+/)
  test.each(['', ' ', ...foreign])('%j is not', async (host) => {
    const { status, body } = await createControlClient(loopback).get('/health', { host })
    expect(status).toBe(403)
    expect(body.message).toMatch(/--allow-host/)
  })

  test('a Host sent twice, or a foreign absolute address behind a good Host, is refused', async () => {
    const client = createControlClient(loopback)
    expect((await client.get('/health', { host: ['localhost', 'evil.example'] })).status).toBe(400)
    expect((await client.send('GET', 'http://evil.example/_sim/health', { host: 'localhost' })).status).toBe(
      403,
    )
    expect((await client.send('GET', 'http://user@127.0.0.1/_sim/health')).status).toBe(403)
  })

  test('in process there is no Host; the control address is ours', async () => {
    const client = createControlClient()
    expect((await client.send('GET', 'http://sim.sim/_sim/health')).status).toBe(200)
    expect((await client.send('GET', '/_sim/health')).status).toBe(200)
  })
})

describe('writes', () => {
  const host = '127.0.0.1:4010'
  const cases: [name: string, headers: Record<string, string | string[]>, status: number][] = [
    ['all that a write carries', WRITE_HEADERS, 200],
    ['a character set is fine', { ...WRITE_HEADERS, 'content-type': 'application/json; charset=utf-8' }, 200],
    ['the same origin is fine', { ...WRITE_HEADERS, origin: 'http://127.0.0.1:4010' }, 200],
    [
      'an origin that only begins like ours',
      { ...WRITE_HEADERS, origin: 'http://127.0.0.1:4010.evil.example' },
      403,
    ],
    ['an origin of another scheme', { ...WRITE_HEADERS, origin: 'file://127.0.0.1:4010' }, 403],
    ['two origins', { ...WRITE_HEADERS, origin: ['http://127.0.0.1:4010', 'http://evil.example'] }, 403],
    ['another X-Sim-Control', { ...WRITE_HEADERS, 'x-sim-control': 'true' }, 403],
    ['a type that only begins like ours', { ...WRITE_HEADERS, 'content-type': 'application/jsonp' }, 415],
    [
      'ours as a parameter of another',
      { ...WRITE_HEADERS, 'content-type': 'text/plain; application/json' },
      415,
    ],
  ]
  test.each(cases)('%s', async (_name, headers, status) => {
    const client = createControlClient(loopback)
    const reply = await client.send('POST', '/_sim/clock/advance', { host, ...headers }, '{"by":"1m"}')
    expect(reply.status).toBe(status)
    const { body } = await client.get('/clock', { host })
    expect(body['now']).toBe(status === 200 ? '2026-01-05T09:01:00.000Z' : '2026-01-05T09:00:00.000Z')
  })

  test('a write without a body needs no content type, one with a body does', async () => {
    const client = createControlClient(loopback)
    const send = (headers: Record<string, string>, body?: string) =>
      client.send('POST', '/_sim/reset', { host, 'x-sim-control': '1', ...headers }, body)
    expect((await send({})).status).toBe(200)
    expect((await send({ 'content-length': '0' })).status).toBe(200)
    expect((await send({}, '{}')).status).toBe(415)
    expect((await send({ 'content-length': '2' })).status).toBe(415)
    expect((await send({ 'transfer-encoding': 'chunked' })).status).toBe(415)
    expect((await send({ 'content-type': 'text/plain' })).status).toBe(415)
    expect((await client.send('POST', '/_sim/reset', { host })).status).toBe(403)
  })

  test.each(['DELETE', 'PUT', 'PATCH'])('%s is a write too', async (method) => {
    const path = { DELETE: '/worlds', PUT: '/pages/4001', PATCH: '/clock' }[method] as string
    expect((await createControlClient(loopback).send(method, `/_sim${path}`, {}, '{}')).status).toBe(403)
  })
})

describe('off loopback', () => {
  const host = 'sim.example'
  const good = { host, authorization: 'Bearer control-secret' }

  test('everything but /health takes the control token', async () => {
    const client = createControlClient(open)
    expect((await client.get('/health', { host })).status).toBe(200)
    for (const headers of [
      { host },
      { host, authorization: 'Bearer wrong' },
      { host, authorization: 'control-secret' },
    ]) {
      for (const path of ['/', '/clock', '/nowhere', '/health/x']) {
        const reply = await client.get(path, headers)
        expect([path, reply.status]).toEqual([path, 401])
        expect(reply.headers['WWW-Authenticate']).toMatch(/^Bearer/)
      }
      expect((await client.write('POST', '/tokens', { user: 'alice' }, headers)).status).toBe(401)
      expect((await client.send('OPTIONS', '/_sim/clock', headers)).status).toBe(401)
    }
    expect((await client.get('/clock', good)).status).toBe(200)
    expect((await client.write('POST', '/tokens', { user: 'alice' }, good)).status).toBe(201)
  })

  test('without the token, /health makes no world', async () => {
    const client = createControlClient(open)
    expect((await client.get('/health', { host, 'x-sim-world': 'fresh' })).status).toBe(404)
    expect((await client.get('/worlds', good)).body.total).toBe(1)
    expect((await client.get('/health', { ...good, 'x-sim-world': 'fresh' })).status).toBe(200)
    expect((await client.get('/worlds', good)).body.total).toBe(2)
  })

  test('an empty token gives no access', async () => {
    const client = createControlClient({ loopback: false, allowedHosts: [host], token: '' })
    expect((await client.get('/clock', { host })).status).toBe(401)
    expect((await client.get('/clock', { host, authorization: 'Bearer ' })).status).toBe(401)
  })

  test('without a control token, the error says how to set one', async () => {
    const closed = createControlClient({ loopback: false, allowedHosts: [host] })
    const { status, body } = await closed.get('/clock', { host, authorization: 'Bearer guess' })
    const message =
      'the control API is closed, because the server has no control token: start it with --control-token'
    expect([status, body]).toEqual([401, { message, statusCode: 'UNAUTHORIZED', errors: [message] }])
  })

  test('the token opens no door under a foreign name', async () => {
    expect((await createControlClient(open).get('/clock', { ...good, host: 'evil.example' })).status).toBe(
      403,
    )
  })
})

test('answers are never cached and never taken for a page', async () => {
  const { headers } = await createControlClient().get('/state/user?name=%3Cscript%3E')
  expect(headers).toMatchObject({
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
})
