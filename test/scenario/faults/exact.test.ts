// Which faults strike exactly, and what switching and removing outages leaves behind.

import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../src/model/applications/records.ts'
import {
  type FreezeFacts,
  isPath,
  type MessageFacts,
  strikeExchange,
  strikeFreeze,
  strikeMessage,
} from '../../../src/model/faults/matching.ts'
import { type FaultRule, faults, type FaultTarget } from '../../../src/model/faults/records.ts'
import { addFault } from '../../../src/model/faults/writing.ts'
import { jobs as waiting, schedule } from '../../../src/world/time/jobs.ts'
import { createSmallWorld } from '../../model/world-fixture.ts'
import { type Faulty, READ, startFaulty } from './faulty.ts'
import { OUTAGE_JOB } from '../../../src/model/world/job-kinds.ts'

const TRACKER = '/tracker/rest/reqs/1/api/ENG'
const NOW = '2026-01-05T09:00:00.000Z'

const always = { after: 0, every: 1 }
const ruleOf = (target: FaultTarget, more: Partial<FaultRule> = {}): FaultRule => ({
  enabled: true,
  target,
  moment: always,
  effect: {},
  ...more,
})

describe('a fault of freezings strikes the step that comes to its percentage', () => {
  const strikes = (target: object, facts: Partial<FreezeFacts>) => {
    const world = createSmallWorld()
    addFault(world, ruleOf({ kind: 'freeze', at: 0, ...target }))
    const step = { spaceKey: 'ENG', applicationId: 101, before: 0, after: 100 }
    return strikeFreeze(world, { ...step, ...facts }) !== undefined
  }

  test.each([
    [0, 0, 10, true],
    [0, 10, 20, false],
    [50, 40, 50, true],
    [50, 40, 49, false],
    [50, 50, 60, false],
    [50, 60, 70, false],
    [100, 90, 100, true],
  ])('at %i, from %i to %i: %s', (at, before, after, struck) => {
    expect(strikes({ at }, { before, after })).toBe(struck)
  })

  test.each([
    [{ applicationId: 101 }, true],
    [{ applicationId: 104 }, false],
    [{ spaceKey: 'ENG', applicationId: 104 }, false],
    [{ spaceKey: 'OPS', applicationId: 101 }, false],
  ])('%o: %s', (target, struck) => {
    expect(strikes(target, {})).toBe(struck)
  })
})

test.each([
  [{ serviceId: 'first' }, true],
  [{ serviceId: 'second' }, false],
  [{ queue: 'inbound' as const, serviceId: 'first' }, false],
])('a fault of messages with %o strikes one of the first integration: %s', (target, struck) => {
  const world = createSmallWorld()
  addFault(world, ruleOf({ kind: 'message', answer: 'FAILED', ...target }))
  const facts: MessageFacts = { queue: 'outbound', serviceId: 'first', operation: 'REQUIREMENT_UPDATED' }
  expect(strikeMessage(world, facts, false) !== undefined).toBe(struck)
})

test.each([
  ['/{id}', '/a', true],
  ['/{id', '/a', false],
  ['/{id', '/{id', true],
  ['/id}', '/a', false],
  ['/%E0', '/%E0', true],
  ['/%E0', '/%E1', false],
])('%s and %s: %s', (template, path, fit) => {
  expect(isPath(template, path)).toBe(fit)
})

test('a fault is as probable as it says: what is drawn has to be below', () => {
  const drawn = createSmallWorld().random('fault', 1, '1').fraction()
  const strikes = (probability: number) => {
    const world = createSmallWorld()
    addFault(world, ruleOf({ kind: 'exchange' }, { moment: { ...always, probability } }))
    const site = { site: undefined, user: undefined, operation: undefined, interface: undefined }
    return strikeExchange(world, { ...site, region: 'eu', method: 'GET', path: '/' }) !== undefined
  }
  expect([strikes(drawn), strikes(drawn + 1e-9)]).toEqual([false, true])
})

test.each([
  [{}, true],
  [{ site: 104 }, false],
  [{ site: undefined }, false],
  [{ region: 'us' }, false],
  [{ region: undefined, site: undefined }, false],
])('an outage of a site strikes its calls alone: %o: %s', (facts, struck) => {
  const world = createSmallWorld()
  addFault(world, ruleOf({ kind: 'outage', region: 'eu', applicationId: 101, from: world.now }))
  const call = { operation: undefined, interface: 'wiki', method: 'GET', path: '/', user: undefined }
  expect(strikeExchange(world, { ...call, region: 'eu', site: 101, ...facts }) !== undefined).toBe(struck)
})

test('a fault gets a number that no other has', () => {
  const world = createSmallWorld()
  world.system.table(faults).insert({ ...ruleOf({ kind: 'exchange' }), id: 1, matched: 0, struck: 0 })
  expect(addFault(world, ruleOf({ kind: 'exchange' })).id).toBe(2)
})

describe('outages', () => {
  let faulty: Faulty
  beforeEach(async () => {
    faulty = await startFaulty()
  })

  const statusOf = async (path: string) => (await faulty.get(path)).status
  const jobs = () => [...faulty.simulator.world.system.table(waiting).scan()]
  const messages = () => faulty.simulator.state('outboundMessage').map(({ status }) => status)
  const advance = (by: string) => faulty.simulator.clock.advance(by)

  test('leave calls of other sites, regions and addresses alone', async () => {
    const before = await Promise.all(['/nowhere', '/us/wiki/rest/search', READ].map(statusOf))
    faulty.simulator.faults.add({ queue: '*' })
    faulty.simulator.faults.add({ freeze: '*' })
    faulty.simulator.faults.add({ outage: 'tracker' })
    expect(await Promise.all(['/nowhere', '/us/wiki/rest/search', READ].map(statusOf))).toEqual(before)
    expect(faulty.simulator.faults.list().map(({ matched }) => matched)).toEqual([0, 0, 0])
  })

  test('wait for their begin and end only, and nothing waits after they are removed', () => {
    const before = jobs()
    faulty.simulator.faults.add({ outage: 'tracker' })
    faulty.simulator.faults.add({ outage: 'wiki', from: NOW })
    expect(jobs()).toEqual(before)
    faulty.simulator.faults.add({ outage: 'tracker', for: '10m' })
    faulty.simulator.faults.add({ outage: 'tracker', from: '5m', for: '5m' })
    const ours = jobs().filter(({ kind }) => kind === 'fault.outage')
    expect(ours.map(({ payload }) => payload)).toEqual([3, 4, 4].map((fault) => ({ fault })))
    faulty.simulator.faults.remove(3)
    expect(jobs().filter(({ kind }) => kind === 'fault.outage')).toEqual(ours.slice(1))
    faulty.simulator.faults.clear()
    expect(jobs()).toEqual(before)
  })

  test.each([
    ['switched off', () => faulty.simulator.faults.enable(1, false)],
    ['removed', () => faulty.simulator.faults.remove(1)],
  ])('that are %s let messages through again', (_name, mend) => {
    faulty.simulator.faults.add({ outage: 'tracker' })
    advance('3m')
    expect(messages()).toEqual(['PENDING', 'PENDING'])
    mend()
    advance('3m')
    expect(messages()).toEqual(['DONE', 'DONE'])
  })

  test('that are written switched off begin when they are switched on', async () => {
    const up = await statusOf(TRACKER)
    faulty.simulator.faults.add({ outage: 'tracker', enabled: false })
    expect(await statusOf(TRACKER)).toBe(up)
    faulty.simulator.faults.enable(1, true)
    expect(await statusOf(TRACKER)).toBe(503)
    advance('3m')
    expect(messages()).toEqual(['PENDING', 'PENDING'])
  })

  test('are not needed for sites that are DISABLED: those answer nothing either', () => {
    faulty.simulator.world.region('eu').table(applications).update(102, { status: 'DISABLED' })
    advance('3m')
    expect(messages()).toEqual(['PENDING', 'PENDING'])
  })

  test('of one site keep the other one answering', () => {
    faulty.simulator.faults.add({ outage: 'contoso-wiki' })
    advance('3m')
    expect(messages()).toEqual(['DONE', 'DONE'])
  })

  test('are not moved by jobs that name no fault, or one that is gone', async () => {
    const { world } = faulty.simulator
    const { id } = faulty.simulator.faults.add({ outage: 'tracker', for: '10m' })
    for (const fields of [{}, { payload: {} }, { payload: { fault: 77 } }])
      for (const minute of [1, 30])
        schedule(world, { kind: OUTAGE_JOB, due: world.now + minute * 60_000, ...fields })
    advance('5m')
    expect(await statusOf(TRACKER)).toBe(503)
    faulty.simulator.faults.remove(id)
    expect(await statusOf(TRACKER)).not.toBe(503)
    advance('30m')
  })
})

test.each([
  ['FAILED', 'the message failed (fault 1)'],
  ['NOT_EXECUTED', 'the message was not executed (fault 1)'],
] as const)('a message that is answered %s says so', async (answer, message) => {
  const { simulator } = await startFaulty()
  simulator.faults.add({ queue: 'outbound', answer })
  simulator.clock.advance('3m')
  const told = simulator.state('outboundMessage').map(({ status, lastResponse }) => [status, lastResponse])
  expect(told[0]).toEqual([answer, message])
})
