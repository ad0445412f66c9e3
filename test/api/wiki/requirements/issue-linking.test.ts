/** Linking an issue to many requirements at once, whatever of the links is there already (service §6.2). */
import { beforeEach, expect, test } from 'vitest'
import { applications } from '../../../../src/model/records/service/applications.ts'
import { historyEntries } from '../../../../src/model/records/wiki/history.ts'
import { linkIssueInBoth } from '../../../../src/model/integration/issues/issue-requirements.ts'
import { wikiRequirement } from '../../../../src/model/integration/issues/tracker-texts.ts'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { issues, trackerTexts } from '../../../../src/model/records/tracker/tracker.ts'
import { APPLINK } from '../../tracker/linking.ts'
import { SERVICE, linker } from '../queues/products.ts'
import { startWaiting, inTracker } from '../queues/waiting.ts'
import { WIKI_APPLINK, tableOf, integrating } from '../queues/world.ts'

const shared = { spaceKey: 'ENG', relationship: 'tests' }
const first = { ...shared, key: 'REQ-004' }
const copy = { ...first, baseline: 1 }

beforeEach(() => startWaiting())

const link = (...references: (typeof first)[]) =>
  linkIssueInBoth(integrating(), tableOf(issues).get(30003)!, references)
const wikiFace = (changes: object = {}) => {
  return { applinkId: WIKI_APPLINK, applicationId: 101, issueKey: 'DRN-3', ...first, ...changes }
}
const trackerFace = (changes: object = {}) => {
  return { applinkId: APPLINK, applicationId: 102, issueId: 30003, baseline: null, ...first, ...changes }
}
const put = (id: number, faces: object, serviceId = SERVICE) =>
  tableOf(issueLinks).put({ id, serviceId, ...faces })
/** Links of the issue: `REQ-004 both`, `REQ-004 in 1 wiki`. */
const links = () =>
  [...tableOf(issueLinks).scan()]
    .filter(({ wiki, tracker }) => wiki?.issueKey === 'DRN-3' || tracker?.issueId === 30003)
    .map(({ wiki, tracker }) => {
      const baseline = wiki?.baseline ?? tracker?.baseline ?? undefined
      const name = `${wiki?.key ?? tracker?.key}${baseline === undefined ? '' : ` in ${baseline}`}`
      return `${name} ${wiki === undefined ? 'tracker' : tracker === undefined ? 'wiki' : 'both'}`
    })
    .toSorted()
const notedInTracker = () => linker.history(30003)
const notedInWiki = () =>
  [...tableOf(historyEntries).scan()].flatMap(({ requirementId, event }) =>
    event === 'LINKED' ? [requirementId] : [],
  )
const idOf = (baseline: number | null) => wikiRequirement(integrating(), 'ENG', 'REQ-004', baseline)?.id
const LINKED = 'LINKED tests ENG/REQ-004'

test('makes a link once, a copy of a baseline apart, with text and note', async () => {
  link(first, copy, first, copy)
  expect(links()).toEqual(['REQ-004 both', 'REQ-004 in 1 both'])
  expect(await notedInTracker()).toEqual([LINKED, `${LINKED} of baseline 1`])
  expect(notedInWiki()).toEqual([idOf(null), idOf(1)])
  const texts = [...tableOf(trackerTexts).scan()].filter(({ key }) => key === 'REQ-004')
  expect(texts.map(({ baseline }) => baseline).toSorted()).toEqual([1, null])
})

test('leaves what both show', async () => {
  put(50001, { wiki: wikiFace(), tracker: trackerFace() })
  put(50002, { wiki: wikiFace({ baseline: 1 }), tracker: trackerFace({ baseline: 1 }) })
  link(first, copy)
  expect(links()).toEqual(['REQ-004 both', 'REQ-004 in 1 both'])
  expect([await notedInTracker(), notedInWiki()]).toEqual([[], []])
})

test('adds the face that is missing, and notes it where it was', async () => {
  put(50001, { tracker: trackerFace() })
  put(50002, { wiki: wikiFace({ baseline: 1 }) })
  link(first, copy)
  expect(links()).toEqual(['REQ-004 both', 'REQ-004 in 1 both'])
  expect([await notedInTracker(), notedInWiki()]).toEqual([[`${LINKED} of baseline 1`], [idOf(null)]])
})

test('takes links of other integrations, issues and names for none of them', () => {
  put(50001, { tracker: trackerFace() }, 'svc-other')
  put(50002, { wiki: wikiFace() }, 'svc-other')
  put(50003, { tracker: trackerFace({ key: null }) })
  put(50004, { wiki: wikiFace({ issueKey: 'DRN-4' }), tracker: trackerFace({ issueId: 30004 }) })
  put(50005, { tracker: trackerFace({ relationship: 'covers' }) })
  link(first)
  expect(links()).toEqual([
    'REQ-004 both',
    'REQ-004 tracker',
    'REQ-004 tracker',
    'REQ-004 wiki',
    'null tracker',
  ])
})

test('queues one message for a wiki that does not answer', async () => {
  tableOf(applications).update(101, { status: 'DISABLED' })
  put(50001, { tracker: trackerFace() })
  link(first, copy)
  link(first, copy)
  expect(links()).toEqual(['REQ-004 in 1 tracker', 'REQ-004 tracker'])
  expect(inTracker()).toEqual(['ADD_LINK DRN-3 REQ-004 tests in 1'])
  expect(await notedInTracker()).toEqual([`${LINKED} of baseline 1`])
})

test('links what the wiki does not have, without a note', () => {
  link({ ...shared, key: 'GONE' })
  expect(links()).toEqual(['GONE both'])
  expect(notedInWiki()).toEqual([])
})
