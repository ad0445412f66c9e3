/** Names that one product has given up and the other is yet to hear of: what messages mean by them (service §6.2). */
import { beforeEach, describe, expect, test } from 'vitest'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { trackerMessages } from '../../../../src/model/records/tracker/inbound-messages.ts'
import {
  SERVICE,
  REPAIR,
  INBOUND,
  OUTBOUND,
  linker,
  wiki,
  done,
  synchronise,
  rename,
  changeIssue,
  issuesOf,
} from './products.ts'
import {
  startWaiting,
  linkInWiki,
  define,
  queueInTracker,
  queueInWiki,
  inTracker,
  inWiki,
  sendFromTracker,
  sendFromWiki,
  send,
  expectAgreement,
} from './waiting.ts'
import { WIKI_APPLINK, tableOf, setMode, outbound } from './world.ts'

beforeEach(async () => {
  const projects = [
    { id: 20002, site: 'tracker', key: 'GND', name: 'Ground', grants: { edit: ['admin', 'alice'] } },
  ]
  await startWaiting({ projects })
  setMode('DISABLED')
})

/** Links that the wiki makes and the tracker does not hear of, so that renamings are told. */
const known = async (...keys: string[]) => {
  for (const key of keys) await linkInWiki(key, 'DRN-5')
  for (const { id } of outbound()) tableOf(outboundMessages).remove(id)
}
const settle = async () => {
  setMode('AUTO')
  synchronise(4)
  await expectAgreement()
  expect(linker.faces().wiki).toEqual(linker.faces().tracker)
  // Each link is one record.
  for (const { wiki: shown, tracker } of tableOf(issueLinks).scan()) expect(shown?.key).toBe(tracker?.key)
}

describe('a link that the tracker makes to a former name', () => {
  test('is to what that requirement is called now, of several', async () => {
    await rename('REQ-001', 'N1')
    await rename('REQ-002', 'N2')
    await rename('N2', 'N3')
    const waits = inWiki()
    await send('ADD_LINK DRN-3 REQ-002 tests')
    expect([await issuesOf('ENG/N3'), await issuesOf('ENG/N1')]).toEqual([
      ['implements DRN-2', 'tests DRN-3'],
      ['implements DRN-1', 'tests DRN-2'],
    ])
    expect(inWiki()).toEqual(waits)
  })

  test('points to its new place, with one message', async () => {
    await wiki('PUT', '/requirement2/ENG/REQ-002', { newSpaceKey: 'OPS' })
    const waits = inWiki()
    await send('ADD_LINK DRN-3 REQ-002 tests')
    expect(await issuesOf('OPS/REQ-002')).toEqual(['implements DRN-2', 'tests DRN-3'])
    expect(inWiki()).toEqual(waits)
  })

  test('means the right one of two requirements that changed their names', async () => {
    await rename('REQ-001', 'TEMP')
    await rename('REQ-002', 'REQ-001')
    await rename('TEMP', 'REQ-002')
    await send('ADD_LINK DRN-3 REQ-001 implements', 'ADD_LINK DRN-4 REQ-002 implements')
    expect(await issuesOf('ENG/REQ-002')).toEqual(['implements DRN-1', 'tests DRN-2', 'implements DRN-3'])
    expect(await issuesOf('ENG/REQ-001')).toEqual(['implements DRN-2', 'implements DRN-4'])
  })

  test('is to the one that came back and was renamed, after the deletion of the first', async () => {
    await wiki('DELETE', '/requirement2/ENG/REQ-002')
    await define('REQ-002')
    await rename('REQ-002', 'N2')
    await send('ADD_LINK DRN-3 REQ-002 tests')
    expect(await issuesOf('ENG/N2')).toContain('tests DRN-3')
  })

  test('fails in a space that there is not', async () => {
    const body = [{ operation: 'ADD_LINK', spaceKey: 'NOPE', key: 'REQ-001', issueKey: 'DRN-3' }]
    expect(await wiki('POST', INBOUND, body)).toMatchObject([
      { status: 'FAILED', message: "requirement 'NOPE/REQ-001' does not exist" },
    ])
  })
})

describe('a message that failed before', () => {
  test('follows its requirement, but not what came later, copies and others', async () => {
    const others = ['LINK_ADDED NO-1 REQ-002 implements', 'LINK_ADDED NO-1 REQ-003 implements in 1']
    await known('REQ-003')
    queueInWiki('LINK_ADDED NO-1 REQ-003 implements', ...others)
    await rename('REQ-003', 'N3')
    queueInWiki('LINK_ADDED NO-2 REQ-003 implements')
    queueInTracker('ADD_LINK DRN-3 REQ-003', 'ADD_LINK DRN-3 REQ-003 tests in 1', 'ADD_LINK DRN-3 REQ-002')
    setMode('AUTO')
    await sendFromWiki('REQUIREMENT_RENAMED')
    expect(inWiki()).toEqual([
      'LINK_ADDED NO-1 N3 implements',
      ...others,
      'LINK_ADDED NO-2 REQ-003 implements',
    ])
    expect(inTracker()).toEqual([
      'ADD_LINK DRN-3 N3',
      'ADD_LINK DRN-3 REQ-003 tests in 1',
      'ADD_LINK DRN-3 REQ-002',
    ])
  })

  test.each([
    ['ISSUE_RENAMED', { key: 'DRN-50' }, 'DRN-50'],
    ['ISSUE_MOVED', { project: 'GND' }, 'GND-1'],
  ])('follows its issue by %s, and others do not', async (operation, edit, key) => {
    queueInWiki('LINK_ADDED DRN-1 REQ-003 implements', 'LINK_ADDED DRN-3 REQ-004 tests')
    queueInTracker('ADD_LINK DRN-1 NOPE', 'ADD_LINK DRN-3 NOPE')
    setMode('AUTO')
    await sendFromTracker()
    await changeIssue(30003, edit)
    expect(inTracker().at(-1)).toBe(`${operation} DRN-3`)
    await sendFromTracker()
    expect(inTracker()).toEqual(['ADD_LINK DRN-1 NOPE', `ADD_LINK ${key} NOPE`])
    expect(inWiki()).toEqual(['LINK_ADDED DRN-1 REQ-003 implements', `LINK_ADDED ${key} REQ-004 tests`])
  })
})

describe('dropping discrepancies of names that were given twice', () => {
  const drop = () => wiki('DELETE', REPAIR)
  /** REQ-003 came to be N4 by way of N3, which REQ-005 is called now. */
  const chain = async () => {
    await known('REQ-003', 'REQ-005', 'REQ-006')
    await rename('REQ-006', 'N6')
    queueInWiki('LINK_ADDED DRN-3 REQ-003 tests')
    await rename('REQ-003', 'N3')
    await rename('N3', 'N4')
    queueInWiki('LINK_ADDED DRN-3 REQ-005 tests')
    await rename('REQ-005', 'N3')
    const table = tableOf(issueLinks)
    for (const { id } of table.scan()) table.remove(id)
  }
  const put = (key: string) => {
    const view = { applinkId: WIKI_APPLINK, applicationId: 101, spaceKey: 'ENG' }
    const wiki = { ...view, key, issueKey: 'DRN-3', relationship: 'tests' }
    tableOf(issueLinks).put({ id: 50001, serviceId: SERVICE, wiki })
  }
  const links = () => inWiki().filter((text) => text.startsWith('LINK'))

  test('drops messages about the requirement that had the name last', async () => {
    await chain()
    put('N3')
    await drop()
    expect(links()).toEqual(['LINK_ADDED DRN-3 REQ-003 tests'])
  })

  test('drops messages about the requirement that had the name first', async () => {
    await chain()
    put('N4')
    await drop()
    expect(links()).toEqual(['LINK_ADDED DRN-3 REQ-005 tests'])
  })
})

describe('an issue that the wiki has under a former key', () => {
  test('is linked by the key that it has after three changes', async () => {
    await linkInWiki('REQ-003', 'DRN-3')
    for (const key of ['DRN-50', 'DRN-51', 'DRN-52']) await changeIssue(30003, { key })
    setMode('AUTO')
    await sendFromWiki()
    expect(await linker.shown('DRN-52')).toEqual(['implements ENG/REQ-003'])
    await settle()
  })

  test.each([
    [{ key: 'DRN-50' }, { project: 'GND' }, 'DRN-50'],
    [{ project: 'GND' }, { key: 'DRN-50' }, 'GND-1'],
  ])('is not the one that had this key after it: %j, then %j', async (first, second, key) => {
    await linkInWiki('REQ-003', 'DRN-3')
    await linkInWiki('REQ-004', 'DRN-4')
    await changeIssue(30003, first)
    await changeIssue(30004, { key: 'DRN-3' })
    await changeIssue(30004, second)
    expect(tableOf(trackerMessages).size).toBe(3)
    setMode('AUTO')
    await sendFromWiki()
    expect(await linker.shown(key)).toEqual(['implements ENG/REQ-003'])
    await settle()
  })
})

describe('sent by hand, a message', () => {
  /** Tries to send the last message that waits; answers the one that has to go first. */
  const early = async () => {
    setMode('AUTO')
    const messages = outbound()
    const path = `${OUTBOUND}/${messages.at(-1)!.id}`
    const reply = await linker.author.call('PUT', path, undefined, { token: 'tok-admin' })
    if (reply.status === 200) return undefined
    expect([reply.status, reply.body.message]).toEqual([409, expect.stringContaining('send that one first')])
    return messages.findIndex(({ id }) => reply.body.message.includes(`message ${id} `))
  }

  test.each<[string, number | undefined, () => Promise<unknown>]>([
    ['the new name', 0, async () => (await rename('REQ-001', 'N1'), linkInWiki('N1', 'DRN-3'))],
    [
      'a name that was given up',
      0,
      async () => {
        await rename('REQ-001', 'N1')
        await define('REQ-001')
        await linkInWiki('REQ-001', 'DRN-3')
      },
    ],
    [
      'a requirement that was deleted and came back',
      0,
      async () => {
        await wiki('DELETE', '/requirement2/ENG/REQ-002')
        await define('REQ-002')
        await linkInWiki('REQ-002', 'DRN-3')
      },
    ],
    ['the next new name', 0, async () => (await rename('REQ-001', 'N1'), rename('N1', 'N2'))],
    [
      'a name that another one had',
      0,
      async () => (await rename('REQ-001', 'N1'), rename('REQ-002', 'REQ-001')),
    ],
    [
      'another requirement',
      undefined,
      async () => (await rename('REQ-001', 'N1'), linkInWiki('REQ-003', 'DRN-3')),
    ],
    [
      'a requirement that is renamed by it',
      undefined,
      async () => (await linkInWiki('REQ-001', 'DRN-3'), rename('REQ-001', 'N1')),
    ],
  ])('about %s waits for message %s', async (_case, first, happens) => {
    await happens()
    expect(await early()).toBe(first)
  })

  test('is sent before a later one that renames its requirement', async () => {
    await linkInWiki('REQ-001', 'DRN-3')
    await rename('REQ-001', 'N1')
    setMode('AUTO')
    await sendFromWiki('LINK_ADDED')
    expect(inWiki()).toEqual(['REQUIREMENT_RENAMED REQ-001'])
  })
})

describe('a message of the tracker about a link that the wiki changed', () => {
  test('applies when the wiki changed it for a later requirement of the former name', async () => {
    await linkInWiki('REQ-003', 'DRN-3')
    setMode('AUTO')
    synchronise()
    setMode('DISABLED')
    await rename('REQ-003', 'N3')
    await define('REQ-003')
    await linkInWiki('REQ-003', 'DRN-3')
    const link = { applinkId: '99999999-8888-4777-8666-555555555555', spaceKey: 'ENG', key: 'REQ-003' }
    await done('DELETE', '/issuelinks/DRN-3', [{ ...link, relationship: 'implements' }])
    await send()
    expect([await issuesOf('ENG/N3'), await issuesOf('ENG/REQ-003')]).toEqual([[], ['implements DRN-3']])
  })

  test('does not apply when the wiki removed it two names ago', async () => {
    await wiki('DELETE', '/requirement2/ENG/REQ-001/link/issue/DRN-1?relationship=implements')
    await rename('REQ-001', 'M1')
    await rename('M1', 'N1')
    await send('ADD_LINK DRN-1 M1 implements')
    expect(await issuesOf('ENG/N1')).toEqual(['tests DRN-2'])
  })
})

describe('links that had not arrived when their requirements were renamed', () => {
  test('were joined with those of another requirement, which took the former name of theirs', async () => {
    await linkInWiki('REQ-003', 'DRN-4')
    await linkInWiki('REQ-004', 'DRN-4')
    await rename('REQ-004', 'N4')
    await rename('REQ-003', 'REQ-004')
    await settle()
    expect([await issuesOf('ENG/REQ-004'), await issuesOf('ENG/N4')]).toEqual([
      ['implements DRN-4'],
      ['implements DRN-4'],
    ])
  })
})
