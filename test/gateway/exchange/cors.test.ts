// What pages of other origins may read of an answer, and what a browser is told before it asks.

import { beforeAll, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../../src/index.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await createSimulator({ scenario: 'demo' })
})

const PAGE = 'http://page.example'
const QUESTION = { 'access-control-request-method': 'PUT' }

/** The headers of an answer that are about pages of other origins. */
async function corsHeaders(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  corsOrigins: readonly string[] = [PAGE],
) {
  const answer = await simulator.exchange({ method, url, headers }, { corsOrigins })
  const all = Object.entries(answer.headers)
  return Object.fromEntries(all.filter(([name]) => name.startsWith('Access-Control-') || name === 'Vary'))
}

const READABLE = {
  'Access-Control-Allow-Origin': PAGE,
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Expose-Headers': expect.stringContaining('X-Request-Id'),
  Vary: 'Origin',
}
const ALL_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const preflightHeaders = (methods: string, names?: string) => ({
  ...READABLE,
  'Access-Control-Allow-Methods': methods,
  ...(names === undefined ? {} : { 'Access-Control-Allow-Headers': names }),
  'Access-Control-Max-Age': '600',
})
/** The headers of the response to a preflight for these names. */
const preflight = (names: string | undefined, method = 'PUT', url = '/api/applications/101') =>
  corsHeaders('OPTIONS', url, {
    origin: PAGE,
    'access-control-request-method': method,
    ...(names === undefined ? {} : { 'access-control-request-headers': names }),
  })

describe('a page of an allowed origin', () => {
  test.each([[[PAGE]], [['*']], [['http://other.example', PAGE]]])('reads answers: %j', async (origins) => {
    expect(await corsHeaders('GET', '/api/applications/101', { origin: PAGE }, origins)).toEqual(READABLE)
  })

  test('reads what a path takes, which is no question of a browser', async () => {
    expect(await corsHeaders('OPTIONS', '/api/applications/101', { origin: PAGE })).toEqual(READABLE)
    expect(await corsHeaders('GET', '/api/applications/101', { origin: PAGE, ...QUESTION })).toEqual(READABLE)
  })

  test('may send any method, so that it sees the 405 of those that the path does not take', async () => {
    for (const url of ['/api/applications/101', '/api/nowhere', '/nowhere', '/'])
      expect(await preflight(undefined, 'PATCH', url)).toEqual(preflightHeaders(ALL_METHODS))
    expect(await preflight(undefined, 'PURGE')).toEqual(preflightHeaders(`${ALL_METHODS}, PURGE`))
    for (const other of ['patch', 'A B', 'X'.repeat(99), 'É'])
      expect(await preflight(undefined, other)).toEqual(preflightHeaders(ALL_METHODS))
  })

  test('may send any header: the preflight repeats the names that it asks for, and never a *', async () => {
    const names = 'authorization, idempotency-key, x-requested-with'
    expect(await preflight(names)).toEqual(preflightHeaders(ALL_METHODS, names))
    expect(await preflight('X-A,X-A, x-b ,')).toEqual(preflightHeaders(ALL_METHODS, 'X-A, x-b'))
  })

  test('gets no names back that no header can have, nor without end', async () => {
    expect(await preflight('x-a, x b, x:c, "d", é, x-e\r\nSet-Cookie: a=b')).toEqual(
      preflightHeaders(ALL_METHODS, 'x-a'),
    )
    const many = Array.from({ length: 5000 }, (_, index) => `x-${index}`)
    const { 'Access-Control-Allow-Headers': allowed = '' } = await preflight(many.join(','))
    const repeated = allowed.split(', ')
    expect(repeated).toEqual(many.slice(0, repeated.length))
    expect(repeated.length).toBeGreaterThan(1000)
    expect(allowed.length).toBeLessThan(10_000)
  })

  test('reads all headers of a response, those of a fault included', async () => {
    const fork = await createSimulator({ scenario: 'demo' })
    const headers = {
      'x-own': '1',
      Location: '/a',
      'retry-after': '3',
      ETag: '"1"',
      'Cache-Control': 'no-store',
    }
    fork.faults.add({ status: 503, headers })
    const request = { method: 'GET', url: '/api/applications/101', headers: { origin: PAGE } }
    const answer = await fork.exchange(request, { corsOrigins: ['*'] })
    const exposed = (answer.headers['Access-Control-Expose-Headers'] ?? '').toLowerCase().split(', ')
    const sent = Object.keys(answer.headers).map((name) => name.toLowerCase())
    // Browsers let pages read the others without being told.
    const rest = sent.filter((name) => !exposed.includes(name) && !name.startsWith('access-control-'))
    expect(rest.toSorted()).toEqual(['cache-control', 'content-type', 'vary'])
    for (const name of [
      'location',
      'allow',
      'www-authenticate',
      'content-disposition',
      'retry-after',
      'x-own',
    ])
      expect(exposed).toContain(name)
  })

  test('gets the CORS headers of a fault where it has any', async () => {
    const fork = await createSimulator({ scenario: 'demo' })
    fork.faults.add({ status: 503, headers: { 'access-control-allow-origin': 'http://other.example' } })
    const request = { method: 'GET', url: '/api/applications/101', headers: { origin: PAGE } }
    const { headers } = await fork.exchange(request, { corsOrigins: ['*'] })
    const origins = Object.entries(headers).filter(([name]) => /allow-origin$/i.test(name))
    expect(origins).toEqual([['access-control-allow-origin', 'http://other.example']])
  })

  test('sends a preflight for nothing: it uses up no fault and no request of the rate limit', async () => {
    const fork = await createSimulator({ scenario: 'demo', config: { rateLimit: 'enforce' } })
    fork.faults.add({ times: 1, status: 503 })
    const left = []
    for (const url of ['/api/nowhere', '/nowhere', '/api/applications/101', '/api/nowhere']) {
      const request = { method: 'OPTIONS', url, headers: { origin: PAGE, ...QUESTION } }
      const answer = await fork.exchange(request, { corsOrigins: ['*'] })
      left.push([answer.status, answer.headers['X-Rate-Limit-Remaining']])
    }
    expect(left).toEqual(Array.from({ length: 4 }, () => [204, '200']))
    expect(fork.faults.list()).toMatchObject([{ struck: 0 }])
  })
})

test.each([
  ['another origin', { origin: 'http://other.example' }, [PAGE]],
  ['no origin', {}, ['*']],
  ['an origin where none is allowed', { origin: PAGE }, []],
])('%s gets no CORS headers', async (_name, headers, origins) => {
  expect(await corsHeaders('GET', '/api/applications/101', headers, origins)).toEqual({})
  expect(await corsHeaders('OPTIONS', '/api/applications/101', { ...headers, ...QUESTION }, origins)).toEqual(
    {},
  )
})
