/** Names that changed more often than the queues expected; each test is named after what broke (service §6.2). */
import { beforeEach, describe, expect, test } from 'vitest'
import { APPLINK, item } from '../../tracker/linking.ts'
import { linker, wiki, done, control, synchronise, rename, changeIssue } from './products.ts'
import { startWaiting, inTracker, inWiki, responses, expectAgreement } from './waiting.ts'
import { fail } from './world.ts'

beforeEach(() => startWaiting())

const HUNDRED = Array.from({ length: 101 }, (_, index) => index + 1)
/** Renames a requirement a hundred times and once through the API. */
const renameOften = async (key: string) => {
  for (const number of HUNDRED) await rename(number === 1 ? key : `N-${number - 1}`, `N-${number}`)
}

describe('a requirement that was renamed a hundred times', () => {
  test('is taken for deleted by a link of the tracker that waited', async () => {
    await done('POST', '/issuelinks/DRN-3', [item('REQ-003')])
    await renameOften('REQ-003')
    synchronise(2)
    await expectAgreement()
    expect(await linker.inWiki('N-101')).toEqual(['implements DRN-3'])
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/N-101'])
  })

  test('keeps a link that the tracker removed before it received the last name', async () => {
    await done('DELETE', '/issuelinks/DRN-1', [item('REQ-001')])
    await renameOften('REQ-001')
    fail('outbound', 'REQUIREMENT_RENAMED')
    synchronise()
    expect(await linker.inWiki('N-101')).toEqual(['tests DRN-2'])
    synchronise()
    await expectAgreement()
    expect(await linker.shown('DRN-2')).toEqual(['implements ENG/REQ-002', 'tests ENG/N-101'])
  })
})

test('an issue that was moved a hundred times is not found by what the wiki calls it', async () => {
  await wiki('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=implements')
  for (const number of HUNDRED) await changeIssue(30003, { key: `DRN-${number + 1000}` })
  synchronise()
  await expectAgreement()
  expect(await linker.shown('DRN-1101')).toEqual(['implements ENG/REQ-003'])
})

describe('a link of the tracker to what only the former variant has', () => {
  const variants = async (method: string, path: string, body: object) => {
    const url = `/api/variants${path}?applicationId=101`
    const reply = await linker.author.client.call(method, url, { token: 'tok-admin', body })
    expect(reply.status, reply.text).toBeLessThan(300)
    return reply.body
  }
  const makeCurrent = (id: number) => variants('PUT', `/${id}`, { current: true })

  test('fails for ever', async () => {
    await done('POST', '/issuelinks/DRN-4', [item('REQ-003'), item('REQ-005')])
    await makeCurrent(5002)
    synchronise(2)
    expect([inWiki(), inTracker()]).toEqual([[], []])
    // Variant 5002 has REQ-003, and no REQ-005.
    expect(await linker.shown('DRN-4')).toEqual(['implements ENG/REQ-003'])
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-4'])
  })

  test('was followed in a circle when the variants of two spaces moved it to each other', async () => {
    const move = (from: string, newSpaceKey: string, newKey: string) =>
      wiki('PUT', `/requirement2/${from}`, { newSpaceKey, newKey })
    await done('POST', '/issuelinks/DRN-4', [item('REQ-005')])
    const { id: other } = await variants('POST', '', { projectContainerId: 1002, name: 'Other' })
    await makeCurrent(other)
    const content = [{ key: 'OPS-1', html: 'Defined in the other variant' }]
    await control('POST', '/pages', { title: 'Operations', spaceKey: 'OPS', content })
    await makeCurrent(5003)
    await move('ENG/REQ-005', 'OPS', 'OPS-1')
    await makeCurrent(other)
    await makeCurrent(5002)
    await move('OPS/OPS-1', 'ENG', 'REQ-005')
    await makeCurrent(5001)
    synchronise(2)
    expect([inWiki(), inTracker()]).toEqual([[], []])
    expect(await linker.shown('DRN-4')).toEqual([])
  })
})

describe('a message that a client put into the queue of the tracker', () => {
  const queue = (...messages: object[]) => done('POST', `/queue/${APPLINK}/messages`, messages)
  const statesOfQueue = async () =>
    (await linker.author.state('trackerMessage')).map(
      ({ operation, status, lastResponse }) => `${operation} ${status} ${lastResponse}`,
    )

  test('broke the run when it removed a link without a requirement', async () => {
    await queue({ operation: 'REMOVE_LINK', issueKey: 'DRN-1' })
    await queue({ operation: 'REMOVE_LINK', issueKey: 'DRN-1', spaceKey: 'ENG' })
    synchronise()
    const failed = "REMOVE_LINK FAILED REMOVE_LINK needs 'spaceKey' and 'key'"
    expect(await statesOfQueue()).toEqual([failed, failed])
  })

  test('renamed waiting messages of its issue although it renamed nothing', async () => {
    await queue({ operation: 'ADD_LINK', issueKey: 'DRN-3', spaceKey: 'ENG', key: 'NOPE' })
    synchronise()
    await queue({ operation: 'RESET_LINKS', issueKey: 'DRN-3', newIssueKey: 'DRN-4' })
    synchronise()
    expect(inTracker()).toEqual([])
    expect(responses()).toEqual([expect.stringContaining('ADD_LINK DRN-3 NOPE: superseded')])
  })

  test('broke the run of another when it renamed an issue without its key', async () => {
    await queue({ operation: 'ISSUE_RENAMED', newIssueKey: 'DRN-3' })
    await wiki('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=implements')
    synchronise()
    expect(await statesOfQueue()).toEqual(["ISSUE_RENAMED FAILED ISSUE_RENAMED needs 'issueKey'"])
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003'])
  })

  test('was followed without end when it gave an issue its own key', async () => {
    await queue({ operation: 'ISSUE_RENAMED', issueKey: 'DRN-3', newIssueKey: 'DRN-3' })
    await wiki('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=implements')
    synchronise()
    expect(await statesOfQueue()).toEqual(["ISSUE_RENAMED FAILED the issue needs another 'newIssueKey'"])
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-003'])
  })
})

test('renaming in the tracker what it does not link refreshes the text of what has the new name', async () => {
  const text = async () => (await done('GET', '/issuelinks/DRN-1'))[0].html
  const before = await text()
  await wiki('PUT', '/requirement2/ENG/REQ-001', { htmlExcerpt: '<p>Another text</p>' })
  const renaming = { spaceKey: 'ENG', key: 'REQ-007', newKey: 'REQ-001' }
  expect(await done('PUT', '/rename', renaming)).toEqual({ status: 'ok', renamed: 0 })
  expect(await text()).toBe(before)
  synchronise()
  expect(await text()).not.toBe(before)
})
