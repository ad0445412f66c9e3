/** Random inputs for a simulator: everything that changes a world, through the library. */
import * as fc from 'fast-check'
import type { Simulator } from '../../../src/index.ts'

export type RandomInput = (sim: Simulator) => unknown

/** A snapshot of each simulator, to be restored later. */
const kept = new WeakMap<Simulator, ReturnType<Simulator['snapshot']>>()

const WIKI = 'http://wiki.sim/rest/reqs/1'

function send(method: string, url: string, as: string, body?: unknown): RandomInput {
  return (sim) =>
    sim.exchange({
      method,
      url,
      headers: { cookie: `JSESSIONID=sess-${as}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
}

const user = fc.constantFrom('alice', 'bob', 'admin')

export const randomInput: fc.Arbitrary<RandomInput> = fc.oneof(
  user.map((as) => send('GET', `${WIKI}/requirement2/ENG`, as)),
  user.map((as) => send('GET', `${WIKI}/baseline/ENG`, as)),
  user.map((as) => send('GET', `${WIKI}/no-such-thing`, as)),
  user.map((as) => send('POST', `${WIKI}/baseline-actions/ENG/freeze/2`, as)),
  fc.record({ as: user, number: fc.integer({ min: 13, max: 40 }) }).map(
    ({ as, number }) =>
      (sim: Simulator) =>
        sim.pages.save(4001, { as, define: [{ key: `REQ-0${number}`, html: `By ${as}` }] }),
  ),
  fc.integer({ min: 0, max: 400_000 }).map((by) => (sim: Simulator) => sim.clock.advance(by)),
  fc.constant((sim: Simulator) => sim.clock.runNext()),
  fc.constantFrom('manual', 'auto').map((mode) => (sim: Simulator) => sim.clock.set({ mode })),
  fc
    .integer({ min: 1, max: 3 })
    .map(
      (times) => (sim: Simulator) =>
        sim.faults.add({ operation: 'wiki.requirement.search', times, status: 503 }),
    ),
  fc.constant((sim: Simulator) => sim.faults.clear()),
  user.map((as) => (sim: Simulator) => sim.tokens.create({ user: as })),
  fc.constant(async (sim: Simulator) => {
    const snapshot = sim.snapshot()
    await send('POST', `${WIKI}/baseline-actions/ENG/freeze/2`, 'alice')(sim)
    sim.restore(snapshot)
  }),
  fc.constant(async (sim: Simulator) => sim.importWorld(await sim.exportWorld())),
  fc.constant((sim: Simulator) => {
    const known = kept.get(sim)
    if (known === undefined) kept.set(sim, sim.snapshot())
    else sim.restore(known)
  }),
  fc.constant(async (sim: Simulator) => {
    if (sim.timeline.length > 0) await sim.run({ count: 1 })
  }),
)
