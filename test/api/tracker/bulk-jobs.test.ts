import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../src/model/records/service/applications.ts'
import { baselines } from '../../../src/model/records/wiki/baselines.ts'
import { grants, users } from '../../../src/model/records/service/users.ts'
import { jobs } from '../../../src/world/time/jobs.ts'
import { type Bulk, BULK, startBulk } from '../../support/bulk-jobs.ts'
import { pluck, refusal } from '../../support/client.ts'

let bulk: Bulk
beforeEach(async () => {
  bulk = await startBulk()
})

const start = (body: object) => bulk.tracker('POST', `${BULK}/projects/20001`, body)
const links = (...keys: string[]) => keys.map((key) => ({ spaceKey: 'ENG', key }))
const issue = async (key: string) =>
  (await bulk.wiki('GET', `/integration/svc-0001-demo/jira/issues?issues=${key}`)).body[0]
const region = () => bulk.client.simulator.world.region('eu')
/** What the clock has still to do for bulk jobs. */
const due = () =>
  [...bulk.client.simulator.world.system.table(jobs).scan()].filter(({ kind }) => kind === 'tracker.bulkJob')
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

  test('records what changed in each issue, and keeps unnamed fields', async () => {
    await start({
      operation: 'UPDATE',
      fields: '{"labels":["a"],"priority":"High"}',
      issues: [{ key: 'DRN-3' }],
    })
    bulk.advance('1s')
    await start({
      operation: 'UPDATE',
      fields: '{"labels":["b"]}',
      issues: [
        { key: 'DRN-3', fields: '{"summary":"S","status":"Done","reporter":"bob"}' },
        { key: 'DRN-4', fields: '{"status":"Open"}' },
      ],
    })
    await start({
      operation: 'UPDATE',
      issues: [{ key: 'DRN-5' }, { key: 'DRN-2', fields: '{"labels":["c"]}' }],
    })
    await start({ operation: 'UPDATE', issues: [{ key: 'DRN-1', fields: '{"status":"Done"}' }] })
    bulk.advance('1s')
    expect(await issue('DRN-2')).toMatchObject({ status: 'Open', fields: { labels: ['c'] } })
    expect(bulk.client.simulator.state('issue', { id: 30001 })[0]).not.toHaveProperty('fields')
    expect(await issue('DRN-3')).toMatchObject({
      summary: 'S',
      status: 'Done',
      fields: { labels: ['b'], priority: 'High', reporter: 'bob' },
    })
    const history = async (key: string) =>
      (await bulk.tracker('GET', `/history/issue/${key}`)).body.map(
        ({ event, detail, by }: Record<string, string>) => `${event} ${detail} by ${by}`,
      )
    expect(await history('DRN-3')).toEqual([
      'UPDATED changed labels, priority by alice',
      'UPDATED changed summary, status, labels, reporter by alice',
    ])
    expect(await history('DRN-4')).toEqual(['UPDATED changed status, labels by alice'])
    expect(await issue('DRN-4')).toMatchObject({
      summary: 'Show the charge on the ground station',
      status: 'Open',
    })
    expect(await history('DRN-5')).toEqual([])
  })

  test('goes on where it was after items that failed, and ends with the last one', async () => {
    const unknown = Array.from({ length: 60 }, (_, at) => ({ key: `DRN-${100 + at}` }))
    const known = Array.from({ length: 40 }, () => ({ key: 'DRN-3', fields: '{"status":"Seen"}' }))
    const { jobId } = (await start({ operation: 'UPDATE', issues: [...unknown, ...known] })).body
    const read = async () => (await bulk.tracker('GET', `${BULK}/jobs/${jobId}`)).body
    bulk.advance('1s')
    expect(await read()).toMatchObject({ status: 'RUNNING', total: 100, done: 0, failed: 50 })
    bulk.advance('1s')
    const ended = await read()
    expect(ended).toMatchObject({ status: 'DONE', done: 40, failed: 60 })
    expect(pluck(ended.errors, 'item')).toEqual(unknown.map(({ key }) => key))
    expect(ended).not.toHaveProperty('nextStepAt')
    expect(due()).toEqual([])
  })

  test('says of each requirement that is missing where, and makes no issue for those alone', async () => {
    const { jobId } = (
      await start({
        operation: 'CREATE',
        issueTypeId: 10002,
        issues: [
          { links: links('REQ-098') },
          { links: [{ spaceKey: 'ENG', key: 'REQ-009', baseline: 1 }], fields: '{"summary":"None"}' },
          { links: links('REQ-003', 'REQ-004') },
          { links: [{ spaceKey: 'ENG', key: 'REQ-003', baseline: 1 }] },
        ],
      })
    ).body
    bulk.advance('1s')
    expect((await bulk.tracker('GET', `${BULK}/jobs/${jobId}`)).body).toMatchObject({
      done: 1,
      failed: 3,
      errors: [
        { item: 'REQ-098', message: "space 'ENG' has no requirement 'REQ-098'" },
        { item: 'REQ-009', message: "space 'ENG' has no requirement 'REQ-009' in baseline 1" },
        { item: 'REQ-003', message: 'an issue needs a summary' },
      ],
    })
    expect((await bulk.tracker('GET', '/issuelinks/DRN-6')).body).toMatchObject([
      { key: 'REQ-003', baseline: 1, html: expect.stringContaining('hold its position') },
    ])
    expect(await issue('DRN-7')).toBeUndefined()
  })

  test('does not link the copy of a baseline that is not frozen by then', async () => {
    const issues = [
      { key: 'DRN-3', links: [...links('REQ-004'), { spaceKey: 'ENG', key: 'REQ-003', baseline: 1 }] },
    ]
    const { jobId } = (await start({ operation: 'UPDATE', issues })).body
    region().table(baselines).update(7101, { status: 'IN_CREATION' })
    bulk.advance('1s')
    const { errors } = (await bulk.tracker('GET', `${BULK}/jobs/${jobId}`)).body
    expect(errors).toEqual([
      { item: 'REQ-003', message: expect.stringContaining('baseline 1 is not frozen') },
    ])
    expect((await bulk.tracker('GET', '/issuelinks/DRN-3')).body).toMatchObject([{ key: 'REQ-004' }])
  })

  test('does nothing more once its starter may not', async () => {
    const issues = Array.from({ length: 51 }, () => ({ key: 'DRN-3', links: links('REQ-003', 'REQ-004') }))
    const run = async (change: () => void) => {
      const { jobId } = (await start({ operation: 'UPDATE', issues })).body
      bulk.advance('1s')
      change()
      bulk.advance('1s')
      const { done, failed, errors } = (
        await bulk.tracker('GET', `${BULK}/jobs/${jobId}`, undefined, { token: 'tok-admin' })
      ).body
      return [done, failed, errors.map(({ item, message }: Record<string, string>) => `${item}: ${message}`)]
    }
    expect(await run(() => region().table(grants).remove('1001:2'))).toEqual([
      50,
      1,
      [
        "REQ-003: user 'alice' may not read space 'ENG' any more",
        "REQ-004: user 'alice' may not read space 'ENG' any more",
      ],
    ])
    bulk.client.simulator.reset()
    expect(await run(() => region().table(grants).update('2001:2', { level: 'read' }))).toEqual([
      50,
      1,
      ["DRN-3: user 'alice' may not edit project 'DRN' any more"],
    ])
    bulk.client.simulator.reset()
    expect(await run(() => region().table(users).remove(2))).toEqual([
      50,
      1,
      ['DRN-3: who started the job is gone'],
    ])
  })

  test('stays readable for who started it, and changeable for administrators of either site', async () => {
    const { jobId } = (await start({ operation: 'UPDATE', issues: [{ key: 'DRN-3' }] })).body
    for (const user of [1, 2, 3]) region().table(grants).remove(`2001:${user}`)
    const status = async (token: string, method = 'GET', path = `${BULK}/jobs/${jobId}`) =>
      (await bulk.tracker(method, path, undefined, { token: `tok-${token}` })).status
    expect([await status('alice'), await status('admin'), await status('bob')]).toEqual([200, 200, 403])
    expect(await status('alice', 'POST', `${BULK}/jobs/${jobId}/abort`)).toBe(403)
    expect(await status('admin', 'POST', `${BULK}/jobs/${jobId}/abort`)).toBe(200)
    expect(bulk.client.simulator.state('bulkJob')).toMatchObject([{ status: 'ABORTED', items: [] }])
  })

  test('that is aborted leaves nothing for the clock to do', async () => {
    const { jobId } = (await start({ operation: 'UPDATE', issues: [{ key: 'DRN-3' }] })).body
    expect(due()).toHaveLength(1)
    await bulk.tracker('POST', `${BULK}/jobs/${jobId}/abort`)
    expect(due()).toEqual([])
    expect((await bulk.tracker('GET', `${BULK}/jobs/${jobId}`)).body.errors).toEqual([])
  })

  test('is not a resynchronisation, nor the other way round', async () => {
    const { jobId } = (await start({ operation: 'UPDATE', issues: [{ key: 'DRN-3' }] })).body
    const sync = (await bulk.tracker('PUT', '/sync?issues=DRN-1')).body.jobId
    const status = async (method: string, path: string) => (await bulk.tracker(method, path)).status
    expect(await status('GET', `/sync/job/${jobId}`)).toBe(404)
    expect(await status('GET', '/sync/job/9007199254740993')).toBe(404)
    expect(await status('GET', `${BULK}/jobs/${sync}`)).toBe(404)
    expect(await status('GET', `${BULK}/jobs/9007199254740993`)).toBe(404)
    expect(await status('POST', `${BULK}/jobs/${sync}/abort`)).toBe(404)
    const listed = (await bulk.tracker('GET', `${BULK}/jobs`)).body
    expect(listed.map((job: { jobId: number }) => job.jobId)).toEqual([jobId])
    // The bulk job does not make it wait, and does not show as it.
    expect((await bulk.tracker('GET', '/sync')).body).toMatchObject({
      status: 'RUNNING',
      waiting: 0,
      job: { jobId: sync },
    })
    bulk.advance('1s')
    expect((await bulk.tracker('GET', `/sync/job/${sync}`)).body.status).toBe('DONE')
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

  test('links issues while the wiki does not answer, which receives the links later', async () => {
    const sites = bulk.client.simulator.world.region('eu').table(applications)
    sites.update(101, { status: 'DISABLED' })
    await start({ operation: 'UPDATE', issues: [{ key: 'DRN-3', links: links('REQ-003', 'REQ-098') }] })
    bulk.advance('3m')
    expect(facesOf('REQ-003')).toEqual(['tracker'])
    // Nobody can say now that the wiki has no such requirement.
    expect(facesOf('REQ-098')).toEqual(['tracker'])
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
    expect((await bulk.tracker('DELETE', path)).status).toBe(409)
    const aborted = await bulk.tracker('POST', `${path}/abort`, undefined, as('admin'))
    expect([aborted.status, aborted.body.status]).toEqual([200, 'ABORTED'])
    bulk.advance('1m')
    expect((await bulk.tracker('POST', `${path}/abort`)).status).toBe(409)
    expect((await bulk.tracker('DELETE', path)).status).toBe(204)
    expect((await bulk.tracker('GET', path)).status).toBe(404)
  })

  const update = { operation: 'UPDATE', issues: [{ key: 'DRN-1' }] }
  const create = { operation: 'CREATE', issueTypeId: 10001, issues: [{}] }
  test.each<[string, object, number, string]>([
    ['an unknown operation', { ...update, operation: 'DELETE' }, 400, 'operation'],
    ['no issue', { ...update, issues: [] }, 400, 'issues'],
    ['no key', { ...update, issues: [{ key: 'DRN-1' }, {}] }, 400, 'issues[1].key'],
    ['a key to create', { ...create, issues: [{ key: 'DRN-9' }] }, 400, 'issues[0].key'],
    ['no type', { ...create, issueTypeId: undefined }, 400, 'issueTypeId: '],
    ['an unknown type', { ...create, issueTypeId: 7 }, 404, "issueTypeId: no issue type '7'"],
    ['fields that are no JSON', { ...update, fields: '{' }, 400, 'fields'],
    ['such fields of one', { ...update, issues: [{ key: 'DRN-1', fields: '7' }] }, 400, 'issues[0].fields'],
  ])('is refused with %s', async (_name, body, status, message) => {
    const reply = await start(body)
    expect(reply).toMatchObject(refusal(status, message))
    expect(bulk.client.simulator.state('bulkJob')).toEqual([])
  })

  test('is refused in a project that is unknown, and through no link', async () => {
    const body = { operation: 'UPDATE', issues: [{ key: 'DRN-1' }] }
    expect((await bulk.tracker('POST', `${BULK}/projects/2001`, body)).status).toBe(404)
    const none = '/operations/11111111-2222-4333-8444-555555555555/issues-bulk-operation'
    for (const [method, path, sent] of [
      ['POST', '/projects/20001', body],
      ['GET', '/jobs'],
      ['GET', '/jobs/1'],
      ['POST', '/jobs/1/abort'],
      ['DELETE', '/jobs/1'],
    ] as const)
      expect((await bulk.tracker(method, `${none}${path}`, sent)).status).toBe(404)
  })
})
