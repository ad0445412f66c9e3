import { describe, expect } from 'vitest'
import { SERVICE, WIKI_LINK } from '../shared/service.ts'
import { changesOf } from './changes.ts'
import { type Json, keyOf, requirement, SITE, standalone, textOf } from './demo.ts'
import { REQUIREMENTS, test, WIKI, wikiError } from './service.ts'

const NOW = Date.parse('2026-01-05T09:00:00Z')

const UNKNOWN = "no requirement 'REQ-777' in space 'ENG': did you mean 'REQ-007' (one of 12)?"

/** What the history of a requirement has after a change by alice. */
function history(id: number, number: number, event: string, changes: readonly Json[], at = NOW): Json {
  return { [`historyEntry ${id}`]: { id, requirementId: 6000 + number, at, by: 2, event, changes } }
}

function written(id: number, number: number, after: string, before = textOf(number), at = NOW): Json {
  return history(id, number, 'WRITTEN', [{ field: 'htmlExcerpt', before, after }], at)
}

/** The message that tells the tracker of a requirement with issue links. */
function updated(id: number, number: number, at = NOW): Json {
  const message = { serviceId: SERVICE, operation: 'REQUIREMENT_UPDATED', applinkId: WIKI_LINK }
  const about = { spaceKey: 'ENG', key: keyOf(number), createdBy: 2, createdAt: at }
  return { [`outboundMessage ${id}`]: { id, ...message, ...about, status: 'PENDING', attempts: 0 } }
}

function page(id: number, version: number, definitions: Json, savedAt = NOW): Json {
  return { [`page ${id}`]: { version, definitions, savedAt, savedBy: 2 } }
}

describe('writing one requirement', () => {
  test('changes its text, its page and its history, and tells the tracker', async ({ connect, sim }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      expect(await client.write('ENG', 'REQ-002', 'A new text.')).toEqual(
        requirement(2, { html: 'A new text.', version: 2 }),
      )
    })
    expect(changes).toEqual({
      'requirement 6002': { html: 'A new text.', text: 'A new text.' },
      ...page(4001, 2, { 'REQ-002': { html: 'A new text.' } }),
      ...written(1, 2, 'A new text.'),
      ...updated(8003, 2),
    })
    expect(await client.read('ENG', 'REQ-002')).toEqual(requirement(2, { html: 'A new text.', version: 2 }))
  })

  test('returns all links of the requirement in their order', async ({ connect }) => {
    const html = 'Nobody pilots the drone.'
    expect(await connect().write('ENG', 'REQ-001', html)).toEqual(requirement(1, { html, version: 2 }))
  })

  test('keeps the writes before it', async ({ connect, sim }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      await client.write('ENG', 'REQ-008', 'The first.')
      await client.write('ENG', 'REQ-009', 'The second.')
      expect(await client.write('ENG', 'REQ-008', 'The third.')).toEqual(
        requirement(8, { html: 'The third.', version: 4 }),
      )
    })
    expect(changes).toEqual({
      'requirement 6008': { html: 'The third.', text: 'The third.' },
      'requirement 6009': { html: 'The second.', text: 'The second.' },
      ...page(4002, 4, { 'REQ-008': { html: 'The third.' }, 'REQ-009': { html: 'The second.' } }),
      ...written(1, 8, 'The first.'),
      ...written(2, 9, 'The second.'),
      ...written(3, 8, 'The third.', 'The first.'),
    })
    expect(await client.read('ENG', 'REQ-008')).toEqual(requirement(8, { html: 'The third.', version: 4 }))
    expect(await client.read('ENG', 'REQ-009')).toEqual(requirement(9, { html: 'The second.', version: 4 }))
    expect(await client.read('ENG', 'REQ-010')).toEqual(requirement(10, { version: 4 }))
  })

  test('is dated by the clock of the service', async ({ connect, sim }) => {
    sim.clock.advance('90s')
    const at = NOW + 90_000
    const changes = await changesOf(sim, () => connect().write('ENG', 'REQ-011', 'Later.'))
    expect(changes).toEqual({
      'requirement 6011': { html: 'Later.', text: 'Later.' },
      ...page(4002, 2, { 'REQ-011': { html: 'Later.' } }, at),
      ...written(1, 11, 'Later.', textOf(11), at),
    })
  })

  test('fails for a key that does not exist, and changes nothing', async ({ connect, sim }) => {
    const write = () => connect().write('ENG', 'REQ-777', 'Nothing.')
    const changes = await changesOf(sim, () => expect(write()).rejects.toEqual(wikiError(404, UNKNOWN)))
    expect(changes).toEqual({})
  })
})

describe('writing several requirements', () => {
  test('changes these, in their order', async ({ connect, sim }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      await client.write('ENG', 'REQ-006', 'Before.')
      const texts = [
        { key: 'REQ-004', htmlExcerpt: 'Fourth.' },
        { key: 'REQ-003', htmlExcerpt: 'Third.' },
        { key: 'REQ-012', htmlExcerpt: 'Twelfth.' },
      ]
      expect(await client.writeMany('ENG', texts)).toEqual([
        requirement(4, { html: 'Fourth.', version: 3 }),
        requirement(3, { html: 'Third.', version: 3 }),
        requirement(12, { html: 'Twelfth.', version: 2 }),
      ])
    })
    expect(changes).toEqual({
      'requirement 6003': { html: 'Third.', text: 'Third.' },
      'requirement 6004': { html: 'Fourth.', text: 'Fourth.' },
      'requirement 6006': { html: 'Before.', text: 'Before.' },
      'requirement 6012': { html: 'Twelfth.', text: 'Twelfth.' },
      ...page(4001, 3, {
        'REQ-003': { html: 'Third.' },
        'REQ-004': { html: 'Fourth.' },
        'REQ-006': { html: 'Before.' },
      }),
      ...page(4002, 2, { 'REQ-012': { html: 'Twelfth.' } }),
      ...written(1, 6, 'Before.'),
      ...written(2, 4, 'Fourth.'),
      ...written(3, 3, 'Third.'),
      ...written(4, 12, 'Twelfth.'),
    })
    expect(await client.read('ENG', 'REQ-003')).toEqual(requirement(3, { html: 'Third.', version: 3 }))
    expect(await client.read('ENG', 'REQ-004')).toEqual(requirement(4, { html: 'Fourth.', version: 3 }))
  })

  test('returns each with all of its links in their order', async ({ connect }) => {
    const html = 'Linked.'
    const texts = [1, 2, 4].map((number) => ({ key: keyOf(number), htmlExcerpt: html }))
    expect(await connect().writeMany('ENG', texts)).toEqual(
      [1, 2, 4].map((number) => requirement(number, { html, version: 2 })),
    )
  })

  test('writes all or none', async ({ connect, sim }) => {
    const texts = [
      { key: 'REQ-003', htmlExcerpt: 'Third.' },
      { key: 'REQ-777', htmlExcerpt: 'Nothing.' },
    ]
    const write = () => connect().writeMany('ENG', texts)
    const changes = await changesOf(sim, () => expect(write()).rejects.toEqual(wikiError(404, UNKNOWN)))
    expect(changes).toEqual({})
  })
})

describe('reserving a key', () => {
  const empty = (id: number, key: string, version: number): Json => ({
    ...requirement(1, { html: '', version, issues: [] }),
    id,
    key,
    htmlNeedsUpdating: true,
    genericUrl: `${SITE}/requirements/ENG/${key}`,
    destinationUrl: `${SITE}/pages/viewpage.action?pageId=4001#${key}`,
    properties: [],
    reverseDependencies: [],
  })
  const stored = (id: number, key: string): Json => ({
    [`requirement ${id}`]: {
      id,
      key,
      html: '',
      text: '',
      properties: [],
      externalProperties: [],
      dependencies: [],
      htmlNeedsUpdating: true,
      applicationId: 101,
      projectContainerId: 1001,
      spaceKey: 'ENG',
      variantId: 5001,
      originContainerId: 1101,
      pageId: 4001,
      status: 'ACTIVE',
      createdAt: NOW,
    },
  })
  const reserved = [
    { field: 'status', after: 'ACTIVE' },
    { field: 'htmlNeedsUpdating', after: 'true' },
    { field: 'page', after: '4001' },
  ]

  test('creates a requirement without a text', async ({ connect, sim }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      expect(await client.reserve('ENG', 'REQ-020', 4001)).toEqual(empty(6303, 'REQ-020', 1))
      expect(await client.reserve('ENG', 'REQ-030', 4001)).toEqual(empty(6304, 'REQ-030', 1))
    })
    expect(changes).toEqual({
      ...stored(6303, 'REQ-020'),
      ...stored(6304, 'REQ-030'),
      ...history(1, 303, 'RESERVED', reserved),
      ...history(2, 304, 'RESERVED', reserved),
    })
    expect(await client.read('ENG', 'REQ-020')).toEqual(empty(6303, 'REQ-020', 1))
    expect(await client.read('ENG', 'REQ-030')).toEqual(empty(6304, 'REQ-030', 1))
    const found = await client.readPage('ENG', 10)
    expect(found).toEqual({
      results: [requirement(11), requirement(12), empty(6303, 'REQ-020', 1), empty(6304, 'REQ-030', 1)],
      count: 14,
      offset: 10,
      limit: 5,
      explanation: "all requirements; in space 'ENG'; ACTIVE only",
    })
  })

  test('returns a list with this requirement alone', async ({ request }) => {
    const created = { spaceKey: 'ENG', page: { pageId: 4001 } }
    expect(await request('alice', 'POST', `${WIKI}/requirement2/ENG/REQ-020`, created)).toEqual({
      status: 200,
      body: [empty(6303, 'REQ-020', 1)],
    })
  })

  test('is refused for a key in use', async ({ connect, sim }) => {
    const message =
      "key 'REQ-001' is taken in space 'ENG': choose another, or send override=true to take the requirement that has it"
    const reserve = () => connect().reserve('ENG', 'REQ-001', 4001)
    const changes = await changesOf(sim, () => expect(reserve()).rejects.toEqual(wikiError(409, message)))
    expect(changes).toEqual({})
  })
})

describe('removing a requirement', () => {
  const deleted = [{ field: 'status', before: 'ACTIVE', after: 'DELETED' }]

  test('deletes it, takes it off its page, and keeps it for those who ask', async ({
    connect,
    sim,
    request,
  }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      expect(await client.remove('ENG', 'REQ-011')).toBeUndefined()
      expect(await client.remove('ENG', 'REQ-012')).toBeUndefined()
    })
    expect(changes).toEqual({
      'requirement 6011': { status: 'DELETED', endedBy: 1 },
      'requirement 6012': { status: 'DELETED', endedBy: 2 },
      ...page(4002, 3, { 'REQ-011': 'removed', 'REQ-012': 'removed' }),
      ...history(1, 11, 'DELETED', deleted),
      ...history(2, 12, 'DELETED', deleted),
    })
    const gone = requirement(12, { status: 'DELETED', version: 3 })
    expect(await client.read('ENG', 'REQ-012')).toEqual(gone)
    expect(await client.readPage('ENG', 5)).toEqual({
      results: [requirement(6), ...[7, 8, 9, 10].map((number) => requirement(number, { version: 3 }))],
      count: 10,
      offset: 5,
      limit: 5,
      explanation: "all requirements; in space 'ENG'; ACTIVE only",
    })
    expect(await request('alice', 'GET', `${REQUIREMENTS}/REQ-012`)).toEqual({
      status: 200,
      body: standalone(12, { status: 'DELETED' }),
    })
  })

  test('is refused for one that is deleted, and fails for one that does not exist', async ({
    connect,
    sim,
  }) => {
    const message =
      "requirement 'REQ-099' is DELETED and cannot be deleted: it can be restored by a page that defines it or lose its issue links"
    const client = connect()
    const changes = await changesOf(sim, async () => {
      await expect(client.remove('ENG', 'REQ-099')).rejects.toEqual(wikiError(409, message))
      await expect(client.remove('ENG', 'REQ-777')).rejects.toEqual(wikiError(404, UNKNOWN))
    })
    expect(changes).toEqual({})
  })
})

describe('an external property', () => {
  test('is set on one requirement alone, and leaves its page as it is', async ({ connect, sim, request }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      expect(await client.setProperty('ENG', 'REQ-003', 'Cost', '333')).toEqual({
        spaceKey: 'ENG',
        key: 'REQ-003',
      })
      expect(await client.setProperty('ENG', 'REQ-001', 'Cost', '150.5')).toEqual({
        spaceKey: 'ENG',
        key: 'REQ-001',
      })
    })
    const cost = (before: string, after: string) => [{ field: 'ext@Cost', before, after }]
    expect(changes).toEqual({
      'requirement 6001': { externalProperties: { '7001': { value: 150.5 } } },
      'requirement 6003': { externalProperties: { '7001': { value: 333 } } },
      ...history(1, 3, 'PROPERTY_SET', cost('300', '333')),
      ...history(2, 1, 'PROPERTY_SET', cost('100', '150.5')),
    })
    expect(await client.read('ENG', 'REQ-001')).toEqual(requirement(1, { cost: 150.5 }))
    expect(await client.read('ENG', 'REQ-003')).toEqual(requirement(3, { cost: 333 }))
    expect(await request('alice', 'GET', `${REQUIREMENTS}/REQ-003`)).toEqual({
      status: 200,
      body: standalone(3, { cost: 333 }),
    })
  })

  test('is refused with a value of another type, and for an unknown key', async ({ connect, sim }) => {
    const client = connect()
    const changes = await changesOf(sim, async () => {
      await expect(client.setProperty('ENG', 'REQ-001', 'Cost', 'much')).rejects.toEqual(
        wikiError(
          400,
          "value 'much': external property 'Cost' is DECIMAL and takes a number of at most 2^53 - 1",
        ),
      )
      await expect(client.setProperty('ENG', 'REQ-777', 'Cost', '1')).rejects.toEqual(
        wikiError(404, `key: ${UNKNOWN}`),
      )
    })
    expect(changes).toEqual({})
  })
})
