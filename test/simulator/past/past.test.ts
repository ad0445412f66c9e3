import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTrace } from '../../../src/adapters/trace.ts'
import { createSimulator, type Simulator } from '../../../src/index.ts'
import { randomInput } from './inputs.ts'

const ALICE = { cookie: 'JSESSIONID=sess-alice' }
const BASELINES = 'http://wiki.sim/rest/reqs/1/baseline/ENG'
const FREEZE = 'http://wiki.sim/rest/reqs/1/baseline-actions/ENG/freeze/2'

interface StepList {
  readonly items: readonly { readonly step: number; readonly [field: string]: unknown }[]
  readonly total: number
  readonly first: number
  readonly last: number
}

async function control<T>(sim: Simulator, method: string, path: string, world = 'default', body?: object) {
  const answer = await sim.exchange({
    method,
    url: `http://sim.sim/_sim${path}`,
    headers: { 'x-sim-world': world, 'x-sim-control': '1', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: JSON.parse(String(answer.body)) as T }
}

const steps = async (sim: Simulator, world = 'default') =>
  (await control<StepList>(sim, 'GET', '/past?limit=1000&digests=true', world)).body

const statusOf = async (sim: Simulator, world: string) => {
  const { body } = await control<{ items: { number: number; status: string }[] }>(
    sim,
    'GET',
    '/state/baseline?number=2',
    world,
  )
  return body.items[0]?.status
}

test('each state in the past is as it was, whatever changed the world', async () => {
  const base = await createSimulator({ scenario: 'release-freeze' })
  await fc.assert(
    fc.asyncProperty(fc.array(randomInput, { minLength: 1, maxLength: 50 }), async (inputs) => {
      const sim = base.fork()
      const states = new Map([[0, await sim.exportWorld()]])
      for (const input of inputs) {
        // A refused input changes nothing.
        await Promise.resolve(input(sim)).catch(() => undefined)
        states.set((await steps(sim)).last, await sim.exportWorld())
      }
      for (const [step, state] of states) expect(await sim.exportWorld(`default@${step}`)).toEqual(state)
    }),
    { numRuns: 15 },
  )
}, 30_000)

test('the steps name what happened, in its order', async () => {
  const sim = await createSimulator()
  await sim.exchange({ method: 'POST', url: FREEZE, headers: ALICE })
  sim.clock.advance('3m')
  const fault = sim.faults.add({ operation: 'wiki.baseline.list', status: 503 })
  sim.faults.remove(fault.id)
  await sim.pages.save(4001, { define: [{ key: 'REQ-013', html: 'New' }] })
  sim.clock.set({ mode: 'auto' })
  const { items, total, first, last } = await steps(sim)
  expect({ total, first, last }).toEqual({ total: 6, first: 0, last: 6 })
  expect(items.map(({ step, kind, title }) => [step, kind, title])).toEqual([
    [1, 'exchange', 'POST /rest/reqs/1/baseline-actions/ENG/freeze/2 as alice'],
    [2, 'clock', 'advance to 2026-01-05T09:03:00.000Z'],
    [3, 'control', 'POST /_sim/faults'],
    [4, 'control', 'DELETE /_sim/faults/1'],
    [5, 'control', 'PUT /_sim/pages/4001'],
    [6, 'clock', 'set the clock to auto'],
  ])
  expect(items[0]).toMatchObject({
    operation: 'wiki.baseline.freeze',
    status: 200,
    user: 'alice',
    exchange: 1,
  })
})

test('a past world takes reads and refuses writes', async () => {
  const sim = await createSimulator()
  await sim.exchange({ method: 'POST', url: FREEZE, headers: ALICE })
  sim.clock.advance('3m')
  expect(await statusOf(sim, 'default@0')).toBe('PREVIEW')
  expect(await statusOf(sim, 'default@1')).toBe('IN_CREATION')
  expect(await statusOf(sim, 'default')).toBe('DONE')
  const read = await sim.exchange({
    method: 'GET',
    url: '/_world/default%400/wiki/rest/reqs/1/baseline/ENG',
    headers: ALICE,
  })
  expect(JSON.parse(String(read.body))).toContainEqual(
    expect.objectContaining({ baseline: 2, status: 'PREVIEW' }),
  )
  const write = await sim.exchange({
    method: 'POST',
    url: FREEZE,
    headers: { ...ALICE, 'x-sim-world': 'default@0' },
  })
  expect(write.status).toBe(409)
  expect(String(write.body)).toContain('is in the past and read-only: fork it: POST /_sim/worlds')
  expect((await control(sim, 'POST', '/clock/advance', 'default@0', { by: '1s' })).status).toBe(409)
  expect((await control(sim, 'POST', '/reset', 'default@0')).status).toBe(409)
  expect((await control(sim, 'POST', '/query', 'default@0', { query: 'key ~ "REQ-%"' })).status).toBe(200)
  expect((await steps(sim)).last).toBe(2)
  expect(sim.journal.entries()).toHaveLength(1)
})

test('a fork of the past is a world of its own, with the steps up to it', async () => {
  const sim = await createSimulator()
  await sim.exchange({ method: 'POST', url: FREEZE, headers: ALICE })
  sim.clock.advance('3m')
  await sim.worlds.create({ name: 'other', from: 'default@1' })
  expect(await statusOf(sim, 'other')).toBe('IN_CREATION')
  await sim.exchange({ method: 'GET', url: BASELINES, headers: { ...ALICE, 'x-sim-world': 'other' } })
  expect((await steps(sim, 'other')).items.map(({ title }) => title)).toEqual([
    'POST /rest/reqs/1/baseline-actions/ENG/freeze/2 as alice',
    'GET /rest/reqs/1/baseline/ENG as alice',
  ])
  expect(await statusOf(sim, 'other@0')).toBe('PREVIEW')
  expect((await steps(sim)).last).toBe(2)
})

test('a fork of the simulator has the past of its parent', async () => {
  const parent = await createSimulator()
  await parent.exchange({ method: 'POST', url: FREEZE, headers: ALICE })
  const fork = parent.fork()
  fork.clock.advance('3m')
  expect((await steps(fork)).last).toBe(2)
  expect(await statusOf(fork, 'default@0')).toBe('PREVIEW')
  expect((await steps(parent)).last).toBe(1)
  // What the parent does later is not in the past of the fork.
  parent.clock.advance('1s')
  parent.clock.advance('1s')
  expect((await steps(parent)).last).toBe(3)
  expect((await steps(fork)).last).toBe(2)
  expect(await statusOf(fork, 'default@2')).toBe('DONE')
  fork.reset()
  expect((await steps(fork)).last).toBe(1)
})

test('two states are compared, and a step is shown without its credential', async () => {
  const sim = await createSimulator()
  await sim.exchange({ method: 'POST', url: FREEZE, headers: ALICE })
  await sim.tokens.create({ user: 'alice', value: 'a-new-secret-value' })
  const difference = await control<{ items: unknown[] }>(sim, 'GET', '/past/0/diff/1?table=baseline')
  expect(difference.body.items).toContainEqual(
    expect.objectContaining({ table: 'baseline', changed: expect.arrayContaining(['status']) as unknown }),
  )
  const exchange = await control(sim, 'GET', '/past/1')
  expect(exchange.body).toMatchObject({ request: { method: 'POST' }, answer: { status: 200 } })
  expect(JSON.stringify(exchange.body)).not.toContain('sess-alice')
  const token = await control(sim, 'GET', '/past/2')
  expect(token.body).toMatchObject({ request: { method: 'POST' }, path: '/_sim/tokens' })
  expect(JSON.stringify(token.body)).not.toContain('a-new-secret-value')
})

test('a trace of a world, and of a past one, is a response of the control API', async () => {
  const sim = await createSimulator()
  await sim.exchange({ method: 'POST', url: FREEZE, headers: ALICE })
  sim.clock.advance('3m')
  const traceOf = async (world: string) => {
    const headers = { 'x-sim-world': world }
    const answer = await sim.exchange({ method: 'GET', url: 'http://sim.sim/_sim/trace', headers })
    expect(answer.headers).toMatchObject({
      'Content-Type': 'application/gzip',
      'Content-Disposition': `attachment; filename="${world}.trace"`,
    })
    return openTrace(answer.body as Uint8Array)
  }
  expect((await traceOf('default')).steps).toHaveLength(2)
  const past = await traceOf('default@1')
  expect(past.steps.map(({ kind }) => kind)).toEqual(['exchange'])
  expect(past.notes).toEqual([])
})

test('the digests of steps are computed on request', async () => {
  const sim = await createSimulator()
  sim.clock.advance('1s')
  const digestOf = async (query: string) =>
    (await control<StepList>(sim, 'GET', `/past${query}`)).body.items.map(({ digest }) => digest)
  expect(await digestOf('')).toEqual([undefined])
  const computed = await digestOf('?digests=true')
  expect(computed).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
  expect(await digestOf('')).toEqual(computed)
})

test('the journal of a past world ends at its step', async () => {
  const sim = await createSimulator()
  await sim.exchange({ method: 'GET', url: BASELINES, headers: ALICE })
  await sim.exchange({ method: 'POST', url: FREEZE, headers: ALICE })
  const { body } = await control<{ items: { number: number }[] }>(sim, 'GET', '/journal', 'default@1')
  expect(body.items.map(({ number }) => number)).toEqual([1])
})

test('a step that does not exist is refused', async () => {
  const sim = await createSimulator()
  sim.clock.advance('1s')
  const { status, body } = await control<{ message: string }>(sim, 'GET', '/state/baseline', 'default@7')
  expect(status).toBe(404)
  expect(body.message).toBe("no step '7': it has steps 0 to 1")
  expect((await control(sim, 'GET', '/clock', 'nothing@1')).status).toBe(404)
  expect((await control(sim, 'GET', '/past/7')).status).toBe(404)
  expect(() => sim.fork({ at: '1' as never })).toThrow("at is the number of a step, not '1'")
})

test.each(['nothing@1', 'a@b@1', 'default@0@0', '@0'])('%s is a past of no world', async (world) => {
  const sim = await createSimulator()
  const answer = await sim.exchange({
    method: 'GET',
    url: BASELINES,
    headers: { ...ALICE, 'x-sim-world': world },
  })
  expect(answer.status).toBe(404)
  expect(String(answer.body)).toContain('no world')
})

test('the oldest steps are dropped when there are too many, and the rest can still be shown', async () => {
  const sim = await createSimulator({ past: { steps: 100 } })
  for (let second = 1; second <= 250; second++) sim.clock.advance('1s')
  const { items, total, first, last } = await steps(sim)
  expect(last).toBe(250)
  expect(total).toBeLessThanOrEqual(100)
  expect(items[0]?.step).toBe(first + 1)
  const { body } = await control<{ now: string }>(sim, 'GET', '/clock', `default@${first}`)
  expect(body.now).toBe(new Date(Date.parse('2026-01-05T09:00:00Z') + first * 1000).toISOString())
  expect((await control(sim, 'GET', '/clock', `default@${first - 1}`)).status).toBe(404)
})

test.each([undefined, 'default', 'default@5'])(
  'steps count while a world has them: from %s',
  async (from) => {
    const sim = await createSimulator({ past: { steps: 100 } })
    for (let number = 1; number <= 10; number++) {
      for (let second = 1; second <= 40; second++) sim.clock.advance('1s')
      // A fork of a step that is gone is refused.
      await sim.worlds.create({ name: 'other', from }).catch(() => undefined)
      await sim.worlds.delete('other').catch(() => undefined)
    }
    const { total, last } = await steps(sim)
    expect(last).toBe(400)
    expect(total).toBeLessThanOrEqual(100)
  },
)

test('steps count while a fork has them, though their world was reset', async () => {
  const sim = await createSimulator({ past: { steps: 100 } })
  let kept = 0
  for (let number = 1; number <= 5; number++) {
    for (let second = 1; second <= 64; second++) sim.clock.advance('1s')
    await sim.worlds.create({ name: `fork-${number}`, from: 'default' })
    sim.reset('default')
  }
  for (let number = 1; number <= 5; number++) kept += (await steps(sim, `fork-${number}`)).total
  expect(kept).toBeLessThanOrEqual(100)
})

test('a step beyond the limit in bytes leaves the state after it', async () => {
  const sim = await createSimulator({ past: { bytes: 20_000 } })
  sim.clock.advance('1s')
  await sim.pages.save(4001, { define: [{ key: 'REQ-013', html: 'x'.repeat(30_000) }] })
  expect(await steps(sim)).toEqual({ items: [], total: 0, first: 2, last: 2 })
  sim.clock.advance('1s')
  expect((await steps(sim)).items.map(({ step }) => step)).toEqual([3])
})

test.each([
  ['imports', async (sim: Simulator) => sim.importWorld(await sim.exportWorld())],
  [
    'headers',
    (sim: Simulator) =>
      sim.exchange({ method: 'GET', url: BASELINES, headers: { 'x-note': 'x'.repeat(100_000) } }),
  ],
])('%s count by their size', async (_what, input) => {
  const sim = await createSimulator({ past: { bytes: 1_000_000 } })
  for (let number = 1; number <= 50; number++) await input(sim)
  const { total, last } = await steps(sim)
  expect(last).toBe(50)
  expect(total).toBeLessThanOrEqual(10)
})

test('what a caller changes in a request later does not change the past', async () => {
  const sim = await createSimulator()
  const body = Buffer.from('{"baseline":{"name":"First"}}')
  const headers = { ...ALICE, 'content-type': 'application/json' }
  const request = { method: 'POST', url: BASELINES, headers, body }
  await sim.exchange(request)
  const before = await control(sim, 'GET', '/past/1')
  const state = await sim.exportWorld()
  body.fill('x')
  Object.assign(headers, { cookie: '' })
  Object.assign(request, { method: 'DELETE' })
  expect((await control(sim, 'GET', '/past/1')).body).toEqual(before.body)
  expect(await sim.exportWorld('default@1')).toEqual(state)
  expect((await openTrace(await sim.trace())).steps[0]?.status).toBe(200)
})

test('without steps there is no past', async () => {
  const sim = await createSimulator({ past: { steps: 0 } })
  sim.clock.advance('1s')
  expect(await steps(sim)).toEqual({ items: [], total: 0, first: 0, last: 0 })
  await expect(sim.trace()).rejects.toThrow('the simulator keeps no past: set past.steps')
  expect((await control(sim, 'GET', '/trace')).status).toBe(409)
  await expect(createSimulator({ past: { steps: -1 } })).rejects.toThrow('past.steps must be a whole number')
})

test('jobs that a live clock runs are a step', async () => {
  let wall = 0
  const sim = await createSimulator({ clock: { mode: 'live' }, wallClock: () => wall })
  await sim.exchange({ method: 'POST', url: FREEZE, headers: ALICE })
  wall = 180_000
  await sim.exchange({ method: 'GET', url: BASELINES, headers: ALICE })
  wall = 180_500
  await sim.exchange({ method: 'GET', url: BASELINES, headers: ALICE })
  expect((await steps(sim)).items.map(({ kind, at }) => [kind, at])).toEqual([
    ['exchange', '2026-01-05T09:00:00.000Z'],
    ['clock', '2026-01-05T09:00:00.000Z'],
    ['exchange', '2026-01-05T09:03:00.000Z'],
    ['exchange', '2026-01-05T09:03:00.500Z'],
  ])
  expect(await statusOf(sim, 'default@1')).toBe('IN_CREATION')
  expect(await statusOf(sim, 'default@2')).toBe('DONE')
  // The clock had moved without a job before the last step.
  for (const [step, now] of [
    [3, '2026-01-05T09:03:00.000Z'],
    [4, '2026-01-05T09:03:00.500Z'],
  ] as const)
    expect((await control(sim, 'GET', '/clock', `default@${step}`)).body).toMatchObject({ now })
})
