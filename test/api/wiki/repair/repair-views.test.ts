/** What repairing makes of links whose faces differ (service §4.6). */
import { beforeEach, describe, expect, test } from 'vitest'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { trackerTexts } from '../../../../src/model/records/tracker/tracker.ts'
import { APPLINK } from '../../tracker/linking.ts'
import {
  start,
  setWiki,
  heal,
  wikiFace,
  trackerFace,
  put,
  links,
  both,
  textsOf,
  putText,
  inTracker,
  inWiki,
  queue,
  wikiHistory,
} from './repairing.ts'
import { SERVICE, linker, wiki } from '../queues/products.ts'
import { OLD, tableOf } from '../queues/world.ts'

beforeEach(() => start())

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

  test('are both dropped when the tracker does not have the issue', async () => {
    put(50001, { wiki: 'DRN-3 tests REQ-003', tracker: 'DRN-99 implements REQ-003' })
    putText('REQ-003', 'old')
    expect(await heal()).toMatchObject({ healed: 1, remaining: [] })
    expect([links(), textsOf('REQ-003')]).toEqual([[], []])
    expect(wikiHistory()).toEqual(['REQ-003: UNLINKED tests DRN-3>'])
  })

  test('are of two links when another record shows in the tracker what the wiki says', async () => {
    put(50001, { wiki: 'DRN-3 tests REQ-003', tracker: 'DRN-3 implements REQ-004' })
    put(50002, { tracker: 'DRN-3 tests REQ-003' })
    await heal({ ids: [50001] })
    const both = ['implements ENG REQ-004', 'tests ENG REQ-003'].map((link) => `${SERVICE} DRN-3 ${link} -`)
    expect(linker.faces()).toEqual({ wiki: both, tracker: both })
  })

  test('leave the place to another record that shows in the wiki what the tracker means', async () => {
    put(50001, { wiki: 'DRN-77 tests REQ-003', tracker: 'DRN-3 implements REQ-003' })
    put(50002, { wiki: 'DRN-3 tests REQ-003' })
    await heal({ ids: [50001] })
    expect(links()).toEqual([both(50001, 'DRN-3 tests REQ-003')])
  })

  test('keep a text that was read over an application link of before while the wiki does not answer', async () => {
    put(50001, { wiki: 'DRN-3 tests REQ-003' })
    const table = tableOf(issueLinks)
    table.update(50001, { tracker: trackerFace('DRN-3 implements REQ-003', OLD) })
    putText('REQ-003', 'read long ago', OLD)
    setWiki('DISABLED')
    await heal()
    expect(links()).toEqual([both(50001, 'DRN-3 tests REQ-003')])
    expect([...tableOf(trackerTexts).scan()].at(-1)).toMatchObject({
      applinkId: APPLINK,
      spaceKey: 'ENG',
      key: 'REQ-003',
      html: 'read long ago',
    })
    expect(textsOf('REQ-003')).toHaveLength(1)
  })

  test.each([
    ['DRN-3 tests REQ-003 in 1', 'DRN-3 tests REQ-003', []],
    ['DRN-3 tests REQ-003', 'DRN-3 tests REQ-003 in 1', [OLD]],
  ])(
    'have no text of another version: %s, and %s over an application link of before',
    async (now, before, places) => {
      put(50001, { wiki: now })
      tableOf(issueLinks).update(50001, { tracker: trackerFace(before, OLD) })
      putText('REQ-003', 'read long ago', OLD)
      setWiki('DISABLED')
      await heal()
      expect(links()).toEqual([both(50001, now)])
      expect(
        [...tableOf(trackerTexts).scan()]
          .filter(({ key }) => key === 'REQ-003')
          .map(({ applinkId }) => applinkId),
      ).toEqual(places)
    },
  )

  test('have no text of a requirement that could not be read', async () => {
    put(50001, { wiki: 'DRN-3 tests REQ-003', tracker: 'DRN-3 implements REQ-003' })
    setWiki('DISABLED')
    await heal()
    expect(links()).toEqual([both(50001, 'DRN-3 tests REQ-003')])
    expect(textsOf('REQ-003')).toEqual([])
  })

  test('have no text of a requirement of the same key in another space', async () => {
    await wiki('PUT', '/requirement2/ENG/REQ-003', { newSpaceKey: 'OPS' })
    const view = { ...wikiFace('DRN-3 tests REQ-003'), spaceKey: 'OPS' }
    const tracker = trackerFace('DRN-3 tests REQ-003')
    tableOf(issueLinks).put({ id: 50001, serviceId: SERVICE, wiki: view, tracker })
    putText('REQ-003', 'of another one')
    setWiki('DISABLED')
    await heal()
    expect(textsOf('REQ-003')).toEqual([])
  })

  test('keep no text of another requirement, nor one that could not be read', async () => {
    put(50001, { wiki: 'DRN-3 tests REQ-003', tracker: 'DRN-3 tests REQ-004' })
    putText('REQ-004', 'of another one')
    setWiki('DISABLED')
    await heal()
    expect([textsOf('REQ-003'), textsOf('REQ-004')]).toEqual([[], []])
  })

  test('of an issue with another wrong link: both links are right in the end', async () => {
    put(50001, { tracker: 'DRN-3 tests REQ-003' })
    put(50002, { wiki: 'DRN-3 tests REQ-003', tracker: 'DRN-4 tests REQ-003' })
    await heal()
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
    expect(linker.faces().tracker.map((view) => view.split(' ').slice(1, 3).join(' '))).toEqual([
      'DRN-3 tests',
      'DRN-4 tests',
    ])
  })
})
