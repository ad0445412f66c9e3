/** What repairing makes of links that one product shows, that are there twice, or lost what they name (service §4.6). */
import { beforeEach, describe, expect, test } from 'vitest'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { enqueueInbound, enqueueOutbound } from '../../../../src/model/integration/messages/messages.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { APPLINK, integrationOf } from '../../tracker/linking.ts'
import {
  start,
  setWiki,
  heal,
  wikiFace,
  put,
  links,
  both,
  textsOf,
  putText,
  inTracker,
  inWiki,
  queue,
  wikiHistory,
  LINK,
  NEARLY,
} from './repairing.ts'
import { SERVICE, REPAIR, linker, wiki } from '../queues/products.ts'
import { tableOf } from '../queues/world.ts'

beforeEach(() => start())

describe.each([LINK, `${LINK} in 1`])('a link that one product shows: %s', (link) => {
  const name = link === LINK ? 'REQ-003' : 'REQ-003 in 1'
  const sentenceOfLink = link === LINK ? 'implements ENG/REQ-003' : 'implements ENG/REQ-003 of baseline 1'

  test('comes to the tracker, with its text and a note in the history of the issue', async () => {
    put(50001, { wiki: link })
    expect(await heal()).toMatchObject({ healed: 1, remaining: [] })
    expect(links()).toEqual([both(50001, link)])
    expect(await linker.history(30003)).toEqual([`LINKED ${sentenceOfLink}`])
    expect(textsOf('REQ-003')).toHaveLength(1)
    expect([inWiki(), inTracker(), wikiHistory()]).toEqual([[], [], []])
  })

  test('comes to the wiki, with a note in the history of the requirement', async () => {
    put(50001, { tracker: link })
    expect(await heal()).toMatchObject({ healed: 1, remaining: [] })
    expect(links()).toEqual([both(50001, link)])
    expect(wikiHistory()).toEqual([`${name}: LINKED >implements DRN-3`])
    expect(textsOf('REQ-003')).toHaveLength(1)
    expect([inWiki(), inTracker(), await linker.history(30003)]).toEqual([[], [], []])
  })

  test('gets its text later from a wiki that did not respond, once', async () => {
    setWiki('DISABLED')
    put(50001, { wiki: link })
    const other = link === LINK ? { baseline: 1 } : {}
    const { store, integration } = integrationOf(linker)
    const message = {
      serviceId: SERVICE,
      applinkId: integration.wikiApplinkId,
      spaceKey: 'ENG',
      key: 'REQ-003',
    }
    const { world } = linker.author.client.simulator
    enqueueOutbound(
      { world, store, actor: undefined },
      { ...message, operation: 'REQUIREMENT_UPDATED', ...other },
    )
    const frozen = link === LINK ? {} : { baseline: 1 }
    const update = { ...message, operation: 'REQUIREMENT_UPDATED', ...frozen } as const
    enqueueOutbound({ world, store, actor: undefined }, { ...update, key: 'REQ-004' })
    queue(link.replace('DRN-3', 'LINK_ADDED DRN-4'))
    const waits = inWiki()
    await heal()
    const queued = `REQUIREMENT_UPDATED REQ-003${link === LINK ? '' : ' in 1'}`
    expect(inWiki()).toEqual([...waits, queued])
    expect([...tableOf(outboundMessages).scan()].at(-1)).toMatchObject({
      serviceId: SERVICE,
      createdBy: 1,
    })
    put(50001, { wiki: link })
    await heal()
    expect(inWiki()).toEqual([...waits, queued])
    expect(textsOf('REQ-003')).toEqual([])
  })

  test('is removed from the wiki when a message of its removal waits in the tracker', async () => {
    put(50001, { wiki: link })
    queue(`REMOVE_LINK ${link}`)
    await heal()
    expect(links()).toEqual([])
    expect(wikiHistory()).toEqual([`${name}: UNLINKED implements DRN-3>`])
    expect(inTracker()).toEqual([`REMOVE_LINK ${link}`])
  })

  test('is removed from the tracker when a message of its removal waits in the wiki', async () => {
    put(50001, { tracker: link })
    queue(`LINK_REMOVED ${link}`)
    await heal()
    expect(links()).toEqual([])
    expect(await linker.history(30003)).toEqual([`UNLINKED ${sentenceOfLink}`])
    expect(inWiki()).toEqual([`LINK_REMOVED ${link}`])
  })
})

describe('a second record of a link', () => {
  test.each(['wiki', 'tracker'] as const)('of the %s alone goes', async (view) => {
    put(50001, { wiki: LINK, tracker: LINK })
    put(50002, { [view]: LINK })
    await heal()
    expect(links()).toEqual([both(50001, LINK)])
  })

  test.each(['wiki', 'tracker'] as const)('of the %s alone goes though it is the older one', async (view) => {
    put(50001, { [view]: LINK })
    put(50002, { wiki: LINK, tracker: LINK })
    await heal()
    expect(links()).toEqual([both(50002, LINK)])
  })

  test('with the other face is no discrepancy', async () => {
    put(50001, { wiki: LINK })
    put(50002, { tracker: LINK })
    expect((await wiki('GET', REPAIR)).discrepancies).toEqual([])
  })

  test('through another integration is no second one', async () => {
    put(50001, { wiki: LINK, tracker: LINK }, { serviceId: 'svc-other' })
    put(50002, { wiki: LINK })
    await heal()
    expect(links()).toEqual([both(50001, LINK), both(50002, LINK)])
  })

  test.each(['wiki', 'tracker'] as const)('of the %s stays where it differs from the first', async (view) => {
    put(50001, { wiki: LINK, tracker: LINK })
    for (const [place, link] of NEARLY.entries()) put(50002 + place, { [view]: link })
    await heal()
    expect(links()).toEqual([LINK, ...NEARLY].map((link, place) => both(50001 + place, link)))
  })
})

describe('a link that both products show, on the record of another one in the tracker', () => {
  const other = 'DRN-3 tests REQ-004'
  const sentence = (link: string) => {
    const [issue, relationship, key] = link.split(' ')
    return `${SERVICE} ${issue} ${relationship} ENG ${key} -`
  }

  test('is no discrepancy, and stays when the other one is repaired', async () => {
    put(50001, { wiki: LINK })
    put(50002, { wiki: other, tracker: LINK })
    expect((await wiki('GET', REPAIR)).discrepancies).toMatchObject([
      { id: 50002, kind: 'MISSING_IN_TRACKER', wiki: { key: 'REQ-004' } },
    ])
    expect(await heal()).toMatchObject({ healed: 1, remaining: [] })
    const both = [LINK, other].map(sentence).toSorted()
    expect(linker.faces()).toEqual({ wiki: both, tracker: both })
  })

  test('stays when discrepancies are dropped', async () => {
    put(50001, { wiki: LINK, tracker: other })
    put(50002, { wiki: other, tracker: LINK })
    put(50003, { wiki: 'DRN-4 tests REQ-004', tracker: 'DRN-4 tests REQ-003' })
    put(50004, { tracker: 'DRN-4 tests REQ-004' })
    await wiki('DELETE', REPAIR)
    const both = [LINK, other, 'DRN-4 tests REQ-004'].map(sentence).toSorted()
    expect(linker.faces()).toEqual({ wiki: both, tracker: both })
  })

  test('is none when the other product shows it through another integration', async () => {
    put(50001, { wiki: LINK })
    put(50002, { wiki: other, tracker: LINK }, { serviceId: 'svc-other' })
    expect((await wiki('GET', REPAIR)).discrepancies).toMatchObject([
      { id: 50001, kind: 'MISSING_IN_TRACKER' },
    ])
  })
})

test('a removed link stays removed although issues swapped keys without a message to the wiki', async () => {
  const renameIssue = (id: number, key: string) => linker.author.control('PUT', `/issues/${id}`, { key })
  put(50001, { wiki: 'DRN-1 tests REQ-003', tracker: 'DRN-1 tests REQ-003' })
  await renameIssue(30001, 'DRN-50')
  await linker.done('POST', '/issuelinks/DRN-4', [
    { applinkId: APPLINK, spaceKey: 'ENG', key: 'REQ-010', relationship: 'implements' },
  ])
  await renameIssue(30004, 'DRN-1')
  await wiki('DELETE', REPAIR)
  expect(inTracker()).not.toContain('ADD_LINK DRN-4 implements REQ-010')
})

describe('a link that lost its key', () => {
  const lost = 'DRN-3 tests ?'

  test('gains that of the only one that the wiki alone shows like this', async () => {
    put(50001, { tracker: lost })
    put(50002, { wiki: 'DRN-3 tests REQ-004' })
    queue('ADD_LINK DRN-3 tests REQ-004', 'REMOVE_LINK DRN-3 tests REQ-004')
    expect(await heal({ ids: [50001] })).toMatchObject({ healed: 1, remaining: [] })
    expect(links()).toEqual([both(50001, 'DRN-3 tests REQ-004')])
    expect(inTracker()).toEqual(['ADD_LINK DRN-3 tests REQ-004'])
    expect(await linker.history(30003)).toEqual(['LINK_RECOVERED tests ENG/REQ-004'])
    expect(textsOf('REQ-004')).toHaveLength(1)
  })

  test('gains that of a copy in its baseline', async () => {
    put(50001, { tracker: 'DRN-3 tests ? in 1' })
    put(50002, { wiki: 'DRN-3 tests REQ-004 in 1' })
    put(50003, { wiki: 'DRN-3 tests REQ-004' })
    expect(await heal({ ids: [50001] })).toMatchObject({ healed: 1 })
    expect(links()[0]).toEqual(both(50001, 'DRN-3 tests REQ-004 in 1'))
  })

  test('gains that of a copy though the requirement itself is deleted', async () => {
    await wiki('DELETE', '/requirement2/ENG/REQ-004')
    put(50001, { tracker: 'DRN-3 tests ? in 1' })
    put(50002, { wiki: 'DRN-3 tests REQ-004 in 1' })
    expect(await heal()).toMatchObject({ healed: 2, remaining: [] })
    expect(links()).toEqual([both(50001, 'DRN-3 tests REQ-004 in 1')])
  })

  test('stays on an issue that the tracker does not have', async () => {
    put(50001, { tracker: 'DRN-99 tests ?' })
    expect(await heal()).toMatchObject({ healed: 0, remaining: [{ kind: 'LOST_KEY' }] })
  })

  test('gains that which the wiki shows on its own record', async () => {
    put(50001, { wiki: 'DRN-3 tests REQ-004', tracker: lost })
    expect(await heal()).toMatchObject({ healed: 1 })
    expect(links()).toEqual([both(50001, 'DRN-3 tests REQ-004')])
  })

  test.each([
    ['nothing is there', {}],
    ['another issue has it', { wiki: 'DRN-4 tests REQ-004' }],
    ['the relationship is another', { wiki: 'DRN-3 implements REQ-004' }],
    ['it is to a copy', { wiki: 'DRN-3 tests REQ-004 in 1' }],
    ['the tracker shows it as well', { wiki: 'DRN-3 tests REQ-004', tracker: 'DRN-3 tests REQ-004' }],
    ['the wiki does not have the requirement', { wiki: 'DRN-3 tests GONE' }],
  ])('stays when %s', async (_case, faces) => {
    put(50001, { tracker: lost })
    if (Object.keys(faces).length > 0) put(50002, faces)
    expect(await heal({ ids: [50001] })).toMatchObject({ healed: 0 })
    expect(links()[0]).toBe(`50001 tracker ${lost}`)
  })

  test('stays when two may be meant, when one goes through another integration, and when one is of another space', async () => {
    put(50001, { tracker: lost })
    put(50002, { wiki: 'DRN-3 tests REQ-004' })
    put(50003, { wiki: 'DRN-3 tests REQ-005' })
    expect(await heal({ ids: [50001] })).toMatchObject({ healed: 0 })
    tableOf(issueLinks).remove(50002)
    put(50003, { wiki: 'DRN-3 tests REQ-005' }, { serviceId: 'svc-other' })
    expect(await heal({ ids: [50001] })).toMatchObject({ healed: 0 })
    put(50003, {})
    const view = { ...wikiFace('DRN-3 tests SEC-001'), spaceKey: 'LAB' }
    tableOf(issueLinks).put({ id: 50003, serviceId: SERVICE, wiki: view })
    expect(await heal({ ids: [50001] })).toMatchObject({ healed: 0 })
    expect(links()[0]).toBe(`50001 tracker ${lost}`)
  })
})

describe('a link to what is not there', () => {
  test('is removed from the tracker with its text, with or without the issue', async () => {
    put(50001, { tracker: 'DRN-3 tests GONE' })
    put(50002, { tracker: 'DRN-99 tests GONE' })
    putText('GONE', 'old')
    queue('ADD_LINK DRN-3 tests GONE')
    expect(await heal()).toMatchObject({ healed: 2, remaining: [] })
    expect([links(), textsOf('GONE'), inTracker()]).toEqual([[], [], []])
    expect(await linker.history(30003)).toEqual(['UNLINKED tests ENG/GONE'])
  })

  test('stays in the wiki, which shows it with the requirement once that comes back', async () => {
    put(50001, { wiki: 'DRN-3 tests GONE', tracker: 'DRN-3 tests GONE' })
    expect(await heal()).toMatchObject({ healed: 1, remaining: [] })
    expect(links()).toEqual(['50001 wiki DRN-3 tests GONE'])
  })

  test('stays in the tracker alone when that does not have the issue', async () => {
    put(50001, { tracker: 'DRN-99 tests REQ-003' })
    expect(await heal()).toMatchObject({ healed: 0, remaining: [{ kind: 'MISSING_IN_WIKI' }] })
    expect([links(), wikiHistory()]).toEqual([['50001 tracker - tests REQ-003'], []])
  })

  test('is dropped from the wiki, and what waits about a former key of no issue stays', async () => {
    put(50001, { wiki: 'DRN-99 implements REQ-003' })
    const { store, integration } = integrationOf(linker)
    const renaming = { operation: 'ISSUE_RENAMED', issueKey: 'DRN-98', newIssueKey: 'DRN-99' } as const
    enqueueInbound(
      { world: linker.author.client.simulator.world, store, actor: undefined },
      integration,
      renaming,
    )
    queue('LINK_ADDED DRN-98 implements REQ-003', 'LINK_ADDED DRN-99 implements REQ-003')
    await wiki('DELETE', REPAIR)
    expect([links(), inWiki()]).toEqual([[], ['LINK_ADDED DRN-98 implements REQ-003']])
  })

  test('is dropped from both when all discrepancies are dropped', async () => {
    put(50001, { wiki: 'DRN-3 tests GONE', tracker: 'DRN-3 tests GONE' })
    put(50002, { wiki: 'DRN-99 tests REQ-003' })
    put(50003, { tracker: 'DRN-99 tests ?' })
    await wiki('DELETE', REPAIR)
    expect(links()).toEqual([])
    expect(wikiHistory()).toEqual(['REQ-003: UNLINKED tests DRN-99>'])
  })
})
