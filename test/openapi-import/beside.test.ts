// Operations of a description beside those of the simulator: on paths that both know, and among the nearest.

import { beforeAll, expect, test } from 'vitest'
import { type Client, startClient } from '../support/client.ts'
import { answering, descriptionOf } from './support.ts'

const ANY = answering({ type: 'boolean' })
const DOCUMENT = descriptionOf({
  '/applications/{applicationId}': { put: ANY, patch: ANY },
  '/widgets/{widget}': { get: ANY },
})

const start = () =>
  startClient({ scenario: 'demo', openapi: [{ surface: 'standalone', document: DOCUMENT }] })

let client: Client
beforeAll(async () => {
  client = await start()
})

test.each([
  ['PUT', '/api/applications/101', 200],
  ['PATCH', '/api/applications/101', 200],
  ['GET', '/api/widgets/7', 200],
])('%s %s gets a response from its schema', async (method, path, status) => {
  const reply = await client.call(method, path)
  expect([reply.status, reply.headers['X-Sim-Generated']]).toEqual([status, 'schema'])
})

test.each([
  ['/api/applications/101', 'GET, HEAD, PUT, PATCH, OPTIONS'],
  ['/api/applications/101/projects', 'GET, HEAD, OPTIONS'],
  ['/api/widgets/7', 'GET, HEAD, OPTIONS'],
])('Allow lists the methods of both for %s: %s', async (path, allow) => {
  expect((await client.call('OPTIONS', path)).headers['Allow']).toBe(allow)
  const refused = await client.call('DELETE', path)
  expect([refused.status, refused.headers['Allow']]).toEqual([405, allow])
})

test('a path that both cannot read is refused', async () => {
  expect((await client.get('/api/widgets/%zz')).status).toBe(400)
})

test.each([
  ['/api/aplications/101', 'GET /applications/{applicationId}'],
  ['/api/widgetss/7', 'GET /widgets/{widget}'],
])('the nearest operations to %s are those of both: %s', async (path, nearest) => {
  const near = (await (await start()).get(path)).headers['X-Sim-Near-Miss'] ?? ''
  expect(near.split(' | ')).toContain(nearest)
})
