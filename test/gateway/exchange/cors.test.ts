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
const preflightHeaders = (methods: string) => ({
  ...READABLE,
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': expect.stringMatching(/X-Sim-World.*traceparent, tracestate/),
  'Access-Control-Max-Age': '600',
})

describe('a page of an allowed origin', () => {
  test.each([[[PAGE]], [['*']], [['http://other.example', PAGE]]])('reads answers: %j', async (origins) => {
    expect(await corsHeaders('GET', '/api/applications/101', { origin: PAGE }, origins)).toEqual(READABLE)
  })

  test('reads what a path takes, which is no question of a browser', async () => {
    expect(await corsHeaders('OPTIONS', '/api/applications/101', { origin: PAGE })).toEqual(READABLE)
    expect(await corsHeaders('GET', '/api/applications/101', { origin: PAGE, ...QUESTION })).toEqual(READABLE)
  })

  test('may send what the path takes, or anything where nothing is', async () => {
    const question = { origin: PAGE, ...QUESTION }
    expect(await corsHeaders('OPTIONS', '/api/applications/101', question)).toEqual(
      preflightHeaders('GET, HEAD, OPTIONS'),
    )
    expect(await corsHeaders('OPTIONS', '/api/nowhere', question)).toEqual(
      preflightHeaders('GET, HEAD, POST, PUT, DELETE'),
    )
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
