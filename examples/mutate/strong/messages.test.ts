import { describe, expect } from 'vitest'
import { SERVICE, TRACKER_LINK, WIKI_LINK } from '../shared/service.ts'
import { changesOf } from './changes.ts'
import type { Json } from './demo.ts'
import { test, wikiError } from './service.ts'

const START = '2026-01-05T09:00:00.000Z'

interface State {
  readonly status?: string
  readonly attempts?: number
  readonly lastResponse?: string
}

const common = { serviceId: SERVICE, applinkId: WIKI_LINK, spaceKey: 'ENG', createdAt: START }

function message(fields: Json, { status = 'PENDING', attempts = 0, lastResponse }: State = {}): Json {
  const answer = lastResponse === undefined ? {} : { lastResponse }
  return { ...common, ...fields, status, attempts, ...answer }
}

/** The two messages that wait in the demo. */
const added = (state?: State) =>
  message(
    {
      id: 8001,
      operation: 'LINK_ADDED',
      title: 'DRN-2 tests REQ-001',
      key: 'REQ-001',
      issueKey: 'DRN-2',
      relationship: 'tests',
      createdBy: 1,
    },
    state,
  )
const updated = (state?: State) =>
  message(
    {
      id: 8002,
      operation: 'REQUIREMENT_UPDATED',
      title: 'REQ-002 was changed',
      key: 'REQ-002',
      issueKey: 'DRN-2',
      createdBy: 2,
    },
    state,
  )

/** A message that a write makes. */
const written = (id: number, key: string, state?: State) =>
  message({ id, operation: 'REQUIREMENT_UPDATED', key, createdBy: 2 }, state)

const done = (lastResponse: string): State => ({ status: 'DONE', attempts: 1, lastResponse })
const textId = (key: string) => `trackerText ["${TRACKER_LINK}","ENG","${key}",null]`

const asAdmin = { token: 'tok-admin' }

test('the messages for the tracker wait in the order in which they were made', async ({ connect, sim }) => {
  const client = connect(asAdmin)
  expect(await client.messages(SERVICE)).toEqual([added(), updated()])
  await connect().write('ENG', 'REQ-002', 'First.')
  await connect().write('ENG', 'REQ-001', 'Second.')
  await connect().write('ENG', 'REQ-005', 'No issue links this one.')
  expect(await client.messages(SERVICE)).toEqual([
    added(),
    updated(),
    written(8003, 'REQ-002'),
    written(8004, 'REQ-001'),
  ])
  expect(sim.state('outboundMessage')).toHaveLength(4)
})

describe('a synchronisation', () => {
  test('sends all messages after three minutes, each once', async ({ connect, sim }) => {
    const client = connect(asAdmin)
    const alice = connect()
    await alice.write('ENG', 'REQ-001', 'First.')
    await alice.write('ENG', 'REQ-002', 'Second.')
    await alice.write('ENG', 'REQ-001', 'Third.')
    const waiting = [
      added(),
      updated(),
      written(8003, 'REQ-001'),
      written(8004, 'REQ-002'),
      written(8005, 'REQ-001'),
    ]
    const before = await client.links('DRN-2')
    sim.clock.advance('179999ms')
    expect(await client.messages(SERVICE)).toEqual(waiting)
    expect(await client.links('DRN-2')).toEqual(before)

    const refreshedAt = Date.parse('2026-01-05T09:03:00Z')
    expect(await changesOf(sim, () => sim.clock.advance('1ms'))).toEqual({
      'outboundMessage 8001': done('the link was there already'),
      'outboundMessage 8002': done('text refreshed for 1 link'),
      'outboundMessage 8003': done('text refreshed for 2 links'),
      'outboundMessage 8004': done('text refreshed for 1 link'),
      'outboundMessage 8005': done('text refreshed for 2 links'),
      [textId('REQ-001')]: { html: 'Third.', refreshedAt },
      [textId('REQ-002')]: { html: 'Second.', refreshedAt },
    })
    const sent = [
      written(8005, 'REQ-001', done('text refreshed for 2 links')),
      written(8004, 'REQ-002', done('text refreshed for 1 link')),
      written(8003, 'REQ-001', done('text refreshed for 2 links')),
      updated(done('text refreshed for 1 link')),
      added(done('the link was there already')),
    ]
    expect(await client.messages(SERVICE)).toEqual(sent)
    expect(await client.links('DRN-1')).toEqual([
      {
        id: 40002,
        applinkId: TRACKER_LINK,
        spaceKey: 'ENG',
        key: 'REQ-001',
        baseline: null,
        relationship: 'implements',
        html: 'Third.',
        refreshedAt: '2026-01-05T09:03:00.000Z',
      },
    ])
    expect(await changesOf(sim, () => sim.clock.advance('1h'))).toEqual({})
    expect(await client.messages(SERVICE)).toEqual(sent)
  })

  test('runs every three minutes', async ({ connect, sim }) => {
    const client = connect()
    sim.clock.advance('3m')
    await client.write('ENG', 'REQ-001', 'Later.')
    const refreshedAt = Date.parse('2026-01-05T09:06:00Z')
    expect(await changesOf(sim, () => sim.clock.advance('179999ms'))).toEqual({})
    expect(await changesOf(sim, () => sim.clock.advance('1ms'))).toEqual({
      'outboundMessage 8003': done('text refreshed for 2 links'),
      [textId('REQ-001')]: { html: 'Later.', refreshedAt },
    })
  })

  test('sends again what failed, in the next run', async ({ connect, sim }) => {
    const client = connect(asAdmin)
    sim.faults.add({ queue: 'outbound', messageOperation: 'LINK_ADDED', times: 1, message: 'Not now.' })
    sim.clock.advance('3m')
    const updatedOnce = updated(done('text refreshed for 1 link'))
    expect(await client.messages(SERVICE)).toEqual([
      added({ status: 'FAILED', attempts: 1, lastResponse: 'Not now.' }),
      updatedOnce,
    ])
    const refreshedAt = Date.parse('2026-01-05T09:06:00Z')
    expect(await changesOf(sim, () => sim.clock.advance('3m'))).toEqual({
      'outboundMessage 8001': { status: 'DONE', attempts: 2, lastResponse: 'the link was there already' },
      [textId('REQ-001')]: { refreshedAt },
    })
    expect(await client.messages(SERVICE)).toEqual([
      updatedOnce,
      added({ status: 'DONE', attempts: 2, lastResponse: 'the link was there already' }),
    ])
  })
})

describe('an administrator', () => {
  const unknown = wikiError(404, "messageId: no message '9' in the queue of 'svc-0001-demo'")

  test('sends one message at once, and only once', async ({ connect, sim }) => {
    const client = connect(asAdmin)
    const refreshedAt = Date.parse('2026-01-05T09:01:00Z')
    await connect().write('ENG', 'REQ-005', 'No issue links this one.')
    sim.clock.advance('1m')
    const changes = await changesOf(sim, async () => {
      expect(await client.sendMessage(SERVICE, 8002)).toEqual(updated(done('text refreshed for 1 link')))
      await expect(client.sendMessage(SERVICE, 8002)).rejects.toEqual(
        wikiError(409, "message '8002' is DONE and is not sent again"),
      )
      await expect(client.sendMessage(SERVICE, 9)).rejects.toEqual(unknown)
    })
    expect(changes).toEqual({
      'outboundMessage 8002': done('text refreshed for 1 link'),
      [textId('REQ-002')]: { refreshedAt },
    })
    expect(await client.messages(SERVICE)).toEqual([added(), updated(done('text refreshed for 1 link'))])
    const later = await changesOf(sim, () => sim.clock.advance('3m'))
    expect(later).toMatchObject({ 'outboundMessage 8001': done('the link was there already') })
    expect(later).not.toHaveProperty('outboundMessage 8002')
  })

  test('gets a message that it sent with all that it says', async ({ connect, sim }) => {
    const client = connect(asAdmin)
    const changes = await changesOf(sim, async () => {
      const sent = done('the link was there already')
      expect(await client.sendMessage(SERVICE, 8001)).toEqual(added(sent))
    })
    expect(changes).toEqual({ 'outboundMessage 8001': done('the link was there already') })
  })

  test('removes one message, which is never sent', async ({ connect, sim }) => {
    const client = connect(asAdmin)
    await connect().write('ENG', 'REQ-001', 'Changed.')
    const changes = await changesOf(sim, async () => {
      expect(await client.removeMessage(SERVICE, 8003)).toBeUndefined()
      expect(await client.removeMessage(SERVICE, 8001)).toBeUndefined()
      await expect(client.removeMessage(SERVICE, 9)).rejects.toEqual(unknown)
    })
    expect(changes).toEqual({ 'outboundMessage 8001': 'removed', 'outboundMessage 8003': 'removed' })
    expect(await client.messages(SERVICE)).toEqual([updated()])
    const later = await changesOf(sim, () => sim.clock.advance('3m'))
    expect(later).toEqual({
      'outboundMessage 8002': done('text refreshed for 1 link'),
      [textId('REQ-002')]: { refreshedAt: Date.parse('2026-01-05T09:03:00Z') },
    })
  })

  test('sends all messages at once, in their order', async ({ connect, sim }) => {
    const client = connect(asAdmin)
    await connect().write('ENG', 'REQ-001', 'Changed.')
    const refreshedAt = Date.parse(START)
    const answer = (id: number, operation: string, text: string) => {
      return { id, operation, status: 'DONE', message: text }
    }
    const changes = await changesOf(sim, async () => {
      expect(await client.flush(SERVICE)).toEqual({
        answers: [
          answer(8001, 'LINK_ADDED', 'the link was there already'),
          answer(8002, 'REQUIREMENT_UPDATED', 'text refreshed for 1 link'),
          answer(8003, 'REQUIREMENT_UPDATED', 'text refreshed for 2 links'),
        ],
        waiting: 0,
      })
      expect(await client.flush(SERVICE)).toEqual({ answers: [], waiting: 0 })
    })
    expect(changes).toEqual({
      'outboundMessage 8001': done('the link was there already'),
      'outboundMessage 8002': done('text refreshed for 1 link'),
      'outboundMessage 8003': done('text refreshed for 2 links'),
      [textId('REQ-001')]: { html: 'Changed.' },
    })
    expect(sim.state('trackerText').map((text) => text.refreshedAt)).toEqual([refreshedAt, refreshedAt])
  })
})
