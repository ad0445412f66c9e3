/** What repairing makes of messages that wait, and of names that are on their way (service §4.6). */
import { beforeEach, describe, expect, test } from 'vitest'
import { enqueueInbound, enqueueOutbound } from '../../../../src/model/integration/messages/messages.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { trackerMessages } from '../../../../src/model/records/tracker/inbound-messages.ts'
import { APPLINK, integrationOf } from '../../tracker/linking.ts'
import {
  start,
  setWiki,
  heal,
  put,
  links,
  both,
  inTracker,
  inWiki,
  queue,
  wikiHistory,
  LINK,
  NEARLY,
} from './repairing.ts'
import { REPAIR, linker, wiki } from '../queues/products.ts'
import { region, setMode } from '../queues/world.ts'

beforeEach(() => start())

describe('a repair drops waiting messages', () => {
  const all = (operation: string) => [LINK, ...NEARLY].map((link) => `${operation} ${link}`)
  const others = (operation: string) => NEARLY.map((link) => `${operation} ${link}`)

  test('that would remove an existing link', async () => {
    await start({ A184: 'wiki' })
    put(50001, { wiki: LINK })
    queue(...all('REMOVE_LINK'), ...all('LINK_REMOVED'), `REMOVE_LINK ${LINK}`)
    await heal({ ids: [50001] })
    expect(links()).toEqual([both(50001, LINK)])
    expect([inTracker(), inWiki()]).toEqual([others('REMOVE_LINK'), others('LINK_REMOVED')])
    expect([...region().table(outboundMessages).scan()].at(0)).toMatchObject({
      status: 'DONE',
      lastResponse: 'superseded: the link was repaired meanwhile',
      attempts: 0,
    })
  })

  test('that would restore a removed link', async () => {
    await start({ A184: 'wiki' })
    put(50001, { tracker: LINK })
    queue(...all('ADD_LINK'), ...all('LINK_ADDED'), `ADD_LINK ${LINK}`)
    await heal({ ids: [50001] })
    expect(links()).toEqual([])
    expect([inTracker(), inWiki()]).toEqual([others('ADD_LINK'), others('LINK_ADDED')])
  })

  test('but no reset, after which no message repeats a removed link', async () => {
    put(50001, { tracker: LINK })
    queue(`LINK_REMOVED ${LINK}`, 'RESET_LINKS DRN-3')
    await heal()
    expect([links(), inTracker(), inWiki()]).toEqual([[], ['RESET_LINKS DRN-3'], [`LINK_REMOVED ${LINK}`]])
  })

  test('but none that says the same', async () => {
    put(50001, { wiki: LINK })
    queue(`LINK_ADDED ${LINK}`)
    await heal({ ids: [50001] })
    expect(inWiki()).toEqual([`LINK_ADDED ${LINK}`])
    put(50002, { tracker: 'DRN-4 tests REQ-004' })
    queue('ADD_LINK DRN-4 tests REQ-004')
    await heal({ ids: [50002] })
    expect(inTracker()).toEqual(['ADD_LINK DRN-4 tests REQ-004'])
  })

  test('a message that would bring back a link to an issue that the tracker does not have', async () => {
    put(50001, { wiki: 'DRN-99 implements REQ-003' })
    const other = 'LINK_ADDED DRN-98 implements REQ-003'
    queue('LINK_ADDED DRN-99 implements REQ-003', other)
    await heal()
    expect([links(), inWiki()]).toEqual([[], [other]])
    expect(wikiHistory()).toEqual(['REQ-003: UNLINKED implements DRN-99>'])
  })

  test.each([
    [['RESET_LINKS DRN-3'], true],
    [['RESET_LINKS DRN-3 implements'], true],
    [['RESET_LINKS DRN-3 tests'], false],
    [['RESET_LINKS DRN-4'], false],
    [[`ADD_LINK ${LINK}`, 'RESET_LINKS DRN-3'], true],
    [['RESET_LINKS DRN-3', `ADD_LINK ${LINK}`], false],
    [['RESET_LINKS DRN-3', `ADD_LINK ${LINK}`, 'RESET_LINKS DRN-3'], true],
    [['RESET_LINKS DRN-3', 'ADD_LINK DRN-3 tests REQ-003'], true],
    [['RESET_LINKS DRN-3', `LINK_ADDED ${LINK}`], false],
    [['RESET_LINKS DRN-3', `LINK_ADDED ${LINK} in 1`], true],
  ])('nothing of %j, and says afterwards that the link is there: %s', async (waits, again) => {
    await start({ A184: 'wiki' })
    put(50001, { wiki: LINK })
    queue(...waits)
    await heal({ ids: [50001] })
    const waited = waits.filter((text) => !text.startsWith('LINK_'))
    expect(inTracker()).toEqual(again ? [...waited, `ADD_LINK ${LINK}`] : waited)
  })

  test('nothing where a link to a copy is to be reset, and says so of that copy', async () => {
    await start({ A184: 'wiki' })
    put(50001, { wiki: `${LINK} in 1` })
    queue('RESET_LINKS DRN-3')
    await heal()
    expect(inTracker()).toEqual(['RESET_LINKS DRN-3', `ADD_LINK ${LINK} in 1`])
  })
})

describe('dropping while names are on their way', () => {
  const drop = () => wiki('DELETE', REPAIR)
  const rename = (key: string, newKey: string) => wiki('PUT', `/requirement2/ENG/${key}`, { newKey })
  const linkInWiki = (key: string, issue: string) =>
    wiki('PUT', `/requirement2/ENG/${key}/link/issue/${issue}?relationship=implements`)
  const linkInTracker = (key: string, issue: string) => {
    const link = { applinkId: APPLINK, spaceKey: 'ENG', key, relationship: 'implements' }
    return linker.done('POST', `/issuelinks/${issue}`, [link])
  }
  const renameIssue = (id: number, key: string) => linker.author.control('PUT', `/issues/${id}`, { key })
  const settle = () => {
    setMode('AUTO')
    for (let run = 0; run < 3; run++) linker.synchronise()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  }

  test('drops for good what the wiki linked before it renamed the requirement, twice', async () => {
    await linkInWiki('REQ-003', 'DRN-3')
    await rename('REQ-003', 'N3')
    await rename('N3', 'N4')
    await drop()
    expect(inWiki().filter((text) => text.startsWith('LINK'))).toEqual([])
    settle()
    expect(links()).toEqual([])
  })

  test('leaves a link to a copy of a baseline when the requirement was renamed', async () => {
    put(50001, { wiki: `${LINK} in 1` })
    queue(`LINK_ADDED ${LINK} in 1`)
    await rename('REQ-003', 'N3')
    queue('LINK_ADDED DRN-3 implements N3 in 1')
    await drop()
    expect(inWiki().filter((text) => text.startsWith('LINK'))).toEqual([
      'LINK_ADDED DRN-3 implements N3 in 1',
    ])
  })

  test('drops a link of the tracker to a copy for good when the requirement was renamed', async () => {
    put(50001, { wiki: 'DRN-4 tests REQ-003', tracker: 'DRN-4 tests REQ-003' })
    put(50002, { tracker: `${LINK} in 1` })
    queue(`ADD_LINK ${LINK} in 1`)
    await rename('REQ-003', 'N3')
    await drop()
    expect(inTracker()).toEqual([])
  })

  test('keeps waiting messages about the link when the tracker shows it under another name as well', async () => {
    put(50001, { wiki: 'DRN-4 tests REQ-003', tracker: 'DRN-4 tests REQ-003' })
    put(50002, { tracker: LINK })
    await rename('REQ-003', 'N3')
    put(50003, { wiki: 'DRN-3 implements N3', tracker: 'DRN-3 implements N3' })
    queue('LINK_ADDED DRN-3 implements N3')
    await drop()
    expect(links()).toContain(both(50003, 'DRN-3 implements N3'))
    expect(inWiki()).toContain('LINK_ADDED DRN-3 implements N3')
  })

  test('keeps waiting messages about the link when the wiki shows it under another key as well', async () => {
    put(50001, { wiki: LINK })
    await renameIssue(30003, 'DRN-50')
    put(50002, { wiki: 'DRN-50 implements REQ-003', tracker: 'DRN-50 implements REQ-003' })
    queue('ADD_LINK DRN-50 implements REQ-003')
    await drop()
    expect(links()).toEqual([both(50002, 'DRN-50 implements REQ-003')])
    expect(inTracker()).toContain('ADD_LINK DRN-50 implements REQ-003')
  })

  test('leaves what waits about a copy under the former name', async () => {
    put(50001, { wiki: 'DRN-4 tests REQ-003', tracker: 'DRN-4 tests REQ-003' })
    queue(`LINK_ADDED ${LINK} in 1`)
    await rename('REQ-003', 'N3')
    put(50002, { tracker: 'DRN-3 implements N3 in 1' })
    await drop()
    expect(links()).toEqual([])
    expect(inWiki()).toContain(`LINK_ADDED ${LINK} in 1`)
  })

  test('leaves what the wiki links under the former name since, as the tracker shows it', async () => {
    await linkInWiki('REQ-003', 'DRN-3')
    await rename('REQ-003', 'N3')
    await linker.author.control('PUT', '/pages/4001', { define: [{ key: 'REQ-003', html: 'Another' }] })
    await linkInWiki('REQ-003', 'DRN-3')
    setWiki('DISABLED')
    await linkInTracker('REQ-003', 'DRN-3')
    setWiki('ACTIVE')
    await drop()
    expect(inWiki().filter((text) => text.startsWith('LINK'))).toEqual([`LINK_ADDED ${LINK}`])
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3'])
  })

  test('leaves what waits about another issue that has the former key since, or about none', async () => {
    put(50001, { tracker: LINK })
    await renameIssue(30003, 'DRN-50')
    queue(`ADD_LINK ${LINK}`)
    await drop()
    expect(inTracker()).toContain(`ADD_LINK ${LINK}`)
    await renameIssue(30004, 'DRN-3')
    put(50002, { tracker: 'DRN-50 implements REQ-003' })
    put(50003, { wiki: LINK, tracker: LINK })
    queue(`ADD_LINK ${LINK}`)
    await drop()
    expect(links()).toEqual([both(50003, LINK)])
    expect(inTracker().filter((text) => text.startsWith('ADD'))).toEqual([
      `ADD_LINK ${LINK}`,
      `ADD_LINK ${LINK}`,
    ])
  })

  test('drops for good what the tracker linked before the issue had another key, twice', async () => {
    await linkInTracker('REQ-003', 'DRN-3')
    await renameIssue(30003, 'DRN-50')
    await renameIssue(30003, 'DRN-51')
    await drop()
    expect(inTracker().filter((text) => text.startsWith('ADD'))).toEqual([])
    settle()
    expect(links()).toEqual([])
  })

  test('drops for good what the tracker linked before the wiki renamed the requirement', async () => {
    put(50001, { wiki: 'DRN-4 tests REQ-003', tracker: 'DRN-4 tests REQ-003' })
    await linkInTracker('REQ-003', 'DRN-3')
    await rename('REQ-003', 'N3')
    await linkInWiki('N3', 'DRN-1')
    queue('LINK_ADDED DRN-3 implements N3')
    await drop()
    expect(inTracker()).toEqual([])
    expect(inWiki().filter((text) => text.startsWith('LINK'))).toEqual([])
    settle()
    expect(links()).toEqual([])
  })
})

test('names that go through another integration, and messages that name nothing, stay on their way', async () => {
  put(50001, { wiki: LINK })
  const { store, integration } = integrationOf(linker)
  const { world } = linker.author.client.simulator
  const through = { serviceId: 'svc-other', applinkId: 'other' }
  const renamed = { operation: 'REQUIREMENT_RENAMED', newSpaceKey: 'ENG', newKey: 'N5' } as const
  const waits = [
    enqueueOutbound(
      { world, store, actor: undefined },
      { ...through, ...renamed, spaceKey: 'ENG', key: 'REQ-005' },
    ),
    ...[{ spaceKey: 'ENG' }, { key: 'REQ-005' }].map((partial) => {
      const { serviceId, wikiApplinkId: applinkId } = integration
      const deleted = { serviceId, applinkId, operation: 'REQUIREMENT_DELETED', ...partial } as const
      return enqueueOutbound({ world, store, actor: undefined }, deleted)
    }),
  ]
  const other = { serviceId: 'svc-other', trackerApplinkId: 'other' }
  const issue = { operation: 'ISSUE_RENAMED', issueKey: 'DRN-4', newIssueKey: 'DRN-44' } as const
  const message = enqueueInbound({ world, store, actor: undefined }, other, issue)
  await heal()
  expect(links()).toEqual([both(50001, LINK)])
  for (const message of waits) expect(store.table(outboundMessages).get(message.id)).toEqual(message)
  expect(store.table(trackerMessages).get(message.id)).toEqual(message)
})

describe('of what names on their way change', () => {
  const rename = (key: string, newKey: string) => wiki('PUT', `/requirement2/ENG/${key}`, { newKey })

  test('a link to what has the former name by now is healed as well', async () => {
    put(50001, { wiki: 'DRN-4 tests REQ-003', tracker: 'DRN-4 tests REQ-003' })
    await rename('REQ-003', 'N3')
    await linker.author.control('PUT', '/pages/4001', { define: [{ key: 'REQ-003', html: 'Another' }] })
    put(50002, { wiki: LINK, tracker: LINK })
    expect(await heal()).toMatchObject({ remaining: [] })
    expect(links()).toEqual([both(50001, 'DRN-4 tests N3'), both(50002, LINK)])
  })

  test('a message that removes a copy that has the new name stays', async () => {
    put(50001, { wiki: LINK, tracker: LINK })
    await rename('REQ-003', 'N3')
    queue('REMOVE_LINK DRN-3 implements N3', 'REMOVE_LINK DRN-3 implements N3 in 1')
    await heal()
    expect(inTracker()).toEqual(['REMOVE_LINK DRN-3 implements N3 in 1'])
  })

  test('a message of the wiki about an issue whose key another one had goes with the link', async () => {
    for (const [id, issue] of [
      [50010, 'DRN-3'],
      [50011, 'DRN-4'],
    ] as const)
      put(id, { wiki: `${issue} tests REQ-005`, tracker: `${issue} tests REQ-005` })
    for (const [id, key] of [
      [30004, 'DRN-60'],
      [30003, 'DRN-4'],
      [30003, 'DRN-70'],
    ] as const)
      await linker.author.control('PUT', `/issues/${id}`, { key })
    put(50001, { wiki: 'DRN-70 implements REQ-003' })
    put(50002, { wiki: 'DRN-4 implements REQ-003' })
    queue('ADD_LINK DRN-70 implements REQ-003')
    await wiki('DELETE', REPAIR)
    expect(inTracker().filter((text) => text.startsWith('ADD_LINK'))).toEqual([])
  })

  test('a former key of no issue is passed over', async () => {
    put(50001, { wiki: LINK })
    const { store, integration } = integrationOf(linker)
    for (const newIssueKey of ['DRN-97', 'DRN-3']) {
      const renaming = { operation: 'ISSUE_RENAMED', issueKey: 'DRN-98', newIssueKey } as const
      enqueueInbound(
        { world: linker.author.client.simulator.world, store, actor: undefined },
        integration,
        renaming,
      )
    }
    queue(`ADD_LINK ${LINK}`)
    await wiki('DELETE', REPAIR)
    expect([links(), inTracker().filter((text) => text.startsWith('ADD_LINK'))]).toEqual([[], []])
  })
})

test('names arrive before links are healed, in the order in which they were given', async () => {
  const swapped = [
    [50001, 'DRN-1 tests REQ-001'],
    [50002, 'DRN-2 tests REQ-002'],
  ] as const
  for (const [id, link] of swapped) put(id, { wiki: link, tracker: link })
  put(50003, { wiki: LINK })
  for (const [key, newKey] of [
    ['REQ-002', 'TEMP'],
    ['REQ-001', 'REQ-002'],
    ['TEMP', 'REQ-001'],
  ])
    await wiki('PUT', `/requirement2/ENG/${key}`, { newKey })
  await heal()
  expect(links()).toEqual([
    both(50001, 'DRN-1 tests REQ-002'),
    both(50002, 'DRN-2 tests REQ-001'),
    both(50003, LINK),
  ])
  expect(inWiki()).toEqual([])
  expect([await linker.history(30001), await linker.history(30002)]).toEqual([
    ['LINK_RENAMED tests ENG/REQ-001 is now ENG/REQ-002'],
    ['LINK_RENAMED tests ENG/REQ-002 is now ENG/TEMP', 'LINK_RENAMED tests ENG/TEMP is now ENG/REQ-001'],
  ])
})
