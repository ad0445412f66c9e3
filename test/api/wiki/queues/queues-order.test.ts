/** Messages about one thing that overtook each other left wiki and tracker apart; each test is named after what broke (service §6.2). */
import { beforeEach, describe, expect, test } from 'vitest'
import { APPLINK, item } from '../../tracker/linking.ts'
import {
  SERVICE,
  OUTBOUND,
  linker,
  wiki,
  done,
  synchronise,
  setSite,
  rename,
  changeIssue,
} from './products.ts'
import {
  startWaiting,
  linkInWiki,
  define,
  queueInTracker,
  queueInWiki,
  inTracker,
  inWiki,
  expectAgreement,
} from './waiting.ts'
import { setMode, fail } from './world.ts'
import { refused } from '../../../support/demo.ts'

beforeEach(() => startWaiting())

describe.each([['FAILED'], ['NOT_EXECUTED']])('after a message that was answered %s once', (answer) => {
  test('a link that was added after a reset is lost', async () => {
    fail('inbound', 'RESET_LINKS', { answer })
    await done('PUT', '/issuelinks/DRN-1', [item('REQ-003')])
    synchronise()
    expect(inTracker()).toEqual(['RESET_LINKS DRN-1', 'ADD_LINK DRN-1 REQ-003 implements'])
    synchronise()
    await expectAgreement()
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-1'])
  })

  test('a requirement that was renamed and deleted leaves a link to the deleted key', async () => {
    fail('outbound', 'REQUIREMENT_RENAMED', { answer })
    await rename('REQ-001', 'TOP-1')
    await wiki('DELETE', '/requirement2/ENG/TOP-1')
    synchronise(2)
    await expectAgreement()
    expect(await linker.shown('DRN-1')).toEqual([])
  })

  test('a requirement that was renamed twice stops at the name in between', async () => {
    fail('outbound', 'REQUIREMENT_RENAMED', { answer })
    await rename('REQ-001', 'TOP-1')
    await rename('TOP-1', 'TOP-2')
    synchronise(2)
    await expectAgreement()
    expect(await linker.shown('DRN-1')).toEqual(['implements ENG/TOP-2'])
  })

  test('an issue that was renamed twice stops at the key in between', async () => {
    fail('inbound', 'ISSUE_RENAMED', { answer })
    await changeIssue(30001, { key: 'DRN-50' })
    await changeIssue(30001, { key: 'DRN-51' })
    synchronise(2)
    await expectAgreement()
    expect(await linker.inWiki('REQ-001')).toContain('implements DRN-51')
  })
})

test('a link that failed to go takes the one of a requirement that was renamed to its key along', async () => {
  const link = (key: string) => `/requirement2/ENG/${key}/link/issue/DRN-2?relationship=implements`
  await wiki('DELETE', link('REQ-002'))
  await wiki('DELETE', '/requirement2/ENG/REQ-002')
  await wiki('PUT', link('REQ-003'))
  fail('outbound', 'LINK_REMOVED')
  synchronise()
  await rename('REQ-003', 'REQ-002')
  synchronise(2)
  await expectAgreement()
  expect(await linker.shown('DRN-2')).toContain('implements ENG/REQ-002')
})

test('a link of the tracker to what was renamed gives way to one of the requirement that had the key before', async () => {
  fail('outbound', undefined, { answer: 'NONE' })
  await wiki('PUT', '/requirement2/ENG/REQ-002/link/issue/DRN-5?relationship=implements')
  await rename('REQ-002', 'OLD-2')
  await done('POST', '/issuelinks/DRN-5', [item('REQ-003')])
  await rename('REQ-003', 'REQ-002')
  synchronise(3)
  await expectAgreement()
  const links = await linker.shown('DRN-5')
  expect(links).toEqual(expect.arrayContaining(['implements ENG/REQ-002', 'implements ENG/OLD-2']))
  expect(await linker.inWiki('REQ-002')).toContain('implements DRN-5')
})

test('a link of the tracker to a former name waits for ever behind a link to an unknown issue', async () => {
  await rename('REQ-002', 'NEW-1')
  synchronise()
  await setSite(101, 'DISABLED')
  await done('POST', '/issuelinks/DRN-1', [item('REQ-002')])
  await wiki('PUT', '/requirement2/ENG/NEW-1/link/issue/DRN-777?relationship=implements')
  await setSite(101, 'ACTIVE')
  synchronise(3)
  expect(await linker.shown('DRN-1')).toContain('implements ENG/NEW-1')
  expect([inWiki(), inTracker()]).toEqual([['LINK_ADDED DRN-777 NEW-1 implements'], []])
})

describe('a message that waits behind another', () => {
  const messages = async () =>
    (await linker.author.state('trackerMessage')).map(
      ({ operation, status, attempts }) => `${operation} ${status} ${attempts}`,
    )

  test('was not tried, and is sent in the same run as the other one', async () => {
    fail('inbound', 'RESET_LINKS')
    queueInTracker('RESET_LINKS DRN-3', 'ADD_LINK DRN-3 REQ-003')
    synchronise()
    expect(await messages()).toEqual(['RESET_LINKS FAILED 1', 'ADD_LINK PENDING 0'])
    synchronise()
    expect(await messages()).toEqual(['RESET_LINKS DONE 2', 'ADD_LINK DONE 1'])
  })

  test('is listed behind it, and does not delay others', async () => {
    fail('outbound', 'REQUIREMENT_RENAMED', { times: undefined })
    await rename('REQ-001', 'TOP-1')
    await linkInWiki('TOP-1', 'DRN-4')
    synchronise()
    setMode('DISABLED')
    await linkInWiki('REQ-005', 'DRN-4')
    const listed = (await wiki('GET', OUTBOUND)).map(
      ({ operation, key, status }: Record<string, string>) => `${operation} ${key} ${status}`,
    )
    expect(listed).toEqual([
      'LINK_ADDED REQ-005 PENDING',
      'REQUIREMENT_RENAMED REQ-001 FAILED',
      'LINK_ADDED TOP-1 PENDING',
    ])
    setMode('AUTO')
    synchronise()
    expect(inWiki()).toEqual(['REQUIREMENT_RENAMED REQ-001', 'LINK_ADDED DRN-4 TOP-1 implements'])
    expect(await linker.shown('DRN-4')).toEqual(['implements ENG/REQ-005'])
  })

  test('about a baseline waits like any other', () => {
    fail('outbound', 'BASELINE_UPDATED')
    queueInWiki('BASELINE_UPDATED - REQ-003 - in 1', 'LINK_ADDED DRN-3 REQ-003 tests in 1')
    queueInWiki('LINK_ADDED DRN-3 REQ-003 tests in 2')
    synchronise()
    expect(inWiki()).toEqual(['BASELINE_UPDATED REQ-003 in 1', 'LINK_ADDED DRN-3 REQ-003 tests in 1'])
  })

  test('waits when the queue is flushed, and is refused by hand', async () => {
    fail('outbound', 'REQUIREMENT_DELETED')
    await wiki('DELETE', '/requirement2/ENG/REQ-001')
    await define('REQ-001')
    const [deletion] = await wiki('GET', OUTBOUND)
    const flushed = await wiki('GET', `/integration/${SERVICE}/queue/flush`)
    expect(
      flushed.answers.map(({ operation, status }: Record<string, string>) => `${operation} ${status}`),
    ).toEqual(['REQUIREMENT_DELETED FAILED'])
    const [, adding] = await wiki('GET', OUTBOUND)
    const { client } = linker.author
    const send = (id: number) =>
      client.call('PUT', `/wiki/rest/reqs/1${OUTBOUND}/${id}`, { token: 'tok-admin' })
    expect(await send(adding.id)).toMatchObject(
      refused(409, `message ${deletion.id} (REQUIREMENT_DELETED) is older`),
    )
    expect((await send(deletion.id)).body.status).toBe('DONE')
    expect((await send(adding.id)).body.status).toBe('DONE')
  })

  test('is sent after an outage in the order of creation', async () => {
    await setSite(102, 'DISABLED')
    fail('outbound', 'REQUIREMENT_RENAMED')
    await rename('REQ-001', 'TOP-1')
    synchronise()
    await rename('TOP-1', 'TOP-2')
    await wiki('DELETE', '/requirement2/ENG/TOP-2')
    await setSite(102, 'ACTIVE')
    synchronise(2)
    await expectAgreement()
    expect(await linker.shown('DRN-1')).toEqual([])
  })
})

test.each([
  ['ISSUE_RENAMED DRN-3', 'ISSUE_RENAMED', {}],
  ['ISSUE_MOVED DRN-3', 'ISSUE_MOVED', { newIssueKey: 'DRN-3' }],
])(
  '%s, which fails for ever for want of another key, holds nothing up',
  async (sentence, operation, more) => {
    await done('POST', `/queue/${APPLINK}/messages`, [
      { operation, issueKey: 'DRN-3', ...more },
      { operation: 'ADD_LINK', issueKey: 'DRN-3', spaceKey: 'ENG', key: 'REQ-003' },
    ])
    synchronise()
    expect(inTracker()).toEqual([sentence])
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3'])
  },
)
