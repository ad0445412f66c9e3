// What adapters call: a response at once if nothing has to be awaited, shared with the journal instead of copied.

import { beforeAll, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

const REQUIREMENT = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
const headers = { authorization: 'Bearer tok-alice' }
const get = (url: string, more: Readonly<Record<string, string>> = {}) => ({
  method: 'GET',
  url,
  headers: { ...headers, ...more },
})

let simulator: Simulator
beforeAll(async () => {
  simulator = await createSimulator({ scenario: 'demo' })
  await simulator.preload()
})

test('a request whose operation is loaded gets its response at once, the same as from exchange', async () => {
  const fork = simulator.fork()
  const expected = await simulator.fork().exchange(get(REQUIREMENT))
  expect(fork.respond(get(REQUIREMENT))).toEqual(expected)
  expect(fork.journal.entries()).toHaveLength(1)
})

test.each<[string, Parameters<Simulator['respond']>[0]]>([
  [
    'a compressed body',
    { ...get(REQUIREMENT, { 'content-encoding': 'gzip' }), method: 'PUT', body: new Uint8Array(4) },
  ],
  ['a request to the control API', get('/_sim/health')],
])('%s gets a promise of it', async (_what, request) => {
  const response = simulator.fork().respond(request)
  expect(response).toBeInstanceOf(Promise)
  expect((await response).status).toBeGreaterThanOrEqual(200)
})

test('the journal and the past keep one entry, without the credentials of its request', () => {
  const fork = simulator.fork()
  fork.respond(get(REQUIREMENT))
  const [[, step] = []] = [...fork.pastOf('default').steps()]
  expect(step?.entry?.request.headers).toEqual({ authorization: '(redacted)' })
  expect(step?.input).toMatchObject({ request: { headers } })
  expect(JSON.stringify(fork.journal.entries())).not.toContain('tok-alice')
})

test('a caller of exchange may change its request and the response afterwards', async () => {
  const fork = simulator.fork()
  const request = { ...get(REQUIREMENT), headers: { ...headers, 'X-Mine': 'before' } }
  const response = await fork.exchange(request)
  request.headers['X-Mine'] = 'after'
  Object.assign(response.headers, { 'X-Request-Id': 'changed' })
  const [entry] = fork.journal.entries()
  expect(entry?.request.headers['x-mine']).toBe('before')
  expect(entry?.answer.headers['X-Request-Id']).toBe('1')
})
