/** Timelines as they run: what steps do, what they find, and where they leave the world. */
import { describe, expect, test } from 'vitest'
import { createSimulator, type TimelineResult } from '../../../src/index.ts'
import { MAXIMUM_CALLS, runStep, type Scope } from '../../../src/scenario/timeline/step.ts'
import { story } from './story.ts'

async function run(
  timeline: readonly object[],
  more?: Readonly<Record<string, unknown>>,
): Promise<TimelineResult> {
  return (await story(timeline, more)).run()
}

/** The failures of a run of one step, or of its last step. */
async function failuresOf(...timeline: readonly object[]): Promise<readonly string[]> {
  const { ok, steps } = await run(timeline)
  expect(ok).toBe(false)
  return steps.at(-1)?.failures ?? []
}

describe('calls', () => {
  test('a user has the credential that each interface requires', async () => {
    const result = await run([
      { as: 'alice', call: 'GET /api/applications/101', expect: { body: { id: 101 } } },
      { as: 'alice', call: 'GET /eu/api/applications/101', expect: { body: { id: 101 } } },
      { as: 'uma', call: 'GET /us/api/applications/901', expect: { body: { id: 901 } } },
      { as: 'alice', call: 'GET /wiki/rest/reqs/1/requirement2/ENG/REQ-001', expect: { status: 200 } },
      { as: 'alice', call: 'GET /tracker/rest/reqs/1/issuelinks/DRN-1', expect: { status: 200 } },
      {
        as: 'alice',
        call: "GET /eu/wiki/rest/search?query=key%20=%20'REQ-001'",
        expect: { body: { total: 1 } },
      },
      { as: 'alice', call: 'GET /eu/tracker/rest/reqs/1/issuelinks/DRN-1', expect: { status: 200 } },
      { as: 'uma', call: 'GET /us/wiki/rest/search', expect: { status: 200 } },
    ])
    expect(result.steps.flatMap(({ failures }) => failures)).toEqual([])
    expect(result).toMatchObject({ ok: true, scenario: 'story', left: 0 })
  })

  test('a user with neither token nor session is authenticated by the adapter, or by a password', async () => {
    const sim = await story(
      [
        { as: 'ann', call: 'GET /api/applications?organizationId=1' },
        { as: 'ann', call: 'GET /wiki/rest/reqs/1/requirement2/ENG/REQ-001' },
      ],
      {
        world: {
          users: [
            { name: 'ann', password: 'päss:word', organizations: [{ organization: 'Northwind Robotics' }] },
          ],
          spaces: [{ key: 'ENG', grants: { read: ['ann'] } }],
        },
      },
    )
    const { steps } = await sim.run()
    expect(steps.flatMap(({ failures }) => failures)).toEqual([])
    expect(sim.journal.entries().map(({ user }) => user)).toEqual(['ann', 'ann'])
  })

  test('a step without a user sends no credential; a token stands for its user', async () => {
    const result = await run([
      { call: 'GET /api/applications/101', expect: { status: 401 } },
      { token: 'tok-app101', call: 'GET /api/applications/current', expect: { body: { id: 101 } } },
      { token: 'tok-old', call: 'GET /api/applications/101', expect: { status: 401 } },
      { token: 'tok-alice', call: 'GET /eu/wiki/rest/search', expect: { status: 200 } },
    ])
    expect(result.ok).toBe(true)
  })

  test('headers of the step override those of the user', async () => {
    const result = await run([
      {
        as: 'alice',
        headers: { Authorization: 'Bearer tok-eve', 'X-Sim-Explain': '1' },
        call: 'GET /api/applications/101',
        expect: {
          status: '4xx',
          headers: { 'x-sim-assumptions': { matches: 'A*' }, etag: { absent: true } },
        },
      },
    ])
    expect(result.steps[0]?.failures).toEqual([])
  })

  test('bodies are sent as JSON, texts as they are', async () => {
    const put = {
      as: 'alice',
      call: 'PUT /wiki/rest/reqs/1/baseline/ENG/2/label',
      expect: { status: ['2xx', '4xx'] },
    }
    const sim = await story([
      { ...put, body: { label: ['a', 1] } },
      { ...put, body: '{"broken' },
      { ...put, body: 'a,b', headers: { 'Content-Type': 'text/csv' } },
    ])
    await sim.run()
    expect(
      sim.journal.entries().map(({ request }) => [request.headers['content-type'], request.body]),
    ).toEqual([
      ['application/json', '{"label":["a",1]}'],
      ['application/json', '{"broken'],
      ['text/csv', 'a,b'],
    ])
  })

  test('an unexpected error ends the run, with the request as a quoted curl command', async () => {
    const { ok, steps, left } = await run([
      { as: 'alice', call: "GET /api/applications/999?note='x'" },
      { advance: '1d' },
    ])
    expect(ok).toBe(false)
    expect(left).toBe(2)
    expect(steps.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped'])
    expect(steps[0]).toMatchObject({
      path: 'timeline[0]',
      status: 404,
      failures: [expect.stringMatching(/^status: expected below 400, got 404 \('.*999/)],
      curl: `curl -H "authorization: Bearer $TOKEN_OF_ALICE" 'http://127.0.0.1:4010/api/applications/999?note='\\''x'\\'''`,
    })
    expect(steps[1]).not.toHaveProperty('begin')
  })
})

describe('saved values', () => {
  test('are encoded in paths, and keep their type in bodies and expectations', async () => {
    const result = await run([
      { as: 'alice', call: 'GET /api/applications/101', save: { id: '$.id', name: '$.name', whole: '$' } },
      {
        as: 'alice',
        call: 'GET /api/applications/${id}?note=${name}%20${id}',
        expect: { body: { id: '${id}', name: '${name}' } },
      },
      {
        as: 'alice',
        call: 'GET /api/applications/${id}',
        expect: { body: '${whole}', path: { '$.name': '${name}' } },
      },
      { as: 'alice', call: 'GET /api/applications/101', expect: { body: { name: 'is not $${name}' } } },
    ])
    expect(result.steps.map(({ failures }) => failures)).toEqual([
      [],
      [],
      [],
      [expect.stringMatching(/^\$\.name: expected 'is not \$\{name\}', got '/)],
    ])
  })

  test('a path is encoded, so that a value stays one segment', async () => {
    const sim = await story(
      [
        { as: 'alice', call: 'GET /api/applications/101', save: { name: '$.name' } },
        { as: 'alice', call: 'GET /wiki/rest/reqs/1/requirement2/ENG/${name}', expect: { status: 404 } },
      ],
      { world: { sites: [{ id: 101, name: 'wiki', title: 'a/b?c d' }] } },
    )
    await sim.run()
    expect(sim.journal.entries().at(-1)?.request.url).toBe('/wiki/rest/reqs/1/requirement2/ENG/a%2Fb%3Fc%20d')
  })

  test('reports values that cannot be saved or filled in', async () => {
    const call = { as: 'alice', call: 'GET /api/applications/101' }
    expect(await failuresOf({ ...call, save: { none: '$.none' } })).toEqual([
      "$.none: expected one value to save as 'none', got nothing",
    ])
    expect(await failuresOf({ ...call, save: { all: '$.*' } })).toEqual([
      expect.stringMatching(/^\$\.\*: expected one value to save as 'all', got \d+ values$/),
    ])
    expect(
      await failuresOf(
        { ...call, save: { whole: '$' } },
        { as: 'alice', call: 'GET /api/applications/${whole}' },
      ),
    ).toEqual(['${whole} holds a map, which is no text'])
  })

  test('no step reaches another world, or runs timelines from within', async () => {
    const id = { as: 'alice', call: 'GET /api/applications/101', save: { id: '$.id' } }
    const refused = await failuresOf(
      { as: 'alice', call: 'GET /wiki/rest/reqs/1/requirement2/ENG/REQ-001', save: { key: '$.key' } },
      { call: 'POST /_world/other/_sim/pages' },
    )
    expect(refused).toEqual(['a timeline calls only its own world: leave out /_world'])
    const other = await story([
      id,
      {
        call: 'GET /_sim/health',
        headers: { 'X-Sim-World': 'other' },
        expect: { body: { world: 'default' } },
      },
    ])
    expect((await other.run()).ok).toBe(true)
  })
})

describe('the clock', () => {
  test('moves by a duration, to an instant, and by jobs', async () => {
    const { steps, now } = await run([
      { advance: '90s' },
      { advance: { to: '2026-01-05T10:00:00Z' } },
      { advance: { jobs: 1 } },
    ])
    expect(
      steps.map(({ begin, end, elapsed }) => [begin?.slice(11, 19), end?.slice(11, 19), elapsed]),
    ).toEqual([
      ['09:00:00', '09:01:30', 90_000],
      ['09:01:30', '10:00:00', 3_510_000],
      ['10:00:00', '10:03:00', 180_000],
    ])
    expect(now).toBe('2026-01-05T10:03:00.000Z')
  })

  test('does not go back', async () => {
    const failures = await failuresOf({ advance: { to: '2025-12-31T00:00:00Z' } })
    expect(failures).toEqual([expect.stringContaining("to '2025-12-31T00:00:00Z': the clock is at")])
  })

  test('a call with until is repeated after each job until its expectations hold', async () => {
    const { ok, steps } = await run([
      {
        as: 'alice',
        call: 'POST /wiki/rest/reqs/1/baseline-actions/ENG/freeze/2',
        save: { task: '$.taskId' },
      },
      {
        as: 'alice',
        call: 'GET /wiki/rest/reqs/1/tasks/status/${task}',
        until: {},
        expect: { body: { status: 'DONE' } },
      },
    ])
    expect(ok).toBe(true)
    expect(steps[1]?.tries).toBeGreaterThan(1)
    expect(steps[1]?.elapsed).toBeGreaterThan(0)
    expect(steps[1]?.elapsed).toBeLessThan(180_000)
  })

  test.each([
    [{ tries: 3 }, /^still not as expected after 3 calls$/, 2],
    [{ atMost: '10m' }, /^still not as expected at 2026-01-05T09:09:00.000Z, and 10m would pass/, 3],
    [
      { every: '4m', atMost: '10m' },
      /^still not as expected at 2026-01-05T09:08:00.000Z, and 10m would pass/,
      2,
    ],
  ])('a call with until gives up in time: %j', async (until, message, moves) => {
    const { steps } = await run([
      { as: 'alice', call: 'GET /api/applications/101', until, expect: { body: { id: 7 } } },
    ])
    expect(steps[0]?.failures).toEqual([expect.stringMatching(message), '$.id: expected 7, got 101'])
    expect(steps[0]?.tries).toBe(moves + 1)
  })

  test('a live clock is paused during the run, and continues after it', async () => {
    let wall = 0
    const sim = await createSimulator({
      scenario: {
        extends: ['demo'],
        timeline: [{ advance: '3m' }, { call: 'GET /_sim/clock', save: { now: '$.now' } }],
      },
      clock: { mode: 'live' },
      wallClock: () => (wall += 1000),
    })
    const { steps, now } = await sim.run()
    expect(steps.at(-1)?.elapsed).toBe(0)
    expect(sim.clock.mode()).toBe('live')
    expect(Date.parse(sim.clock.now())).toBeGreaterThan(Date.parse(now))
  })
})

describe('pages', () => {
  test('an edit is saved as its user, and seen by every interface after a view', async () => {
    const query = encodeURIComponent("key = 'REQ-013'")
    const { steps } = await run([
      {
        as: 'alice',
        edit: {
          page: 'Flight control',
          define: [
            {
              key: 'REQ-013',
              html: 'The drone shall <b>hover</b>.',
              properties: { Priority: 'High' },
              dependencies: [{ relationship: 'refines', key: 'REQ-001' }],
            },
          ],
          undefine: ['REQ-006'],
        },
      },
      { view: { page: 4001 } },
      {
        as: 'alice',
        call: `GET /wiki/rest/reqs/1/requirement2/ENG/REQ-013`,
        expect: { body: { key: 'REQ-013', status: 'ACTIVE' } },
      },
      { as: 'alice', call: `GET /eu/wiki/rest/search?query=${query}`, expect: { body: { total: 1 } } },
      {
        as: 'alice',
        call: 'GET /wiki/rest/reqs/1/requirement2/ENG/REQ-006',
        expect: { body: { status: 'DELETED' } },
      },
      { edit: { page: 4001, title: 'Flying' } },
      { as: 'bob', view: { page: 'Flying', space: 'ENG' } },
    ])
    expect(steps.flatMap(({ failures }) => failures)).toEqual([])
  })

  test('reports an edit that cannot be saved', async () => {
    expect(await failuresOf({ edit: { page: 4001, define: [{ key: 'REQ-007' }] } })).toEqual([
      expect.stringContaining('REQ-007'),
    ])
  })
})

describe('faults', () => {
  test('are added, removed by the name of their step, and cleared', async () => {
    const call = { as: 'alice', call: 'GET /api/applications/101' }
    const { steps } = await run([
      { step: 'broken', fault: { operation: 'standalone.application.read', status: 503 } },
      { ...call, expect: { status: 503 } },
      { fault: { remove: 'broken' } },
      { ...call, expect: { status: 200 } },
      { fault: { operation: 'standalone.application.read', drop: true } },
      { ...call, expect: { dropped: true } },
      { fault: { clear: true } },
      call,
    ])
    expect(steps.flatMap(({ failures }) => failures)).toEqual([])
  })
})

describe('forks', () => {
  test('leave nothing behind: neither records, nor time, nor saved values, nor a world', async () => {
    const sim = await story([
      { as: 'alice', call: 'GET /api/applications/101', save: { id: '$.id' } },
      {
        fork: {
          steps: [
            { advance: '1d' },
            { edit: { page: 4001, define: [{ key: 'REQ-013', html: 'New' }] } },
            { as: 'alice', call: 'GET /wiki/rest/reqs/1/requirement2/ENG/REQ-013', save: { id: '$.key' } },
          ],
        },
      },
      { as: 'alice', call: 'GET /wiki/rest/reqs/1/requirement2/ENG/REQ-013', expect: { status: 404 } },
      { as: 'alice', call: 'GET /api/applications/${id}' },
      { call: 'GET /_sim/worlds', expect: { body: { total: 1 } } },
    ])
    const { ok, steps, now } = await sim.run()
    expect(steps.flatMap(({ failures }) => failures)).toEqual([])
    expect(ok).toBe(true)
    expect(now).toBe('2026-01-05T09:00:00.000Z')
    expect(steps[1]).toMatchObject({
      elapsed: 0,
      steps: [{ elapsed: 86_400_000 }, {}, { path: 'timeline[1].fork.steps[2]' }],
    })
  })

  test('fail with a step inside, and are removed all the same', async () => {
    const sim = await story([
      { fork: { steps: [{ call: 'GET /api/applications/101' }, { advance: '1d' }] } },
      { advance: '1d' },
    ])
    const { steps } = await sim.run()
    expect(steps.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped'])
    expect(steps[0]?.failures).toEqual(['timeline[0].fork.steps[0] failed'])
    expect(steps[0]?.steps?.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped'])
    const worlds = await sim.fetch('/_sim/worlds')
    expect(await worlds.json()).toMatchObject({ total: 1 })
  })
})

describe('a run', () => {
  const STEPS = [
    { step: 'first', as: 'alice', call: 'GET /api/applications/101', save: { id: '$.id' } },
    { step: 'second', advance: '1d' },
    { step: 'third', as: 'alice', call: 'GET /api/applications/${id}' },
    { advance: '1d' },
  ]

  test('continues at the next step of the world, with its saved values', async () => {
    const sim = await story(STEPS)
    expect(await sim.run({ until: 'second' })).toMatchObject({
      ok: true,
      left: 2,
      now: '2026-01-06T09:00:00.000Z',
    })
    const rest = await sim.run()
    expect(rest.steps.map(({ path }) => path)).toEqual(['timeline[2]', 'timeline[3]'])
    expect(rest).toMatchObject({ ok: true, left: 0 })
    expect((await sim.run()).steps).toEqual([])
  })

  test('keeps its position in forks, snapshots and resets', async () => {
    const sim = await story(STEPS)
    await sim.run({ until: 'first' })
    const snapshot = sim.snapshot()
    const fork = sim.fork()
    await sim.run()
    expect((await fork.run()).steps).toHaveLength(3)
    sim.restore(snapshot)
    expect((await sim.run()).steps).toHaveLength(3)
    sim.reset()
    expect((await sim.run()).steps).toHaveLength(4)
  })

  test('begins at a given step', async () => {
    const sim = await story(STEPS)
    expect((await sim.run({ from: 'second', until: 'second' })).steps).toHaveLength(1)
    expect((await sim.run({ from: 'third' })).steps[0]?.failures).toEqual([
      "no step has saved a value as 'id' yet",
    ])
  })

  test('refuses steps that do not exist or have run', async () => {
    const sim = await story(STEPS)
    await expect(sim.run({ until: 'secnd' })).rejects.toThrow(
      "no step 'secnd' in the timeline of 'story': did you mean 'second'?",
    )
    await expect(sim.run({ from: 'fourth' })).rejects.toThrow('there are first, second, third')
    await sim.run()
    await expect(sim.run({ until: 'first' })).rejects.toThrow("step 'first' is behind: 4 of 4 steps ran")
    const none = await createSimulator({ scenario: { extends: ['demo'], name: 'none' } })
    await expect(none.run()).rejects.toThrow("scenario 'none' has no timeline")
  })

  test('is the same each time for one seed', async () => {
    const [one, two] = [await run(STEPS), await run(STEPS)]
    expect(JSON.stringify(one)).toBe(JSON.stringify(two))
  })

  test('calls onStep after each step', async () => {
    const results: unknown[] = []
    await (
      await story(STEPS)
    ).run({
      until: 'second',
      onStep: ({ name, title, outcome }, { done, total }) =>
        results.push([name, title, outcome, done, total]),
    })
    expect(results).toEqual([
      ['first', 'GET /api/applications/101 as alice', 'passed', 1, 2],
      ['second', 'advance 1d', 'passed', 2, 2],
    ])
  })

  test('the hash of the scenario covers the timeline', async () => {
    const [one, two] = [await story(STEPS), await story(STEPS.slice(1, 2))]
    expect(one.scenario.hash).not.toBe(two.scenario.hash)
  })
})

describe('no timeline runs without bound', () => {
  const call = { call: 'GET /api/applications/101' }
  const scope = (made: number): Scope => ({
    scenario: {
      name: 'x',
      seed: 1,
      clock: { start: '2026-01-05T09:00:00Z' },
      config: {},
      world: {},
      generate: [],
    },
    world: 'default',
    send: () => Promise.resolve({ status: 200, headers: {}, body: '{}' }),
    saved: new Map(),
    faults: new Map(),
    calls: { made },
  })

  test('calls are counted over the whole run', async () => {
    await expect(runStep(call, scope(MAXIMUM_CALLS - 1))).resolves.toMatchObject({ differences: [] })
    await expect(runStep(call, scope(MAXIMUM_CALLS))).rejects.toThrow('a run makes at most 20000 calls')
  })

  test('names of saved values are counted when the file is read', async () => {
    const save = (from: number) => ({
      ...call,
      save: Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`v${from + index}`, '$'])),
    })
    await expect(story([save(0), save(0)])).resolves.toBeDefined()
    await expect(story([save(0), save(501)])).rejects.toThrow(
      'timeline[1].save.v1000: exceeds the limit: a timeline saves at most 1000 values',
    )
  })

  test('reports a limited number of invalid steps', async () => {
    const wrong = Array.from({ length: 10_000 }, () => ({
      as: 'alic',
      call: 'GET /wiki/rest/reqs/1/taskz/status/1',
    }))
    const error: unknown = await story(wrong).catch((thrown: unknown) => thrown)
    expect((error as Error).message.split('\n')).toHaveLength(200)
  })
})
