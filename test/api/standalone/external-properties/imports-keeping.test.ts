/** What is kept of imports: rows, errors, jobs of others, and what ends them. */
import { beforeEach, describe, expect, test } from 'vitest'
import { importJobs, type ImportJobRecord } from '../../../../src/model/records/service/import-jobs.ts'
import { type Client, pluck, startClient } from '../../../support/client.ts'
import { writePage } from '../../wiki/pages/authoring.ts'

const inWiki = 'applicationId=101'
const admin = { token: 'tok-admin' }

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const table = () => client.simulator.world.region('eu').table(importJobs)
const advance = (by: string) => client.simulator.clock.advance(by)
const rowsOf = (...keys: string[]) => keys.map((key) => ({ key, properties: [{ name: 'Cost', value: 7 }] }))
const start = (rows: object[], place: object = {}) =>
  client.post(`/api/external-properties/import/json?${inWiki}`, { ...place, rows })
const job = async (id = 2) => (await client.get(`/api/jobs/${id}?${inWiki}`, admin)).body
const listed = async () => pluck((await client.get(`/api/jobs?${inWiki}&limit=200&sort=id`)).body.items, 'id')
const steps = async () =>
  (await client.get('/_sim/jobs')).body.items.filter(
    ({ kind }: { kind: string }) => kind === 'standalone.import',
  )
/** Records of jobs like the demo's own one, which has ended. */
const keep = (count: number, first: number, changes: Partial<ImportJobRecord>) => {
  const own = table().get(1)!
  for (let id = first; id < first + count; id++) table().put({ ...own, ...changes, id })
}
const crowded = async (options: object = {}) => {
  const generate = [{ requirements: 250, space: 'ENG', prefix: 'GEN-' }]
  client = await startClient({
    scenario: { name: 'crowded', extends: ['demo'], generate },
    ...options,
  } as never)
}
const generated = (count: number) =>
  rowsOf(...Array.from({ length: count }, (_, at) => `GEN-${String(at + 13).padStart(3, '0')}`))

test('an import that is done keeps no rows, and one that was cancelled those that are left', async () => {
  await start(rowsOf('REQ-001', 'REQ-002'))
  await start(rowsOf('REQ-003'))
  await client.post(`/api/jobs/3/cancel?${inWiki}`)
  expect((await steps()).length).toBe(1)
  advance('1s')
  expect(table().get(2)).toMatchObject({ status: 'DONE', rows: [], position: 0, total: 2, done: 2 })
  expect(table().get(3)).toMatchObject({ status: 'CANCELLED', rows: [{ key: 'REQ-003' }], done: 0 })
  expect(await steps()).toEqual([])
})

test('an import names the variant that it works in', async () => {
  const started = await start(rowsOf('REQ-001'), { projectContainerId: 1001, variantId: 5002 })
  expect(started.status, started.text).toBe(200)
  expect(table().get(2)).toMatchObject({ projectContainerId: 1001, variantId: 5002 })
  await start(rowsOf('REQ-001'), { projectContainerId: 1001 })
  expect(table().get(3)).not.toHaveProperty('variantId')
})

test('the first thousand errors are kept, and all failures counted', async () => {
  await start(rowsOf(...Array.from({ length: 1001 }, (_, at) => `NO-${at}`)))
  advance('11s')
  const ended = await job()
  expect(ended).toMatchObject({ status: 'ERROR', done: 0, failed: 1001 })
  expect(ended.errors).toHaveLength(1000)
  expect(ended.errors.at(-1)).toMatchObject({ row: 1000 })
})

test('imported rows stay when the user who started the job is deleted; only the others fail', async () => {
  await crowded()
  await start(generated(150))
  advance('1s')
  await client.delete('/api/users/me')
  advance('1s')
  expect(await job()).toMatchObject({
    status: 'ERROR',
    done: 100,
    failed: 50,
    errors: [{ row: 101, column: '', message: 'the user in whose name it imports is gone' }],
  })
  expect(table().get(2)?.failedRows).toHaveLength(50)
})

test('an import continues with its properties when they are renamed', async () => {
  await crowded()
  const rename = async (id: number, name: string) => {
    const reply = await client.call('PUT', `/api/external-properties/${id}?${inWiki}`, {
      ...admin,
      body: { name },
    })
    expect(reply.status, reply.text).toBe(200)
  }
  const properties = async () =>
    (await client.get(`/api/external-properties?${inWiki}`, admin)).body.items.map(
      ({ id, name }: { id: number; name: string }) => [id, name],
    )
  const rows = generated(238).map((row) => ({
    ...row,
    properties: [
      { name: 'Cost', value: 7 },
      { name: 'Weight', value: 1 },
    ],
  }))
  await start([...rows, ...rowsOf('GEN-999')])
  await rename(7001, 'Price')
  advance('1s')
  const weight = (await properties()).find(([, name]: [number, string]) => name === 'Weight')[0]
  await rename(weight, 'Mass')
  advance('1m')
  expect(await properties()).toEqual(
    expect.arrayContaining([
      [7001, 'Price'],
      [weight, 'Mass'],
    ]),
  )
  expect((await properties()).map(([, name]: [number, string]) => name)).not.toContain('Cost')
  expect((await properties()).map(([, name]: [number, string]) => name)).not.toContain('Weight')
  const count = async (query: string) =>
    (await client.get(`/wiki/rest/reqs/1/requirement2/ENG?q=${encodeURIComponent(query)}`, admin)).body.count
  expect(await count("ext@Price = 7 AND ext@Mass = 1 AND key ~ 'GEN-%'")).toBe(238)
  // The row that failed is tried again under the name that it was sent with.
  await rename(7001, 'Cost 2026')
  expect(await job()).toMatchObject({ status: 'ERROR', failed: 1, done: 238 })
  await writePage(client, { title: 'Late', spaceKey: 'ENG', content: [{ key: 'GEN-999', html: 'Late' }] })
  await client.post(`/api/jobs/2/retry?${inWiki}`)
  advance('1s')
  expect(await count("key = 'GEN-999' AND ext@Cost\\ 2026 = 7")).toBe(1)
})

test('an import of all or nothing looks at all rows once, before the first', async () => {
  await crowded({ config: { assumptions: { A219: 'nothing' } } })
  await start(generated(150))
  advance('1s')
  const gone = await client.delete('/wiki/rest/reqs/1/requirement2/ENG/GEN-020', admin)
  expect(gone.status).toBe(204)
  advance('1s')
  expect(await job()).toMatchObject({ status: 'DONE', done: 150, failed: 0 })
})

test('refuses an event of a job with the events that are possible', async () => {
  await start(rowsOf('NOPE'))
  const act = async (deed: string) => {
    const { status, body } = await client.post(`/api/jobs/2/${deed}?${inWiki}`)
    return [status, body.message]
  }
  expect(await act('retry')).toEqual([
    409,
    "import job '2' is PENDING and cannot be retried: it can be cancelled",
  ])
  advance('1s')
  expect(await act('cancel')).toEqual([
    409,
    "import job '2' is ERROR and cannot be cancelled: it can be retried",
  ])
})

test('the state machine of an import lists all its transitions', async () => {
  expect((await client.get('/_sim/machines/import-job')).body).toMatchObject({
    states: ['PENDING', 'RUNNING', 'DONE', 'ERROR', 'CANCELLED'],
    events: ['START', 'WORK', 'FINISH', 'FAIL', 'CANCEL', 'RETRY'],
  })
})

describe('jobs that have ended', () => {
  test('stay while there are fewer than a hundred', async () => {
    keep(60, 500, {})
    await start(rowsOf('REQ-001'))
    expect(await listed()).toHaveLength(62)
  })

  test('make room, the oldest first, and none that is under way', async () => {
    keep(1, 500, { status: 'PENDING' })
    keep(98, 501, {})
    await start(rowsOf('REQ-001'))
    expect((await listed()).slice(0, 3)).toEqual([2, 500, 501])
    await start(rowsOf('REQ-001'))
    expect((await listed()).slice(0, 4)).toEqual([2, 3, 500, 502])
  })

  test('of other applications count for themselves, stay, and are not listed', async () => {
    keep(100, 300, { applicationId: 90 })
    keep(99, 500, {})
    expect((await start(rowsOf('REQ-001'))).status).toBe(200)
    expect(await listed()).toHaveLength(100)
    expect(table().count('application', [90])).toBe(100)
    expect((await client.get(`/api/jobs/300?${inWiki}`, admin)).status).toBe(404)
  })
})

describe('a variant', () => {
  const remove = () => client.delete(`/api/variants/5002?${inWiki}`, admin)

  test('stays while an import into it is under way', async () => {
    await start(rowsOf('REQ-001'), { projectContainerId: 1001, variantId: 5002 })
    const refused = await remove()
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "job '2' imports into variant 5002: cancel it first, or advance the clock until it has ended",
    ])
    keep(1, 2, { status: 'RUNNING', projectContainerId: 1001, variantId: 5002 })
    expect((await remove()).status).toBe(409)
    expect(await listed()).toEqual([1, 2])
  })

  test('goes with the imports into it that have ended, and leaves those into others', async () => {
    await start(rowsOf('REQ-001'), { projectContainerId: 1001, variantId: 5002 })
    advance('1s')
    await start(rowsOf('REQ-001'), { projectContainerId: 1001 })
    keep(1, 300, { applicationId: 90, projectContainerId: 1001, variantId: 5002 })
    expect((await remove()).status).toBe(204)
    expect([await listed(), table().has(300)]).toEqual([[1, 3], true])
  })
})
