// Which fault strikes: the rules of a world against a model that keeps whole histories instead of counters.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ExchangeFacts, isPath, strikeExchange } from '../../../src/model/finding/faults/matching.ts'
import type { FaultRule } from '../../../src/model/records/world/faults.ts'
import { addFault } from '../../../src/model/faults/writing.ts'
import { faults } from '../../../src/model/records/world/faults.ts'
import type { World } from '../../../src/world/world.ts'
import { createSmallWorld } from '../../model/world-fixture.ts'

const OPERATIONS = ['wiki.baseline.list', 'wiki.baseline.freeze', 'wiki.page.read'] as const
const PATHS = ['/a', '/a/b', '/a/b/c', '/x%20y/b', '/%E0%A4%A'] as const
const USERS = ['alice', 'bob'] as const

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const facts: fc.Arbitrary<ExchangeFacts> = fc.record({
  operation: optional(fc.constantFrom(...OPERATIONS)),
  interface: optional(fc.constantFrom('wiki', 'tracker')),
  region: optional(fc.constantFrom('eu', 'us')),
  method: fc.constantFrom('GET', 'POST'),
  path: fc.constantFrom(...PATHS),
  user: optional(fc.constantFrom(...USERS)),
  site: fc.constant(undefined),
})
const rule: fc.Arbitrary<FaultRule> = fc
  .record({
    enabled: fc.boolean(),
    target: fc.record(
      {
        kind: fc.constant('exchange' as const),
        operation: fc.constantFrom(...OPERATIONS, 'wiki.*', 'wiki.baseline.*', '*'),
        interface: fc.constantFrom('wiki', 'tracker'),
        region: fc.constantFrom('eu', 'us'),
        method: fc.constantFrom('GET', 'POST'),
        path: fc.constantFrom('/a', '/{one}', '/*', '/a/{one}', '/a/*', '/x y/b', '/{one}/{two}'),
        user: fc.constantFrom(...USERS),
      },
      { requiredKeys: ['kind'] },
    ),
    moment: fc.record(
      {
        after: fc.nat(3),
        every: fc.integer({ min: 1, max: 3 }),
        times: fc.integer({ min: 1, max: 3 }),
        probability: fc.constantFrom(0.001, 0.5, 1),
      },
      { requiredKeys: ['after', 'every'] },
    ),
  })
  .map((parts) => ({ ...parts, effect: { status: 503 } }))

/** What a path template takes, as a pattern over the decoded path; what is not encoded well stands for itself. */
function fits(template: string, path: string): boolean {
  const parts = template.slice(1).split('/')
  const pattern = parts.map((part, at) =>
    part === '*' && at === parts.length - 1 ? '.+' : /^(?:\*|\{.*\})$/.test(part) ? '[^/]+' : part,
  )
  const text = path === '/%E0%A4%A' ? path : decodeURIComponent(path)
  return new RegExp(`^/${pattern.join('/')}$`).test(text)
}

function isMeant({ enabled, target }: FaultRule, exchange: ExchangeFacts): boolean {
  if (!enabled || target.kind !== 'exchange') return false
  const { operation = '*', path = '/*' } = target
  const pattern = operation.replaceAll('.', '\\.').replace('*', '.*')
  if (target.operation !== undefined && !new RegExp(`^${pattern}$`).test(exchange.operation ?? '\n'))
    return false
  for (const name of ['interface', 'region', 'method', 'user'] as const)
    if (target[name] !== undefined && target[name] !== exchange[name]) return false
  return fits(path, exchange.path)
}

/** The model remembers each match of each rule, and whether it struck. */
function naive(world: World, rules: readonly FaultRule[]) {
  const histories = rules.map((): boolean[] => [])
  return {
    histories,
    strike(exchange: ExchangeFacts): number | undefined {
      for (const [at, each] of rules.entries()) {
        if (!isMeant(each, exchange)) continue
        const history = histories[at] as boolean[]
        const { after, every, times = Number.POSITIVE_INFINITY, probability } = each.moment
        const place = history.length
        const inTurn = place >= after && (place + 1 - after) % every === 0
        const left = history.filter((struck) => struck).length < times
        const drawn =
          probability === undefined ||
          world.random('fault', at + 1, String(place + 1)).fraction() < probability
        const strikes = inTurn && left && drawn
        history.push(strikes)
        if (strikes) return at + 1
      }
      return undefined
    },
  }
}

test('the fault that strikes is the one of the model, and so are all counters', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), fc.array(facts, { maxLength: 30 }), (rules, exchanges) => {
      const world = createSmallWorld()
      for (const each of rules) addFault(world, each)
      const model = naive(world, rules)
      for (const exchange of exchanges)
        expect(strikeExchange(world, exchange)?.id).toBe(model.strike(exchange))
      const counted = [...world.system.table(faults).scan()].map(({ matched, struck }) => [matched, struck])
      expect(counted).toEqual(
        model.histories.map((history) => [history.length, history.filter((struck) => struck).length]),
      )
    }),
    { numRuns: 300 },
  )
})

test('chance is a matter of the seed, the fault and the ordinal, whatever else happens', () => {
  const strikes = (others: number) => {
    const world = createSmallWorld()
    const probable = { after: 0, every: 1, probability: 0.5 }
    const target = { kind: 'exchange' as const, method: 'GET' }
    addFault(world, { enabled: true, target, moment: probable, effect: { status: 500 } })
    const other = { kind: 'exchange' as const, method: 'POST' }
    addFault(world, { enabled: true, target: other, moment: probable, effect: { status: 500 } })
    const facts = { operation: undefined, interface: 'wiki', region: 'eu', path: '/', user: undefined }
    return Array.from({ length: 40 }, () => {
      for (let count = 0; count < others; count++)
        strikeExchange(world, { ...facts, method: 'POST', site: undefined })
      return strikeExchange(world, { ...facts, method: 'GET', site: undefined }) !== undefined
    })
  }
  const alone = strikes(0)
  expect(strikes(3)).toEqual(alone)
  expect(new Set(alone)).toEqual(new Set([true, false]))
})

test.each([
  ['/applications/{id}', '/applications/101', true],
  ['/applications/{id}/', '/applications/101', true],
  ['/applications/*', '/applications', false],
  ['/applications/*', '/applications/1/projects/2', true],
  ['/*/101', '/applications/101', true],
  ['/*/101', '/applications/101/projects', false],
  ['/a b', '/a%20b', true],
  ['*', '/anything/at/all', true],
])('%s and %s: %s', (template, path, fit) => {
  expect(isPath(template, path)).toBe(fit)
})
