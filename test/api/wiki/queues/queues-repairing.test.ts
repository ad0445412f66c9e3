import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../../src/model/records/service/applications.ts'
import { integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { issues, trackerTexts } from '../../../../src/model/records/tracker/tracker.ts'
import { enqueueInbound, enqueueOutbound } from '../../../../src/model/integration/messages/messages.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { linkIssueInBoth } from '../../../../src/model/integration/issues/issue-requirements.ts'
import { applyToTracker } from '../../../../src/model/integration/queues/tracker-side.ts'
import { integrationOf, item } from '../../tracker/linking.ts'
import { SERVICE, REPAIR, INBOUND, linker, startProducts, wiki, done, synchronise } from './products.ts'
import {
  WIKI_APPLINK,
  simulator,
  tableOf,
  integration,
  writing,
  integrating,
  setMode,
  outbound,
  inbound,
} from './world.ts'

beforeEach(() => startProducts())

const waiting = () => [...outbound(), ...inbound()]
const spacesOf = (key: string) =>
  [...tableOf(trackerTexts).scan()].filter((text) => text.key === key).map((text) => text.spaceKey)
const expectAgreement = () => {
  synchronise(3)
  expect(waiting()).toEqual([])
  expect(linker.faces().wiki).toEqual(linker.faces().tracker)
}

describe('a link that the tracker makes', () => {
  test('is applied to a requirement that was moved before the run', async () => {
    await done('POST', '/issuelinks/DRN-3', [item('REQ-006')])
    await wiki('PUT', '/requirement2/ENG/REQ-006', { newSpaceKey: 'OPS' })
    expectAgreement()
    expect(await linker.shown('DRN-3')).toEqual(['implements OPS/REQ-006'])
    expect((await wiki('GET', '/requirement2/OPS/REQ-006')).issues).toMatchObject([{ issueKey: 'DRN-3' }])
    expect(spacesOf('REQ-006')).toEqual(['OPS'])
  })

  test('is dropped when the requirement was deleted before the run', async () => {
    await done('POST', '/issuelinks/DRN-3', [item('REQ-007')])
    await wiki('DELETE', '/requirement2/ENG/REQ-007')
    expectAgreement()
    expect(await linker.shown('DRN-3')).toEqual([])
    expect(spacesOf('REQ-007')).toEqual([])
  })

  test('is forgotten with its text when the wiki removes it', async () => {
    await done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    synchronise(3)
    expect(spacesOf('REQ-003')).toEqual(['ENG'])
    await wiki('DELETE', '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=implements')
    expectAgreement()
    expect(spacesOf('REQ-003')).toEqual([])
  })
})

describe('repairing', () => {
  test.each(['tracker', 'wiki'])('drops for good what only the %s shows', async (side) => {
    if (side === 'tracker') await done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    else await wiki('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=implements')
    await wiki('DELETE', REPAIR)
    expectAgreement()
    expect(await linker.inWiki('REQ-003')).toEqual([])
    expect(await linker.shown('DRN-3')).toEqual([])
  })

  test.each([
    ['adding', 'POST', 'DRN-3', 'REQ-003', []],
    ['removing', 'DELETE', 'DRN-1', 'REQ-001', ['implements ENG/REQ-001']],
    ['resetting', 'PUT', 'DRN-2', 'REQ-003', ['implements ENG/REQ-002', 'tests ENG/REQ-001']],
  ] as const)('believes the wiki for good while %s waits', async (_case, method, issue, key, shown) => {
    await startProducts({ scenario: 'demo', config: { assumptions: { A184: 'wiki' } } } as never)
    synchronise(3)
    await done(method, `/issuelinks/${issue}`, [item(key)])
    await wiki('PUT', REPAIR)
    expectAgreement()
    expect((await linker.shown(issue)).toSorted()).toEqual(shown)
  })
})

test('messages that fail do not keep a later one waiting', async () => {
  const link = { spaceKey: 'ENG', key: 'REQ-001', relationship: 'implements' }
  const message = { ...link, serviceId: SERVICE, applinkId: WIKI_APPLINK, operation: 'LINK_ADDED' } as const
  for (let number = 0; number < 3000; number++) {
    enqueueOutbound(writing(), { ...message, issueKey: `NO-${number}` })
    const lost = { ...link, key: 'NONE', issueKey: `NO-${number}` }
    enqueueInbound(writing(), integration(), { ...lost, operation: 'ADD_LINK' })
  }
  synchronise()
  await wiki('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=implements')
  await done('POST', '/issuelinks/DRN-4', [item('REQ-003')])
  synchronise(3)
  expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003'])
  expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3', 'implements DRN-4'])
  expect(waiting().every(({ status }) => status === 'FAILED')).toBe(true)
})

test('a wiki that is switched off is neither read nor written', async () => {
  synchronise(3)
  tableOf(applications).update(101, { status: 'DISABLED' })
  const link = { spaceKey: 'ENG', key: 'REQ-003', issueKey: 'DRN-3', relationship: 'implements' }
  const before = linker.faces().wiki
  applyToTracker(integrating(), { ...link, operation: 'LINK_ADDED' })
  expect(spacesOf('REQ-003')).toEqual([])
  const issue = tableOf(issues).find('key', [102, 'DRN-3'])!
  const reference = { spaceKey: 'ENG', key: 'REQ-004', relationship: 'implements' }
  linkIssueInBoth(integrating(), issue, [reference])
  expect(linker.faces().wiki).toEqual(before)
  expect(spacesOf('REQ-004')).toEqual([])
  expect(await linker.waiting()).toEqual(['ADD_LINK DRN-3 ENG/REQ-004 implements'])
  tableOf(applications).update(101, { status: 'ACTIVE' })
  synchronise(3)
  expect(await linker.inWiki('REQ-004')).toEqual(['implements DRN-3'])
  expect(spacesOf('REQ-004')).toEqual(['ENG'])
})

test('a link that both products show stays as it is, with its text', () => {
  const { store, integration } = integrationOf(linker)
  const { world } = simulator()
  synchronise(3)
  for (const text of store.table(trackerTexts).scan())
    store.table(trackerTexts).update(text.id, { html: 'read before' })
  const everything = linker.author.everything()
  const reference = { spaceKey: 'ENG', key: 'REQ-001', relationship: 'implements' }
  linkIssueInBoth({ world, store, integration, actor: undefined }, store.table(issues).get(30001)!, [
    reference,
  ])
  expect(linker.author.everything()).toBe(everything)
})

describe("with A140 'tell', the tracker receives what was posted to the wiki", () => {
  const postMessages = (...messages: object[]) =>
    wiki('POST', `/integration/${SERVICE}/queue/inbound`, messages)
  const named = (changes: object) => ({
    spaceKey: 'ENG',
    relationship: 'tests',
    issueKey: 'DRN-3',
    ...changes,
  })
  const add = (changes: object) => ({ operation: 'ADD_LINK', ...named(changes) })
  const remove = (changes: object) => ({ operation: 'REMOVE_LINK', ...named(changes) })
  const queued = () =>
    [...tableOf(outboundMessages).range('waiting', [SERVICE])].flatMap(
      ({ operation, issueKey, key, baseline, relationship }) =>
        operation.startsWith('LINK_') ? [[operation, issueKey, key, baseline, relationship].join(' ')] : [],
    )

  beforeEach(async () => {
    await startProducts({ scenario: 'demo', config: { assumptions: { A140: 'tell' } } } as never)
    synchronise()
    setMode('DISABLED')
  })

  test.each([
    [[add({ key: 'REQ-003' })], ['LINK_ADDED DRN-3 REQ-003  tests']],
    [[add({ key: 'REQ-003', baseline: 1 })], ['LINK_ADDED DRN-3 REQ-003 1 tests']],
    [[add({ key: 'REQ-003', relationship: undefined })], ['LINK_ADDED DRN-3 REQ-003  implements']],
    [[remove({ key: 'REQ-003', baseline: 1 })], ['LINK_REMOVED DRN-3 REQ-003 1 tests']],
    [[add({ key: 'GONE' })], []],
    [
      [{ operation: 'RESET_LINKS', issueKey: 'DRN-1', spaceKey: 'ENG', key: 'REQ-003' }],
      ['LINK_REMOVED DRN-1 REQ-001  implements'],
    ],
    [[{ operation: 'ISSUE_RENAMED', newIssueKey: 'DRN-9', ...named({ key: 'REQ-003' }) }], []],
  ])('of %j', async (messages, expected) => {
    await postMessages(...messages)
    expect(queued()).toEqual(expected)
  })

  test('by the name that the requirement has now, and a copy by its own', async () => {
    await wiki('PUT', '/requirement2/ENG/REQ-002', { newKey: 'N2' })
    await postMessages(add({ key: 'REQ-002' }), add({ key: 'REQ-002', baseline: 1 }))
    expect(queued()).toEqual([
      'LINK_REMOVED DRN-3 REQ-002  tests',
      'LINK_ADDED DRN-3 N2  tests',
      'LINK_ADDED DRN-3 REQ-002 1 tests',
    ])
  })

  test('not of what the caller may not do', async () => {
    const body = [remove({ spaceKey: 'LAB', key: 'SEC-001' })]
    const path = `/wiki/rest/reqs/1${INBOUND}`
    const reply = await linker.author.client.post(path, body)
    expect([reply.status, reply.body[0].status, queued()]).toEqual([200, 'FAILED', []])
  })

  test('only the removal of a link to a deleted requirement', async () => {
    await wiki('DELETE', '/requirement2/ENG/REQ-007')
    await postMessages(add({ key: 'REQ-007' }))
    expect(queued()).toEqual(['LINK_REMOVED DRN-3 REQ-007  tests'])
  })
})

test('a tracker that receives a reset of links removes them, too', async () => {
  await startProducts({ scenario: 'demo', config: { assumptions: { A140: 'tell' } } } as never)
  await wiki('POST', INBOUND, [{ operation: 'RESET_LINKS', issueKey: 'DRN-2' }])
  expectAgreement()
  expect(await linker.shown('DRN-2')).toEqual([])
})

test('an upgrade brings along a descriptor that the tracker is ahead of', async () => {
  tableOf(integrations).update(SERVICE, { version: 8, trackerVersion: 9 })
  const body = await wiki('POST', `/integration/${SERVICE}/authenticate-user`, { performUpgrade: true })
  expect(body.upgrade).toMatchObject({ available: true, performed: true, version: 9 })
  expect((await wiki('GET', `/integration/${SERVICE}`)).version).toBe(9)
})

test('deleting a baseline removes the links of the tracker', async () => {
  await done('POST', '/issuelinks/DRN-3', [item('REQ-001', { baseline: 1 })])
  const gone = { operation: 'LINK_ADDED', spaceKey: 'ENG', key: 'REQ-001', issueKey: 'DRN-3' } as const
  applyToTracker(integrating(), { ...gone, baseline: 77, relationship: 'implements' })
  const shown = ['implements ENG/REQ-001 in 1', 'implements ENG/REQ-001 in 77']
  expect(await linker.shown('DRN-3')).toEqual(shown)
  for (const baseline of [1, 77])
    applyToTracker(integrating(), { operation: 'BASELINE_UPDATED', spaceKey: 'ENG', baseline })
  expect(await linker.shown('DRN-3')).toEqual(shown.slice(0, 1))
})
