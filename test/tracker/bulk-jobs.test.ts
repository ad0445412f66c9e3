import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../src/model/applications/records.ts'
import { type Bulk, BULK, startBulk } from '../support/bulk-jobs.ts'

let bulk: Bulk
beforeEach(async () => {
  bulk = await startBulk()
})

const start = (body: object, options?: { token: string }) =>
  bulk.tracker('POST', `${BULK}/projects/20001`, body, options)
const links = (...keys: string[]) => keys.map((key) => ({ spaceKey: 'ENG', key }))
const issue = async (key: string) =>
  (await bulk.wiki('GET', `/integration/svc-0001-demo/jira/issues?issues=${key}`)).body[0]
const facesOf = (key: string) =>
  (bulk.client.simulator.state('issueLink') as unknown as { wiki?: object; tracker?: { key: string } }[])
    .filter(({ tracker }) => tracker?.key === key)
    .map(({ wiki }) => (wiki === undefined ? 'tracker' : 'both'))

describe('a bulk operation', () => {
  test('changes issues, item by item', async () => {
    const reply = await start({
      operation: 'UPDATE',
      fields: '{"labels":["reviewed"],"status":"Done"}',
      issues: [
        { key: 'DRN-3' },
        { key: 'DRN-77' },
        { key: 'DRN-4', fields: '{"status":"Open","summary":"Show the charge"}' },
      ],
    })
    expect([reply.status, reply.body]).toMatchObject([200, { status: 'PENDING', total: 3 }])
    bulk.advance('1s')
    const job = (await bulk.tracker('GET', `${BULK}/jobs/${reply.body.jobId}`)).body
    expect(job).toMatchObject({
      status: 'DONE',
      done: 2,
      failed: 1,
      errors: [{ item: 'DRN-77', message: "the tracker has no issue 'DRN-77'" }],
    })
    expect(await issue('DRN-3')).toMatchObject({ status: 'Done', fields: { labels: ['reviewed'] } })
    expect(await issue('DRN-4')).toMatchObject({ status: 'Open', summary: 'Show the charge' })
    const { body } = await bulk.client.get('/api/applications/102/containers?type=ISSUE&issueId=30004')
    expect(body.items[0].name).toBe('Show the charge')
  })

  test('creates issues with links, which the wiki shows after the next synchronisation', async () => {
    const { jobId } = (
      await start({
        operation: 'CREATE',
        issueTypeId: 10002,
        relationship: 'tests',
        issues: [{ links: links('REQ-003', 'REQ-098') }, { fields: '{"summary":"Alone"}' }, {}],
      })
    ).body
    bulk.advance('1s')
    expect((await bulk.wiki('GET', `/tasks/jobs/${jobId}`)).body).toMatchObject({
      status: 'DONE',
      done: 2,
      failed: 1,
      errors: [
        { item: 'REQ-098', message: "space 'ENG' has no requirement 'REQ-098'" },
        { item: 'issues[2]', message: 'an issue needs a summary' },
      ],
    })
    expect(await issue('DRN-6')).toMatchObject({
      issueType: 'Bug',
      summary: expect.stringMatching(/^REQ-003/),
    })
    expect(await issue('DRN-7')).toMatchObject({ summary: 'Alone' })
    expect(facesOf('REQ-003')).toEqual(['tracker'])
    const shown = async () => (await bulk.wiki('GET', '/requirement2/ENG/REQ-003')).body.issues
    expect(await shown()).toEqual([])
    bulk.advance('3m')
    expect(facesOf('REQ-003')).toEqual(['both'])
    expect(await shown()).toMatchObject([{ issueKey: 'DRN-6', relationship: 'tests' }])
  })

  test('links issues while the wiki is away, which hears of it later', async () => {
    const sites = bulk.client.simulator.world.region('eu').table(applications)
    sites.update(101, { status: 'DISABLED' })
    await start({ operation: 'UPDATE', issues: [{ key: 'DRN-3', links: links('REQ-003') }] })
    bulk.advance('3m')
    expect(facesOf('REQ-003')).toEqual(['tracker'])
    sites.update(101, { status: 'ACTIVE' })
    bulk.advance('3m')
    expect(facesOf('REQ-003')).toEqual(['both'])
  })

  test('is listed to who may read its project, aborted and cleared by who may edit it', async () => {
    const { jobId } = (await start({ operation: 'UPDATE', issues: [{ key: 'DRN-3' }] })).body
    const path = `${BULK}/jobs/${jobId}`
    const as = (name: string) => ({ token: `tok-${name}` })
    const list = async (name: string) => (await bulk.tracker('GET', `${BULK}/jobs`, undefined, as(name))).body
    expect(await list('bob')).toMatchObject([{ jobId }])
    expect(await list('eve')).toEqual([])
    expect((await bulk.tracker('GET', path, undefined, as('eve'))).status).toBe(403)
    expect((await bulk.tracker('POST', `${path}/abort`, undefined, as('bob'))).status).toBe(403)
    expect((await bulk.tracker('DELETE', path, undefined, as('bob'))).status).toBe(403)
    expect((await bulk.tracker('DELETE', path)).status).toBe(409)
    const aborted = await bulk.tracker('POST', `${path}/abort`, undefined, as('admin'))
    expect([aborted.status, aborted.body.status]).toEqual([200, 'ABORTED'])
    bulk.advance('1m')
    expect((await bulk.tracker('POST', `${path}/abort`)).status).toBe(409)
    expect((await bulk.tracker('DELETE', path)).status).toBe(204)
    expect((await bulk.tracker('GET', path)).status).toBe(404)
  })

  test.each<[string, object, number, string]>([
    ['an unknown operation', { operation: 'DELETE', issues: [{ key: 'DRN-1' }] }, 400, 'operation'],
    ['no issue', { operation: 'UPDATE', issues: [] }, 400, 'issues'],
    ['no key', { operation: 'UPDATE', issues: [{ key: 'DRN-1' }, {}] }, 400, 'issues[1].key'],
    [
      'a key to create',
      { operation: 'CREATE', issueTypeId: 10001, issues: [{ key: 'DRN-9' }] },
      400,
      'issues[0].key',
    ],
    ['no type', { operation: 'CREATE', issues: [{}] }, 400, 'issueTypeId is missing'],
    ['an unknown type', { operation: 'CREATE', issueTypeId: 7, issues: [{}] }, 404, "issueTypeId '7'"],
    [
      'fields that are no JSON',
      { operation: 'UPDATE', fields: '{', issues: [{ key: 'DRN-1' }] },
      400,
      'fields',
    ],
    [
      'such fields of one',
      { operation: 'UPDATE', issues: [{ key: 'DRN-1', fields: '7' }] },
      400,
      'issues[0].fields',
    ],
  ])('is refused with %s', async (_name, body, status, message) => {
    const reply = await start(body)
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringContaining(message)])
    expect(bulk.client.simulator.state('bulkJob')).toEqual([])
  })

  test('is refused in a project that is unknown, or that the caller may only read, and through no link', async () => {
    const body = { operation: 'UPDATE', issues: [{ key: 'DRN-1' }] }
    expect((await bulk.tracker('POST', `${BULK}/projects/2001`, body)).status).toBe(404)
    expect((await start(body, { token: 'tok-bob' })).status).toBe(403)
    const none = '/operations/11111111-2222-4333-8444-555555555555/issues-bulk-operation'
    for (const [method, path] of [
      ['POST', '/projects/20001'],
      ['GET', '/jobs'],
      ['GET', '/jobs/1'],
      ['POST', '/jobs/1/abort'],
      ['DELETE', '/jobs/1'],
    ] as const)
      expect(
        (
          await bulk.tracker(
            method,
            `${none}${path}`,
            method === 'POST' && path !== '/jobs/1/abort' ? body : undefined,
          )
        ).status,
      ).toBe(404)
  })
})
