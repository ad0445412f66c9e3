/** What a queue of the tracker has done with: later changes leave it as it was, and nothing waits for it (service §6.2). */
import { demoWith } from '../../../support/client.ts'
import { beforeEach, expect, test } from 'vitest'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { trackerMessages } from '../../../../src/model/records/tracker/inbound-messages.ts'
import { linker, wiki, startProducts, synchronise, changeIssue } from './products.ts'
import {
  startWaiting,
  linkInWiki,
  queueInTracker,
  inTracker,
  sendFromTracker,
  sendFromWiki,
} from './waiting.ts'
import { tableOf } from './world.ts'

beforeEach(() => startWaiting())

/** `ADD_LINK ENG/REQ-003 DRN-3: DONE, link added`, with those that are done. */
const everything = () =>
  [...tableOf(trackerMessages).scan()].map(
    ({ operation, key, issueKey, newIssueKey, status, lastResponse }) =>
      `${[operation, key, issueKey, newIssueKey].filter((part) => part !== undefined).join(' ')}: ${status}, ${lastResponse}`,
  )

test('a link keeps the name under which it was added when the requirement changes', async () => {
  queueInTracker('ADD_LINK DRN-3 REQ-003 implements', 'ADD_LINK DRN-4 REQ-004 implements')
  await sendFromTracker()
  const before = everything()
  expect(before).toEqual([
    'ADD_LINK REQ-003 DRN-3: DONE, link added',
    'ADD_LINK REQ-004 DRN-4: DONE, link added',
  ])
  await wiki('PUT', '/requirement2/ENG/REQ-003', { newKey: 'N3' })
  await wiki('DELETE', '/requirement2/ENG/REQ-004')
  synchronise()
  expect(everything()).toEqual(before)
})

test('a link to a frozen copy was added, though its baseline is deleted later', async () => {
  queueInTracker('ADD_LINK DRN-3 REQ-003 implements in 1')
  await sendFromTracker()
  queueInTracker('ADD_LINK DRN-4 REQ-004 implements in 1')
  await wiki('DELETE', '/baseline/ENG/1')
  await sendFromWiki()
  expect(everything()).toEqual([
    'ADD_LINK REQ-003 DRN-3: DONE, link added',
    'ADD_LINK REQ-004 DRN-4: DONE, superseded: the wiki has deleted the baseline',
  ])
})

test('a reset that was followed takes no link away that comes after it', async () => {
  queueInTracker('RESET_LINKS DRN-3')
  await sendFromTracker()
  await linkInWiki('REQ-003', 'DRN-3')
  synchronise()
  expect(everything()).toHaveLength(1)
  expect(linker.faces().wiki).toEqual(linker.faces().tracker)
})

test('a reset covers the whole issue, even if it names a requirement', async () => {
  queueInTracker('RESET_LINKS DRN-3 REQ-003 implements')
  await linkInWiki('REQ-003', 'DRN-3')
  await sendFromWiki()
  expect(everything()[0]).toBe('RESET_LINKS REQ-003 DRN-3: PENDING, undefined')
})

test('an issue that has its key for good is not called by the one of before', async () => {
  await startProducts(demoWith({ config: { assumptions: { A269: 'unknown' } } }))
  await changeIssue(30001, { key: 'DRN-11' })
  synchronise()
  // The key is that of nothing now, and a requirement that issue 30001 has nothing to do with names it.
  await linkInWiki('REQ-003', 'DRN-1')
  for (const { id } of tableOf(outboundMessages).scan()) tableOf(outboundMessages).remove(id)
  for (const { id, tracker } of tableOf(issueLinks).scan())
    if (tracker?.issueId === 30001) tableOf(issueLinks).remove(id)
  await changeIssue(30001, { key: 'DRN-12' })
  expect(inTracker()).toEqual([])
})
