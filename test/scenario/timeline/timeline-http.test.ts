/** Timelines over the control API: each world goes through its own. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../../src/index.ts'
import { readyScenarios } from '../../../src/scenario/ready/list.ts'

const STEPS = [
  { step: 'first', advance: '3m', note: 'Three minutes' },
  { as: 'alice', call: 'GET /api/applications/101', expect: { body: { id: 101 } } },
  { step: 'third', as: 'bob', call: 'GET /api/applications/101', expect: { body: { id: 102 } } },
  { step: 'last', advance: '1d' },
]

let sim: Simulator
beforeEach(async () => {
  const scenario = { name: 'story', description: 'Four steps', extends: ['demo'], timeline: STEPS }
  sim = await createSimulator({ scenario: scenario as never })
})

async function send(method: string, path: string, body?: object, world = 'default') {
  const answer = await sim.exchange({
    method,
    url: `/_sim${path}`,
    headers: { 'content-type': 'application/json', 'x-sim-control': '1', 'x-sim-world': world },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: answer.status, body: JSON.parse(String(answer.body)) as Record<string, unknown> }
}

test('the steps are listed, and how far the world has come', async () => {
  const before = await send('GET', '/timeline')
  expect(before).toMatchObject({
    status: 200,
    body: {
      total: 4,
      next: 0,
      items: [
        {
          path: 'timeline[0]',
          name: 'first',
          note: 'Three minutes',
          verb: 'advance',
          title: 'advance 3m',
          done: false,
        },
        { path: 'timeline[1]', verb: 'call', title: 'GET /api/applications/101 as alice' },
        {},
        {},
      ],
    },
  })
  await send('POST', '/timeline/run', { to: 'first' })
  expect((await send('GET', '/timeline?limit=2')).body).toMatchObject({
    next: 1,
    total: 4,
    items: [{ done: true }, { done: false }],
  })
})

describe('the outcome of the steps', () => {
  const outcomes = async (path = '/timeline', world = 'default') => {
    const { items } = (await send('GET', path, undefined, world)).body as {
      items: { done: boolean; result?: { outcome: string; path: string } }[]
    }
    return items.map(({ done, result }) => [done, result?.outcome])
  }

  test('is listed with them as the run answered it, the failed next one too', async () => {
    const ran = (await send('POST', '/timeline/run')).body as {
      steps: { exchange?: number; marks?: string[] }[]
    }
    expect(ran.steps.map(({ exchange, marks }) => [exchange, marks])).toEqual([
      [undefined, undefined],
      [1, ['$.id']],
      [2, ['$.id']],
      [undefined, undefined],
    ])
    // The world stores nothing that depends on the journal.
    const steps = ran.steps.map(({ exchange: _, marks: __, ...step }) => step)
    const { items } = (await send('GET', '/timeline')).body as { items: { result?: object }[] }
    expect(items.map(({ result }) => result)).toEqual([...steps.slice(0, 3), undefined])
    expect(await outcomes()).toEqual([
      [true, 'passed'],
      [true, 'passed'],
      [false, 'failed'],
      [false, undefined],
    ])
    expect(await outcomes('/timeline?offset=1&limit=2')).toEqual([
      [true, 'passed'],
      [false, 'failed'],
    ])
    // It is left out, and lies behind without a result of its own.
    await send('POST', '/timeline/run', { from: 'last' })
    expect((await outcomes()).slice(2)).toEqual([
      [true, undefined],
      [true, 'passed'],
    ])
  })

  test('belongs to the world: it goes with a reset, and comes back with a snapshot and an import', async () => {
    await send('POST', '/timeline/run')
    const { id } = (await send('POST', '/snapshots', {})).body
    const exported = (await send('GET', '/export')).body
    const ran = await outcomes()
    await send('POST', '/reset', {})
    expect((await outcomes())[0]).toEqual([false, undefined])
    await send('POST', `/snapshots/${String(id)}/restore`, {})
    expect(await outcomes()).toEqual(ran)
    await send('POST', '/reset', {})
    expect((await send('POST', '/import', exported)).status).toBeLessThan(300)
    const { body } = await send('GET', '/state/timeline')
    expect(body).toMatchObject({ items: [{ results: [{}, {}, { outcome: 'failed' }] }] })
  })
})

test('a run ends at the named step, the next one continues from there, and differences are reported', async () => {
  expect((await send('POST', '/timeline/run', { to: 'first' })).body).toMatchObject({
    ok: true,
    scenario: 'story',
    left: 3,
    now: '2026-01-05T09:03:00.000Z',
    steps: [{ name: 'first', outcome: 'passed', elapsed: 180_000 }],
  })
  const rest = await send('POST', '/timeline/run')
  expect(rest).toMatchObject({
    status: 200,
    body: {
      ok: false,
      left: 2,
      steps: [
        { outcome: 'passed', status: 200 },
        {
          path: 'timeline[2]',
          outcome: 'failed',
          failures: ['$.id: expected 102, got 101'],
          differences: [{ place: '$.id', expected: '102', got: '101' }],
          curl: 'curl -H "authorization: Bearer $TOKEN_OF_BOB" \'http://127.0.0.1:4010/api/applications/101\'',
        },
        { outcome: 'skipped' },
      ],
    },
  })
  expect((await send('POST', '/timeline/run', { from: 'last' })).body).toMatchObject({ ok: true, left: 0 })
})

test('worlds do not see each other', async () => {
  await send('POST', '/timeline/run', { to: 'first' }, 'second')
  expect((await send('GET', '/timeline', undefined, 'second')).body).toMatchObject({ next: 1 })
  expect((await send('GET', '/timeline')).body).toMatchObject({ next: 0 })
  expect((await send('GET', '/clock')).body).toMatchObject({ now: '2026-01-05T09:00:00.000Z' })
})

test('two runs of one world at once are refused, two worlds at once are not', async () => {
  const [one, two, other] = await Promise.all([
    send('POST', '/timeline/run', { to: 'first' }),
    send('POST', '/timeline/run', { to: 'first' }),
    send('POST', '/timeline/run', { to: 'first' }, 'second'),
  ])
  expect([one.status, two.status, other.status]).toEqual([200, 409, 200])
  expect(two.body['message']).toBe("world 'default' runs a timeline: wait until it has ended")
  expect((await send('GET', '/clock')).body).toMatchObject({ now: '2026-01-05T09:03:00.000Z' })
})

describe('a refused request leaves the world unchanged', () => {
  test.each([
    [{ to: 'frist' }, 404, "no step 'frist' in the timeline of 'story': did you mean 'first'?"],
    [{ from: 'x'.repeat(200) }, 404, `no step '${'x'.repeat(100)}…' in the timeline`],
    [{ to: 7 }, 400, "'to'"],
    [{ til: 'first' }, 400, "the body has no field 'til'"],
  ])('%j', async (body, status, message) => {
    const before = JSON.stringify((await send('GET', '/export')).body)
    const reply = await send('POST', '/timeline/run', body)
    expect([reply.status, reply.body['message']]).toEqual([status, expect.stringContaining(message)])
    expect(JSON.stringify((await send('GET', '/export')).body)).toBe(before)
  })

  test('a step that lies behind', async () => {
    await send('POST', '/timeline/run', { to: 'first' })
    await send('POST', '/timeline/run', { from: 'last' })
    const reply = await send('POST', '/timeline/run', { to: 'first' })
    expect([reply.status, reply.body['message']]).toEqual([
      409,
      "step 'first' is behind: 4 of 4 steps ran: reset the world to begin again",
    ])
  })

  test('a scenario without a timeline', async () => {
    sim = await createSimulator()
    expect(await send('GET', '/timeline')).toMatchObject({
      status: 200,
      body: { items: [], total: 0, next: 0 },
    })
    expect(await send('POST', '/timeline/run')).toMatchObject({
      status: 409,
      body: { message: "scenario 'demo' has no timeline" },
    })
  })

  test('an imported world with a timeline record that is none', async () => {
    const { body } = await send('GET', '/export')
    const stores = body['stores'] as Record<string, Record<string, unknown>>
    const broken = { ...stores['system'], timeline: [{ id: 'timeline', next: -1, saved: [], faults: [] }] }
    const reply = await send('POST', '/import', { ...body, stores: { ...stores, system: broken } })
    expect([reply.status, reply.body['message']]).toEqual([400, expect.stringContaining('timeline')])
  })
})

test('saved values are not listed with the records of the world: they may be tokens', async () => {
  const timeline = [
    { call: 'POST /_sim/tokens', body: { user: 'alice', name: 'second' }, save: { token: '$.value' } },
    { token: '${token}', call: 'GET /api/applications/101' },
    { call: 'GET /api/applications/101', expect: { body: '${token}' } },
  ]
  sim = await createSimulator({ scenario: { extends: ['demo'], timeline } })
  expect((await sim.run()).ok).toBe(false)
  const { body } = await send('GET', '/state/timeline')
  expect(body).toEqual({
    items: [
      {
        id: 'timeline',
        next: 2,
        saved: [{ name: 'token' }],
        faults: [],
        results: ['passed', 'passed', 'failed'].map((outcome, position) => ({
          path: `timeline[${position}]`,
          outcome,
        })),
      },
    ],
    total: 1,
  })
})

test('another scenario brings its own timeline', async () => {
  await send('POST', '/scenario', { name: 'other', extends: ['demo'], timeline: [{ advance: '1h' }] })
  expect((await send('GET', '/timeline')).body).toMatchObject({
    total: 1,
    next: 0,
    items: [{ title: 'advance 1h' }],
  })
  const bad = await send('POST', '/scenario', {
    extends: ['demo'],
    timeline: [{ as: 'alic', call: 'GET /apy' }],
  })
  expect(bad.status).toBe(400)
  expect(bad.body['errors']).toHaveLength(2)
  expect((await send('POST', '/timeline/run')).body).toMatchObject({ ok: true, scenario: 'other' })
})

test('so many steps run as are counted, named or not', async () => {
  const one = await send('POST', '/timeline/run', { count: 1 })
  expect(one.body).toMatchObject({ ok: true, left: 3, steps: [{ name: 'first', outcome: 'passed' }] })
  const rest = await send('POST', '/timeline/run', { count: 1 })
  expect(rest.body).toMatchObject({ ok: true, left: 2, steps: [{ path: 'timeline[1]', verb: 'call' }] })
  const failing = await send('POST', '/timeline/run', { count: 1_000_000 })
  expect(failing.body).toMatchObject({
    ok: false,
    left: 2,
    steps: [{ outcome: 'failed' }, { outcome: 'skipped' }],
  })
})

test('a count that is none, and a count beside a step to end at, are refused and nothing runs', async () => {
  for (const count of [0, -1, 1.5, '1', 1_000_001]) {
    expect(await send('POST', '/timeline/run', { count })).toMatchObject({ status: 400 })
  }
  const both = await send('POST', '/timeline/run', { count: 1, to: 'first' })
  expect(both).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("'first': 'count' is sent too") },
  })
  expect((await send('GET', '/timeline')).body).toMatchObject({ next: 0 })
})

test('the loaded scenario is described, and the ready ones are listed with the length of their timelines', async () => {
  expect((await send('GET', '/scenario')).body).toMatchObject({
    name: 'story',
    description: 'Four steps',
    steps: 4,
    scenarioHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const { body } = await send('GET', '/scenarios')
  const items = body['items'] as { name: string; description: string; steps: number }[]
  expect(items.map(({ name }) => name)).toEqual(readyScenarios().map(({ name }) => name))
  expect(items.find(({ name }) => name === 'demo')).toMatchObject({ steps: 0 })
  expect(items.find(({ name }) => name === 'release-freeze')?.steps).toBeGreaterThan(10)
  expect((await send('GET', '/scenarios?limit=1&offset=1')).body).toMatchObject({
    items: [{ name: items[1]?.name }],
    total: items.length,
  })
})
