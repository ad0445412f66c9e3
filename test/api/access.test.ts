/** What callers of every interface meet: rate limits, explanations, and paths that no operation has. */
import { describe, expect, test } from 'vitest'
import { startClient } from '../support/client.ts'

const projects = '/api/applications/101/projects'

test('a refused token is answered with the scheme to use, and appears in no record', async () => {
  const client = await startClient()
  const reply = await client.get(projects, { token: 'tok-old' })
  expect(reply).toMatchObject({ status: 401, body: { statusCode: 'UNAUTHORIZED' } })
  expect(reply.headers['WWW-Authenticate']).toContain('Bearer')
  await client.get(projects)
  expect(JSON.stringify(client.simulator.journal.entries())).not.toMatch(/tok-(?:old|alice)/)
  expect(JSON.stringify(client.simulator.state('token'))).not.toContain('tok-alice')
})

test('an operation without a permission answers callers whose credentials are wrong', async () => {
  const client = await startClient()
  for (const headers of [
    { cookie: 'JSESSIONID=x' },
    { authorization: `Basic ${btoa('bob:wrong')}` },
    { authorization: 'Basic %%%' },
    { authorization: 'Bearer tok-old' },
  ])
    expect((await client.get('/wiki/rest/reqs/1/openapi', { token: null, headers })).status).toBe(200)
})

describe('rate limits', () => {
  test('are enforced where the scenario says so, with three headers in every response', async () => {
    const client = await startClient({ scenario: 'demo', config: { rateLimit: 'enforce' } })
    for (let request = 1; request <= 200; request++) {
      const reply = await client.get(projects)
      const headers = { 'X-Rate-Limit-Remaining': String(200 - request) }
      expect(reply).toMatchObject({ status: 200, headers })
    }
    const refused = await client.get(projects)
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'X-Rate-Limit-Limit': '200', 'X-Rate-Limit-Remaining': '0', 'X-Rate-Limit-Reset': '60' },
      body: { statusCode: 'TOO_MANY_REQUESTS' },
    })
    expect((await client.get(projects, { token: 'tok-bob' })).status).toBe(200)
    client.simulator.clock.advance('59s')
    expect((await client.get(projects)).headers['X-Rate-Limit-Reset']).toBe('1')
    client.simulator.clock.advance('1s')
    expect((await client.get(projects)).status).toBe(200)
    expect(client.simulator.report().rateLimited).toBe(2)
  })

  test('are only observed on a clock moved by hand', async () => {
    const client = await startClient()
    for (let request = 1; request <= 201; request++) expect((await client.get(projects)).status).toBe(200)
    expect(client.simulator.report().rateLimited).toBe(1)
  })
})

test('the assumptions behind a response are listed when the request asks for them', async () => {
  const client = await startClient()
  const reply = await client.get(projects, { headers: { 'x-sim-explain': '1' } })
  expect(reply.headers['X-Sim-Assumptions']?.split(',')).toEqual(expect.arrayContaining(['A22', 'A28']))
  expect((await client.get(projects)).headers['X-Sim-Assumptions']).toBeUndefined()
})

test('the report sums up assumptions, unknown parameters and unmatched requests', async () => {
  const client = await startClient()
  await client.get(`${projects}?colour=red`)
  await client.get('/api/nowhere')
  const report = client.simulator.report()
  expect(report).toMatchObject({
    exchanges: 2,
    unmatched: 1,
    unknown: [{ operation: 'standalone.project.list', name: 'colour', times: 1 }],
  })
  expect(report.assumptions.map(({ id }) => id)).toContain('A05')
  expect(report.operations.find(({ operation: id }) => id === 'standalone.project.list')).toMatchObject({
    exercised: 1,
    statuses: { 200: 1 },
  })
})

describe('what matches no operation', () => {
  test('is 404 with the nearest operations', async () => {
    const client = await startClient()
    const reply = await client.get('/api/aplications/101')
    expect(reply.status).toBe(404)
    expect(reply.headers['X-Sim-Near-Miss']).toContain('GET /applications/{applicationId}')
    expect(client.simulator.journal.entries().at(-1)?.diagnosis?.nearest).toEqual([
      'GET /applications/{applicationId}',
    ])
  })

  test('is 404 outside every address, too', async () => {
    const client = await startClient()
    const reply = await client.get('http://elsewhere.example/x')
    expect(reply.status).toBe(404)
    expect(reply.headers['X-Rate-Limit-Limit']).toBe('200')
  })
})
