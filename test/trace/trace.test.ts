import { gunzipSync, gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTrace } from '../../src/adapters/trace.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { randomInput } from '../simulator/past/inputs.ts'

const ALICE = { cookie: 'JSESSIONID=sess-alice', 'content-type': 'application/json' }
const WIKI = 'http://wiki.sim/rest/reqs/1'
const BASELINES = `${WIKI}/baseline/ENG`
const FREEZE = `${WIKI}/baseline-actions/ENG/freeze/2`

const contentOf = (bytes: Uint8Array) => gunzipSync(bytes).toString()

/** A world as JSON, without the hashes of credentials. */
async function stateOf(sim: Simulator, step?: number): Promise<string> {
  const world = await sim.exportWorld(step === undefined ? undefined : `default@${step}`)
  return JSON.stringify(world, (name, value: unknown) =>
    /hash$/i.test(name) || name === 'session' || name === 'rateWindow' || name === 'saved'
      ? undefined
      : value,
  )
}

const get = (sim: Simulator, url: string, headers: Readonly<Record<string, string>> = ALICE) =>
  sim.exchange({ method: 'GET', url, headers })

test('a body of bytes is in a trace as it was sent, with its byte order mark', async () => {
  const sim = await createSimulator()
  const bodies = ['\uFEFF{"name":"é"}', '{"name":"é"}', '\uFEFF\uFEFF', ''].map((text) =>
    new TextEncoder().encode(text),
  )
  for (const body of bodies) await sim.exchange({ method: 'POST', url: BASELINES, headers: ALICE, body })
  const { steps, simulator } = await openTrace(await sim.trace())
  expect(steps).toHaveLength(bodies.length)
  for (const [at, { status }] of sim.journal
    .entries()
    .map(({ answer }) => answer)
    .entries())
    expect(simulator.journal.entries()[at]?.answer.status).toBe(status)
  const written = JSON.parse(contentOf(await sim.trace())) as { steps: { request: { body: string } }[] }
  expect(written.steps.map(({ request }) => request.body)).toEqual(
    bodies.map((body) => Buffer.from(body).toString()),
  )
})

test('an opened trace has the steps, the responses and every state of the run', async () => {
  const base = await createSimulator({ scenario: 'release-freeze' })
  await fc.assert(
    fc.asyncProperty(fc.array(randomInput, { minLength: 1, maxLength: 40 }), async (inputs) => {
      const sim = base.fork()
      for (const input of inputs) await Promise.resolve(input(sim)).catch(() => undefined)
      const trace = await openTrace(await sim.trace())
      expect(trace.notes.filter((note) => !note.includes('earlier steps'))).toEqual([])
      expect(await stateOf(trace.simulator)).toBe(await stateOf(sim))
      const middle = trace.missing + Math.floor(trace.steps.length / 2)
      expect(await stateOf(trace.at(middle))).toBe(await stateOf(sim, middle))
      expect(trace.missing + trace.steps.length).toBe(sim.pastOf('default').last)
    }),
    { numRuns: 15 },
  )
}, 30_000)

async function mixedRun(sim: Simulator): Promise<void> {
  for (let number = 0; number < 25; number++) {
    await get(sim, `${WIKI}/requirement2/ENG?q=${encodeURIComponent(`key ~ '%${number}'`)}`)
    await sim.exchange({ method: 'POST', url: FREEZE, headers: ALICE })
    await get(sim, 'http://api.sim/api/applications/101', { authorization: 'Bearer tok-alice' })
    await get(sim, BASELINES)
    sim.clock.advance('3m')
  }
}

test('a trace of a hundred exchanges with the demo has at most 50 KB', async () => {
  const sim = await createSimulator()
  await mixedRun(sim)
  expect((await sim.trace()).length).toBeLessThan(50_000)
})

test('the same run gives the same bytes, and so does an opened trace', async () => {
  const [one, other] = [await createSimulator(), await createSimulator()]
  await mixedRun(one)
  await mixedRun(other)
  const bytes = await one.trace()
  expect(Buffer.from(await other.trace()).equals(bytes)).toBe(true)
  const opened = await openTrace(bytes)
  expect(Buffer.from(await opened.simulator.trace()).equals(bytes)).toBe(true)
})

test('no credential is in a trace, and each still works in the opened one', async () => {
  const sim = await createSimulator()
  const drawn = await sim.tokens.create({ user: 'bob' })
  await sim.tokens.create({ user: 'bob', value: 'tok-of-my-own-making' })
  const session = await sim.sessions.create({ user: 'bob' })
  const application = 'http://api.sim/api/applications/101'
  const hosted = 'http://wiki.cloud.sim/rest/reqs/1/baseline/ENG'
  const site = { 'x-base-url': 'https://wiki.northwind.test/wiki' }
  await get(sim, application, { authorization: `Bearer ${drawn.value}` })
  await get(sim, application, { Authorization: 'bearer tok-of-my-own-making' })
  await get(sim, application, { authorization: 'Bearer nobody-has-this-one' })
  await get(sim, application, { authorization: 'Bearer tok-old' })
  await get(sim, hosted, { 'x-api-key': 'tok-alice', ...site })
  await get(sim, BASELINES, { authorization: `Basic ${btoa('alice:alice')}` })
  await get(sim, BASELINES, { authorization: `Basic ${btoa('alice:wrong-password')}` })
  await get(sim, BASELINES, { cookie: `theme=dark; ${session.cookie}` })
  await get(sim, `${BASELINES}?access_token=secret-in-the-query`, { 'x-auth-key': 'secret-in-a-header' })
  const statuses = (from: Simulator) => from.journal.entries().map(({ answer }) => answer.status)
  const bytes = await sim.trace()
  const content = contentOf(bytes)
  for (const secret of [
    drawn.value,
    session.value,
    'tok-of-my-own-making',
    'nobody-has-this-one',
    'tok-alice',
    'tok-old',
    'sess-alice',
    'wrong-password',
    btoa('alice:alice'),
    'secret-in-the-query',
    'secret-in-a-header',
  ])
    expect(content).not.toContain(secret)
  expect(content).toContain('{session:eu:3:2}')
  const trace = await openTrace(bytes)
  expect(trace.notes).toEqual([])
  expect(statuses(trace.simulator)).toEqual(statuses(sim))
})

test('a step that depended on a redacted value is marked, and no other', async () => {
  const sim = await createSimulator()
  await get(sim, BASELINES)
  const html = 'Call https://other.test/?token=a-token-of-another-service'
  await sim.pages.save(4001, { define: [{ key: 'REQ-013', html }] })
  await sim.pages.view(4001)
  await get(sim, `${WIKI}/requirement2/ENG/REQ-013`)
  await get(sim, `${WIKI}/requirement2/ENG/REQ-001`)
  const bytes = await sim.trace()
  expect(contentOf(bytes)).not.toContain('a-token-of-another-service')
  const trace = await openTrace(bytes)
  expect(trace.steps.map(({ redacted = false, differs = false }) => [redacted, differs])).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, false],
    [false, false],
  ])
  expect(trace.notes).toEqual([
    'Steps 2, 3, 4 had a different result in the run, because the trace leaves out a secret.',
  ])
})

test('a run whose beginning is gone begins with the world after it', async () => {
  const sim = await createSimulator({ past: { steps: 64 } })
  for (let number = 0; number < 150; number++) await get(sim, BASELINES)
  const { first, last } = sim.pastOf('default')
  const trace = await openTrace(await sim.trace())
  expect(trace.missing).toBe(first)
  expect(trace.notes).toEqual([`The trace begins after step ${first} of the run: earlier steps are missing.`])
  expect(trace.steps.map(({ step }) => step)).toEqual(
    Array.from({ length: last - first }, (_each, index) => first + 1 + index),
  )
  expect(await stateOf(trace.simulator)).toBe(await stateOf(sim))
  expect(contentOf(await sim.trace())).not.toContain('sess-alice')
})

test('snapshots, imports and forks of the past are in a trace', async () => {
  const sim = await createSimulator()
  const before = sim.snapshot()
  await sim.exchange({ method: 'POST', url: FREEZE, headers: ALICE })
  sim.restore(before)
  const trace = await openTrace(await sim.trace())
  expect(trace.steps.map(({ kind }) => kind)).toEqual(['exchange', 'restore'])
  expect(trace.at(1).state('baseline', { number: 2 })[0]?.status).toBe('IN_CREATION')
  expect(trace.at(2).state('baseline', { number: 2 })[0]?.status).toBe('PREVIEW')
  await sim.importWorld(await sim.exportWorld())
  await get(sim, BASELINES)
  const imported = await openTrace(await sim.trace())
  expect(imported.missing).toBe(3)
  expect(imported.steps.map(({ step, kind }) => [step, kind])).toEqual([[4, 'exchange']])
  // A snapshot from before the import is not in what the file contains.
  sim.restore(before)
  await get(sim, BASELINES)
  const restored = await openTrace(await sim.trace())
  expect(restored.missing).toBe(5)
  expect(restored.steps.map(({ step, kind }) => [step, kind])).toEqual([[6, 'exchange']])
  expect(await stateOf(restored.simulator)).toBe(await stateOf(sim))
})

test('a fork of a past step goes on from there', async () => {
  const sim = await createSimulator()
  await sim.exchange({ method: 'POST', url: FREEZE, headers: ALICE })
  sim.clock.advance('3m')
  const fork = sim.fork({ at: 1 })
  expect(fork.state('baseline', { number: 2 })[0]?.status).toBe('IN_CREATION')
  await get(fork, BASELINES)
  const trace = await openTrace(await fork.trace())
  expect(trace.steps.map(({ title }) => title)).toEqual([
    'POST /rest/reqs/1/baseline-actions/ENG/freeze/2 as alice',
    'GET /rest/reqs/1/baseline/ENG as alice',
  ])
  expect(() => sim.fork({ at: 7 })).toThrow("no step '7': it has steps 0 to 2")
})

test('the trace of a named world is of that world', async () => {
  const sim = await createSimulator()
  await get(sim, BASELINES, { ...ALICE, 'x-sim-world': 'other' })
  const trace = await openTrace(await sim.trace('other'))
  expect(trace.steps).toHaveLength(1)
  await expect(sim.trace('othr')).rejects.toThrow("no world 'othr' is in use: did you mean 'other'?")
})

test('a step shows its request, its response and what it changed', async () => {
  const sim = await createSimulator()
  await sim.exchange({ method: 'POST', url: FREEZE, headers: ALICE })
  const trace = await openTrace(await sim.trace())
  expect(trace.step(1)).toMatchObject({
    operation: 'wiki.baseline.freeze',
    user: 'alice',
    request: { method: 'POST', url: FREEZE },
    answer: { status: 200 },
  })
  expect(trace.compare(0, 1).items).toContainEqual(
    expect.objectContaining({ table: 'baseline', changed: expect.arrayContaining(['status']) as unknown }),
  )
  expect(() => trace.step(2)).toThrow('the trace has no step 2: it has steps 1 to 1')
})

test('a trace of another version is opened, and the steps that differ are named', async () => {
  const sim = await createSimulator()
  await get(sim, BASELINES)
  await get(sim, BASELINES)
  const document = JSON.parse(contentOf(await sim.trace())) as {
    reqsim: string
    steps: { digest: string }[]
  }
  document.reqsim = '0.0.1'
  const [, second] = document.steps
  if (second !== undefined) second.digest = '0123456789abcdef'
  const trace = await openTrace(gzipSync(JSON.stringify(document)))
  expect(trace.steps.map(({ differs }) => differs)).toEqual([undefined, true])
  expect(trace.notes).toEqual([
    expect.stringContaining('reqsim 0.0.1 wrote the trace; this is version'),
    'Step 2 had a different result when the trace was written.',
  ])
})
