// What the stage of the console shows of a step: read from the past of the world, however the world came there.

import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../src/index.ts'

const STORIES = ['release-freeze', 'outage', 'migration', 'permissions', 'rate-limited'] as const
/** The states of permissions take seconds to compute. */
const QUICK = STORIES.filter((story) => story !== 'permissions')
const DROPPED = /^the server keeps a limited number of steps, and dropped those up to \d+$/

interface Step {
  readonly heading?: string
  readonly result?: { readonly outcome: string; readonly marks?: readonly string[] }
  readonly past?: { readonly before: number; readonly after: number }
  readonly exchange?: {
    readonly user?: string
    readonly answer: { readonly status: number; readonly body: string }
  }
  readonly missing?: string
}

interface RunStep {
  readonly exchange?: number
  readonly marks?: readonly string[]
  readonly steps?: readonly RunStep[]
}

async function ask<T>(
  sim: Simulator,
  method: string,
  path: string,
  body?: unknown,
  world = 'default',
): Promise<T> {
  const response = await sim.exchange({
    method,
    url: `/_sim${path}`,
    headers: { 'content-type': 'application/json', 'x-sim-control': '1', 'x-sim-world': world },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = String(response.body)
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as T
}

const begin = (options: SimulatorOptions) => createSimulator({ clock: { mode: 'manual' }, ...options })

const stepsOf = async (sim: Simulator) => {
  const { total } = await ask<{ total: number }>(sim, 'GET', '/timeline')
  return Promise.all(
    Array.from({ length: total }, (_, position) => ask<Step>(sim, 'GET', `/timeline/${position + 1}`)),
  )
}

const exported = (sim: Simulator) => ask<unknown>(sim, 'GET', '/export')

test.each(STORIES)(
  'every step of %s is shown as when it ran, and the world can be taken back to it',
  async (scenario) => {
    const sim = await begin({ scenario })
    const { total } = await ask<{ total: number }>(sim, 'GET', '/timeline')
    const ran: unknown[] = []
    const worlds: unknown[] = []
    for (let number = 1; number <= total; number++) {
      const { steps } = await ask<{ steps: unknown[] }>(sim, 'POST', '/timeline/run', { count: 1 })
      ran.push(steps[0])
      worlds.push(await exported(sim))
    }
    const shown = await stepsOf(sim)
    expect(shown.map(({ missing }) => missing).filter((missing) => missing !== undefined)).toEqual([])
    for (const [position, { result, exchange }] of shown.entries()) {
      const { exchange: number, marks, steps, ...others } = ran[position] as RunStep
      // Calls of the control API are not shown.
      const expected = number === undefined || marks === undefined ? others : { ...others, marks }
      const inner = steps?.map(({ exchange: _, marks: __, ...step }) => step)
      expect(result).toEqual({ ...expected, ...(inner === undefined ? {} : { steps: inner }) })
      expect(exchange === undefined).toBe(number === undefined)
      if (number !== undefined) {
        const kept = await ask<{ request: object; answer: { body: string } }>(
          sim,
          'GET',
          `/journal/${number}`,
        )
        expect(exchange?.answer.body).toBe(kept.answer.body)
      }
    }
    // Back, step by step, and forward again: what was shown stays true.
    for (const position of [total - 1, Math.floor(total / 2), 0]) {
      await ask(sim, 'POST', `/past/${shown[position]?.past?.after}/restore`)
      expect(await exported(sim)).toEqual(worlds[position])
      const again = await ask<Step>(sim, 'GET', `/timeline/${position + 1}`)
      expect(again).toEqual(shown[position])
    }
    await ask(sim, 'POST', '/timeline/run')
    expect(await exported(sim)).toEqual(worlds.at(-1))
    expect((await stepsOf(sim)).map(({ result, exchange }) => ({ result, exchange }))).toEqual(
      shown.map(({ result, exchange }) => ({ result, exchange })),
    )
  },
)

test('a step shows only what it did, not what others did before it', async () => {
  const sim = await begin({ scenario: 'release-freeze' })
  await ask(sim, 'POST', '/timeline/run', { count: 2 })
  const { last } = await ask<{ last: number }>(sim, 'GET', '/past?limit=0')
  await ask(sim, 'POST', '/clock/advance', { by: '1h' })
  await ask(sim, 'POST', '/timeline/run', { count: 1 })
  const [, second, third] = await stepsOf(sim)
  expect(second?.past?.after).toBe(last)
  expect(third?.past).toEqual({ before: last + 1, after: last + 2 })
})

test('a step that failed is shown with its reason, and what ran again counts', async () => {
  const sim = await begin({
    scenario: {
      name: 'story',
      extends: ['demo'],
      timeline: [
        { advance: '1m' },
        { as: 'bob', call: 'GET /api/applications/101', expect: { body: { id: 102 } } },
        { call: 'GET /_sim/clock' },
      ],
    } as never,
  })
  await ask(sim, 'POST', '/timeline/run')
  const [first, second, third] = await stepsOf(sim)
  expect([first?.result?.outcome, second?.result?.outcome, third?.result]).toEqual([
    'passed',
    'failed',
    undefined,
  ])
  expect(second?.exchange?.answer.status).toBe(200)
  expect(second?.past).toEqual({ before: 1, after: 2 })
  await ask(sim, 'POST', '/timeline/run')
  expect((await stepsOf(sim))[1]?.past).toEqual({ before: 2, after: 3 })
})

test('a past that is not known is named with the reason', async () => {
  const reasons = async (sim: Simulator) => (await stepsOf(sim)).map(({ missing }) => missing)
  const none = await begin({ scenario: 'rate-limited', past: { steps: 0 } })
  await ask(none, 'POST', '/timeline/run', { count: 1 })
  expect((await reasons(none)).slice(0, 2)).toEqual(['the server keeps no past', undefined])

  const few = await begin({ scenario: 'release-freeze', past: { steps: 40 } })
  await ask(few, 'POST', '/timeline/run', { count: 3 })
  for (let times = 0; times < 40; times++) await ask(few, 'POST', '/clock/advance', { by: '1s' })
  await ask(few, 'POST', '/timeline/run', { count: 3 })
  expect((await reasons(few))[0]).toMatch(DROPPED)
  expect((await reasons(few))[5]).toBeUndefined()

  const other = await begin({ scenario: 'rate-limited' })
  await ask(other, 'POST', '/timeline/run', { count: 2 })
  await ask(other, 'POST', '/import', await exported(other))
  expect((await reasons(other))[0]).toBe('the world was replaced by a state of another past')
})

describe.each([3, 8, 33])('where the server keeps %i steps', (steps) => {
  test.each(QUICK)('every slide of %s can be read, or says why not', async (scenario) => {
    const sim = await begin({ scenario, past: { steps } })
    const { total } = await ask<{ total: number }>(sim, 'GET', '/timeline')
    const unknown: Step[] = []
    for (let number = 1; number <= total; number++) {
      await ask(sim, 'POST', '/timeline/run', { count: 1 })
      const step = await ask<Step>(sim, 'GET', `/timeline/${number}`)
      const { past } = step
      if (past === undefined) unknown.push(step)
      else {
        await ask(sim, 'GET', `/past/${past.before}/diff/${past.after}?limit=1`)
        await ask(sim, 'GET', '/queues?messages=0', undefined, `default@${past.before}`)
      }
    }
    unknown.push(...(await stepsOf(sim)).filter(({ past }) => past === undefined))
    expect(unknown.filter(({ missing = '' }) => !DROPPED.test(missing))).toEqual([])
  })
})

test('a snapshot of a dropped step is not said to be of another past', async () => {
  for (const moves of [33, 80]) {
    const sim = await begin({ scenario: 'rate-limited', past: { steps: 40 } })
    await ask(sim, 'POST', '/timeline/run', { count: 2 })
    const { id } = await ask<{ id: string }>(sim, 'POST', '/snapshots')
    for (let times = 0; times < moves; times++) await ask(sim, 'POST', '/clock/advance', { by: '1s' })
    await ask(sim, 'POST', `/snapshots/${id}/restore`)
    const [first, second] = await stepsOf(sim)
    expect([first?.missing, second?.missing]).toEqual([
      expect.stringMatching(DROPPED),
      expect.stringMatching(DROPPED),
    ])
  }
})

test('an opened trace shows a step after a restore as the world that ran it', async () => {
  const sim = await begin({ scenario: 'release-freeze' })
  await ask(sim, 'POST', '/timeline/run', { count: 2 })
  await ask(sim, 'POST', '/past/0/restore')
  await ask(sim, 'POST', '/timeline/run', { count: 1 })
  const step = await ask<Step>(sim, 'GET', '/timeline/1')
  expect(step.past).toEqual({ before: 3, after: 4 })
  const trace = Buffer.from(await sim.trace()).toString('base64')
  const { world } = await ask<{ world: string }>(sim, 'POST', '/trace', { trace })
  expect((await ask<Step>(sim, 'GET', '/timeline/1', undefined, world)).past).toEqual(step.past)
})

test('a past world shows what had run until then, as it had run', async () => {
  const sim = await begin({ scenario: 'release-freeze' })
  await ask(sim, 'POST', '/timeline/run', { count: 1 })
  const { past } = await ask<Step>(sim, 'GET', '/timeline/1')
  await ask(sim, 'POST', '/past/0/restore')
  await ask(sim, 'POST', '/timeline/run', { count: 2 })
  const name = `default@${past?.after}`
  expect((await ask<Step>(sim, 'GET', '/timeline/1', undefined, name)).past).toEqual(past)
  const { items } = await ask<{ items: readonly Step[] }>(sim, 'GET', '/timeline', undefined, name)
  expect([items[0]?.past, items[1]?.past]).toEqual([past, undefined])
})

test('what a presenter shows is kept beside the world, until the world is reset', async () => {
  const sim = await begin({ scenario: 'rate-limited' })
  const before = await exported(sim)
  const { last } = await ask<{ last: number }>(sim, 'GET', '/past?limit=0')
  const since = '2026-03-04T10:00:00.000Z'
  const events: unknown[] = []
  const end = sim.events.subscribe(({ data }) => events.push(data))
  await ask(sim, 'PUT', '/timeline/stage', { slide: 1, since })
  expect(await ask(sim, 'PUT', '/timeline/stage', { slide: 3 })).toEqual({ slide: 3, since })
  end()
  expect(events).toEqual([{ change: 'presented' }, { change: 'presented' }])
  expect(await ask(sim, 'GET', '/timeline?limit=0')).toMatchObject({ stage: { slide: 3, since } })
  expect(await exported(sim)).toEqual(before)
  expect(await ask(sim, 'GET', '/past?limit=0')).toMatchObject({ last })
  await ask(sim, 'POST', '/reset')
  expect(await ask(sim, 'GET', '/timeline?limit=0')).not.toHaveProperty('stage')
})
