import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { controlBodyLimit } from '../../src/control/control.ts'
import type { ControlConnection } from '../../src/simulator/control-host.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import { MAXIMUM_BODY_BYTES, MAXIMUM_IMPORT_BYTES, MAXIMUM_SCENARIO_BYTES } from '../../src/control/limits.ts'
import { createControlClient, WRITE_HEADERS } from './client.ts'

describe('the protocol', () => {
  test('HEAD is GET without its body', async () => {
    const client = createControlClient()
    const get = await client.get('/health')
    const head = await client.send('HEAD', '/_sim/health')
    const length = { 'Content-Length': String(get.raw.body.length) }
    expect([head.status, head.headers, head.raw.body]).toEqual([200, { ...get.headers, ...length }, ''])
    expect((await client.send('HEAD', '/_sim/nowhere')).raw).toMatchObject({ status: 404, body: '' })
  })

  test('a wrong method gets the allowed ones', async () => {
    const client = createControlClient()
    for (const method of ['POST', 'PUT', 'DELETE', 'TRACE', 'CONNECT', 'get', '__proto__', '']) {
      const reply = await client.send(method, '/_sim/clock', WRITE_HEADERS, '{}')
      expect([method, reply.status, reply.headers['Allow']]).toEqual([
        method,
        405,
        'GET, HEAD, PATCH, OPTIONS',
      ])
      expect(reply.body['statusCode']).toBe('METHOD_NOT_ALLOWED')
    }
  })

  test('OPTIONS lists the methods of a path', async () => {
    const reply = await createControlClient().send('OPTIONS', '/_sim/clock')
    expect([reply.status, reply.headers['Allow']]).toEqual([204, 'GET, HEAD, PATCH, OPTIONS'])
  })

  test('an unknown path gets the nearest ones', async () => {
    const reply = await createControlClient().get('/clok')
    expect(reply).toMatchObject({
      status: 404,
      body: {
        statusCode: 'NOT_FOUND',
        errors: [expect.stringMatching(/did you mean \/clock/)],
        message: expect.stringMatching(/\/clock/),
      },
    })
  })

  test.each(['/_sim', '/_sim/', 'http://sim.sim/_sim', 'http://sim.sim/_sim/'])(
    '%s lists the routes',
    async (url) => {
      const { status, body } = await createControlClient().send('GET', url)
      expect([status, body.total]).toEqual([200, controlRoutes.length])
    },
  )

  test('one trailing slash makes no difference', async () => {
    expect((await createControlClient().get('/clock/')).status).toBe(200)
  })
})

describe('bodies', () => {
  const cases: [name: string, body: string | Uint8Array, status: number][] = [
    ['none', '', 400],
    ['no JSON', '{by: 1}', 400],
    ['lists in lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
    ['objects in objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 400],
    ['a prototype', '{"__proto__":{"by":"1m"}}', 400],
    ['a prototype beside a value', '{"by":"1m","__proto__":{"x":1}}', 400],
    ['a constructor', '{"by":"1m","constructor":{"prototype":{"x":1}}}', 400],
    ['a number that JavaScript rounds', '{"by":9007199254740993}', 400],
    ['no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400],
    ['too large', ' '.repeat(MAXIMUM_BODY_BYTES + 1), 413],
    ['too large in bytes', `"${'é'.repeat(MAXIMUM_BODY_BYTES / 2)}"`, 413],
    ['a null', 'null', 400],
  ]
  test.each(cases)('%s', async (_name, body, status) => {
    const reply = await createControlClient().send('POST', '/_sim/clock/advance', WRITE_HEADERS, body)
    expect([reply.body.message, reply.status]).toEqual([expect.any(String), status])
    expect(reply.body.message.length).toBeLessThan(500)
    expect(({} as Record<string, unknown>)['by']).toBeUndefined()
  })
})

test('before the body is read, its limit is known; strangers get none read', () => {
  const limit = (
    method: string,
    url: string,
    headers = {},
    connection: ControlConnection = { loopback: true, allowedHosts: [] },
  ) => controlBodyLimit({ method, url, headers: { ...WRITE_HEADERS, ...headers } }, connection)
  expect(limit('POST', '/_sim/import')).toBe(MAXIMUM_IMPORT_BYTES)
  expect(limit('POST', '/_sim/scenario')).toBe(MAXIMUM_SCENARIO_BYTES)
  expect(limit('POST', '/_sim/clock/advance')).toBe(MAXIMUM_BODY_BYTES)
  expect(limit('GET', '/_sim/clock')).toBe(0)
  expect(limit('POST', '/_sim/nowhere')).toBe(0)
  expect(limit('POST', '/_sim/import', { host: 'evil.example' })).toBe(0)
  expect(limit('POST', '/_sim/import', { origin: 'http://evil.example' })).toBe(0)
  expect(limit('POST', '/_sim/import', { 'x-sim-control': '0' })).toBe(0)
  const open = { loopback: false, allowedHosts: [], token: 'control-secret' }
  expect(limit('POST', '/_sim/import', {}, open)).toBe(0)
  expect(limit('POST', '/_sim/import', { authorization: 'Bearer control-secret' }, open)).toBe(
    MAXIMUM_IMPORT_BYTES,
  )
})

test('no request is a defect: every route under random paths, queries and bodies', async () => {
  const word = fc.oneof(
    fc.constantFrom(
      '',
      ...'1 0 -1 4001 101 default user __proto__ constructor eu us %00 %E0%A4%A 1e309 NaN'.split(' '),
    ),
    fc.string({ maxLength: 12 }).map(encodeURIComponentSafely),
  )
  const fieldNames = fc.constantFrom(
    ...`by to jobs user name value region title define content undefine key html properties dependencies parent spaceKey
      worlds from format version seed clock stores eu system job requirement __proto__ applicationId expiresIn mode
      speed`.split(/\s+/),
  )
  const leaf = fc.oneof(
    fc.constantFrom(4000, 1, 101, null),
    fc.constantFrom(
      ...'1m alice default scenario ENG reqsim.world live 2027-01-05T09:00:00Z 9999-12-31T23:59:59Z'.split(
        ' ',
      ),
    ),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fieldNames, tie('any'), { maxKeys: 5 }),
    ),
  })).any
  // A year of the virtual clock is as far as one step of this test may go.
  const client = createControlClient()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...controlRoutes),
      fc.array(word, { minLength: 3, maxLength: 3 }),
      fc.option(fc.tuple(word, word)),
      value,
      async (route, words, query, body) => {
        let next = 0
        const path = route.path.replaceAll(/\{[^}]+\}/g, () => words[next++] as string)
        const url = `/_sim${path}${query === null ? '' : `?${query[0]}=${query[1]}`}`
        const reply = await client.send(
          route.method,
          url,
          WRITE_HEADERS,
          route.body === undefined ? undefined : JSON.stringify(body),
        )
        expect([url, body, reply.status, reply.body.message].slice(reply.status === 500 ? 0 : 4)).toEqual([])
      },
    ),
    { numRuns: 300, seed: 20260105 },
  )
  expect(Object.keys(Object.prototype)).toEqual([])
}, 60_000)

function encodeURIComponentSafely(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}
