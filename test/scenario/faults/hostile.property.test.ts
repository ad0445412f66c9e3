// Whatever is given as a fault is refused with a reason or strikes as it says: no defect, no half-written fault.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator, type FaultInput } from '../../../src/index.ts'
import { Refusal } from '../../../src/model/input/refusal.ts'
import { READ } from './faulty.ts'

const FIELDS: { readonly [field: string]: fc.Arbitrary<unknown> } = {
  operation: fc.constantFrom('wiki.requirement.read', 'wiki.*', '*', 'nope', '**'),
  interface: fc.constantFrom('wiki', 'standalone', ''),
  region: fc.constantFrom('eu', 'us', '__proto__'),
  method: fc.constantFrom('GET', 'PUT', 'get'),
  path: fc.constantFrom('/rest/*', '/{a}/{b}', '/', '/%', 'x', `/${'{a}/'.repeat(300)}`),
  user: fc.constantFrom('alice', 'constructor'),
  freeze: fc.constantFrom('*', 'ENG', '/', '101/ENG'),
  at: fc.constantFrom(0, 50.5, 101),
  queue: fc.constantFrom('*', 'outbound', 'hasOwnProperty'),
  answer: fc.constantFrom('NONE', 'FAILED', 'DONE'),
  outage: fc.constantFrom('tracker', 101, -1, 'toString'),
  from: fc.constantFrom('5m', '2026-01-05T08:00:00Z', '9999-12-31T23:59:59.999Z', 'P'),
  for: fc.constantFrom('1ms', '999999999999999d', ''),
  after: fc.constantFrom(0, 1, -1, 1.5),
  times: fc.constantFrom(1, 2, 0),
  every: fc.constantFrom(1, 2, Number.NaN),
  probability: fc.constantFrom(1, 0.5, 2),
  status: fc.constantFrom(200, 204, 304, 404, 429, 599, 100, 600),
  message: fc.oneof(fc.string(), fc.constant('\u0000')),
  body: fc.anything(),
  headers: fc.dictionary(
    fc.constantFrom('X-A', 'x-a', 'Date', 'content-length', 'X-Rate-Limit-Reset', '', 'a b'),
    fc.string(),
  ),
  latency: fc.constantFrom('0ms', '10m', 'PT10M1S'),
  slow: fc.constantFrom('1ms', 'never'),
  drop: fc.constantFrom(true, false),
  truncate: fc.constantFrom(0, 7, 1e9, '0%', '99.999%', '100%', -1, '-1%'),
  malform: fc.constant(true),
  pageSize: fc.constantFrom(1, 3, 0, 1.5, 10_001),
  performed: fc.boolean(),
  mutate: fc.constantFrom('lost-write', 'stale-read', 'allowed', 'never-ends', '__proto__'),
  id: fc.constantFrom(1, 2, 1e9, 0),
  enabled: fc.boolean(),
}

const fault = fc
  .subarray(Object.keys(FIELDS), { maxLength: 4 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, FIELDS[name] as fc.Arbitrary<unknown>]))),
  )

/** Faults that nothing is wrong with. */
const sound = fc.record(
  {
    operation: fc.constantFrom('wiki.requirement.read', 'wiki.*'),
    after: fc.nat(2),
    every: fc.integer({ min: 1, max: 2 }),
    body: fc.oneof(fc.string(), fc.jsonValue()),
    headers: fc.constant({ Date: 'now', 'X-A': '', 'x-rate-limit-reset': 'soon' }),
    latency: fc.constant('10m'),
    truncate: fc.constantFrom(0, 7, 1e9, '0%', '99.999%'),
    malform: fc.constant(true as const),
    slow: fc.constant('1ms'),
  },
  { requiredKeys: ['latency'] },
)

const simulator = createSimulator({ scenario: 'demo' })

test('is refused or strikes', async () => {
  const base = await simulator
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 6, arbitrary: fault }, { weight: 3, arbitrary: sound }, fc.anything()), {
        maxLength: 4,
      }),
      async (inputs) => {
        const sim = base.fork()
        for (const input of inputs) {
          const before = sim.faults.list()
          try {
            const { id } = sim.faults.add(input as FaultInput)
            expect(sim.faults.list()).toHaveLength(before.length + 1)
            expect(before.map((each) => each.id)).not.toContain(id)
            accepted++
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal)
            expect(sim.faults.list()).toEqual(before)
          }
        }
        sim.clock.advance('3m')
        for (const method of ['GET', 'HEAD', 'DELETE']) {
          const headers = { Authorization: 'Bearer tok-alice' }
          const answer = await sim.exchange({ method, url: READ, headers })
          expect(answer.status === 0 || (answer.status >= 200 && answer.status <= 599)).toBe(true)
          const response = await sim.fetch(READ, { method, headers }).catch((error: unknown) => error)
          if (response instanceof Response) await response.text().catch(() => {})
          else expect(response).toBeInstanceOf(TypeError)
        }
        expect(sim.journal.entries().flatMap(({ defect }) => defect ?? [])).toEqual([])
      },
    ),
    { numRuns: 200 },
  )
  expect(accepted).toBeGreaterThan(100)
})
