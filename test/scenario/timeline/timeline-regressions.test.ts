/** What broke in timelines once, each under the name of what broke. */
import { describe, expect, test } from 'vitest'
import { received } from '../../../src/scenario/timeline/expectation.ts'
import { story } from './story.ts'

const READ = { as: 'alice', call: 'GET /wiki/rest/reqs/1/requirement2/ENG/REQ-001' }

describe('a body that a fault cuts was seen whole', () => {
  const cut = { fault: { operation: 'wiki.requirement.read', truncate: '10%' } }

  test('and passed a body that was cut off', async () => {
    const body = { key: 'REQ-001', status: 'ACTIVE' }
    const { ok, steps } = await (await story([cut, { ...READ, expect: { body } }])).run()
    expect(ok).toBe(false)
    expect(steps[1]?.failures[0]).toMatch(
      /^body: expected a whole one, got \d+ of \d+ bytes, then the connection ended$/,
    )
    expect(steps[1]?.failures[1]).toMatch(/^\$\.key: /)
  })

  test('even if nothing is expected of it', async () => {
    expect((await (await story([cut, READ])).run()).ok).toBe(false)
  })

  test('now it can be expected, with what arrives of it', async () => {
    const seen = { truncated: true, body: { matches: '{"*', contains: 'REQ' } }
    const { steps } = await (await story([cut, { ...READ, expect: seen }])).run()
    expect(steps[1]?.failures).toEqual([])
  })

  test.each([
    [5, { body: 'näh!' }],
    [6, { body: 'näh!' }],
    [4, { body: 'näh', cut: { arrived: 4, of: 5 } }],
    [0, { body: '', cut: { arrived: 0, of: 5 } }],
  ])('and a body of five bytes, of which %i may arrive, is read as %j', (truncatedTo, read) => {
    const response = { status: 200, headers: {}, body: 'näh!', delivery: { truncatedTo, waits: false } }
    expect(received(response)).toEqual({ status: 200, headers: {}, dropped: false, ...read })
  })

  test('and a whole body is not one that is cut', async () => {
    const { steps } = await (await story([{ ...READ, expect: { truncated: true } }])).run()
    expect(steps[0]?.failures).toEqual(['body: expected one that is cut, got a whole one'])
  })
})

describe('the line of a failed call held the credential of its user', () => {
  const expected = { expect: { status: 418 } }
  test.each([
    [{ as: 'bob', call: 'GET /api/applications/101' }, 'authorization: Bearer $TOKEN_OF_BOB', 'tok-bob'],
    [{ ...READ, as: 'bob' }, 'cookie: JSESSIONID=$SESSION_OF_BOB', 'sess-bob'],
    [{ token: 'tok-eve', call: 'GET /api/applications/101' }, 'authorization: Bearer $TOKEN', 'tok-eve'],
    [{ as: 'bob', call: 'GET /eu/wiki/rest/search' }, 'x-api-key: $TOKEN_OF_BOB', 'tok-bob'],
    [
      { call: READ.call, headers: { Authorization: 'Basic YWxpY2U6YWxpY2U=' } },
      'authorization: Basic $BASIC',
      'YWxpY2U6',
    ],
    [{ call: READ.call, headers: { 'X-Auth-Key': 'k3y$(id)' } }, 'x-auth-key: $X_AUTH_KEY', 'k3y'],
    [
      { as: 'o\'neil "$(x)"', call: 'GET /api/applications/101' },
      'authorization: Bearer $TOKEN_OF_O_NEIL____X__',
      'tok-neil',
    ],
  ])('%j', async (step, header, secret) => {
    const name = 'o\'neil "$(x)"'
    const world = { users: [{ name }], tokens: [{ user: name, name: 't', value: 'tok-neil' }] }
    const { steps } = await (await story([{ ...step, ...expected }], { world })).run()
    expect(steps[0]?.curl).toContain(`-H "${header}"`)
    expect(JSON.stringify(steps)).not.toContain(secret)
  })
})

describe('from ran steps again in a world that had gone on', () => {
  const STEPS = [
    { step: 'a', advance: '1m' },
    { step: 'b', advance: '1m' },
    { step: 'c', as: 'alice', call: 'GET /api/applications/101', expect: { body: { id: 7 } } },
    { step: 'd', advance: '1m' },
  ]

  test('a step that has run lies behind, and nothing happens', async () => {
    const sim = await story(STEPS)
    await sim.run({ until: 'b' })
    const now = sim.clock.now()
    for (const options of [{ from: 'a' }, { from: 'b', until: 'b' }, { from: 'a', until: 'd' }]) {
      await expect(sim.run(options)).rejects.toThrow(
        `step '${options.from}' is behind: 2 of 4 steps ran: reset the world to begin again`,
      )
    }
    expect(sim.clock.now()).toBe(now)
    expect((await sim.run()).steps.map(({ name }) => name)).toEqual(['c', 'd'])
  })

  test('a failed step runs next, also if earlier ones were skipped', async () => {
    const sim = await story(STEPS)
    expect((await sim.run({ from: 'c' })).ok).toBe(false)
    const again = await sim.run()
    expect(again).toMatchObject({ ok: false, left: 2 })
    expect(again.steps.map(({ name }) => name)).toEqual(['c', 'd'])
    expect(await sim.run({ from: 'd' })).toMatchObject({ ok: true, left: 0 })
  })

  test('a refused request skips no step', async () => {
    const sim = await story(STEPS)
    await expect(sim.run({ from: 'c', until: 'a' })).rejects.toThrow("step 'a' is behind")
    expect((await sim.run({ until: 'a' })).steps).toHaveLength(1)
  })
})

test('a clock in mode auto moved twice between two calls of one that waits', async () => {
  const steps = (mode: string) =>
    story(
      [
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
      ],
      { clock: { mode } },
    )
  const [manual, auto] = [await (await steps('manual')).run(), await (await steps('auto')).run()]
  expect(auto.ok).toBe(true)
  expect(auto.steps[1]?.end).toBe(manual.steps[1]?.end)
})
