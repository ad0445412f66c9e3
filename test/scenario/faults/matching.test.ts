// Which exchanges, messages and freezings a fault matches.

import { describe, expect, test } from 'vitest'
import {
  type FreezeFacts,
  isPath,
  type MessageFacts,
  strikeExchange,
  strikeFreeze,
  strikeMessage,
} from '../../../src/model/finding/faults/matching.ts'
import { type FaultRule, type FaultTarget } from '../../../src/model/records/world/faults.ts'
import { addFault } from '../../../src/model/faults/writing.ts'
import { createSmallWorld } from '../../model/world-fixture.ts'

const always = { after: 0, every: 1 }
const ruleOf = (target: FaultTarget, more: Partial<FaultRule> = {}): FaultRule => ({
  enabled: true,
  target,
  moment: always,
  effect: {},
  ...more,
})

describe('a fault of freezings strikes the step that reaches its percentage', () => {
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
])('a fault of messages with %o matches a message of the first integration: %s', (target, struck) => {
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
])('the path template %s matches %s: %s', (template, path, fit) => {
  expect(isPath(template, path)).toBe(fit)
})

test('a fault strikes when the drawn number is below its probability', () => {
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
])('an outage of a site fails a request with %o: %s', (facts, struck) => {
  const world = createSmallWorld()
  addFault(world, ruleOf({ kind: 'outage', region: 'eu', applicationId: 101, from: world.now }))
  const call = { operation: undefined, interface: 'wiki', method: 'GET', path: '/', user: undefined }
  expect(strikeExchange(world, { ...call, region: 'eu', site: 101, ...facts }) !== undefined).toBe(struck)
})
