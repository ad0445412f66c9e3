/** What the wiki makes of messages of the tracker, case by case: posted to it, and from the queue (service §4.5, §6.2). */
import { beforeEach, describe, expect, test } from 'vitest'
import { type IssueLinkRecord, issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { historyEntries } from '../../../../src/model/records/wiki/history.ts'
import { wikiRequirement } from '../../../../src/model/integration/issues/tracker-texts.ts'
import { APPLINK } from '../../tracker/linking.ts'
import { SERVICE, INBOUND, wiki, rename, issuesOf } from './products.ts'
import { startWaiting, linkInWiki, inWiki, sendFromWiki, send } from './waiting.ts'
import { WIKI_APPLINK, tableOf, integrating } from './world.ts'

beforeEach(() => startWaiting())

const named = { spaceKey: 'ENG', key: 'REQ-003', issueKey: 'DRN-3', relationship: 'tests' }
/** Posts one message to the wiki as admin; answers how it was taken: `DONE link added`. */
const post = async (message: object) => {
  const [answer] = await wiki('POST', INBOUND, [message])
  return `${answer.status} ${answer.message}`
}
const put = (id: number, faces: Pick<IssueLinkRecord, 'wiki' | 'tracker'>, serviceId = SERVICE) =>
  tableOf(issueLinks).put({ id, serviceId, ...faces })
const wikiFace = (changes: object = {}) => {
  return { applinkId: WIKI_APPLINK, applicationId: 101, ...named, ...changes }
}
const trackerFace = (changes: object = {}) => {
  const { issueKey: _issue, ...facts } = named
  return { applinkId: APPLINK, applicationId: 102, issueId: 30003, baseline: null, ...facts, ...changes }
}
const linksOf = (key: string) =>
  [...tableOf(issueLinks).scan()].filter(({ wiki, tracker }) => (wiki ?? tracker)?.key === key)
const noted = () =>
  [...tableOf(historyEntries).scan()].flatMap(({ requirementId, event, changes }) =>
    event === 'LINKED' || event === 'UNLINKED'
      ? changes.map(({ before = '', after = '' }) => `${requirementId} ${before}>${after}`)
      : [],
  )
const idOf = (key: string, baseline: number | null = null) => {
  return wikiRequirement(integrating(), 'ENG', key, baseline)?.id
}

describe('a message that says too little', () => {
  test.each([
    [{ ...named, operation: 'ADD_LINK', issueKey: undefined }, "ADD_LINK needs 'issueKey'"],
    [{ ...named, operation: 'ADD_LINK', issueKey: undefined, key: 'REQ-099' }, "ADD_LINK needs 'issueKey'"],
    [{ ...named, operation: 'ADD_LINK', key: undefined }, "ADD_LINK needs 'spaceKey' and 'key'"],
    [{ ...named, operation: 'REMOVE_LINK', spaceKey: undefined }, "REMOVE_LINK needs 'spaceKey' and 'key'"],
    [{ operation: 'RESET_LINKS' }, "RESET_LINKS needs 'issueKey'"],
    [{ operation: 'ISSUE_MOVED', issueKey: 'DRN-1' }, "ISSUE_MOVED needs 'newIssueKey'"],
    [{ operation: 'ISSUE_RENAMED', newIssueKey: 'DRN-9' }, "ISSUE_RENAMED needs 'issueKey'"],
    [
      { operation: 'ISSUE_RENAMED', issueKey: 'DRN-1', newIssueKey: 'DRN-1' },
      "the issue needs another 'newIssueKey'",
    ],
  ])('is answered FAILED and changes nothing: %j', async (message, why) => {
    const before = [...tableOf(issueLinks).scan()]
    expect(await post(message)).toBe(`FAILED ${why}`)
    expect([[...tableOf(issueLinks).scan()], inWiki(), noted()]).toEqual([before, [], []])
  })
})

describe('a requirement that was deleted', () => {
  const deleted = { ...named, key: 'REQ-099' }

  test('is not linked, and a message for the tracker says so', async () => {
    expect(await post({ operation: 'ADD_LINK', ...deleted })).toBe(
      "DONE not added: the wiki no longer has requirement 'ENG/REQ-099'",
    )
    expect(inWiki()).toEqual(['LINK_REMOVED DRN-3 REQ-099 tests'])
    expect(linksOf('REQ-099')).toEqual([])
  })

  test('has no link to remove, and no message is queued', async () => {
    expect(await post({ operation: 'REMOVE_LINK', ...deleted })).toBe('DONE there was no such link')
    expect(inWiki()).toEqual([])
  })

  test('loses a link that the wiki kept for it, without a note', async () => {
    put(50001, { wiki: wikiFace({ key: 'REQ-099' }) })
    expect(await post({ operation: 'REMOVE_LINK', ...deleted })).toBe('DONE link removed')
    expect([linksOf('REQ-099'), noted()]).toEqual([[], []])
  })

  test('has copies that are linked as before', async () => {
    await wiki('DELETE', '/requirement2/ENG/REQ-002')
    const waits = inWiki()
    const copy = { ...named, key: 'REQ-002', baseline: 1 }
    expect(await post({ operation: 'ADD_LINK', ...copy })).toBe('DONE link added')
    expect(await issuesOf('ENG/REQ-002?v=1')).toEqual(['tests DRN-3'])
    expect(inWiki()).toEqual(waits)
    expect(noted()).toEqual([`${idOf('REQ-002', 1)} >tests DRN-3`])
  })

  test('has one message if the wiki is about to send the link anyway', async () => {
    await linkInWiki('REQ-003', 'DRN-3')
    await wiki('DELETE', '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=implements')
    await wiki('DELETE', '/requirement2/ENG/REQ-003')
    const waits = inWiki()
    expect(await send('ADD_LINK DRN-3 REQ-003')).toEqual([
      'superseded: the wiki has changed the link meanwhile',
    ])
    expect(inWiki()).toEqual(waits)
    expect(await send('ADD_LINK DRN-4 REQ-003')).toEqual([
      "not added: the wiki no longer has requirement 'ENG/REQ-003'",
    ])
    expect(inWiki()).toEqual([...waits, 'LINK_REMOVED DRN-4 REQ-003 implements'])
  })
})

describe('a requirement that was renamed', () => {
  test('has copies that keep their name', async () => {
    await rename('REQ-002', 'N2')
    expect(await send('ADD_LINK DRN-3 REQ-002 tests in 1')).toEqual(['link added'])
    expect([await issuesOf('ENG/REQ-002?v=1'), await issuesOf('ENG/N2')]).toEqual([
      ['tests DRN-3'],
      ['implements DRN-2'],
    ])
  })

  test('keeps a link that the wiki made before, though the tracker removes it under the new name', async () => {
    await linkInWiki('REQ-003', 'DRN-3')
    await rename('REQ-003', 'N3')
    expect(await send('REMOVE_LINK DRN-3 N3')).toEqual([
      'superseded: the wiki has changed the link meanwhile',
    ])
    expect(await issuesOf('ENG/N3')).toEqual(['implements DRN-3'])
  })

  test('gains a link under the new name that the wiki removed under the former one', async () => {
    await wiki('DELETE', '/requirement2/ENG/REQ-001/link/issue/DRN-1?relationship=implements')
    await rename('REQ-001', 'N1')
    expect(await send('ADD_LINK DRN-1 N1')).toEqual(['link added'])
    expect(await issuesOf('ENG/N1')).toEqual(['tests DRN-2', 'implements DRN-1'])
  })

  test('is linked under its new name without an earlier link, and the tracker receives that name', async () => {
    await rename('REQ-006', 'N6')
    expect(inWiki()).toEqual([])
    expect(await post({ ...named, operation: 'ADD_LINK', key: 'REQ-006' })).toBe('DONE link added')
    expect(await issuesOf('ENG/N6')).toEqual(['tests DRN-3'])
    expect(inWiki()).toEqual(['LINK_REMOVED DRN-3 REQ-006 tests', 'LINK_ADDED DRN-3 N6 tests'])
  })

  test('keeps a link that the tracker shows under the other name', async () => {
    await rename('REQ-002', 'N2')
    expect(await send('REMOVE_LINK DRN-2 N2', 'REMOVE_LINK DRN-2 REQ-001 tests')).toEqual([
      'superseded: the tracker shows the link under another name of the requirement',
      'link removed',
    ])
    expect([await issuesOf('ENG/N2'), await issuesOf('ENG/REQ-001')]).toEqual([
      ['implements DRN-2'],
      ['implements DRN-1'],
    ])
  })
})

describe('RESET_LINKS', () => {
  test('leaves what the wiki has linked since, and notes the others in the order in which they were made', async () => {
    for (const key of ['REQ-005', 'REQ-004']) await linkInWiki(key, 'DRN-3')
    await sendFromWiki()
    await linkInWiki('REQ-003', 'DRN-3')
    const before = noted().length
    expect(await send('RESET_LINKS DRN-3')).toEqual(['2 links removed'])
    expect(await issuesOf('ENG/REQ-003')).toEqual(['implements DRN-3'])
    expect(noted().slice(before)).toEqual(
      ['REQ-005', 'REQ-004'].map((key) => `${idOf(key)} implements DRN-3>`),
    )
  })

  test('leaves links of another integration', async () => {
    put(50001, { wiki: wikiFace() }, 'svc-other')
    expect(await post({ operation: 'RESET_LINKS', issueKey: 'DRN-3' })).toBe('DONE 0 links removed')
    expect(linksOf('REQ-003')).toHaveLength(1)
  })
})

test('a link that is added becomes one record with what the tracker shows, and is noted once', async () => {
  put(50001, { wiki: wikiFace() })
  put(50002, { tracker: trackerFace() })
  expect(await post({ operation: 'ADD_LINK', ...named })).toBe('DONE the link was there already')
  expect(linksOf('REQ-003')).toMatchObject([{ id: 50001, wiki: {}, tracker: {} }])
  expect(noted()).toEqual([])
})

describe('a link that is removed', () => {
  test.each([undefined, 1])(
    'leaves the one that the wiki knows by the later key of the issue, in %s',
    async (baseline) => {
      const frozen = baseline === undefined ? {} : { baseline }
      const link = { ...named, key: 'REQ-004', ...frozen }
      put(50001, {
        wiki: wikiFace({ ...link, issueKey: 'DRN-77' }),
        tracker: trackerFace({ key: 'REQ-004', baseline: baseline ?? null }),
      })
      put(50002, { wiki: wikiFace(link) })
      expect(await post({ operation: 'REMOVE_LINK', ...link, issueKey: 'DRN-77' })).toBe('DONE link removed')
      expect(linksOf('REQ-004')).toMatchObject([
        { id: 50001, wiki: { issueKey: 'DRN-3' }, tracker: { issueId: 30003 } },
      ])
    },
  )

  test.each([{ issueId: 99_999 }, { key: null }])(
    'leaves to the tracker what only that shows: %j',
    async (changes) => {
      put(50001, { wiki: wikiFace(), tracker: trackerFace(changes) })
      expect(await post({ operation: 'REMOVE_LINK', ...named })).toBe('DONE link removed')
      expect(tableOf(issueLinks).get(50001)).toEqual({
        id: 50001,
        serviceId: SERVICE,
        tracker: trackerFace(changes),
      })
    },
  )
})

test('a link becomes one record when an issue gets a key that the wiki did not have', async () => {
  put(50001, { wiki: wikiFace({ issueKey: 'DRN-77' }) })
  put(50002, { tracker: trackerFace() })
  const renaming = { operation: 'ISSUE_RENAMED', issueKey: 'DRN-77', newIssueKey: 'DRN-3' }
  expect(await post(renaming)).toBe('DONE 1 link follows the issue')
  expect(linksOf('REQ-003')).toMatchObject([{ id: 50001, wiki: { issueKey: 'DRN-3' }, tracker: {} }])
})
