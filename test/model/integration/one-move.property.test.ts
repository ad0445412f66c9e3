// Random worlds with faults of every kind: one move of the clock has the effects of a move for each run (service §6.2).

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { integrationsScenario } from '../../../bench/integrations-scenario.ts'
import { createSimulator, type FaultInput, type Simulator } from '../../../src/index.ts'
import { parseDuration } from '../../../src/world/time/duration.ts'
import { nextJob } from '../../../src/world/time/jobs.ts'
import { exportWorld } from '../../../src/world/transfer.ts'
import { hostedHeaders, type Product } from '../../support/hosted.ts'

const INTEGRATIONS = 3
const number = fc.integer({ min: 1, max: INTEGRATIONS })

const fields = {
  after: fc.nat(20),
  times: fc.integer({ min: 1, max: 8 }),
  every: fc.integer({ min: 1, max: 3 }),
  probability: fc.constantFrom(0.5, 1),
}
const moment = fc.oneof(
  fc.record({ after: fields.after }),
  fc.record({ times: fields.times }),
  fc.record(fields, { requiredKeys: [] }),
)

const messageFault = fc
  .tuple(
    fc.constantFrom(
      { queue: '*' },
      { queue: 'outbound' },
      { queue: 'outbound', messageOperation: 'LINK_ADDED' },
      { queue: 'inbound' },
      { queue: 'inbound', messageOperation: 'ADD_LINK' },
    ),
    fc.record(
      {
        service: number.map((of) => `svc-${of}`),
        answer: fc.constantFrom('FAILED', 'NOT_EXECUTED', 'NONE'),
        message: fc.constant('out of order'),
      },
      { requiredKeys: [] },
    ),
    fc.oneof(fc.constant({}), moment),
  )
  .map((parts): FaultInput => Object.assign({}, ...parts))

const otherFault = fc.oneof(
  fc
    .record({ outage: number.map((of) => `tracker-${of}`), from: fc.constantFrom('1m', '10m') })
    .map((fault): FaultInput => ({ ...fault, for: '20m' })),
  moment.map((rule): FaultInput => ({ freeze: '*', at: 50, ...rule })),
  moment.map((rule): FaultInput => ({ operation: 'wiki.*', status: 503, ...rule })),
)

type Act = (simulator: Simulator) => unknown

/** A request of the administrator to the wiki or tracker of an integration; its response does not matter. */
const send =
  (product: Product, of: number, method: string, path: string, content?: unknown): Act =>
  (simulator) => {
    const site = `https://${product}-${of}.test${product === 'wiki' ? '/wiki' : ''}`
    const headers = { ...hostedHeaders('tok-admin', site), 'content-type': 'application/json' }
    const body = content === undefined ? undefined : JSON.stringify(content)
    return simulator.exchange({ method, url: `/eu/${product}/rest/reqs/1${path}`, headers, body })
  }

const edit: fc.Arbitrary<Act> = fc.oneof(
  fc
    .tuple(number, fc.string())
    .map(([of, htmlExcerpt]) => send('wiki', of, 'PUT', `/requirement2/S${of}/REQ-001`, { htmlExcerpt })),
  fc.tuple(number, fc.constantFrom('1', '777')).map(([of, issue]) => {
    const link = `/requirement2/S${of}/REQ-001/link/issue/P${of}-${issue}?relationship=tests`
    return send('wiki', of, 'PUT', link)
  }),
  fc.tuple(number, fc.constantFrom('REQ-001', 'NOPE')).map(([of, key]) => {
    const message = { operation: 'ADD_LINK', issueKey: `P${of}-1`, spaceKey: `S${of}`, key }
    return send('tracker', of, 'POST', `/queue/of-tracker-${of}/messages`, [message])
  }),
  number.map((of) => send('wiki', of, 'GET', `/integration/svc-${of}/queue/flush`)),
  number.map((of) => async (simulator: Simulator) => {
    await send('wiki', of, 'POST', `/baseline/S${of}`, { baseline: { name: 'First' } })(simulator)
    await send('wiki', of, 'POST', `/baseline-actions/S${of}/freeze/1`)(simulator)
  }),
)

const one = (simulator: Simulator, which: number) => simulator.faults.list().at(which)?.id
const changeOfFaults: fc.Arbitrary<Act> = fc.oneof(
  messageFault.map((fault) => (simulator: Simulator) => simulator.faults.add(fault)),
  otherFault.map((fault) => (simulator: Simulator) => simulator.faults.add(fault)),
  fc.tuple(fc.nat(3), fc.boolean()).map(([which, enabled]) => (simulator: Simulator) => {
    const id = one(simulator, which)
    if (id !== undefined) simulator.faults.enable(id, enabled)
  }),
  fc.nat(3).map((which) => (simulator: Simulator) => {
    const id = one(simulator, which)
    if (id !== undefined) simulator.faults.remove(id)
  }),
)

// A move reports its first 500 jobs and strikes one by one.
const advance = fc.constantFrom('90s', '3m', '10m', '1h', '2h')

/** What a simulator shows of a move besides its world. */
function watch(simulator: Simulator) {
  const events = { job: [] as unknown[], fault: [] as unknown[] }
  simulator.events.subscribe(({ type, at, data }) => {
    if (type === 'job') events.job.push(data)
    // The fault says when its job ran; a job is reported at the end of the move, too.
    if (type === 'fault') events.fault.push([at, data])
  })
  return events
}

function runByRun({ clock, world }: Simulator, duration: number) {
  const target = world.now + duration
  const fired: unknown[] = []
  for (let job = nextJob(world); job !== undefined && job.due <= target; job = nextJob(world))
    fired.push(...clock.runNext())
  clock.advanceTo(target)
  return fired
}

/** The report without how often each transition was seen: a move counts each kind once. */
function reportOf(simulator: Simulator) {
  const { machines, ...rest } = simulator.report()
  const seen = machines.map(({ machine, transitions }) => [
    machine,
    transitions.map(({ times }) => times > 0),
  ])
  return { ...rest, seen }
}

test('one move has the effects of a move for each run, whatever fails', async () => {
  const scenario = integrationsScenario(INTEGRATIONS, 2)
  const origin = await createSimulator({ scenario })
  const step = fc.tuple(fc.array(edit, { maxLength: 2 }), fc.array(changeOfFaults, { maxLength: 1 }), advance)
  const steps = fc.array(step, { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(messageFault, steps, fc.boolean(), async (first, all, listens) => {
      const [once, often] = [origin.fork(), origin.fork()]
      const events = listens ? [watch(once), watch(often)] : []
      for (const simulator of [once, often]) simulator.faults.add(first)
      for (const [edits, changes, by] of all) {
        for (const act of [...edits, ...changes]) for (const simulator of [once, often]) await act(simulator)
        const duration = parseDuration(by) as number
        expect(once.clock.advance(duration)).toEqual(runByRun(often, duration))
        expect(exportWorld(once.world)).toEqual(exportWorld(often.world))
        expect(once.faults.list()).toEqual(often.faults.list())
      }
      expect(events[0]).toEqual(events[1])
      expect(once.journal.entries()).toEqual(often.journal.entries())
      expect(reportOf(once)).toEqual(reportOf(often))
    }),
    { numRuns: 50 },
  )
}, 60_000)
