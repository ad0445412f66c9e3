/** Invalid arguments of the library are refused with TypeError, with a message that says what is valid. */
import { describe, expect, test } from 'vitest'
import { explore } from '../../src/adapters/explore.ts'
import { handlers } from '../../src/adapters/msw.ts'
import { serve } from '../../src/adapters/node.ts'
import { routeThrough } from '../../src/adapters/playwright.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { namedTables, type TableName } from '../../src/model/schema.ts'

const operation = 'wiki.baseline.list'
const circular: Record<string, unknown> = {}
circular['self'] = circular

type Attempt = (simulator: Simulator) => unknown

/** A call with something wrong, and what the error says of it. */
const attempts: [attempt: Attempt, message: RegExp][] = [
  [
    (sim) => sim.state('requirement', { spaceKy: 'ENG' } as never),
    /^where must not have 'spaceKy': did you mean 'spaceKey'\?$/,
  ],
  [(sim) => sim.state('requirment' as never), /^no table 'requirment': did you mean 'requirement'\?$/],
  [(sim) => sim.state('requirement', {}, 'uk' as never), /^no region 'uk': did you mean/],
  [(sim) => sim.events.subscribe(5 as never), /^a listener of events is a funct/],
  [
    () => createSimulator({ wallClock: 5 as never }),
    /^wallClock must be a function that returns milliseconds, such as Date\.now, not '5'$/,
  ],
  [
    () => handlers(createSimulator() as never),
    /^handlers takes a simulator first, not a promise of one: write await createSimulator\(…\)$/,
  ],
  [
    () => handlers({ base: 'http://a' } as never),
    /^handlers takes a simulator first, not '\[object Object\]'$/,
  ],
  [() => handlers(undefined as never), /^handlers takes a simulator first, not 'undefined'$/],
  [
    () => routeThrough({ route: () => Promise.resolve() }, createSimulator() as never),
    /^routeThrough takes a simulator/,
  ],
  [() => serve(createSimulator() as never), /^serve takes a simulator first, not a promise of one/],
  [
    (sim) => serve(sim, { prt: 4010 } as never),
    /^the options of serve must not have 'prt': did you mean 'port'\?$/,
  ],
  [
    (sim) => serve(sim, { corsOrigin: 'http://app.test' as never }),
    /^corsOrigin must be a list of texts, not 'http:\/\/app\.test'$/,
  ],
  [
    (sim) => serve(sim, { corsOrigin: ['http://app.test', 7 as never] }),
    /^corsOrigin must be a list of texts, not 'http:\/\/app\.test,7'$/,
  ],
  [
    (sim) => serve(sim, { allowHost: [null as never, 'sim.test'] }),
    /^allowHost must be a list of texts, not ',sim\.test'$/,
  ],
  [
    () => explore({ run: () => {}, vary: { assumptions: ['A9999' as never] } }),
    /^vary\.assumptions: no assumption 'A9999': did you mean/,
  ],
  [
    (sim) => sim.clock.set('live' as never),
    /^the argument of clock\.set must be an object with mode, speed, not 'live'$/,
  ],
  [
    (sim) => sim.clock.set({ mod: 'live' } as never),
    /^the argument of clock\.set must not have 'mod': did you mean 'mode'\?$/,
  ],
  [(sim) => handlers(sim, { as: 'alcie' }), /^no user 'alcie': did you mean 'alice'\?$/],
  [
    (sim) => routeThrough({ route: () => Promise.resolve() }, sim, { as: 'nobody' }),
    /^no user 'nobody': there are admin, alice,/,
  ],
  [(sim) => sim.state('requirement', null as never), /^where must be an object with id, .*not 'null'$/],
  [(sim) => sim.state('requirement', { properties: [] }), /compares text, numbers/],
  [
    (sim) => sim.verify({ operation, tims: 5 } as never),
    /^an expectation must not have 'tims': did you mean 'times'\?$/,
  ],
  [(sim) => sim.verify(undefined as never), /^an expectation must be an object with operation/],
  [(sim) => sim.report('default@99'), /^no step '99': it has steps 0 to 0$/],
  [(sim) => sim.reset('nope'), /^no world 'nope' is in use: there are default$/],
  [
    (sim) => sim.journal.entries({ opertion: operation } as never),
    /^a filter of the journal must not have 'opertion': did you mean 'operation'\?$/,
  ],
  [(sim) => sim.restore({} as never), /^restore takes the result of snapshot\(\)/],
  [(sim) => sim.restore(undefined as never), /^restore takes the result of snapshot\(\)/],
  [(sim) => sim.exchange(null as never), /^an exchange needs \{method, url, headers, body\}/],
  [
    (sim) => sim.exchange({ method: 'GET', url: '/x', address: 5 as never, headers: {} }),
    /^the address of an exchange is text, not '5'$/,
  ],
  [
    (sim) => sim.exchange({ method: 'GET', url: '/x' } as never),
    /^an exchange needs headers, .*\{\} if there are none$/,
  ],
  [
    (sim) => sim.exchange({ method: 'GET', url: '/x', headers: {}, body: {} as never }),
    /write JSON with JSON\.stringify$/,
  ],
  [(sim) => sim.run({ count: -1 }), /^count is a whole number of steps from 1, not '-1'$/],
  [(sim) => sim.run({ untl: 'a' } as never), /did you mean 'until'\?$/],
  [() => createSimulator(null as never), /^the options of createSimulator must be an object with/],
  [() => createSimulator({ scenaro: 'demo' } as never), /did you mean 'scenario'\?$/],
  [() => createSimulator({ world: {} } as never), /must not have 'world'/],
  [
    () => createSimulator({ journal: { entires: 5 } as never }),
    /^journal must not have 'entires': did you mean 'entries'\?$/,
  ],
  [() => createSimulator({ worlds: { max: 5 } as never }), /^worlds must not have 'max'/],
]

test.each(attempts)('%s', async (attempt, message) => {
  const simulator = await createSimulator({ scenario: 'outage' })
  const before = [simulator.state('requirement'), simulator.worldOf('default').now]
  const error = await Promise.resolve()
    .then(() => attempt(simulator))
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
  expect(error).toBeInstanceOf(TypeError)
  expect((error as TypeError).message).toMatch(message)
  expect([simulator.state('requirement'), simulator.worldOf('default').now]).toEqual(before)
  expect(simulator.journal.entries()).toEqual([])
})

test('a clock that is no object was passed over', async () => {
  for (const clock of [5, null, 'live'])
    await expect(createSimulator({ clock: clock as never })).rejects.toThrow(/^options clock: must be a map/)
})

test('a reset of a world that is not in use made it', async () => {
  const simulator = await createSimulator()
  expect(() => simulator.reset('nope')).toThrow(TypeError)
  const { body } = await simulator.exchange({ method: 'GET', url: '/_sim/worlds', headers: {} })
  expect((JSON.parse(body as string) as { total: number }).total).toBe(1)
})

describe('a snapshot of another scenario was put into a world', () => {
  test('of another name, seed or clock', async () => {
    const simulator = await createSimulator()
    const others = [{ scenario: 'empty' }, { seed: 7 }, { clock: { start: '2027-01-01T00:00:00Z' } }] as const
    for (const options of others) {
      const snapshot = (await createSimulator(options)).snapshot()
      expect(() => simulator.restore(snapshot)).toThrow(
        /^the snapshot is of scenario '(?:empty|demo)', but .* is loaded/,
      )
    }
    expect(simulator.state('baseline')).toHaveLength(3)
  })

  test('one of before another scenario was loaded', async () => {
    const simulator = await createSimulator()
    const snapshot = simulator.snapshot()
    await simulator.load('empty')
    expect(() => simulator.restore(snapshot)).toThrow(/'demo', but 'empty' is loaded/)
    await simulator.load('demo')
    simulator.restore(snapshot)
    expect(simulator.state('baseline')).toHaveLength(3)
  })

  test('those of forks, and of other simulators of the same, are still taken', async () => {
    const simulator = await createSimulator()
    const fork = simulator.fork()
    fork.clock.advance('5m')
    simulator.restore(fork.snapshot())
    expect(simulator.clock.now()).toBe('2026-01-05T09:05:00.000Z')
    simulator.restore((await createSimulator()).snapshot())
    expect(simulator.clock.now()).toBe('2026-01-05T09:00:00.000Z')
  })
})

test('every field of every table can be requested', async () => {
  const simulator = await createSimulator({ scenario: 'migration' })
  for (const table of Object.keys(namedTables) as TableName[]) {
    const fields = new Set(simulator.state(table).flatMap((record) => Object.keys(record)))
    for (const name of fields) expect(() => simulator.state(table, { [name]: undefined })).not.toThrow()
  }
})
