/** Walks with fixed seeds, and tests of the walks themselves: they fail when they should, shrink, and are deterministic. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Simulator } from '../../src/index.ts'
import { startBases } from './scenario.ts'
import { drawSteps, fewest, KINDS, playRequests, playSteps, shrink } from './walk.ts'
import { createWalker, post, put, remove } from './walker.ts'

const FIRST_SEED = 1
const WALKS = 40
const STEPS = 30

let baseOf: (seed: number) => Simulator
let base: Simulator
beforeAll(async () => {
  baseOf = await startBases()
  base = baseOf(0)
})

test('after any walk both products show the same, and repair lists nothing', async () => {
  const kinds = new Set<string>()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed++) {
    const { requests, failures } = await playSteps(baseOf(seed), drawSteps(seed, STEPS), seed % 20 === 0)
    expect(failures, `npm run walks -- --seed ${seed} --walks 1`).toEqual([])
    for (const { kind, accepted } of requests) if (accepted) kinds.add(kind)
  }
  // All but a few rare kinds of steps are accepted at least once.
  expect(kinds.size).toBeGreaterThan(KINDS.length - 6)
}, 60_000)

describe('a walk', () => {
  test('is the same, to the byte, in another simulator', async () => {
    const [one, other] = [
      await playSteps(base, drawSteps(7, 40)),
      await playSteps((await startBases())(0), drawSteps(7, 40)),
    ]
    expect(one.log.length).toBeGreaterThan(60)
    expect(one.log).toEqual(other.log)
  })

  /** The tracker never hears of the link. */
  const LOSS = [
    post('/_sim/clock/advance', { by: '3m' }),
    put('/wiki/rest/reqs/1/requirement2/ENG/REQ-003/link/issue/DRN-3'),
    remove('/wiki/rest/reqs/1/integration/svc-0001-demo/queue/outbound/8003'),
  ]

  test('is repaired when it loses a message', async () => {
    expect((await playRequests(base, LOSS)).failures).toEqual([])
  })

  /** A world that has lost the message; walks in it do not repair it, as they sent no request that loses one. */
  const lose = async (): Promise<Simulator> => {
    const broken = base.fork()
    const walker = createWalker(broken)
    for (const request of LOSS) expect((await walker.send(request)).status).toBeLessThan(300)
    return broken
  }

  test('fails when the products disagree, by each oracle that checks this', async () => {
    const { failures } = await playRequests(await lose(), [])
    expect(failures).toEqual([
      { oracle: 'faces', complaints: ['only the wiki shows DRN-3 implements ENG/REQ-003'] },
      {
        oracle: 'repair',
        complaints: ['repair lists MISSING_IN_TRACKER: only the wiki shows DRN-3 implements ENG/REQ-003'],
      },
    ])
  })

  test('shrinks to the steps that make it fail', async () => {
    const steps = Array.from({ length: 23 }, (_, at) => at)
    const needs = (some: readonly number[]) => Promise.resolve([3, 4, 17].every((at) => some.includes(at)))
    expect(await fewest(steps, needs)).toEqual([3, 4, 17])
    expect((await shrink(await lose(), drawSteps(3, 12), 'faces', false)).requests).toEqual([])
  })
})
