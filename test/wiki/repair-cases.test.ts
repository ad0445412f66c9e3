/** What repairing makes of links whose faces differ, one case after the other, and of what waits about them (service §4.6). */
import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../src/model/applications/records.ts'
import { integrations, issueLinks, issues } from '../../src/model/links/records.ts'
import { enqueueInbound } from '../../src/model/messages/inbound.ts'
import { enqueueOutbound } from '../../src/model/messages/outbound.ts'
import { outboundMessages } from '../../src/model/messages/records.ts'
import { trackerMessages, trackerTextId, trackerTexts } from '../../src/model/tracker/records.ts'
import { historyEntries } from '../../src/model/history/records.ts'
import { wikiRequirement } from '../../src/model/integration/texts.ts'
import { APPLINK, integrationOf, type Linker, startLinker } from '../tracker/linking.ts'

const SERVICE = 'svc-0001-demo'
const WIKI_APPLINK = '11111111-2222-4333-8444-555555555555'
const OLD = '77777777-8888-4777-8666-555555555555'
const REPAIR = '/repair/trackerlinks'

let linker: Linker
beforeEach(() => start())

/** The demo world without links and messages; nothing is sent by itself. */
const start = async (assumptions: object = {}) => {
  linker = await startLinker({ scenario: 'demo', config: { assumptions } } as never)
  for (const table of [issueLinks, outboundMessages])
    for (const { id } of region()
      .table(table as typeof issueLinks)
      .scan())
      region()
        .table(table as typeof issueLinks)
        .remove(id)
  setMode('DISABLED')
}
const region = () => linker.author.client.simulator.world.region('eu')
const setMode = (mode: 'AUTO' | 'DISABLED') => region().table(integrations).update(SERVICE, { mode })
const setWiki = (status: 'ACTIVE' | 'DISABLED') => region().table(applications).update(101, { status })
const wiki = async (method: string, path: string, body?: unknown) => {
  const options = { token: 'tok-admin', ...(body === undefined ? {} : { body }) }
  const reply = await linker.author.client.call(method, `/wiki/rest/reqs/1${path}`, options)
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}
const heal = (body?: object) => wiki('PUT', REPAIR, body)

/** Reads `DRN-3 tests REQ-003 in 1`; `?` is a key that was lost. */
const factsOf = (text: string) => {
  const [issueKey = '', relationship = '', key = '', , baseline] = text.split(' ')
  return { issueKey, relationship, key, baseline: baseline === undefined ? undefined : Number(baseline) }
}
const wikiFace = (text: string) => {
  const { baseline, ...said } = factsOf(text)
  const frozen = baseline === undefined ? {} : { baseline }
  return { applinkId: WIKI_APPLINK, applicationId: 101, spaceKey: 'ENG', ...said, ...frozen }
}
const trackerFace = (text: string, applinkId = APPLINK) => {
  const { issueKey, relationship, key, baseline = null } = factsOf(text)
  const issueId = region().table(issues).find('key', [102, issueKey])?.id ?? 99_999
  const said = { issueId, spaceKey: 'ENG', key: key === '?' ? null : key, baseline, relationship }
  return { applinkId, applicationId: 102, ...said }
}
/** Puts a link whose faces say this; the id is the one that repairs name. */
const put = (
  id: number,
  faces: { wiki?: string; tracker?: string },
  changes: { serviceId?: string } = {},
) => {
  const { wiki: inWiki, tracker: inTracker } = faces
  region()
    .table(issueLinks)
    .put({
      id,
      serviceId: SERVICE,
      ...(inWiki === undefined ? {} : { wiki: wikiFace(inWiki) }),
      ...(inTracker === undefined ? {} : { tracker: trackerFace(inTracker) }),
      ...changes,
    })
}
/** All links as they are: `50001 wiki DRN-3 tests REQ-003, tracker DRN-3 tests REQ-003`. */
const links = () =>
  [...region().table(issueLinks).scan()].map(({ id, wiki: inWiki, tracker: inTracker }) => {
    const said = (
      issue: string,
      { relationship, key, baseline }: { relationship: string; key: string | null; baseline?: number | null },
    ) => `${issue} ${relationship} ${key ?? '?'}${typeof baseline === 'number' ? ` in ${baseline}` : ''}`
    const faces = [
      ...(inWiki === undefined ? [] : [`wiki ${said(inWiki.issueKey, inWiki)}`]),
      ...(inTracker === undefined
        ? []
        : [`tracker ${said(region().table(issues).get(inTracker.issueId)?.key ?? '-', inTracker)}`]),
    ]
    return `${id} ${faces.join(', ')}`
  })
const both = (id: number, text: string) => `${id} wiki ${text}, tracker ${text}`
const textsOf = (key: string) =>
  [...region().table(trackerTexts).scan()].filter((text) => text.key === key).map(({ html }) => html)
const putText = (key: string, html: string, applinkId = APPLINK) => {
  const id = trackerTextId(applinkId, 'ENG', key, null)
  region()
    .table(trackerTexts)
    .put({ id, applinkId, spaceKey: 'ENG', key, baseline: null, html, refreshedAt: 0 })
}

interface Said {
  readonly operation: string
  readonly key?: string
  readonly issueKey?: string
  readonly relationship?: string
  readonly baseline?: number
}
const sentence = ({ operation, issueKey, relationship, key, baseline }: Said) =>
  [operation, issueKey, relationship, key, baseline === undefined ? undefined : `in ${baseline}`]
    .filter((part) => part !== undefined)
    .join(' ')
const inTracker = () => [...region().table(trackerMessages).range('waiting', [SERVICE])].map(sentence)
const inWiki = () => [...region().table(outboundMessages).range('waiting', [SERVICE])].map(sentence)
/** Queues `ADD_LINK DRN-3 tests REQ-003`, in the product that tells such things. */
const queue = (...texts: string[]) => {
  const { store, integration } = integrationOf(linker)
  const { world } = linker.author.client.simulator
  for (const text of texts) {
    const [operation = '', ...rest] = text.split(' ')
    const { issueKey, relationship, key, baseline } = factsOf(rest.join(' '))
    const message = {
      operation,
      issueKey,
      ...(relationship === '' ? {} : { relationship }),
      ...(key === '' ? {} : { spaceKey: 'ENG', key }),
      ...(baseline === undefined ? {} : { baseline }),
    }
    if (operation.startsWith('LINK_'))
      enqueueOutbound(world, store, undefined, {
        serviceId: SERVICE,
        applinkId: WIKI_APPLINK,
        ...message,
      } as never)
    else enqueueInbound(world, store, undefined, integration, message as never)
  }
}
/** What the wiki noted of links, of requirements and of copies in baselines: `REQ-003 in 1: LINKED >tests DRN-3`. */
const wikiHistory = () => {
  const { store, integration } = integrationOf(linker)
  const names = new Map<number | undefined, string>()
  for (const key of ['REQ-003', 'REQ-004'])
    for (const baseline of [null, 1])
      names.set(
        wikiRequirement(store, integration, 'ENG', key, baseline)?.id,
        `${key}${baseline === null ? '' : ' in 1'}`,
      )
  return [...store.table(historyEntries).scan()].flatMap(({ requirementId, event, changes }) =>
    event === 'LINKED' || event === 'UNLINKED'
      ? changes.map(
          ({ before = '', after = '' }) => `${names.get(requirementId)}: ${event} ${before}>${after}`,
        )
      : [],
  )
}

const LINK = 'DRN-3 implements REQ-003'
const NEARLY = [
  'DRN-3 tests REQ-003',
  'DRN-3 implements REQ-003 in 1',
  'DRN-3 implements REQ-004',
  'DRN-4 implements REQ-003',
]

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

  test('has its text told later by a wiki that does not answer, once', async () => {
    setWiki('DISABLED')
    put(50001, { wiki: link })
    const other = link === LINK ? { baseline: 1 } : {}
    const { store, integration } = integrationOf(linker)
    const said = { serviceId: SERVICE, applinkId: integration.wikiApplinkId, spaceKey: 'ENG', key: 'REQ-003' }
    const { world } = linker.author.client.simulator
    enqueueOutbound(world, store, undefined, { ...said, operation: 'REQUIREMENT_UPDATED', ...other })
    const frozen = link === LINK ? {} : { baseline: 1 }
    const update = { ...said, operation: 'REQUIREMENT_UPDATED', ...frozen } as const
    enqueueOutbound(world, store, undefined, { ...update, key: 'REQ-004' })
    queue(link.replace('DRN-3', 'LINK_ADDED DRN-4'))
    const waits = inWiki()
    await heal()
    const told = `REQUIREMENT_UPDATED REQ-003${link === LINK ? '' : ' in 1'}`
    expect(inWiki()).toEqual([...waits, told])
    expect([...region().table(outboundMessages).scan()].at(-1)).toMatchObject({
      serviceId: SERVICE,
      createdBy: 1,
    })
    put(50001, { wiki: link })
    await heal()
    expect(inWiki()).toEqual([...waits, told])
    expect(textsOf('REQ-003')).toEqual([])
  })

  test('goes from the wiki where the tracker is about to tell that it is gone', async () => {
    put(50001, { wiki: link })
    queue(`REMOVE_LINK ${link}`)
    await heal()
    expect(links()).toEqual([])
    expect(wikiHistory()).toEqual([`${name}: UNLINKED implements DRN-3>`])
    expect(inTracker()).toEqual([`REMOVE_LINK ${link}`])
  })

  test('goes from the tracker where the wiki is about to tell that it is gone', async () => {
    put(50001, { tracker: link })
    queue(`LINK_REMOVED ${link}`)
    await heal()
    expect(links()).toEqual([])
    expect(await linker.history(30003)).toEqual([`UNLINKED ${sentenceOfLink}`])
    expect(inWiki()).toEqual([`LINK_REMOVED ${link}`])
  })
})

describe('of what waits, repairing lets go', () => {
  const all = (operation: string) => [LINK, ...NEARLY].map((link) => `${operation} ${link}`)
  const others = (operation: string) => NEARLY.map((link) => `${operation} ${link}`)

  test('what would take a link away that is there now', async () => {
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

  test('what would bring a link back that is gone now', async () => {
    await start({ A184: 'wiki' })
    put(50001, { tracker: LINK })
    queue(...all('ADD_LINK'), ...all('LINK_ADDED'), `ADD_LINK ${LINK}`)
    await heal({ ids: [50001] })
    expect(links()).toEqual([])
    expect([inTracker(), inWiki()]).toEqual([others('ADD_LINK'), others('LINK_ADDED')])
  })

  test('and not what says the same', async () => {
    put(50001, { wiki: LINK })
    queue(`LINK_ADDED ${LINK}`)
    await heal({ ids: [50001] })
    expect(inWiki()).toEqual([`LINK_ADDED ${LINK}`])
    put(50002, { tracker: 'DRN-4 tests REQ-004' })
    queue('ADD_LINK DRN-4 tests REQ-004')
    await heal({ ids: [50002] })
    expect(inTracker()).toEqual(['ADD_LINK DRN-4 tests REQ-004'])
  })

  test('what would bring back a link to an issue that the tracker does not have', async () => {
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

  test('leaves a link to a copy of a baseline, whatever the requirement is called now', async () => {
    put(50001, { wiki: `${LINK} in 1` })
    queue(`LINK_ADDED ${LINK} in 1`)
    await rename('REQ-003', 'N3')
    queue('LINK_ADDED DRN-3 implements N3 in 1')
    await drop()
    expect(inWiki().filter((text) => text.startsWith('LINK'))).toEqual([
      'LINK_ADDED DRN-3 implements N3 in 1',
    ])
  })

  test('drops a link of the tracker to a copy for good, whatever the requirement is called now', async () => {
    put(50001, { wiki: 'DRN-4 tests REQ-003', tracker: 'DRN-4 tests REQ-003' })
    put(50002, { tracker: `${LINK} in 1` })
    queue(`ADD_LINK ${LINK} in 1`)
    await rename('REQ-003', 'N3')
    await drop()
    expect(inTracker()).toEqual([])
  })

  test('leaves what waits about the link where the tracker shows it under another name as well', async () => {
    put(50001, { wiki: 'DRN-4 tests REQ-003', tracker: 'DRN-4 tests REQ-003' })
    put(50002, { tracker: LINK })
    await rename('REQ-003', 'N3')
    put(50003, { wiki: 'DRN-3 implements N3', tracker: 'DRN-3 implements N3' })
    queue('LINK_ADDED DRN-3 implements N3')
    await drop()
    expect(links()).toContain(both(50003, 'DRN-3 implements N3'))
    expect(inWiki()).toContain('LINK_ADDED DRN-3 implements N3')
  })

  test('leaves what waits about the link where the wiki shows it under another key as well', async () => {
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
    await linkInTracker('REQ-003', 'DRN-3')
    await drop()
    expect(inWiki().filter((text) => text.startsWith('LINK'))).toEqual([`LINK_ADDED ${LINK}`])
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3'])
  })

  test('leaves what waits about another issue that has the former key since, or about none', async () => {
    await renameIssue(30003, 'DRN-50')
    put(50001, { tracker: 'DRN-50 implements REQ-003' })
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
})

describe('faces that differ', () => {
  test('say what the wiki says, of the issue that the tracker means', async () => {
    put(50001, { wiki: 'DRN-77 tests REQ-003', tracker: 'DRN-3 implements REQ-004' })
    putText('REQ-004', 'old')
    queue('ADD_LINK DRN-3 implements REQ-004', 'REMOVE_LINK DRN-3 tests REQ-003')
    expect(await heal()).toMatchObject({ healed: 1, remaining: [] })
    expect(links()).toEqual([both(50001, 'DRN-3 tests REQ-003')])
    expect(await linker.history(30003)).toEqual([
      'LINK_RENAMED implements ENG/REQ-004 is now tests ENG/REQ-003',
    ])
    expect([textsOf('REQ-004'), textsOf('REQ-003').length]).toEqual([[], 1])
    expect([inTracker(), inWiki(), wikiHistory()]).toEqual([[], [], []])
  })

  test('are both dropped where the tracker does not have the issue', async () => {
    put(50001, { wiki: 'DRN-3 tests REQ-003', tracker: 'DRN-99 implements REQ-003' })
    putText('REQ-003', 'old')
    expect(await heal()).toMatchObject({ healed: 1, remaining: [] })
    expect([links(), textsOf('REQ-003')]).toEqual([[], []])
    expect(wikiHistory()).toEqual(['REQ-003: UNLINKED tests DRN-3>'])
  })

  test('leave the place to another record that shows in the tracker what the wiki says', async () => {
    put(50001, { wiki: 'DRN-3 tests REQ-003', tracker: 'DRN-3 implements REQ-004' })
    put(50002, { tracker: 'DRN-3 tests REQ-003' })
    await heal({ ids: [50001] })
    expect(links()).toEqual([both(50001, 'DRN-3 tests REQ-003')])
  })

  test('leave the place to another record that shows in the wiki what the tracker means', async () => {
    put(50001, { wiki: 'DRN-77 tests REQ-003', tracker: 'DRN-3 implements REQ-003' })
    put(50002, { wiki: 'DRN-3 tests REQ-003' })
    await heal({ ids: [50001] })
    expect(links()).toEqual([both(50001, 'DRN-3 tests REQ-003')])
  })

  test('keep a text that was read over an application link of before while the wiki does not answer', async () => {
    put(50001, { wiki: 'DRN-3 tests REQ-003' })
    const table = region().table(issueLinks)
    table.update(50001, { tracker: trackerFace('DRN-3 implements REQ-003', OLD) })
    putText('REQ-003', 'read long ago', OLD)
    setWiki('DISABLED')
    await heal()
    expect(links()).toEqual([both(50001, 'DRN-3 tests REQ-003')])
    expect([...region().table(trackerTexts).scan()].at(-1)).toMatchObject({
      applinkId: APPLINK,
      spaceKey: 'ENG',
      key: 'REQ-003',
      html: 'read long ago',
    })
    expect(textsOf('REQ-003')).toHaveLength(1)
  })

  test('have no text that nobody could read', async () => {
    put(50001, { wiki: 'DRN-3 tests REQ-003', tracker: 'DRN-3 implements REQ-003' })
    setWiki('DISABLED')
    await heal()
    expect(links()).toEqual([both(50001, 'DRN-3 tests REQ-003')])
    expect(textsOf('REQ-003')).toEqual([])
  })

  test('have no text of a requirement of the same key in another space', async () => {
    await wiki('PUT', '/requirement2/ENG/REQ-003', { newSpaceKey: 'OPS' })
    const face = { ...wikiFace('DRN-3 tests REQ-003'), spaceKey: 'OPS' }
    const tracker = trackerFace('DRN-3 tests REQ-003')
    region().table(issueLinks).put({ id: 50001, serviceId: SERVICE, wiki: face, tracker })
    putText('REQ-003', 'of another one')
    setWiki('DISABLED')
    await heal()
    expect(textsOf('REQ-003')).toEqual([])
  })

  test('let the text of another requirement be, and have no text that nobody read', async () => {
    put(50001, { wiki: 'DRN-3 tests REQ-003', tracker: 'DRN-3 tests REQ-004' })
    putText('REQ-004', 'of another one')
    setWiki('DISABLED')
    await heal()
    expect([textsOf('REQ-003'), textsOf('REQ-004')]).toEqual([[], []])
  })

  test('of an issue of which another link was told wrongly: each link is there in the end', async () => {
    put(50001, { tracker: 'DRN-3 tests REQ-003' })
    put(50002, { wiki: 'DRN-3 tests REQ-003', tracker: 'DRN-4 tests REQ-003' })
    await heal()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect(linker.faces().tracker.map((face) => face.split(' ').slice(1, 3).join(' '))).toEqual([
      'DRN-3 tests',
      'DRN-4 tests',
    ])
  })
})

describe('a second record of a link', () => {
  test.each(['wiki', 'tracker'] as const)('of the %s alone goes', async (face) => {
    put(50001, { wiki: LINK, tracker: LINK })
    put(50002, { [face]: LINK })
    await heal()
    expect(links()).toEqual([both(50001, LINK)])
  })

  test.each(['wiki', 'tracker'] as const)('of the %s alone goes though it is the older one', async (face) => {
    put(50001, { [face]: LINK })
    put(50002, { wiki: LINK, tracker: LINK })
    await heal()
    expect(links()).toEqual([both(50002, LINK)])
  })

  test.each([50001, 50002])(
    'with the other face is joined with the first, and nothing is new: %i',
    async (id) => {
      put(50001, { wiki: LINK })
      put(50002, { tracker: LINK })
      expect(await heal({ ids: [id] })).toMatchObject({ remaining: [] })
      expect(links()).toEqual([both(50001, LINK)])
      expect([wikiHistory(), await linker.history(30003)]).toEqual([[], []])
    },
  )

  test('through another integration is no second one', async () => {
    put(50001, { wiki: LINK, tracker: LINK }, { serviceId: 'svc-other' })
    put(50002, { wiki: LINK })
    await heal()
    expect(links()).toEqual([both(50001, LINK), both(50002, LINK)])
  })

  test.each(['wiki', 'tracker'] as const)('of the %s stays where it differs from the first', async (face) => {
    put(50001, { wiki: LINK, tracker: LINK })
    for (const [place, link] of NEARLY.entries()) put(50002 + place, { [face]: link })
    await heal()
    expect(links()).toEqual([LINK, ...NEARLY].map((link, place) => both(50001 + place, link)))
  })
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
  ])('stays where %s', async (_case, faces) => {
    put(50001, { tracker: lost })
    if (Object.keys(faces).length > 0) put(50002, faces)
    expect(await heal({ ids: [50001] })).toMatchObject({ healed: 0 })
    expect(links()[0]).toBe(`50001 tracker ${lost}`)
  })

  test('stays where two may be meant, where one goes through another integration, and where one is of another space', async () => {
    put(50001, { tracker: lost })
    put(50002, { wiki: 'DRN-3 tests REQ-004' })
    put(50003, { wiki: 'DRN-3 tests REQ-005' })
    expect(await heal({ ids: [50001] })).toMatchObject({ healed: 0 })
    region().table(issueLinks).remove(50002)
    put(50003, { wiki: 'DRN-3 tests REQ-005' }, { serviceId: 'svc-other' })
    expect(await heal({ ids: [50001] })).toMatchObject({ healed: 0 })
    put(50003, {})
    const face = { ...wikiFace('DRN-3 tests SEC-001'), spaceKey: 'LAB' }
    region().table(issueLinks).put({ id: 50003, serviceId: SERVICE, wiki: face })
    expect(await heal({ ids: [50001] })).toMatchObject({ healed: 0 })
    expect(links()[0]).toBe(`50001 tracker ${lost}`)
  })
})

describe('a link to what is not there', () => {
  test('goes from the tracker, with its text, whether or not that has the issue', async () => {
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

  test('stays in the tracker alone where that does not have the issue', async () => {
    put(50001, { tracker: 'DRN-99 tests REQ-003' })
    expect(await heal()).toMatchObject({ healed: 0, remaining: [{ kind: 'MISSING_IN_WIKI' }] })
    expect([links(), wikiHistory()]).toEqual([['50001 tracker - tests REQ-003'], []])
  })

  test('is dropped from the wiki, and what waits about a former key of no issue stays', async () => {
    put(50001, { wiki: 'DRN-99 implements REQ-003' })
    const { store, integration } = integrationOf(linker)
    const renaming = { operation: 'ISSUE_RENAMED', issueKey: 'DRN-98', newIssueKey: 'DRN-99' } as const
    enqueueInbound(linker.author.client.simulator.world, store, undefined, integration, renaming)
    queue('LINK_ADDED DRN-98 implements REQ-003', 'LINK_ADDED DRN-99 implements REQ-003')
    await wiki('DELETE', REPAIR)
    expect([links(), inWiki()]).toEqual([[], ['LINK_ADDED DRN-98 implements REQ-003']])
  })

  test('is dropped from both where everything in doubt is', async () => {
    put(50001, { wiki: 'DRN-3 tests GONE', tracker: 'DRN-3 tests GONE' })
    put(50002, { wiki: 'DRN-99 tests REQ-003' })
    put(50003, { tracker: 'DRN-99 tests ?' })
    await wiki('DELETE', REPAIR)
    expect(links()).toEqual([])
    expect(wikiHistory()).toEqual(['REQ-003: UNLINKED tests DRN-99>'])
  })
})
