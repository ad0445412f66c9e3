/** The worlds in which walks begin. */
import { createSimulator, type Simulator } from '../../src/index.ts'

/** The demo, with a second project, and without the link that has lost its key. */
const SCENARIO = {
  name: 'walks',
  extends: ['demo'],
  config: { rateLimit: 'off' },
  world: {
    links: [{ id: 40001, remove: true }],
    projects: [
      { id: 20002, site: 'tracker', key: 'GND', name: 'Ground', grants: { edit: ['admin', 'alice'] } },
    ],
  },
} as const

/** The same with products so slow that one synchronisation carries out only two or three messages. */
const SLOW = {
  ...SCENARIO,
  name: 'slow walks',
  world: {
    ...SCENARIO.world,
    settings: [
      { site: 'tracker', name: 'messageMilliseconds', value: 14_000 },
      { site: 'wiki', name: 'messageMilliseconds', value: 14_000 },
    ],
  },
} as const

/** Every sixth walk begins with slow products. */
const SLOW_EVERY = 6

/** Makes each world once; returns a function from the seed of a walk to the world in which it begins. */
export async function startBases(): Promise<(seed: number) => Simulator> {
  const [usual, slow] = [await start(SCENARIO), await start(SLOW)]
  return (seed) => (seed % SLOW_EVERY === SLOW_EVERY - 1 ? slow : usual)
}

async function start(scenario: object): Promise<Simulator> {
  const simulator = await createSimulator({ scenario: scenario as never })
  await simulator.preload()
  return simulator
}
