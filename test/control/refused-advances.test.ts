/** A refused advance of the clock changes nothing: no event reports it, and nothing counts it. */
import { expect, test } from 'vitest'
import { createSimulator, type SimulatorEvent } from '../../src/index.ts'
import { worldSchema } from '../../src/model/schema.ts'
import { type JobRecord, jobs, schedule } from '../../src/world/time/jobs.ts'
import { World, type WorldSchema } from '../../src/world/world.ts'
import { type ControlClient, createControlClient } from './client.ts'

const MINUTE = 60_000
const SYNCHRONISE = 'integration.synchronise'

/** `endless` schedules itself at its own instant without end; `failing` synchronises, and then fails. */
const schema: WorldSchema = {
  ...worldSchema,
  jobs: {
    ...worldSchema.jobs,
    endless: (world, job) => void schedule(world, { kind: 'endless', due: job.due }),
    failing: (world, job) => {
      worldSchema.jobs[SYNCHRONISE]?.(world, job)
      throw new Error('failed on purpose')
    },
  },
}

/** The demo, which synchronises at 09:03 and 09:06 and freezes a baseline at 09:00:01, with one job more. */
async function startDemoWith(kind: 'endless' | 'failing', minutes: number) {
  const demo = await createSimulator({ scenario: 'demo' })
  demo.faults.add({ freeze: 'ENG', times: 1 })
  const freeze = '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2'
  const headers = { authorization: 'Bearer tok-alice' }
  expect((await demo.exchange({ method: 'POST', url: freeze, headers })).status).toBe(200)
  const client = createControlClient(undefined, () => new World(schema, demo.snapshot()))
  const { simulator } = client
  const { world } = simulator
  const { region, payload } = [...world.system.table(jobs).scan()].find(
    (job) => job.kind === SYNCHRONISE,
  ) as Required<JobRecord>
  schedule(world, { kind, due: world.now + minutes * MINUTE, region, payload })
  const published: SimulatorEvent[] = []
  simulator.events.subscribe((event) => published.push(event))
  return { client, simulator, published }
}

const past = async (client: ControlClient) =>
  (await client.get('/events/past')).body as unknown as { readonly total: number }

const transitionsOf = ({ simulator }: ControlClient) =>
  simulator
    .report()
    .machines.flatMap(({ machine, transitions }) =>
      transitions.filter(({ times }) => times > 0).map(({ event, times }) => `${machine} ${event} ${times}`),
    )

test('a refused advance publishes no event, not even among past ones, and counts in no report', async () => {
  const { client, simulator, published } = await startDemoWith('endless', 7)
  expect(() => simulator.clock.advance('10m')).toThrow('jobs made more than')
  expect(simulator.clock.now()).toBe('2026-01-05T09:00:00.000Z')
  expect(published).toEqual([])
  expect((await past(client)).total).toBe(0)
  expect(transitionsOf(client)).toEqual([])
  // What then does happen is told: the fault strikes for the first time.
  simulator.clock.advance('3m')
  expect(published.map(({ type }) => type)).toEqual(['job', 'job', 'fault', 'clock'])
  expect(transitionsOf(client)).not.toEqual([])
})

test('running a number of jobs is refused as a whole when one of them never ends', async () => {
  const { client, simulator, published } = await startDemoWith('endless', 7)
  const reply = await client.write('POST', '/clock/advance', { jobs: 4 })
  expect([reply.status, reply.body.message]).toEqual([409, expect.stringContaining('jobs made more than')])
  expect(simulator.clock.now()).toBe('2026-01-05T09:00:00.000Z')
  expect(published).toEqual([])
  expect((await past(client)).total).toBe(0)
  expect((await client.write('POST', '/clock/advance', { jobs: 3 })).body['fired']).toHaveLength(3)
})

test('an advance that a failing job ends publishes the jobs that ran before, and nothing of the failed one', async () => {
  const { client, simulator, published } = await startDemoWith('failing', 2)
  expect(() => simulator.clock.advance('10m')).toThrow('failed on purpose')
  expect(simulator.clock.now()).toBe('2026-01-05T09:02:00.000Z')
  expect(published.map(({ type, at }) => `${type} ${at.slice(11, 19)}`)).toEqual([
    'job 09:00:00',
    'fault 09:00:00',
    'clock 09:02:00',
  ])
  expect((await past(client)).total).toBe(2)
  expect(transitionsOf(client)).toEqual([])
  expect(simulator.state('outboundMessage').map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
})

test('a job that fails while an automatic clock moves is a defect in the journal, and jobs that ran before are published', async () => {
  const { simulator, published } = await startDemoWith('failing', 2)
  simulator.clock.set({ mode: 'auto' })
  published.length = 0
  const answer = await simulator.exchange({
    method: 'GET',
    url: '/wiki/rest/reqs/1/integration/svc-0001-demo/queue/outbound',
    headers: { authorization: 'Bearer tok-admin' },
  })
  expect(answer.status).toBe(200)
  expect(simulator.clock.now()).toBe('2026-01-05T09:02:00.000Z')
  expect(published.map(({ type }) => type)).toEqual(['exchange', 'job', 'fault', 'clock'])
  expect(simulator.journal.entries().at(-1)?.defect).toContain('failed on purpose')
})
