/** Which waiting messages have nothing to say any more, and which still have: after others that arrived, and after repairs (service §4.6, §6.2). */
import { beforeEach, describe, expect, test } from 'vitest'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { APPLINK } from '../../tracker/linking.ts'
import { OUTBOUND, linker, wiki, done, synchronise, rename, changeIssue } from './products.ts'
import {
  startWaiting,
  linkInWiki,
  define,
  queueInTracker,
  queueInWiki,
  inTracker,
  inWiki,
  responses,
  sendFromTracker,
  tell,
} from './waiting.ts'
import { region, setMode, fail, outbound } from './world.ts'

beforeEach(() => startWaiting())

const renameIssue = (id: number, key: string) => changeIssue(id, { key })

/** Messages about nearly the link `DRN-3 implements REQ-003`: each differs in one thing. */
const nearly = (operation: string) => [
  `${operation} DRN-3 REQ-003 tests`,
  `${operation} DRN-3 REQ-003 implements in 1`,
  `${operation} DRN-3 REQ-004 implements`,
  `${operation} DRN-4 REQ-003 implements`,
]
const LINK = { spaceKey: 'ENG', key: 'REQ-003', issueKey: 'DRN-3', relationship: 'implements' }

describe('a message of the wiki about a link', () => {
  test.each(['LINK_ADDED', 'LINK_REMOVED'])(
    'by %s drops the message of the tracker about that link',
    async (operation) => {
      const others = [...nearly('ADD_LINK'), ...nearly('REMOVE_LINK')]
      queueInTracker('ADD_LINK DRN-3 REQ-003 implements', ...others, 'REMOVE_LINK DRN-3 REQ-003')
      await tell({ operation, ...LINK })
      expect(inTracker()).toEqual(others)
      expect(responses()).toEqual([
        'ADD_LINK DRN-3 REQ-003 implements: superseded: the wiki has changed the link meanwhile',
        'REMOVE_LINK DRN-3 REQ-003: superseded: the wiki has changed the link meanwhile',
      ])
    },
  )

  test('of a baseline leaves what waits about the requirement as it is now', async () => {
    queueInTracker('REMOVE_LINK DRN-3 REQ-003 implements', 'REMOVE_LINK DRN-3 REQ-003 implements in 1')
    await tell({ operation: 'LINK_ADDED', ...LINK, baseline: 1 })
    expect(inTracker()).toEqual(['REMOVE_LINK DRN-3 REQ-003 implements'])
  })

  test.each([
    ['RESET_LINKS DRN-3', true],
    ['RESET_LINKS DRN-3 - implements', true],
    ['RESET_LINKS DRN-3 - tests', false],
    ['RESET_LINKS DRN-4', false],
  ])('is sent again by the tracker while %s waits: %s', async (reset, again) => {
    queueInTracker(reset)
    const waits = inTracker()
    await tell({ operation: 'LINK_REMOVED', ...LINK })
    expect(inTracker()).toEqual(waits)
    await tell({ operation: 'LINK_ADDED', ...LINK })
    await tell({ operation: 'LINK_ADDED', ...LINK, baseline: 1 })
    const queued = ['ADD_LINK DRN-3 REQ-003 implements', 'ADD_LINK DRN-3 REQ-003 implements in 1']
    expect(inTracker()).toEqual(again ? [...waits, ...queued] : waits)
    synchronise()
    expect(linker.faces().wiki.filter((view) => view.includes('DRN-3 implements'))).toHaveLength(
      again ? 2 : 0,
    )
  })

  test('supersedes messages of the tracker under a former key of the issue, and of no other issue', async () => {
    setMode('DISABLED')
    queueInTracker('ADD_LINK DRN-3 REQ-003 implements')
    await renameIssue(30003, 'DRN-50')
    await renameIssue(30004, 'DRN-3')
    queueInTracker('ADD_LINK DRN-3 REQ-003 implements')
    setMode('AUTO')
    await tell({ operation: 'LINK_REMOVED', ...LINK, issueKey: 'DRN-50' })
    expect(inTracker().filter((text) => text.startsWith('ADD'))).toEqual([
      'ADD_LINK DRN-3 REQ-003 implements',
    ])
    synchronise()
    expect(await linker.inWiki('REQ-003')).toEqual(['implements DRN-3'])
  })
})

describe('a requirement that was deleted', () => {
  test('drops the messages of the tracker about links to it', async () => {
    const others = [
      'REMOVE_LINK DRN-3 REQ-003 tests',
      'ADD_LINK DRN-3 REQ-003 implements in 1',
      'ADD_LINK DRN-3 REQ-004 implements',
    ]
    queueInTracker('ADD_LINK DRN-3 REQ-003 implements', ...others, 'ADD_LINK DRN-4 REQ-003')
    await tell({ operation: 'REQUIREMENT_DELETED', spaceKey: 'ENG', key: 'REQ-003' })
    expect(inTracker()).toEqual(others)
    expect(responses()).toEqual([
      'ADD_LINK DRN-3 REQ-003 implements: superseded: the wiki has deleted the requirement',
      'ADD_LINK DRN-4 REQ-003: superseded: the wiki has deleted the requirement',
    ])
  })

  const comeBack = async () => {
    await wiki('DELETE', '/requirement2/ENG/REQ-002')
    await define('REQ-002')
    return inWiki()
  }

  test('and came back is linked again by the wiki if the tracker sent a link first', async () => {
    const waits = await comeBack()
    expect(waits[0]).toBe('REQUIREMENT_DELETED REQ-002')
    queueInTracker('ADD_LINK DRN-3 REQ-002', 'ADD_LINK DRN-3 REQ-002 tests')
    await sendFromTracker()
    const queued = ['LINK_ADDED DRN-3 REQ-002 implements', 'LINK_ADDED DRN-3 REQ-002 tests']
    expect(inWiki()).toEqual([...waits, ...queued])
    synchronise()
    expect(await linker.shown('DRN-3')).toEqual(['implements ENG/REQ-002', 'tests ENG/REQ-002'])
    expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  })

  test.each([
    'ADD_LINK DRN-3 REQ-002 implements in 1',
    'REMOVE_LINK DRN-3 REQ-002 implements',
    'ADD_LINK DRN-3 REQ-004 implements',
    'ADD_LINK DRN-3 NOPE implements',
    'RESET_LINKS DRN-3',
  ])('and came back is not for %s', async (text) => {
    const waits = await comeBack()
    queueInTracker(text)
    await sendFromTracker()
    expect(inWiki()).toEqual(waits)
  })

  test('and came back is linked once if the wiki sends the link by itself', async () => {
    await comeBack()
    await linkInWiki('REQ-002', 'DRN-3')
    const waits = inWiki()
    queueInTracker('ADD_LINK DRN-3 REQ-002 implements')
    await sendFromTracker()
    expect(inWiki()).toEqual(waits)
  })

  test('under its former name alone needs no second word', async () => {
    await rename('REQ-002', 'N2')
    await define('REQ-002')
    const waits = inWiki()
    queueInTracker('ADD_LINK DRN-3 N2 implements')
    await sendFromTracker()
    expect(inWiki()).toEqual(waits)
  })
})

test('a deleted baseline drops the messages of the tracker about links to it', async () => {
  const others = ['REMOVE_LINK DRN-3 REQ-003 implements in 77', 'ADD_LINK DRN-3 REQ-003 implements in 1']
  queueInTracker('ADD_LINK DRN-3 REQ-003 implements in 77', ...others, 'ADD_LINK DRN-4 REQ-001 tests in 77')
  await tell({ operation: 'BASELINE_UPDATED', spaceKey: 'ENG', baseline: 1 })
  await tell({ operation: 'BASELINE_UPDATED', spaceKey: 'OPS', baseline: 77 })
  expect(responses()).toEqual([])
  await tell({ operation: 'BASELINE_UPDATED', spaceKey: 'ENG', baseline: 77 })
  expect(inTracker()).toEqual(others)
  expect(responses()).toEqual([
    'ADD_LINK DRN-3 REQ-003 implements in 77: superseded: the wiki has deleted the baseline',
    'ADD_LINK DRN-4 REQ-001 tests in 77: superseded: the wiki has deleted the baseline',
  ])
})

describe('a message that failed', () => {
  const failing = (operation: string, key: string, issue: string) => [
    `${operation} ${issue} ${key} tests`,
    `${operation} ${issue} ${key} implements in 1`,
    `${operation} ${issue} REQ-004 implements`,
    `${operation} NO-2 ${key} implements`,
    `${operation} NO-0 REQ-002 implements`,
    `${operation} ${issue} REQ-002 implements`,
  ]

  test('towards the tracker is superseded by a later one about the same link', async () => {
    const others = failing('LINK_ADDED', 'REQ-003', 'NO-1')
    const removal = 'LINK_REMOVED NO-1 REQ-003 implements'
    queueInWiki(
      'LINK_ADDED NO-1 REQ-003 implements',
      ...others,
      removal,
      'LINK_ADDED NO-1 REQ-003 implements',
    )
    const last = Math.max(...[...region().table(outboundMessages).scan()].map(({ id }) => id))
    synchronise()
    expect(inWiki()).toEqual([...others, 'LINK_ADDED NO-1 REQ-003 implements'])
    expect(responses()).toEqual([`LINK_ADDED NO-1 REQ-003 implements: superseded by message ${last - 1}`])
  })

  test('towards the tracker is superseded by the deletion of its requirement, copies in baselines apart', async () => {
    const others = [
      'LINK_ADDED NO-1 REQ-003 implements in 1',
      'LINK_ADDED NO-1 REQ-002 implements',
      'LINK_ADDED NO-1 REQ-004 implements',
    ]
    queueInWiki('LINK_ADDED NO-1 REQ-003 implements', ...others, 'LINK_ADDED NO-2 REQ-003 tests')
    queueInWiki('REQUIREMENT_DELETED - REQ-003', 'LINK_ADDED NO-1 REQ-003 implements')
    synchronise()
    expect(inWiki()).toEqual([...others, 'LINK_ADDED NO-1 REQ-003 implements'])
    expect(responses()).toHaveLength(2)
  })

  test('towards the tracker stays when only the text of its requirement was refreshed', async () => {
    queueInWiki('LINK_ADDED NO-1 REQ-003 implements', 'REQUIREMENT_UPDATED NO-1 REQ-003 implements')
    synchronise()
    expect(inWiki()).toEqual(['LINK_ADDED NO-1 REQ-003 implements'])
  })

  test('towards the wiki is superseded by a later one about the same link', async () => {
    const others = [
      'ADD_LINK DRN-3 NOPE tests',
      'ADD_LINK DRN-3 NOPE implements in 1',
      'ADD_LINK DRN-3 NONE implements',
      'ADD_LINK DRN-4 NOPE implements',
      'ADD_LINK DRN-2 NOPE implements',
      'ADD_LINK DRN-3 ABSENT implements',
    ]
    const add = 'ADD_LINK DRN-3 NOPE'
    queueInTracker(`${add} implements`, ...others, 'REMOVE_LINK DRN-3 NOPE', add)
    synchronise()
    expect(inTracker()).toEqual([...others, add])
    expect(responses()).toEqual([
      expect.stringMatching(/^ADD_LINK DRN-3 NOPE implements: superseded by message \d+$/),
    ])
  })

  test.each([
    ['RESET_LINKS DRN-3', ['ADD_LINK DRN-4 NOPE implements']],
    [
      'RESET_LINKS DRN-3 - tests',
      ['ADD_LINK DRN-3 NOPE', 'ADD_LINK DRN-3 NONE implements in 1', 'ADD_LINK DRN-4 NOPE implements'],
    ],
    ['RESET_LINKS DRN-3 - implements', ['ADD_LINK DRN-3 NOPE tests', 'ADD_LINK DRN-4 NOPE implements']],
  ])('towards the wiki is superseded by a later %s', async (reset, left) => {
    queueInTracker('ADD_LINK DRN-3 NOPE', 'ADD_LINK DRN-3 NOPE tests')
    queueInTracker('ADD_LINK DRN-3 NONE implements in 1', 'ADD_LINK DRN-4 NOPE implements', reset)
    synchronise()
    expect(inTracker()).toEqual(left)
  })

  test('towards the wiki follows its issue to another key', async () => {
    queueInTracker('ADD_LINK DRN-3 NOPE implements', 'ADD_LINK DRN-4 NOPE implements')
    synchronise()
    await renameIssue(30003, 'DRN-50')
    queueInTracker('ADD_LINK DRN-3 NONE implements')
    synchronise()
    expect(inTracker()).toEqual([
      'ADD_LINK DRN-50 NOPE implements',
      'ADD_LINK DRN-4 NOPE implements',
      'ADD_LINK DRN-3 NONE implements',
    ])
  })

  test('towards the wiki is sent before later ones when it resets links', async () => {
    fail('inbound', 'RESET_LINKS')
    queueInTracker('RESET_LINKS DRN-1', 'RESET_LINKS DRN-1', 'REMOVE_LINK DRN-1 REQ-001 implements')
    synchronise()
    expect(inTracker()).toEqual([
      'RESET_LINKS DRN-1',
      'RESET_LINKS DRN-1',
      'REMOVE_LINK DRN-1 REQ-001 implements',
    ])
    synchronise()
    expect(inTracker()).toEqual([])
    expect(await linker.inWiki('REQ-001')).toEqual(['tests DRN-2'])
  })

  test('towards the wiki is superseded when it removes a link that is added later', async () => {
    fail('inbound', 'REMOVE_LINK')
    queueInTracker('REMOVE_LINK DRN-1 REQ-001 implements', 'ADD_LINK DRN-1 REQ-001 implements')
    synchronise()
    expect(inTracker()).toEqual([])
    expect(responses()).toHaveLength(1)
    expect(await linker.inWiki('REQ-001')).toEqual(['implements DRN-1', 'tests DRN-2'])
  })

  test('towards the wiki is superseded by a reset of all links, of any requirement', async () => {
    queueInTracker('ADD_LINK DRN-3 NOPE implements', 'RESET_LINKS DRN-3 REQ-001')
    synchronise()
    expect(inTracker()).toEqual([])
  })

  test('towards the tracker is sent again after the deletion of its requirement if it is not about links', () => {
    fail('outbound', 'REQUIREMENT_UPDATED')
    queueInWiki('REQUIREMENT_UPDATED - REQ-003', 'REQUIREMENT_DELETED - REQ-003')
    synchronise()
    expect(inWiki()).toEqual(['REQUIREMENT_UPDATED REQ-003'])
  })
})

describe('a requirement that was renamed', () => {
  test('keeps a link that the tracker took off under the former name and shows under the new one', async () => {
    const others = [
      'REMOVE_LINK DRN-2 REQ-002 implements in 1',
      'REMOVE_LINK DRN-2 REQ-002 tests',
      'REMOVE_LINK DRN-2 REQ-005 implements',
    ]
    setMode('DISABLED')
    await rename('REQ-002', 'NEW-2')
    const link = { applinkId: APPLINK, spaceKey: 'ENG', relationship: 'implements' }
    await done('POST', '/issuelinks/DRN-2', [{ ...link, key: 'NEW-2' }])
    await done('POST', '/issuelinks/DRN-2', [{ ...link, key: 'REQ-002', baseline: 1 }])
    queueInTracker('REMOVE_LINK DRN-2 REQ-002 implements', ...others, 'ADD_LINK DRN-3 REQ-002 implements')
    const waits = inTracker()
    setMode('AUTO')
    const renamed = await wiki('PUT', `${OUTBOUND}/${outbound()[0]!.id}`)
    expect(renamed).toMatchObject({ operation: 'REQUIREMENT_RENAMED', status: 'DONE' })
    expect(responses()).toEqual([
      'REMOVE_LINK DRN-2 NEW-2 implements: superseded: the tracker shows the link under its new name',
    ])
    const followed = waits.map((text) => (text.includes('in 1') ? text : text.replace('REQ-002', 'NEW-2')))
    expect(inTracker()).toEqual(followed.filter((text) => text !== 'REMOVE_LINK DRN-2 NEW-2 implements'))
    synchronise()
    expect(await linker.inWiki('NEW-2')).toEqual(['implements DRN-2', 'implements DRN-3'])
  })
})

test('a message about an issue that was renamed, and names none any more, is left as it is', async () => {
  setMode('DISABLED')
  queueInTracker('ADD_LINK DRN-3 REQ-004 implements')
  await renameIssue(30003, 'DRN-50')
  const waits = ['ADD_LINK DRN-3 REQ-003 implements', 'RESET_LINKS DRN-3']
  queueInTracker(...waits)
  setMode('AUTO')
  await tell({ operation: 'LINK_ADDED', ...LINK, issueKey: 'DRN-50' })
  expect(inTracker().slice(2)).toEqual(waits)
})
