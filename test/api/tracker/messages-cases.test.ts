/** What the tracker makes of messages of the wiki, case by case (service §4.7, §6.2). */
import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../src/model/records/service/applications.ts'
import { type IssueLinkRecord, issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { trackerTextId, trackerTexts } from '../../../src/model/records/tracker/tracker.ts'
import { APPLINK } from './linking.ts'
import { linker, wiki, done, changeIssue } from '../wiki/queues/products.ts'
import { startWaiting } from '../wiki/queues/waiting.ts'
import { WIKI_APPLINK, region, setMode } from '../wiki/queues/world.ts'

const named = { spaceKey: 'ENG', key: 'REQ-003', relationship: 'tests' }

beforeEach(() => startWaiting())

/** Posts one message in the name of the wiki; answers how it was taken: `DONE link added`. */
const tell = async (message: object) => {
  const [answer] = await done('POST', '/api', [{ applinkId: APPLINK, ...message }])
  return `${answer.status} ${answer.message}`
}
const setWiki = (status: 'ACTIVE' | 'DISABLED') => region().table(applications).update(101, { status })
const wikiFace = (changes: object = {}) => {
  return { applinkId: WIKI_APPLINK, applicationId: 101, issueKey: 'DRN-3', ...named, ...changes }
}
const trackerFace = (changes: object = {}) => {
  return { applinkId: APPLINK, applicationId: 102, issueId: 30003, baseline: null, ...named, ...changes }
}
const put = (id: number, faces: Pick<IssueLinkRecord, 'wiki' | 'tracker'>) =>
  region()
    .table(issueLinks)
    .put({ id, serviceId: 'svc-0001-demo', ...faces })
const has = (id: number) => region().table(issueLinks).has(id)
const putText = (key: string, baseline: number | null = null) => {
  const id = trackerTextId(APPLINK, 'ENG', key, baseline)
  const text = { id, applinkId: APPLINK, spaceKey: 'ENG', key, baseline, html: `of ${key}`, refreshedAt: 0 }
  region().table(trackerTexts).put(text)
}
/** Texts that the tracker has besides those of the demo: `REQ-003 in 1`. */
const texts = () =>
  [...region().table(trackerTexts).scan()].flatMap(({ key, baseline }) =>
    key === 'REQ-001' || key === 'REQ-002' ? [] : [`${key}${baseline === null ? '' : ` in ${baseline}`}`],
  )

describe('a message that says too little', () => {
  test.each([
    [{ operation: 'REQUIREMENT_UPDATED', key: 'REQ-003' }, "REQUIREMENT_UPDATED needs 'spaceKey' and 'key'"],
    [{ operation: 'REQUIREMENT_DELETED', spaceKey: 'ENG' }, "REQUIREMENT_DELETED needs 'spaceKey' and 'key'"],
    [{ ...named, operation: 'LINK_ADDED' }, "LINK_ADDED needs 'issueKey' and 'relationship'"],
    [
      { ...named, operation: 'LINK_REMOVED', issueKey: 'DRN-3', relationship: undefined },
      "LINK_REMOVED needs 'issueKey' and 'relationship'",
    ],
    [{ ...named, operation: 'REQUIREMENT_RENAMED' }, "the requirement needs another 'newKey'"],
    [{ ...named, operation: 'LINK_ADDED', issueKey: 'NO-1' }, "issue 'NO-1' does not exist"],
  ])('is answered FAILED and changes nothing: %j', async (message, why) => {
    const before = [...region().table(issueLinks).scan()]
    expect(await tell(message)).toBe(`FAILED ${why}`)
    expect([...region().table(issueLinks).scan()]).toEqual(before)
  })
})

describe('REQUIREMENT_UPDATED', () => {
  test('reads the texts of the requirement and of its copies that issues link', async () => {
    put(50001, { tracker: trackerFace() })
    put(50002, { tracker: trackerFace({ baseline: 1 }) })
    expect(await tell({ operation: 'REQUIREMENT_UPDATED', ...named })).toBe('DONE text refreshed for 2 links')
    expect(texts().toSorted()).toEqual(['REQ-003', 'REQ-003 in 1'])
  })

  test('is noted where no issue links it', async () => {
    expect(await tell({ operation: 'REQUIREMENT_UPDATED', ...named })).toBe(
      'DONE no issue links the requirement',
    )
    expect(texts()).toEqual([])
  })
})

describe('REQUIREMENT_RENAMED', () => {
  const renaming = { operation: 'REQUIREMENT_RENAMED', ...named, newKey: 'N3' }

  test('takes links and text along, and leaves those of copies', async () => {
    setWiki('DISABLED')
    put(50001, { tracker: trackerFace() })
    put(50002, { tracker: trackerFace({ baseline: 1 }) })
    for (const baseline of [null, 1]) putText('REQ-003', baseline)
    expect(await tell(renaming)).toBe('DONE 1 link renamed')
    expect((await linker.shown('DRN-3')).toSorted()).toEqual(['tests ENG/N3', 'tests ENG/REQ-003 in 1'])
    expect(texts().toSorted()).toEqual(['N3', 'REQ-003 in 1'])
    expect(await linker.history(30003)).toEqual(['LINK_RENAMED tests ENG/REQ-003 is now ENG/N3'])
  })

  test('takes no text along that no link has', async () => {
    setWiki('DISABLED')
    putText('REQ-003')
    expect(await tell(renaming)).toBe('DONE 0 links renamed')
    expect(texts()).toEqual(['REQ-003'])
  })

  test('reads the text of what is linked by the new name already', async () => {
    await wiki('PUT', '/requirement2/ENG/REQ-003', { newKey: 'N3' })
    put(50001, { tracker: trackerFace({ key: 'N3' }) })
    expect(await tell(renaming)).toBe('DONE 0 links renamed')
    expect(texts()).toEqual(['N3'])
  })

  test('leaves one link of two, joined with that of the wiki', async () => {
    put(50001, { tracker: trackerFace() })
    put(50002, { tracker: trackerFace({ key: 'N3' }) })
    put(50003, { wiki: wikiFace({ key: 'N3' }) })
    expect(await tell(renaming)).toBe('DONE 1 link renamed')
    expect([has(50001), has(50003)]).toEqual([false, false])
    expect(region().table(issueLinks).get(50002)).toMatchObject({
      wiki: { key: 'N3' },
      tracker: { key: 'N3' },
    })
  })

  test('leaves a link of an issue that is not there', async () => {
    put(50001, { tracker: trackerFace({ issueId: 99_999 }) })
    expect(await tell(renaming)).toBe('DONE 1 link renamed')
    expect(region().table(issueLinks).get(50001)?.tracker?.key).toBe('REQ-003')
  })
})

describe('REQUIREMENT_DELETED', () => {
  test('takes links and text off, also of an issue that is not there, and leaves those of copies', async () => {
    put(50001, { tracker: trackerFace() })
    put(50002, { tracker: trackerFace({ issueId: 99_999 }) })
    put(50003, { tracker: trackerFace({ baseline: 1 }) })
    for (const baseline of [null, 1]) putText('REQ-003', baseline)
    expect(await tell({ operation: 'REQUIREMENT_DELETED', ...named })).toBe('DONE 2 links removed')
    expect([has(50001), has(50002), has(50003)]).toEqual([false, false, true])
    expect(texts()).toEqual(['REQ-003 in 1'])
  })

  test('forgets a text that no link has', async () => {
    putText('REQ-003')
    await tell({ operation: 'REQUIREMENT_DELETED', ...named })
    expect(texts()).toEqual([])
  })
})

describe('BASELINE_UPDATED', () => {
  const update = { operation: 'BASELINE_UPDATED', spaceKey: 'ENG' }

  test('is noted for a baseline that there is, for none, and while the wiki does not answer', async () => {
    put(50001, { tracker: trackerFace({ baseline: 1 }) })
    put(50002, { tracker: trackerFace({ baseline: 77 }) })
    expect(await tell({ ...update, baseline: 1 })).toBe('DONE baseline 1 of space ENG noted')
    expect(await tell(update)).toBe('DONE baseline  of space ENG noted')
    setWiki('DISABLED')
    expect(await tell({ ...update, baseline: 77 })).toBe('DONE baseline 77 of space ENG noted')
    expect([has(50001), has(50002)]).toEqual([true, true])
  })

  test('of one that is gone takes links and texts of its copies off, also of an issue that is not there', async () => {
    put(50001, { tracker: trackerFace({ baseline: 77 }) })
    put(50002, { tracker: trackerFace({ baseline: 77, key: 'REQ-004', issueId: 99_999 }) })
    putText('REQ-003', 77)
    putText('REQ-004', 77)
    expect(await tell({ ...update, spaceKey: 'NOPE', baseline: 77 })).toBe(
      'DONE baseline 77 of space NOPE is gone: 0 links removed',
    )
    expect(await tell({ ...update, spaceKey: 'OPS', baseline: 77 })).toBe(
      'DONE baseline 77 of space OPS is gone: 0 links removed',
    )
    expect(await tell({ ...update, baseline: 77 })).toBe(
      'DONE baseline 77 of space ENG is gone: 2 links removed',
    )
    expect([has(50001), has(50002), texts()]).toEqual([false, false, []])
  })
})

describe('LINK_ADDED', () => {
  const adding = { operation: 'LINK_ADDED', ...named, issueKey: 'DRN-3' }

  test('of a copy reads the text of that copy', async () => {
    expect(await tell({ ...adding, baseline: 1 })).toBe('DONE link added')
    expect(texts()).toEqual(['REQ-003 in 1'])
  })

  test('joins two records of the link', async () => {
    put(50001, { wiki: wikiFace() })
    put(50002, { tracker: trackerFace() })
    expect(await tell(adding)).toBe('DONE the link was there already')
    expect(region().table(issueLinks).get(50001)).toMatchObject({ wiki: {}, tracker: {} })
    expect([has(50002), await linker.history(30003)]).toEqual([false, []])
  })

  test('by the former key of the issue joins what the wiki shows by the one of now', async () => {
    setMode('DISABLED')
    put(50001, { wiki: wikiFace() })
    await changeIssue(30003, { key: 'DRN-50' })
    setMode('AUTO')
    put(50001, { wiki: wikiFace({ issueKey: 'DRN-50' }) })
    expect(await tell(adding)).toBe('DONE link added')
    const links = [...region().table(issueLinks).scan()].filter(({ tracker }) => tracker?.issueId === 30003)
    expect(links).toMatchObject([{ wiki: { issueKey: 'DRN-50' }, tracker: { key: 'REQ-003' } }])
  })
})
