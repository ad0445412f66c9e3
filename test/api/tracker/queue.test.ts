import { beforeEach, describe, expect, test } from 'vitest'
import { importCheckedWorld } from '../../../src/simulator/records/world-import.ts'
import { applications } from '../../../src/model/records/service/applications.ts'
import { integrations } from '../../../src/model/records/tracker/integrations.ts'
import { worldSchema } from '../../../src/model/schema.ts'
import { exportWorld } from '../../../src/world/transfer.ts'
import { type Bulk, startBulk, TRACKER_LINK } from '../../support/bulk-jobs.ts'
import { pluck, refusal } from '../../support/client.ts'

let bulk: Bulk
beforeEach(async () => {
  bulk = await startBulk()
})

const admin = { token: 'tok-admin' }
const QUEUE = `/queue/${TRACKER_LINK}/messages`
const queue = (method: string, path = '', body?: unknown, options = admin) =>
  bulk.tracker(method, `${QUEUE}${path}`, body, options)
const link = { spaceKey: 'ENG', key: 'REQ-003', issueKey: 'DRN-3', relationship: 'implements' }
const item = { applinkId: TRACKER_LINK, spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' }
const wikiIssues = async (key: string) =>
  (await bulk.wiki('GET', `/requirement2/ENG/${key}`)).body.issues.map(
    ({ issueKey, relationship }: { issueKey: string; relationship: string }) => `${relationship} ${issueKey}`,
  )
const world = () => bulk.client.simulator.world.region('eu')
const disable = () => world().table(integrations).update('svc-0001-demo', { mode: 'DISABLED' })

describe('the queue of the tracker', () => {
  test('holds messages of the tracker until the next synchronisation', async () => {
    expect((await queue('GET')).body).toEqual([])
    await bulk.tracker('POST', '/issuelinks/DRN-3', [item])
    const { body } = await queue('GET')
    expect(body).toMatchObject([
      {
        operation: 'ADD_LINK',
        ...link,
        status: 'PENDING',
        attempts: 0,
        applinkId: TRACKER_LINK,
        createdBy: 2,
      },
    ])
    expect(await wikiIssues('REQ-003')).toEqual([])
    bulk.advance('3m')
    expect(await wikiIssues('REQ-003')).toEqual(['implements DRN-3'])
    expect((await queue('GET')).body).toEqual([])
    expect((await queue('GET', '?includeDone=true')).body).toMatchObject([
      { id: body[0].id, status: 'DONE', lastResponse: 'link added', attempts: 1 },
    ])
    expect((await queue('GET', '?includeDone=true&limit=1')).body).toHaveLength(1)
  })

  test('takes messages, and sends one by hand', async () => {
    const { body } = await queue('POST', '', [
      { operation: 'ADD_LINK', ...link, baseline: null },
      { operation: 'ADD_LINK', ...link, key: 'REQ-004' },
    ])
    expect(pluck(body, 'status')).toEqual(['PENDING', 'PENDING'])
    expect(await wikiIssues('REQ-004')).toEqual([])
    const sent = await queue('POST', `/${body[1].id}`)
    expect(sent.body).toMatchObject({ status: 'DONE', attempts: 1, lastResponse: 'link added' })
    expect(await wikiIssues('REQ-004')).toEqual(['implements DRN-3'])
    expect(await wikiIssues('REQ-003')).toEqual([])
    expect((await queue('POST', `/${body[1].id}`)).status).toBe(409)
  })

  test('keeps what a message names though nothing has that name, and so does an export of the world', async () => {
    const named = { ...link, templateId: 0, baseline: 0 }
    expect((await queue('POST', '', [{ operation: 'ADD_LINK', ...named }])).body).toMatchObject([
      { ...named, status: 'PENDING' },
    ])
    const document = JSON.stringify(exportWorld(bulk.client.simulator.world))
    const imported = importCheckedWorld(worldSchema, JSON.parse(document))
    expect(JSON.stringify(exportWorld(imported))).toBe(document)
  })

  test('a message that cannot be applied is FAILED and is sent again', async () => {
    const [{ id }] = (await queue('POST', '', [{ operation: 'ADD_LINK', ...link, key: 'NOPE' }])).body
    expect((await queue('POST', `/${id}`)).body).toMatchObject({ status: 'FAILED', attempts: 1 })
    bulk.advance('3m')
    expect((await queue('GET')).body).toMatchObject([{ id, status: 'FAILED', attempts: 2 }])
  })

  test('a message stays unchanged while the wiki does not respond, with the reason', async () => {
    const [{ id }] = (await queue('POST', '', [{ operation: 'ADD_LINK', ...link }])).body
    world().table(applications).update(101, { status: 'DISABLED' })
    const reply = await queue('POST', `/${id}`)
    expect(reply.body).toMatchObject({ status: 'PENDING', attempts: 0 })
    expect(reply.body.lastResponse).toBe("no response from 'https://wiki.northwind.test/wiki'")
  })

  test('a message does not overtake one that resets the links of its issue', async () => {
    await bulk.tracker('PUT', '/issuelinks/DRN-2', [item])
    const { body } = await queue('GET')
    expect(pluck(body, 'operation')).toEqual(['RESET_LINKS', 'ADD_LINK'])
    const refused = await queue('POST', `/${body[1].id}`)
    expect(refused).toMatchObject(refusal(409, 'RESET_LINKS'))
    expect((await queue('POST', `/${body[0].id}`)).status).toBe(200)
    expect((await queue('POST', `/${body[1].id}`)).body.status).toBe('DONE')
    expect(await wikiIssues('REQ-003')).toEqual(['implements DRN-2'])
    expect(await wikiIssues('REQ-002')).toEqual([])
  })

  test.each<[object, object, boolean]>([
    [{ operation: 'RESET_LINKS', issueKey: 'DRN-4' }, link, false],
    [{ operation: 'RESET_LINKS' }, link, false],
    [{ operation: 'RESET_LINKS', issueKey: 'DRN-3' }, link, true],
    [{ operation: 'ISSUE_RENAMED', issueKey: 'DRN-3', newIssueKey: 'DRN-33' }, link, true],
    [{ operation: 'ISSUE_MOVED', issueKey: 'DRN-33', newIssueKey: 'DRN-3' }, link, true],
    [{ operation: 'ISSUE_RENAMED', issueKey: 'DRN-4', newIssueKey: 'DRN-44' }, link, false],
    [{ operation: 'REMOVE_LINK', ...link }, link, false],
    [
      { operation: 'RESET_LINKS', issueKey: 'DRN-4' },
      { operation: 'ISSUE_RENAMED', issueKey: 'DRN-5', newIssueKey: 'DRN-4', key: undefined },
      true,
    ],
  ])('a message does not overtake what has to go before it: %j, %j: %s', async (older, younger, waits) => {
    const { body } = await queue('POST', '', [older, { operation: 'ADD_LINK', ...younger }])
    const reply = await queue('POST', `/${body[1].id}`)
    expect(reply.status).toBe(waits ? 409 : 200)
    if (!waits) return
    expect(reply.body.message).toContain(`message ${body[0].id}`)
    expect((await queue('POST', `/${body[0].id}`)).status).toBe(200)
  })

  test('lists what waits first, the oldest first, then what is done, the newest first', async () => {
    const links = ['REQ-003', 'REQ-004', 'REQ-005', 'REQ-006'].map((key) => ({
      operation: 'ADD_LINK',
      ...link,
      key,
    }))
    const { body } = await queue('POST', '', links)
    for (const at of [0, 2]) await queue('POST', `/${body[at].id}`)
    const keys = async (query: string) =>
      (await queue('GET', query)).body.map(({ key, status }: Record<string, string>) => `${key} ${status}`)
    const [waiting, done] = [
      ['REQ-004 PENDING', 'REQ-006 PENDING'],
      ['REQ-005 DONE', 'REQ-003 DONE'],
    ]
    expect(await keys('')).toEqual(waiting)
    expect(await keys('?includeDone=true')).toEqual([...waiting, ...done])
    expect(await keys('?includeDone=true&limit=3')).toEqual([...waiting, 'REQ-005 DONE'])
    expect(await keys('?includeDone=true&limit=2')).toEqual(waiting)
    expect(await keys('?includeDone=true&limit=1')).toEqual(['REQ-004 PENDING'])
  })

  test('a message is not sent to a wiki that has deleted its descriptor, and says why', async () => {
    const [{ id }] = (await queue('POST', '', [{ operation: 'ADD_LINK', ...link }])).body
    expect((await bulk.wiki('DELETE', '/integration/svc-0001-demo', undefined, admin)).status).toBeLessThan(
      300,
    )
    expect((await queue('POST', `/${id}`)).body).toMatchObject({
      status: 'PENDING',
      attempts: 0,
      lastResponse: 'the wiki has no descriptor of this application link',
    })
    expect(await wikiIssues('REQ-003')).toEqual([])
  })

  test('what is removed never reaches the wiki', async () => {
    const { body } = await queue('POST', '', [
      { operation: 'ADD_LINK', ...link },
      { operation: 'ADD_LINK', ...link, key: 'REQ-004' },
    ])
    expect((await queue('DELETE', `/${body[0].id}`)).status).toBe(204)
    expect((await queue('DELETE', `/${body[0].id}`)).status).toBe(404)
    expect((await queue('GET')).body).toMatchObject([{ id: body[1].id }])
    expect((await queue('DELETE')).status).toBe(204)
    bulk.advance('3m')
    expect([await wikiIssues('REQ-003'), await wikiIssues('REQ-004')]).toEqual([[], []])
  })

  test('is for the application link and administrators', async () => {
    const alice = { token: 'tok-alice' }
    expect((await queue('POST', '', [], alice)).status).toBe(403)
    world().table(integrations).update('svc-0001-demo', { username: 'alice' })
    expect((await queue('GET', '', undefined, alice)).status).toBe(200)
    expect((await bulk.tracker('GET', '/queue/nope/messages', undefined, admin)).status).toBe(404)
    expect((await queue('POST', '/77')).status).toBe(404)
    expect((await queue('POST', '', [{ operation: 'DANCE' }])).status).toBe(400)
  })
})

describe('repairing an application link', () => {
  const repair = () => bulk.tracker('POST', `/queue/${TRACKER_LINK}/repair-applink`, undefined, admin)

  test('finds nothing to mend in a sound one', async () => {
    expect((await repair()).body).toEqual({
      applinkId: TRACKER_LINK,
      links: 0,
      messages: 0,
      retried: 0,
      version: 8,
      synchronises: true,
    })
  })

  test('corrects the application link of links, texts and messages', async () => {
    await bulk.tracker('POST', '/issuelinks/DRN-3', [item])
    world().table(integrations).update('svc-0001-demo', { trackerApplinkId: 'another', trackerVersion: 3 })
    const { body } = await bulk.tracker('POST', '/queue/another/repair-applink', undefined, admin)
    expect(body).toMatchObject({ applinkId: 'another', links: 5, messages: 1, version: 8 })
    const links = (await bulk.tracker('GET', '/issuelinks/DRN-3')).body
    expect(links).toMatchObject([{ applinkId: 'another', html: expect.stringContaining('') }])
    expect((await bulk.tracker('GET', '/queue/another/messages', undefined, admin)).body).toMatchObject([
      { applinkId: 'another' },
    ])
    bulk.advance('3m')
    expect(await wikiIssues('REQ-003')).toEqual(['implements DRN-3'])
  })

  test('restarts failed messages, and keeps the mode', async () => {
    const [{ id }] = (await queue('POST', '', [{ operation: 'ADD_LINK', ...link, key: 'NOPE' }])).body
    bulk.advance('6m')
    expect((await queue('GET')).body).toMatchObject([{ id, status: 'FAILED', attempts: 2 }])
    disable()
    const { body } = await repair()
    expect(body).toMatchObject({ retried: 1, obstacle: expect.stringContaining('DISABLED') })
    const [message] = (await queue('GET')).body
    expect(message).toMatchObject({ id, status: 'PENDING', attempts: 0 })
    expect(message).not.toHaveProperty('lastResponse')
    expect(world().table(integrations).get('svc-0001-demo')?.mode).toBe('DISABLED')
  })
})
