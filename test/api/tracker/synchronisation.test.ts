import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../src/model/records/service/applications.ts'
import {
  type IssueLinkRecord,
  issueLinks,
  type WikiView,
} from '../../../src/model/records/tracker/issue-links.ts'
import {
  outboundMessages,
  type OutboundMessageRecord,
} from '../../../src/model/records/tracker/outbound-messages.ts'
import {
  type TrackerMessageRecord,
  trackerMessages,
} from '../../../src/model/records/tracker/inbound-messages.ts'
import { grants } from '../../../src/model/records/service/users.ts'
import { APPLINK, integrationOf, item, type Linker, startLinker } from './linking.ts'
import { refusal } from '../../support/client.ts'

let linker: Linker
beforeEach(async () => {
  linker = await startLinker()
  // The two messages of the demo world go first.
  linker.synchronise()
})

const advance = (by: string) => void linker.author.client.simulator.clock.advance(by)
const resynchronise = async (issues: string, token = 'tok-admin') => {
  const job = await linker.call('PUT', `/sync?issues=${issues}`, undefined, { token })
  expect(job.status, job.text).toBe(200)
  advance('1s')
  return linker.done('GET', `/sync/job/${job.body.jobId}`)
}
const agree = () => expect(linker.faces().wiki).toEqual(linker.faces().tracker)
const change = (id: number, make: (link: IssueLinkRecord) => IssueLinkRecord) => {
  const table = integrationOf(linker).store.table(issueLinks)
  table.put(make(table.get(id)!))
}
const onlyTracker = ({ wiki: _wiki, ...link }: IssueLinkRecord): IssueLinkRecord => link
const onlyWiki = ({ tracker: _tracker, ...link }: IssueLinkRecord): IssueLinkRecord => link

describe('the job', () => {
  test('runs on the virtual clock and can be polled', async () => {
    const started = await linker.call('PUT', '/sync?issues=DRN-1,DRN-2')
    expect([started.status, started.body]).toEqual([
      200,
      {
        jobId: 1,
        status: 'PENDING',
        total: 2,
        done: 0,
        failed: 0,
        errors: [],
        startedBy: 2,
        startedAt: '2026-01-05T09:03:00.000Z',
      },
    ])
    expect(await linker.done('GET', '/sync')).toEqual({ status: 'RUNNING', waiting: 0, job: started.body })
    advance('999ms')
    expect((await linker.done('GET', '/sync/job/1')).status).toBe('PENDING')
    advance('1ms')
    const ended = { status: 'DONE', done: 2, failed: 0, finishedAt: '2026-01-05T09:03:01.000Z' }
    expect(await linker.done('GET', '/sync/job/1')).toMatchObject(ended)
    expect(await linker.done('GET', '/sync')).toMatchObject({ status: 'IDLE', waiting: 0, job: ended })
  })

  test('does 50 requirements a second, one job after the other', async () => {
    linker = await startLinker({ scenario: 'demo', config: { assumptions: { A156: 'dangling' } } })
    const many = Array.from({ length: 120 }, (_, number) => item(`N-${number}`))
    await linker.done('POST', '/issuelinks/DRN-3', many)
    const messages = integrationOf(linker).store.table(trackerMessages)
    for (const { id } of messages.scan()) messages.remove(id)
    await linker.done('PUT', '/sync?issues=DRN-3')
    await linker.done('PUT', '/sync?issues=DRN-1')
    const states = []
    for (let second = 0; second < 5; second++) {
      advance('1s')
      const [first, second] = [
        await linker.done('GET', '/sync/job/1'),
        await linker.done('GET', '/sync/job/2'),
      ]
      states.push([first.failed, first.status, second.status])
    }
    expect(states).toEqual([
      [50, 'RUNNING', 'PENDING'],
      [100, 'RUNNING', 'PENDING'],
      [120, 'DONE', 'PENDING'],
      [120, 'DONE', 'DONE'],
      [120, 'DONE', 'DONE'],
    ])
    const { errors } = await linker.done('GET', '/sync/job/1')
    expect(errors[0]).toEqual({
      item: 'ENG/N-0',
      message: "requirement 'ENG/N-0' does not exist in the wiki",
    })
  })

  test.each([0, 1, 500, 999])(
    'of a call %i ms after another begins when that one ends, and takes its second from then on',
    async (later) => {
      const jobs = async () => [
        (await linker.done('GET', '/sync/job/1')).status,
        (await linker.done('GET', '/sync/job/2')).status,
      ]
      await linker.done('PUT', '/sync?issues=DRN-1')
      advance(`${later}ms`)
      await linker.done('PUT', '/sync?issues=DRN-2')
      advance(`${1000 - later}ms`)
      expect(await jobs()).toEqual(['DONE', 'PENDING'])
      advance('999ms')
      expect(await jobs()).toEqual(['DONE', 'PENDING'])
      advance('1ms')
      expect(await jobs()).toEqual(['DONE', 'DONE'])
    },
  )

  test('shows the running one, else the newest, and keeps no items of finished ones', async () => {
    const summary = async () => {
      const { status, waiting, job } = await linker.done('GET', '/sync')
      return [status, waiting, job.jobId]
    }
    await linker.done('PUT', '/sync?issues=DRN-1')
    await linker.done('PUT', '/sync?issues=DRN-2')
    expect(await summary()).toEqual(['RUNNING', 1, 1])
    advance('1s')
    expect(await summary()).toEqual(['RUNNING', 0, 2])
    advance('1s')
    expect(await summary()).toEqual(['IDLE', 0, 2])
    expect(await linker.author.state('bulkJob')).toMatchObject([{ items: [] }, { items: [] }])
  })

  test('does not wait for a bulk job of the tracker', async () => {
    const issues = Array.from({ length: 120 }, () => ({ key: 'DRN-3' }))
    const path = `/operations/${APPLINK}/issues-bulk-operation/projects/20001`
    const bulk = await linker.done('POST', path, { operation: 'UPDATE', issues })
    expect(await resynchronise('DRN-1')).toMatchObject({ status: 'DONE', done: 1 })
    const jobs = await linker.author.state('bulkJob')
    expect(jobs.map(({ id, status }) => [id, status])).toEqual([
      [bulk.jobId, 'RUNNING'],
      [expect.any(Number), 'DONE'],
    ])
  })

  test('continues without a user when the account of its user is deleted', async () => {
    change(40002, onlyTracker)
    const { jobId } = (await linker.call('PUT', '/sync?issues=DRN-1')).body
    const { status } = await linker.author.client.delete('/api/users/me')
    expect(status).toBeLessThan(300)
    advance('1s')
    expect(await linker.done('GET', `/sync/job/${jobId}`)).toMatchObject({
      status: 'DONE',
      done: 1,
      errors: [],
    })
    expect(await linker.waiting()).toEqual(['ADD_LINK DRN-1 ENG/REQ-001 implements'])
  })

  test('moves an automatic clock to its next step', async () => {
    linker = await startLinker({ scenario: 'demo', clock: { mode: 'auto' } })
    await linker.done('PUT', '/sync?issues=DRN-1')
    await linker.done('GET', '/sync/job/1')
    expect((await linker.done('GET', '/sync/job/1')).status).toBe('DONE')
  })

  test('counts a requirement once if the products show it under different names', async () => {
    await linker.author.done('PUT', '/requirement2/ENG/REQ-001', { newKey: 'REQ-101' })
    expect(await resynchronise('DRN-1')).toMatchObject({ total: 1, done: 1 })
    integrationOf(linker).store.table(applications).update(101, { status: 'DISABLED' })
    const { errors } = await resynchronise('DRN-1')
    expect(errors).toEqual([
      { item: 'ENG/REQ-101', message: "no response from 'https://wiki.northwind.test/wiki'" },
    ])
  })

  test('goes on in an imported world, with a requirement that has two names', async () => {
    await linker.author.done('PUT', '/requirement2/ENG/REQ-001', { newKey: 'REQ-101' })
    const { jobId } = await linker.done('PUT', '/sync?issues=DRN-1')
    await linker.author.control('POST', '/import', await linker.author.control('GET', '/export'))
    advance('1s')
    expect(await linker.done('GET', `/sync/job/${jobId}`)).toMatchObject({ total: 1, done: 1 })
  })

  test('counts two requirements of which one got the former name of the other', async () => {
    await linker.author.done('PUT', '/requirement2/ENG/REQ-001', { newKey: 'REQ-101' })
    await linker.author.done('POST', '/requirement2/ENG/REQ-001')
    await linker.author.done('PUT', '/requirement2/ENG/REQ-001/link/issue/DRN-1?relationship=tests')
    expect(await resynchronise('DRN-1')).toMatchObject({ total: 2, done: 2, errors: [] })
  })

  test('does not report the name that a requirement has in a space that the user may not read', async () => {
    await linker.author.call(
      'PUT',
      '/requirement2/ENG/REQ-001',
      { newSpaceKey: 'LAB' },
      { token: 'tok-admin' },
    )
    expect(await resynchronise('DRN-1', 'tok-alice')).toMatchObject({ total: 1, done: 1, errors: [] })
  })

  test('of issues without links has nothing to do', async () => {
    expect(await resynchronise('DRN-3')).toMatchObject({ status: 'DONE', total: 0 })
  })

  test.each([
    ['PUT', '/sync?issues=DRN-1,DRN-99', 404, "'DRN-99'"],
    ['PUT', '/sync?issues=,', 400, "'issues'"],
    ['GET', '/sync/job/7', 404, "'7'"],
  ])('%s %s: %i', async (method, path, status, mention) => {
    const reply = await linker.refused(method, path)
    expect(reply).toMatchObject(refusal(status, mention))
  })
})

describe('heals', () => {
  test('nothing when the products agree, but reads the texts of all requirements', async () => {
    agree()
    await linker.author.done('PUT', '/requirement2/ENG/REQ-001', { htmlExcerpt: '<p>New.</p>' })
    await resynchronise('DRN-1')
    expect(await linker.waiting()).toEqual([])
    for (const issue of ['DRN-1', 'DRN-2']) {
      const links = await linker.done('GET', `/issuelinks/${issue}`)
      expect(links.find(({ key }: { key: string }) => key === 'REQ-001').html).toBe('<p>New.</p>')
    }
  })

  test('what only the tracker shows: the wiki receives a message', async () => {
    change(40004, onlyTracker)
    // DRN-1 links the same requirement as DRN-2.
    await resynchronise('DRN-1')
    expect(await linker.waiting()).toEqual(['ADD_LINK DRN-2 ENG/REQ-001 tests'])
    expect(await linker.inWiki('REQ-001')).toEqual(['implements DRN-1'])
    await resynchronise('DRN-1')
    expect(await linker.waiting()).toHaveLength(1)
    linker.synchronise()
    expect(await linker.inWiki('REQ-001')).toEqual(['implements DRN-1', 'tests DRN-2'])
    agree()
  })

  test('what only the wiki shows: the tracker shows it at once', async () => {
    change(40002, onlyWiki)
    expect(await linker.shown('DRN-1')).toEqual([])
    await resynchronise('DRN-1')
    expect(await linker.shown('DRN-1')).toEqual(['implements ENG/REQ-001'])
    expect(await linker.history(30001)).toEqual(['LINKED implements ENG/REQ-001'])
    expect((await linker.done('GET', '/issuelinks/DRN-1'))[0].html).toContain('The drone shall')
    agree()
  })

  test('faces that differ: that of the tracker counts', async () => {
    change(40002, (link) => ({ ...link, wiki: { ...(link.wiki as WikiView), key: 'REQ-006' } }))
    await resynchronise('DRN-1')
    linker.synchronise()
    expect(await linker.inWiki('REQ-006')).toEqual([])
    expect(await linker.inWiki('REQ-001')).toEqual(['implements DRN-1', 'tests DRN-2'])
    agree()
  })

  test('a rename of which the message was lost: the tracker follows', async () => {
    await linker.author.done('PUT', '/requirement2/ENG/REQ-002', { newKey: 'REQ-102' })
    const messages = await linker.author.state('outboundMessage')
    const { id } = messages.find(({ operation }) => operation === 'REQUIREMENT_RENAMED')!
    // As long as the message waits it is left to do this.
    expect(await resynchronise('DRN-2')).toMatchObject({ total: 2, done: 2 })
    expect(await linker.shown('DRN-2')).toEqual(['implements ENG/REQ-002', 'tests ENG/REQ-001'])
    await linker.author.call('DELETE', `/integration/svc-0001-demo/queue/outbound/${id}`, undefined, {
      token: 'tok-admin',
    })
    expect(await resynchronise('DRN-2')).toMatchObject({ total: 2, done: 2 })
    expect(await linker.shown('DRN-2')).toEqual(['implements ENG/REQ-102', 'tests ENG/REQ-001'])
    linker.synchronise()
    agree()
  })

  test('two records of one link, each with a face: they become one', async () => {
    const { wiki } = integrationOf(linker).store.table(issueLinks).get(40004)!
    change(40004, onlyTracker)
    integrationOf(linker)
      .store.table(issueLinks)
      .insert({ id: 40009, serviceId: 'svc-0001-demo', wiki: wiki! })
    await resynchronise('DRN-2')
    expect(await linker.waiting()).toEqual([])
    const records = (await linker.author.state('issueLink')).filter(({ id }) => id >= 40004)
    expect(records).toMatchObject([{ id: 40004, wiki: {}, tracker: {} }])
  })

  test('faces that differ, but keeps what the tracker shows by another link', async () => {
    change(40002, (link) => ({ ...link, wiki: { ...(link.wiki as WikiView), key: 'REQ-006' } }))
    change(40001, (link) => ({ ...link, tracker: { ...link.tracker!, issueId: 30001, key: 'REQ-006' } }))
    await resynchronise('DRN-1')
    expect(await linker.waiting()).toEqual(['ADD_LINK DRN-1 ENG/REQ-001 implements'])
    linker.synchronise()
    expect(await linker.shown('DRN-1')).toEqual(['implements ENG/REQ-006', 'implements ENG/REQ-001'])
    agree()
  })

  test('faces that differ in an issue that the tracker does not have', async () => {
    change(40002, (link) => ({ ...link, wiki: { ...(link.wiki as WikiView), issueKey: 'DRN-77' } }))
    await resynchronise('DRN-1')
    expect(await linker.waiting()).toEqual([
      'REMOVE_LINK DRN-77 ENG/REQ-001 implements',
      'ADD_LINK DRN-1 ENG/REQ-001 implements',
    ])
    linker.synchronise()
    agree()
  })

  test('what the wiki calls by another name where the tracker’s is of no requirement, with its text', async () => {
    const call = async (tracker: object, wiki: object, token?: string) => {
      change(40002, (link) => ({
        ...link,
        tracker: { ...link.tracker!, ...tracker },
        wiki: { ...(link.wiki as WikiView), ...wiki },
      }))
      return resynchronise('DRN-1', token)
    }
    const links = async () =>
      (await linker.done('GET', '/issuelinks/DRN-1')).map(
        ({ key, baseline, html }: Record<string, string>) => [key, baseline, html],
      )
    const text = 'The drone shall hold its position within 1 m while hovering.'
    expect((await call({ key: 'GONE' }, { key: 'REQ-003', issueKey: 'DRN-4' })).errors).toEqual([])
    expect(await links()).toEqual([['REQ-003', null, text]])
    await linker.author.done('PUT', '/requirement2/ENG/REQ-003', { htmlExcerpt: '<p>New.</p>' })
    expect((await call({ key: 'GONE' }, { key: 'REQ-003', baseline: 1, issueKey: 'DRN-1' })).errors).toEqual(
      [],
    )
    expect(await links()).toEqual([['REQ-003', 1, text]])
    const missing = [{ item: 'ENG/GONE', message: "requirement 'ENG/GONE' does not exist in the wiki" }]
    expect((await call({ key: 'GONE', baseline: null }, { key: 'LOST' })).errors).toEqual([...missing])
    const secret = { spaceKey: 'LAB', key: 'SEC-001', baseline: undefined, issueKey: 'DRN-4' }
    expect((await call({ key: 'GONE' }, secret, 'tok-alice')).errors).toEqual(missing)
    expect(await links()).toMatchObject([['GONE', null, undefined]])
    expect((await call({ key: 'GONE' }, secret)).errors).toEqual([])
    expect(await links()).toMatchObject([['SEC-001', null, 'The drone shall encrypt its flight log.']])
  })

  test('what the wiki calls by a name that only a baseline has', async () => {
    await linker.author.call('DELETE', '/requirement2/ENG/REQ-004')
    linker.synchronise()
    change(40002, (link) => ({
      ...link,
      tracker: { ...link.tracker!, key: 'GONE' },
      wiki: { ...(link.wiki as WikiView), key: 'REQ-004', baseline: 1 },
    }))
    expect((await resynchronise('DRN-1')).errors).toEqual([])
    expect(await linker.shown('DRN-1')).toEqual(['implements ENG/REQ-004 in 1'])
  })

  test('nothing of what only the wiki shows and does not have any more', async () => {
    change(40002, ({ tracker: _tracker, ...link }) => ({
      ...link,
      wiki: { ...(link.wiki as WikiView), key: 'GONE' },
    }))
    expect(await resynchronise('DRN-1')).toMatchObject({ total: 1, done: 1, errors: [] })
    expect(await linker.shown('DRN-1')).toEqual([])
  })

  test('one of two records that come to say the same goes', async () => {
    const { wiki, tracker, ...link } = integrationOf(linker).store.table(issueLinks).get(40002)!
    change(40002, () => ({
      ...link,
      tracker: { ...tracker!, key: 'GONE' },
      wiki: { ...wiki!, key: 'REQ-003' },
    }))
    integrationOf(linker)
      .store.table(issueLinks)
      .insert({ ...link, id: 40009, tracker: { ...tracker!, key: 'REQ-003' } })
    expect((await resynchronise('DRN-1')).errors).toEqual([])
    expect(await linker.shown('DRN-1')).toEqual(['implements ENG/REQ-003'])
    expect(await linker.author.state('issueLink', 'id=40002')).toMatchObject([
      { wiki: { key: 'REQ-003' }, tracker: { key: 'REQ-003' } },
    ])
    expect(await linker.author.state('issueLink', 'id=40009')).toEqual([])
    expect((await linker.author.state('trackerText')).map(({ key }) => key)).not.toContain('GONE')
  })

  test('what only the wiki shows with the text of now', async () => {
    await linker.author.done('PUT', '/requirement2/ENG/REQ-007/link/issue/DRN-4?relationship=tests')
    const messages = integrationOf(linker).store.table(outboundMessages)
    for (const { id } of messages.scan()) messages.remove(id)
    await resynchronise('DRN-4')
    expect(await linker.done('GET', '/issuelinks/DRN-4')).toMatchObject([
      { key: 'REQ-007', html: expect.stringContaining('battery charge') },
    ])
  })

  test('the requirements of the issues, and no others', async () => {
    change(40003, onlyWiki)
    await resynchronise('DRN-1')
    expect(await linker.shown('DRN-2')).toEqual(['tests ENG/REQ-001'])
    await resynchronise('DRN-2')
    expect(await linker.shown('DRN-2')).toEqual(['implements ENG/REQ-002', 'tests ENG/REQ-001'])
  })

  test('not what the wiki shows instead of a link of another requirement', async () => {
    change(40002, (link) => ({ ...link, wiki: { ...(link.wiki as WikiView), key: 'REQ-002' } }))
    await resynchronise('DRN-2')
    expect(await linker.shown('DRN-1')).toEqual(['implements ENG/REQ-001'])
  })

  test('nothing for a user who has lost the permission to read the space', async () => {
    const { jobId } = await linker.call('PUT', '/sync?issues=DRN-1').then(({ body }) => body)
    integrationOf(linker).store.table(grants).remove('1001:2')
    advance('1s')
    expect(await linker.done('GET', `/sync/job/${jobId}`)).toMatchObject({
      failed: 1,
      errors: [{ item: 'ENG/REQ-001', message: 'who started this may not read the space' }],
    })
  })

  test('nothing that a waiting message will settle', async () => {
    await linker.done('DELETE', '/issuelinks/DRN-1', [item('REQ-001')])
    await linker.author.done('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=implements')
    await linker.author.call('DELETE', '/requirement2/ENG/REQ-002/link/issue/DRN-2')
    const job = await resynchronise('DRN-1,DRN-2,DRN-3')
    expect(job).toMatchObject({ failed: 0, errors: [] })
    expect(await linker.shown('DRN-1')).toEqual([])
    expect(await linker.waiting()).toEqual(['REMOVE_LINK DRN-1 ENG/REQ-001 implements'])
    linker.synchronise()
    agree()
    expect(await linker.inWiki('REQ-001')).toEqual(['tests DRN-2'])
    expect(await linker.inWiki('REQ-002')).toEqual([])
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003'])
  })

  test('nothing while the wiki does not respond', async () => {
    integrationOf(linker).store.table(applications).update(101, { status: 'DISABLED' })
    expect(await resynchronise('DRN-1')).toMatchObject({
      status: 'DONE',
      failed: 1,
      errors: [{ item: 'ENG/REQ-001', message: "no response from 'https://wiki.northwind.test/wiki'" }],
    })
  })

  test('not the link of an issue that the tracker does not have', async () => {
    await linker.author.done('PUT', '/requirement2/ENG/REQ-001/link/issue/DRN-77?relationship=tests')
    linker.synchronise()
    // The message that failed says the same as the error.
    expect((await resynchronise('DRN-1')).errors).toEqual([
      { item: 'ENG/REQ-001', message: "issue 'DRN-77' does not exist in the tracker" },
    ])
  })
})

describe('what waits', () => {
  const region = () => integrationOf(linker).store
  /** A message of the wiki that waits, about REQ-001 unless it says otherwise. */
  const fromWiki = (operation: string, more: object = {}) =>
    void region()
      .table(outboundMessages)
      .insert({
        id: 9001,
        serviceId: 'svc-0001-demo',
        status: 'PENDING',
        attempts: 0,
        createdAt: 0,
        spaceKey: 'ENG',
        key: 'REQ-001',
        operation,
        ...more,
      } as OutboundMessageRecord)
  /** A message of the tracker that waits, about a link of DRN-2 and REQ-001 unless it says otherwise. */
  const fromTracker = (operation: string, more: object = {}) =>
    void region()
      .table(trackerMessages)
      .insert({
        id: 9001,
        serviceId: 'svc-0001-demo',
        applinkId: APPLINK,
        status: 'PENDING',
        attempts: 0,
        createdAt: 0,
        issueKey: 'DRN-2',
        relationship: 'tests',
        ...(operation.endsWith('_LINK') ? { spaceKey: 'ENG', key: 'REQ-001' } : {}),
        operation,
        ...more,
      } as TrackerMessageRecord)
  /** Whether resynchronising told the wiki of the link that only the tracker shows. */
  const isHealed = async () => {
    const before = await linker.waiting()
    expect(await resynchronise('DRN-1')).toMatchObject({ status: 'DONE', errors: [] })
    const added = (await linker.waiting()).filter((message) => !before.includes(message))
    if (added.length > 0) expect(added).toEqual(['ADD_LINK DRN-2 ENG/REQ-001 tests'])
    return added.length > 0
  }

  test.each<[string, boolean, () => void]>([
    ['a rename of the requirement', false, () => fromWiki('REQUIREMENT_RENAMED', { newKey: 'X' })],
    ['its deletion', false, () => fromWiki('REQUIREMENT_DELETED')],
    ['that its text changed', true, () => fromWiki('REQUIREMENT_UPDATED', { issueKey: 'DRN-2' })],
    ['a link of it to the issue', false, () => fromWiki('LINK_ADDED', { issueKey: 'DRN-2' })],
    ['the end of one', false, () => fromWiki('LINK_REMOVED', { issueKey: 'DRN-2' })],
    ['a link of it to another', true, () => fromWiki('LINK_ADDED', { issueKey: 'DRN-4' })],
    ['a link of it to none', true, () => fromWiki('LINK_ADDED')],
    [
      'a link of another requirement to the issue',
      true,
      () => fromWiki('LINK_REMOVED', { issueKey: 'DRN-2', key: 'REQ-002' }),
    ],
    [
      'the end of a link, of which the tracker has heard',
      true,
      () => fromWiki('LINK_REMOVED', { issueKey: 'DRN-2', status: 'DONE' }),
    ],
    ['a reset of the issue’s links', false, () => fromTracker('RESET_LINKS')],
    ['another key of the issue', false, () => fromTracker('ISSUE_RENAMED', { newIssueKey: 'X' })],
    ['a reset of another issue’s', true, () => fromTracker('RESET_LINKS', { issueKey: 'DRN-4' })],
    ['the link itself', false, () => fromTracker('ADD_LINK')],
    ['its end', false, () => fromTracker('REMOVE_LINK')],
    ['another requirement', true, () => fromTracker('ADD_LINK', { key: 'REQ-003' })],
    ['that of another space', true, () => fromTracker('REMOVE_LINK', { spaceKey: 'OPS' })],
    ['another issue', true, () => fromTracker('ADD_LINK', { issueKey: 'DRN-4' })],
    ['no requirement', true, () => fromTracker('ADD_LINK', { spaceKey: undefined, key: undefined })],
    [
      'the requirement by the name that it had',
      false,
      () => {
        fromWiki('REQUIREMENT_RENAMED', { key: 'REQ-000', newKey: 'REQ-001' })
        fromTracker('REMOVE_LINK', { key: 'REQ-000' })
      },
    ],
  ])('about %s: the link is healed at once: %s', async (_what, healed, put) => {
    change(40004, onlyTracker)
    put()
    expect(await isHealed()).toBe(healed)
  })

  test.each<[string, object, () => void]>([
    ['its issue', { issueKey: 'DRN-4' }, () => fromTracker('RESET_LINKS', { issueKey: 'DRN-4' })],
    ['its issue', { issueKey: 'DRN-4' }, () => fromWiki('LINK_REMOVED', { issueKey: 'DRN-4' })],
    ['its requirement', { key: 'REQ-006' }, () => fromTracker('REMOVE_LINK', { key: 'REQ-006' })],
    ['its requirement', { key: 'REQ-006' }, () => fromWiki('REQUIREMENT_DELETED', { key: 'REQ-006' })],
  ])('about what the wiki shows instead, %s, is left to settle it', async (_what, view, put) => {
    change(40004, (link) => ({ ...link, wiki: { ...(link.wiki as WikiView), ...view } }))
    put()
    expect(await isHealed()).toBe(false)
  })
})

describe('POST /sync/updatebaseline2', () => {
  const body = { spaceKey: 'ENG', oldBaseline: null, newBaseline: 1 }

  test('lets links name the baseline, with its texts, in both products', async () => {
    const frozen = await linker.author.done('GET', '/requirement2/ENG/REQ-001?v=1')
    await linker.author.done('PUT', '/requirement2/ENG/REQ-001', { htmlExcerpt: '<p>New.</p>' })
    linker.synchronise()
    expect(await linker.done('POST', '/sync/updatebaseline2', body)).toEqual({ status: 'ok', updated: 3 })
    expect(await linker.shown('DRN-2')).toEqual(['implements ENG/REQ-002 in 1', 'tests ENG/REQ-001 in 1'])
    expect((await linker.done('GET', '/issuelinks/DRN-1'))[0].html).toBe(frozen.htmlExcerpt)
    expect(await linker.inWiki('REQ-001')).toEqual(['implements DRN-1', 'tests DRN-2'])
    linker.synchronise()
    expect(await linker.inWiki('REQ-001')).toEqual([])
    expect(await linker.inWiki('REQ-001?v=1')).toEqual(['implements DRN-1', 'tests DRN-2'])
    agree()
    const back = { ...body, oldBaseline: 1, newBaseline: null, keys: ['REQ-001'] }
    expect(await linker.done('POST', '/sync/updatebaseline2', back)).toEqual({ status: 'ok', updated: 2 })
    expect(await linker.shown('DRN-2')).toEqual(['implements ENG/REQ-002 in 1', 'tests ENG/REQ-001'])
    linker.synchronise()
    agree()
  })

  test('changes the links of the space that name the old one, and no others', async () => {
    await linker.done('POST', '/issuelinks/DRN-3', [
      item('SEC-001', { spaceKey: 'LAB' }),
      item('REQ-003', { baseline: 1 }),
    ])
    linker.synchronise()
    const texts = async () =>
      (await linker.author.state('trackerText')).map(({ spaceKey, key, baseline }) => [
        spaceKey,
        key,
        baseline,
      ])
    expect(await linker.done('POST', '/sync/updatebaseline2', body)).toEqual({ status: 'ok', updated: 3 })
    expect(await linker.shown('DRN-3')).toEqual(['implements LAB/SEC-001', 'implements ENG/REQ-003 in 1'])
    expect(await linker.waiting()).toHaveLength(6)
    // What the wiki shows still is no longer the face of the same link.
    const changed = (await linker.author.state('issueLink')).filter(({ wiki }) =>
      /REQ-00[12]/.test(wiki?.key),
    )
    expect(changed.map(({ tracker }) => tracker)).toEqual([undefined, undefined, undefined])
    expect((await texts()).toSorted()).toEqual([
      ['ENG', 'REQ-001', 1],
      ['ENG', 'REQ-002', 1],
      ['ENG', 'REQ-003', 1],
      ['LAB', 'SEC-001', null],
    ])
  })

  test('works while the wiki does not respond', async () => {
    integrationOf(linker).store.table(applications).update(101, { status: 'DISABLED' })
    const unknown = { ...body, newBaseline: 2, keys: ['REQ-002'] }
    expect(await linker.done('POST', '/sync/updatebaseline2', unknown)).toEqual({ status: 'ok', updated: 1 })
    expect(await linker.shown('DRN-2')).toContain('implements ENG/REQ-002 in 2')
  })

  test('makes no link of one that only the tracker shows', async () => {
    change(40002, onlyTracker)
    const count = (await linker.author.state('issueLink')).length
    const only = { ...body, keys: ['REQ-001'] }
    expect(await linker.done('POST', '/sync/updatebaseline2', only)).toEqual({ status: 'ok', updated: 2 })
    // One more for what the wiki shows still of the other.
    expect(await linker.author.state('issueLink')).toHaveLength(count + 1)
  })

  test('to the baseline of before changes nothing', async () => {
    const before = linker.author.everything()
    const same = { ...body, newBaseline: null }
    expect(await linker.done('POST', '/sync/updatebaseline2', same)).toEqual({ status: 'ok', updated: 0 })
    expect(linker.author.everything()).toBe(before)
  })

  test('makes one link of two that become the same', async () => {
    await linker.done('POST', '/issuelinks/DRN-1', [item('REQ-001', { baseline: 1 })])
    linker.synchronise()
    await linker.done('POST', '/sync/updatebaseline2', { ...body, keys: ['REQ-001'] })
    expect(await linker.shown('DRN-1')).toEqual(['implements ENG/REQ-001 in 1'])
    linker.synchronise()
    agree()
  })

  test.each([
    [{ ...body, newBaseline: 2 }, 404, "'2'"],
    [{ ...body, newBaseline: 2, keys: ['REQ-002'] }, 404, "no requirement 'ENG/REQ-002'"],
    [{ ...body, newBaseline: 77 }, 404, "'77'"],
    [{ ...body, applinkId: 'nope' }, 404, "'nope'"],
  ])('refuses %j: %i', async (wrong, status, mention) => {
    const reply = await linker.refused('POST', '/sync/updatebaseline2', wrong, 'tok-admin')
    expect(reply).toMatchObject(refusal(status, mention))
  })
})
