import { describe, expect } from 'vitest'
import { SERVICE, TRACKER_LINK } from '../shared/service.ts'
import { changesOf } from './changes.ts'
import { issueOf, type Json, keyOf, requirement, textOf } from './demo.ts'
import { test, wikiError } from './service.ts'

const NOW = '2026-01-05T09:00:00.000Z'
const at = Date.parse(NOW)

const targetOf = (number: number, relationship: string) => {
  return { applinkId: TRACKER_LINK, spaceKey: 'ENG', key: keyOf(number), relationship }
}

/** A link as the list of its issue has it. */
function link(
  id: number,
  number: number,
  relationship: string,
  html = textOf(number),
  refreshedAt = NOW,
): Json {
  return { id, ...targetOf(number, relationship), baseline: null, html, refreshedAt }
}

const DRN_2 = [link(40003, 2, 'implements'), link(40004, 1, 'tests')]

/** What the tracker stores of a new link, and of what it tells the wiki. */
function storedLink(id: number, issueId: number, number: number, relationship: string): Json {
  const target = { applinkId: TRACKER_LINK, applicationId: 102, issueId, spaceKey: 'ENG', key: keyOf(number) }
  return {
    [`issueLink ${id}`]: { id, serviceId: SERVICE, tracker: { ...target, baseline: null, relationship } },
  }
}

function history(id: number, issueId: number, event: string, number: number, relationship: string): Json {
  const detail = `${relationship} ENG/${keyOf(number)}`
  return { [`issueHistory ${id}`]: { id, issueId, at, by: 2, event, detail } }
}

const textId = (number: number) => `["${TRACKER_LINK}","ENG","${keyOf(number)}",null]`

function trackerText(number: number): Json {
  const about = { applinkId: TRACKER_LINK, spaceKey: 'ENG', key: keyOf(number), baseline: null }
  return {
    [`trackerText ${textId(number)}`]: {
      id: textId(number),
      ...about,
      html: textOf(number),
      refreshedAt: at,
    },
  }
}

function toWiki(id: number, operation: string, title: string, about: Json): Json {
  return {
    [`trackerMessage ${id}`]: {
      id,
      operation,
      title,
      ...about,
      serviceId: SERVICE,
      applinkId: TRACKER_LINK,
      createdBy: 2,
      createdAt: at,
      status: 'PENDING',
      attempts: 0,
    },
  }
}

function aboutLink(issueKey: string, number: number, relationship: string): Json {
  return { issueKey, spaceKey: 'ENG', key: keyOf(number), relationship }
}

test('the links of an issue have the text of their requirements', async ({ connect }) => {
  const client = connect()
  expect(await client.links('DRN-1')).toEqual([link(40002, 1, 'implements')])
  expect(await client.links('DRN-2')).toEqual(DRN_2)
  expect(await client.links('DRN-3')).toEqual([])
  expect(await client.links('DRN-5')).toEqual([
    {
      id: 40001,
      applinkId: TRACKER_LINK,
      spaceKey: 'ENG',
      key: null,
      baseline: null,
      relationship: 'implements',
    },
  ])
})

test('an issue that does not exist has no links', async ({ connect, sim }) => {
  const client = connect()
  const unknown = wikiError(404, "no issue 'DRN-9' in the tracker: did you mean 'DRN-1' (one of 5)?")
  const changes = await changesOf(sim, async () => {
    await expect(client.links('DRN-9')).rejects.toEqual(unknown)
    await expect(client.addLinks('DRN-9', [targetOf(7, 'tests')])).rejects.toEqual(unknown)
    await expect(client.replaceLinks('DRN-9', [targetOf(7, 'tests')])).rejects.toEqual(unknown)
    await expect(client.removeLinks('DRN-9', [targetOf(7, 'tests')])).rejects.toEqual(unknown)
  })
  expect(changes).toEqual({})
})

describe('adding links', () => {
  test('keeps those that the issue has', async ({ connect, sim }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      const links = [targetOf(7, 'tests'), targetOf(8, 'implements')]
      expect(await client.addLinks('DRN-2', links)).toEqual({ status: 'ok' })
      expect(await client.addLinks('DRN-3', [targetOf(9, 'tests')])).toEqual({ status: 'ok' })
    })
    expect(changes).toEqual({
      ...storedLink(40005, 30002, 7, 'tests'),
      ...storedLink(40006, 30002, 8, 'implements'),
      ...storedLink(40007, 30003, 9, 'tests'),
      ...history(1, 30002, 'LINKED', 7, 'tests'),
      ...history(2, 30002, 'LINKED', 8, 'implements'),
      ...history(3, 30003, 'LINKED', 9, 'tests'),
      ...toWiki(1, 'ADD_LINK', 'DRN-2 tests REQ-007', aboutLink('DRN-2', 7, 'tests')),
      ...toWiki(2, 'ADD_LINK', 'DRN-2 implements REQ-008', aboutLink('DRN-2', 8, 'implements')),
      ...toWiki(3, 'ADD_LINK', 'DRN-3 tests REQ-009', aboutLink('DRN-3', 9, 'tests')),
      ...trackerText(7),
      ...trackerText(8),
      ...trackerText(9),
    })
    expect(await client.links('DRN-2')).toEqual([
      ...DRN_2,
      link(40005, 7, 'tests'),
      link(40006, 8, 'implements'),
    ])
    expect(await client.links('DRN-3')).toEqual([link(40007, 9, 'tests')])
  })

  test('brings the current text to every issue that links the requirement', async ({ connect, sim }) => {
    const client = connect()
    await client.write('ENG', 'REQ-001', 'The new text.')
    expect(await client.links('DRN-1')).toEqual([link(40002, 1, 'implements')])
    sim.clock.advance('10s')
    expect(await client.addLinks('DRN-4', [targetOf(1, 'tests')])).toEqual({ status: 'ok' })
    const later = '2026-01-05T09:00:10.000Z'
    expect(await client.links('DRN-4')).toEqual([link(40005, 1, 'tests', 'The new text.', later)])
    expect(await client.links('DRN-1')).toEqual([link(40002, 1, 'implements', 'The new text.', later)])
  })

  test('fails for a requirement that does not exist, and adds none', async ({ connect, sim }) => {
    const links = [targetOf(7, 'tests'), targetOf(777, 'tests')]
    const unknown = wikiError(404, "key: no requirement 'REQ-777' in space 'ENG'")
    const add = () => connect().addLinks('DRN-3', links)
    const changes = await changesOf(sim, () => expect(add()).rejects.toEqual(unknown))
    expect(changes).toEqual({})
  })
})

test('replacing the links of an issue removes those that it had', async ({ connect, sim }) => {
  const client = connect()
  const changes = await changesOf(sim, async () => {
    expect(await client.addLinks('DRN-3', [targetOf(7, 'tests')])).toEqual({ status: 'ok' })
    expect(await client.replaceLinks('DRN-2', [targetOf(9, 'tests')])).toEqual({ status: 'ok' })
  })
  expect(changes).toEqual({
    'issueLink 40003': { tracker: 'removed' },
    'issueLink 40004': { tracker: 'removed' },
    ...storedLink(40005, 30003, 7, 'tests'),
    ...storedLink(40006, 30002, 9, 'tests'),
    ...history(1, 30003, 'LINKED', 7, 'tests'),
    ...history(2, 30002, 'LINKED', 9, 'tests'),
    ...history(3, 30002, 'UNLINKED', 2, 'implements'),
    ...history(4, 30002, 'UNLINKED', 1, 'tests'),
    ...toWiki(1, 'ADD_LINK', 'DRN-3 tests REQ-007', aboutLink('DRN-3', 7, 'tests')),
    ...toWiki(2, 'RESET_LINKS', 'Links of DRN-2 overwritten', { issueKey: 'DRN-2' }),
    ...toWiki(3, 'ADD_LINK', 'DRN-2 tests REQ-009', aboutLink('DRN-2', 9, 'tests')),
    ...trackerText(7),
    ...trackerText(9),
    [`trackerText ${textId(2)}`]: 'removed',
  })
  expect(await client.links('DRN-2')).toEqual([link(40006, 9, 'tests')])
  expect(await client.links('DRN-1')).toEqual([link(40002, 1, 'implements')])
  expect(await client.links('DRN-3')).toEqual([link(40005, 7, 'tests')])
})

describe('removing links', () => {
  test('removes these alone', async ({ connect, sim }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      expect(await client.removeLinks('DRN-1', [targetOf(1, 'implements')])).toEqual({ status: 'ok' })
      expect(await client.removeLinks('DRN-2', [targetOf(2, 'implements')])).toEqual({ status: 'ok' })
    })
    expect(changes).toEqual({
      'issueLink 40002': { tracker: 'removed' },
      'issueLink 40003': { tracker: 'removed' },
      ...history(1, 30001, 'UNLINKED', 1, 'implements'),
      ...history(2, 30002, 'UNLINKED', 2, 'implements'),
      ...toWiki(1, 'REMOVE_LINK', 'DRN-1 implements REQ-001', aboutLink('DRN-1', 1, 'implements')),
      ...toWiki(2, 'REMOVE_LINK', 'DRN-2 implements REQ-002', aboutLink('DRN-2', 2, 'implements')),
      [`trackerText ${textId(2)}`]: 'removed',
    })
    expect(await client.links('DRN-1')).toEqual([])
    expect(await client.links('DRN-2')).toEqual([link(40004, 1, 'tests')])
  })

  test('fails for a link that the issue does not have', async ({ connect, sim }) => {
    const missing = "no link 'tests' in issue 'DRN-3' to requirement 'REQ-001' of space 'ENG'"
    const remove = () => connect().removeLinks('DRN-3', [targetOf(1, 'tests')])
    const changes = await changesOf(sim, () => expect(remove()).rejects.toEqual(wikiError(404, missing)))
    expect(changes).toEqual({})
  })
})

describe('the wiki', () => {
  const delivered = at + 180_000
  const received = (id: number, operation: string, about: Json, message: string): Json => {
    const { issueKey, relationship, key } = about
    const title = `${String(issueKey)} ${String(relationship)} ${String(key)}`
    const fields = { id, serviceId: SERVICE, operation, title, ...about, message }
    return { [`inboundAnswer ${id}`]: { ...fields, status: 'DONE', receivedAt: delivered } }
  }
  const wikiFace = (issueKey: string, number: number, relationship: string): Json => {
    return { ...issueOf(issueKey, relationship), applicationId: 101, spaceKey: 'ENG', key: keyOf(number) }
  }
  const linked = (id: number, number: number, event: string, change: Json): Json => {
    const changes = [{ field: 'issues', ...change }]
    return {
      [`historyEntry ${id}`]: { id, requirementId: 6000 + number, at: delivered, by: 2, event, changes },
    }
  }

  test('learns of changed links at the next synchronisation, and not before', async ({ connect, sim }) => {
    const client = connect()
    await client.addLinks('DRN-3', [targetOf(7, 'tests'), targetOf(7, 'implements')])
    await client.removeLinks('DRN-2', [targetOf(2, 'implements')])
    sim.clock.advance('179999ms')
    expect(await client.read('ENG', 'REQ-007')).toEqual(requirement(7))
    expect(await client.read('ENG', 'REQ-002')).toEqual(requirement(2))
    const changes = await changesOf(sim, () => sim.clock.advance('1ms'))
    const issues = [issueOf('DRN-3', 'tests'), issueOf('DRN-3', 'implements')]
    expect(await client.read('ENG', 'REQ-007')).toEqual(requirement(7, { issues }))
    expect(await client.read('ENG', 'REQ-002')).toEqual(requirement(2, { issues: [] }))
    const answered = (message: string) => ({ status: 'DONE', attempts: 1, lastResponse: message })
    expect(changes).toEqual({
      'outboundMessage 8001': answered('the link was there already'),
      'outboundMessage 8002': answered('no issue links the requirement'),
      'trackerMessage 1': answered('link added'),
      'trackerMessage 2': answered('link added'),
      'trackerMessage 3': answered('link removed'),
      ...received(1, 'ADD_LINK', aboutLink('DRN-3', 7, 'tests'), 'link added'),
      ...received(2, 'ADD_LINK', aboutLink('DRN-3', 7, 'implements'), 'link added'),
      ...received(3, 'REMOVE_LINK', aboutLink('DRN-2', 2, 'implements'), 'link removed'),
      'issueLink 40003': 'removed',
      'issueLink 40005': { wiki: wikiFace('DRN-3', 7, 'tests') },
      'issueLink 40006': { wiki: wikiFace('DRN-3', 7, 'implements') },
      ...linked(1, 7, 'LINKED', { after: 'tests DRN-3' }),
      ...linked(2, 7, 'LINKED', { after: 'implements DRN-3' }),
      ...linked(3, 2, 'UNLINKED', { before: 'implements DRN-2' }),
      [`trackerText ${textId(1)}`]: { refreshedAt: delivered },
      [`trackerText ${textId(7)}`]: { refreshedAt: delivered },
    })
  })

  test('learns that the links of an issue were replaced', async ({ connect, sim }) => {
    const client = connect()
    await client.replaceLinks('DRN-1', [targetOf(9, 'tests'), targetOf(10, 'implements')])
    sim.clock.advance('179999ms')
    expect(await client.read('ENG', 'REQ-009')).toEqual(requirement(9))
    expect(await client.read('ENG', 'REQ-001')).toEqual(requirement(1))
    const changes = await changesOf(sim, () => sim.clock.advance('1ms'))
    expect(await client.read('ENG', 'REQ-009')).toEqual(
      requirement(9, { issues: [issueOf('DRN-1', 'tests')] }),
    )
    expect(await client.read('ENG', 'REQ-010')).toEqual(
      requirement(10, { issues: [issueOf('DRN-1', 'implements')] }),
    )
    expect(await client.read('ENG', 'REQ-001')).toEqual(
      requirement(1, { issues: [issueOf('DRN-2', 'tests')] }),
    )
    const answered = (message: string) => ({ status: 'DONE', attempts: 1, lastResponse: message })
    expect(changes).toEqual({
      'outboundMessage 8001': answered('the link was there already'),
      'outboundMessage 8002': answered('text refreshed for 1 link'),
      'trackerMessage 1': answered('1 link removed'),
      'trackerMessage 2': answered('link added'),
      'trackerMessage 3': answered('link added'),
      'inboundAnswer 1': {
        id: 1,
        serviceId: SERVICE,
        operation: 'RESET_LINKS',
        title: 'Links of DRN-1 overwritten',
        issueKey: 'DRN-1',
        message: '1 link removed',
        status: 'DONE',
        receivedAt: delivered,
      },
      ...received(2, 'ADD_LINK', aboutLink('DRN-1', 9, 'tests'), 'link added'),
      ...received(3, 'ADD_LINK', aboutLink('DRN-1', 10, 'implements'), 'link added'),
      'issueLink 40002': 'removed',
      'issueLink 40005': { wiki: wikiFace('DRN-1', 9, 'tests') },
      'issueLink 40006': { wiki: wikiFace('DRN-1', 10, 'implements') },
      ...linked(1, 1, 'UNLINKED', { before: 'implements DRN-1' }),
      ...linked(2, 9, 'LINKED', { after: 'tests DRN-1' }),
      ...linked(3, 10, 'LINKED', { after: 'implements DRN-1' }),
      ...Object.fromEntries(
        [1, 2, 9, 10].map((number) => [`trackerText ${textId(number)}`, { refreshedAt: delivered }]),
      ),
    })
  })

  test('is told once: later synchronisations change nothing', async ({ connect, sim }) => {
    await connect().addLinks('DRN-3', [targetOf(7, 'tests')])
    sim.clock.advance('3m')
    expect(await changesOf(sim, () => sim.clock.advance('1h'))).toEqual({})
  })
})
