import { describe, expect } from 'vitest'
import type { Baseline } from '../src/client.ts'
import { FROZEN_RELEASE, REQ_007 } from './expected.ts'
import { test } from './service.ts'

describe('reading a requirement', () => {
  test('returns the whole requirement as it is stored', async ({ connect }) => {
    expect(await connect().readRequirement(101, 1001, 'REQ-007')).toEqual(REQ_007)
  })

  test('fails for a key that does not exist, and does not retry', async ({ connect, sim }) => {
    await expect(connect().readRequirement(101, 1001, 'REQ-777')).rejects.toMatchObject({ status: 404 })
    expect(sim.journal.entries()).toHaveLength(1)
  })

  test('fails for a user without permission', async ({ connect }) => {
    const asEve = connect({ token: 'tok-eve' })
    await expect(asEve.readRequirement(101, 1001, 'REQ-001')).rejects.toMatchObject({ status: 403 })
  })
})

describe('an expiring token', () => {
  test.override({ simulatorOptions: { clock: { start: '2027-01-05T08:00:00Z' } } })

  test('is refused after it has expired', async ({ connect, sim }) => {
    const client = connect()
    await client.readRequirement(101, 1001, 'REQ-001')
    sim.clock.advance('1h')
    await expect(client.readRequirement(101, 1001, 'REQ-001')).rejects.toMatchObject({ status: 401 })
  })
})

describe('an unavailable service', () => {
  test('is retried with growing pauses', async ({ connect, sim }) => {
    sim.faults.add({ operation: 'standalone.requirement.readOfCurrent', times: 2, status: 503 })
    await connect().readRequirement(101, 1001, 'REQ-001')
    expect(sim.journal.entries().map(({ answer }) => answer.status)).toEqual([503, 503, 200])
    expect(sim.clock.now()).toBe('2026-01-05T09:00:01.500Z')
  })

  test('makes the call fail after the last attempt', async ({ connect, sim }) => {
    sim.faults.add({ interface: 'standalone', status: 503 })
    await expect(connect().readRequirement(101, 1001, 'REQ-001')).rejects.toMatchObject({ status: 503 })
    expect(sim.journal.entries()).toHaveLength(4)
  })
})

describe('a rate limit', () => {
  test.override({ simulatorOptions: { config: { rateLimit: 'enforce' } } })

  test('lets the client make 200 requests, and then wait until it resets', async ({ connect, sim }) => {
    const client = connect()
    for (let call = 1; call <= 200; call++) await client.readRequirement(101, 1001, 'REQ-001')
    expect(sim.clock.now()).toBe('2026-01-05T09:00:00.000Z')
    await client.readRequirement(101, 1001, 'REQ-001')
    const last = sim.journal.entries().slice(-2)
    expect(last.map(({ answer }) => answer.status)).toEqual([429, 200])
    expect(sim.clock.now()).toBe('2026-01-05T09:01:00.000Z')
  })
})

describe('freezing a baseline', () => {
  test('polls until it is done, and starts it only once', async ({ connect, sim }) => {
    const frozen = await connect().freezeBaseline('ENG', 2)
    expect(frozen).toEqual(FROZEN_RELEASE)
    const startedOnce = sim.verify({ operation: 'wiki.baseline.freeze', times: 1 })
    expect(startedOnce.ok, startedOnce.message).toBe(true)
    const polls = sim.journal.entries({ operation: 'wiki.baseline.read' })
    const statuses = polls.map(({ answer }) => (JSON.parse(String(answer.body)) as Baseline).status)
    expect(statuses).toEqual(['IN_CREATION', 'DONE'])
    expect(sim.clock.now()).toBe('2026-01-05T09:00:02.000Z')
  })

  test('fails if the task fails, with the reason', async ({ connect, sim }) => {
    sim.faults.add({ freeze: 'ENG', at: 50, message: 'The disk is full.' })
    await expect(connect().freezeBaseline('ENG', 2)).rejects.toThrow(
      'Release 1.1 could not be frozen: The disk is full.',
    )
  })

  test('is refused for a frozen baseline', async ({ connect }) => {
    await expect(connect().freezeBaseline('ENG', 1)).rejects.toMatchObject({ status: 409 })
  })
})
