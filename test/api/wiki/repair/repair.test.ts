import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../../src/model/records/service/applications.ts'
import { integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { trackerMessages } from '../../../../src/model/records/tracker/inbound-messages.ts'
import { item } from '../../tracker/linking.ts'
import { refused } from '../../../support/demo.ts'
import { linker, startProducts } from '../queues/products.ts'
import { tableOf } from '../queues/world.ts'

beforeEach(() => startProducts())

const client = () => linker.author.client
const wiki = (method: string, path: string, body?: unknown, token = 'tok-admin') =>
  client().call(method, `/wiki/rest/reqs/1${path}`, { token, body })
const disable = () => tableOf(integrations).update('svc-0001-demo', { mode: 'DISABLED' })
const found = async () =>
  (await wiki('GET', '/repair/trackerlinks')).body.discrepancies.map(
    ({ kind, detail }: { kind: string; detail: string }) => `${kind}: ${detail}`,
  )
const LOST = 'LOST_KEY: the tracker shows implements ENG/?, and has lost the key'
const heal = async (body?: object, path = '/repair/trackerlinks') => {
  const reply = await wiki('PUT', path, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const unlinkInWiki = (key: string, issue: string) => {
  const table = tableOf(issueLinks)
  for (const { wiki: view, ...rest } of table.scan())
    if (view?.key === key && view.issueKey === issue) table.put(rest)
}
const unlinkInTracker = (key: string) => {
  const table = tableOf(issueLinks)
  for (const { tracker: view, ...rest } of table.scan()) if (view?.key === key) table.put(rest)
}
/** Both products show the same of everything but the link without a key. */
const expectAgreement = async () => {
  expect(await found()).toEqual([LOST])
  expect(linker.faces().wiki).toEqual(linker.faces().tracker)
}

describe('the discrepancies between wiki and tracker', () => {
  test('is nothing in the demo world but a link that lost its key', async () => {
    const { body } = await wiki('GET', '/repair/trackerlinks')
    expect(body).toMatchObject({
      total: 1,
      unreachable: [],
      discrepancies: [
        {
          id: 40001,
          serviceId: 'svc-0001-demo',
          kind: 'LOST_KEY',
          tracker: { issueKey: 'DRN-5', spaceKey: 'ENG', key: null, baseline: null },
          waiting: false,
        },
      ],
    })
    expect((await wiki('GET', '/repair/jiralinks')).body).toEqual(body)
  })

  test('is shown with what waits about it', async () => {
    await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    const { body } = await wiki('GET', '/repair/trackerlinks')
    expect(body.discrepancies[1]).toMatchObject({
      kind: 'MISSING_IN_WIKI',
      waiting: true,
      tracker: { issueKey: 'DRN-3', key: 'REQ-003' },
    })
    linker.synchronise()
    expect(await found()).toEqual([LOST])
  })

  test('is unknown while the tracker does not respond', async () => {
    tableOf(applications).update(102, { status: 'DISABLED' })
    const { body } = await wiki('GET', '/repair/trackerlinks')
    expect(body).toMatchObject({ total: 0, unreachable: [{ serviceId: 'svc-0001-demo' }] })
    expect(await heal()).toMatchObject({ healed: 0, unreachable: [{ serviceId: 'svc-0001-demo' }] })
    const dropped = await wiki('DELETE', '/repair/trackerlinks')
    expect(dropped).toMatchObject(
      refused(
        409,
        "integration 'svc-0001-demo' does not reach the tracker (no response from 'https://tracker.northwind.test'): bring",
      ),
    )
    expect(tableOf(issueLinks).has(40001)).toBe(true)
  })
})

describe('healing', () => {
  test('gives each product the links that only the other shows', async () => {
    unlinkInWiki('REQ-002', 'DRN-2')
    unlinkInTracker('REQ-001')
    tableOf(outboundMessages).remove(8001)
    expect(await found()).toEqual([
      LOST,
      'MISSING_IN_TRACKER: only the wiki shows DRN-1 implements ENG/REQ-001',
      'MISSING_IN_WIKI: only the tracker shows implements ENG/REQ-002',
      'MISSING_IN_TRACKER: only the wiki shows DRN-2 tests ENG/REQ-001',
    ])
    expect(await linker.shown('DRN-1')).toEqual([])
    expect(await linker.inWiki('REQ-002')).toEqual([])
    expect(await heal()).toMatchObject({ healed: 3, remaining: [{ id: 40001 }], unreachable: [] })
    await expectAgreement()
    expect(await linker.shown('DRN-1')).toEqual(['implements ENG/REQ-001'])
    expect(await linker.inWiki('REQ-002')).toEqual(['implements DRN-2'])
    expect(await linker.history(30001)).toEqual(['LINKED implements ENG/REQ-001'])
    const [link] = await linker.done('GET', '/issuelinks/DRN-1')
    const row = await linker.author.done('GET', '/requirement2/ENG/REQ-001')
    expect(link.html).toBe(row.htmlExcerpt)
  })

  test('heals what was chosen, all or nothing', async () => {
    unlinkInWiki('REQ-002', 'DRN-2')
    unlinkInTracker('REQ-001')
    const reply = await wiki('PUT', '/repair/trackerlinks', { ids: [40003, 77] })
    expect([reply.status, reply.body.message]).toEqual([404, expect.stringContaining("'77'")])
    expect(await linker.inWiki('REQ-002')).toEqual([])
    expect(await heal({ ids: [40003] }, '/repair/jiralinks')).toMatchObject({ healed: 1 })
    expect(await linker.inWiki('REQ-002')).toEqual(['implements DRN-2'])
    expect(await linker.shown('DRN-1')).toEqual([])
    expect(await heal({ ids: [40001] })).toMatchObject({ healed: 0 })
  })

  test('applies the messages of a stopped queue, which changes nothing afterwards', async () => {
    disable()
    await linker.done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    await linker.done('PUT', '/issuelinks/DRN-2', [item('REQ-004')])
    await linker.done('DELETE', '/issuelinks/DRN-1', [item('REQ-001')])
    linker.synchronise()
    expect(linker.faces().wiki).not.toEqual(linker.faces().tracker)
    const waiting = await linker.waiting()
    await heal()
    await expectAgreement()
    // Both products have something to tell of this one: the wiki is right.
    expect(await linker.inWiki('REQ-001')).toEqual(['tests DRN-2'])
    expect(await linker.inWiki('REQ-002')).toEqual([])
    expect(await linker.inWiki('REQ-004')).toEqual(['implements DRN-2'])
    expect(await linker.waiting()).toEqual(waiting)
    const before = linker.faces()
    tableOf(integrations).update('svc-0001-demo', { mode: 'AUTO' })
    linker.synchronise()
    expect(linker.faces()).toEqual(before)
    expect(await linker.waiting()).toEqual([])
  })

  test('follows requirements and issues that were renamed', async () => {
    disable()
    const link = tableOf(issueLinks).get(40003)
    if (link?.tracker === undefined || link.wiki === undefined) throw new Error('no such link')
    tableOf(issueLinks).put({
      ...link,
      wiki: { ...link.wiki, key: 'REQ-005', issueKey: 'DRN-9', relationship: 'verifies' },
    })
    expect(await found()).toEqual([
      LOST,
      'DIFFERENT: the wiki shows DRN-9 verifies ENG/REQ-005, the tracker DRN-2 implements ENG/REQ-002',
    ])
    expect(await heal()).toMatchObject({ healed: 1 })
    await expectAgreement()
    expect(await linker.shown('DRN-2')).toContain('verifies ENG/REQ-005')
    expect(await linker.inWiki('REQ-005')).toEqual(['verifies DRN-2'])
  })

  test('drops what names an issue or a requirement that is not there', async () => {
    const table = tableOf(issueLinks)
    const link = table.get(40002)
    if (link?.tracker === undefined || link.wiki === undefined) throw new Error('no such link')
    table.put({ id: 50001, serviceId: link.serviceId, wiki: { ...link.wiki, issueKey: 'DRN-99' } })
    table.put({ id: 50002, serviceId: link.serviceId, tracker: { ...link.tracker, key: 'GONE' } })
    expect(await found()).toEqual([
      LOST,
      'UNKNOWN_ISSUE: the tracker has no DRN-99',
      'UNKNOWN_REQUIREMENT: the wiki has no ENG/GONE',
    ])
    expect(await heal()).toMatchObject({ healed: 2 })
    await expectAgreement()
    expect([table.has(50001), table.has(50002)]).toEqual([false, false])
  })

  test('recovers the key of a link that the wiki shows', async () => {
    const table = tableOf(issueLinks)
    const link = table.get(40002)
    const relationship = table.get(40001)?.tracker?.relationship
    if (link?.wiki === undefined || relationship === undefined) throw new Error('no such link')
    const view = { ...link.wiki, key: 'REQ-005', issueKey: 'DRN-5', relationship }
    table.put({ id: 50001, serviceId: link.serviceId, wiki: view })
    expect(await heal()).toMatchObject({ healed: 2, remaining: [] })
    expect(await linker.shown('DRN-5')).toEqual([`${relationship} ENG/REQ-005`])
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  })
})

describe('dropping', () => {
  test('takes what the products disagree on off both', async () => {
    unlinkInWiki('REQ-002', 'DRN-2')
    const whole = linker.faces().wiki.length
    expect((await wiki('DELETE', '/repair/trackerlinks')).status).toBe(204)
    expect(await found()).toEqual([])
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect(linker.faces().wiki).toHaveLength(whole)
    expect(await linker.shown('DRN-5')).toEqual([])
    expect((await linker.history(30005)).at(-1)).toContain('UNLINKED')
    expect(tableOf(trackerMessages).count('service', ['svc-0001-demo'])).toBe(0)
  })
})
