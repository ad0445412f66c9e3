/** A fixed sample of the random queries, which `npm run queries` draws by the thousand, and that the sample can fail. */
import { beforeAll, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { checkQuery, drawn, startWorld } from './check.ts'
import { queriesScenario } from './world.ts'

const QUERIES = 250

let world: Simulator
beforeAll(async () => {
  world = await startWorld()
})

test('random queries find and write what an independent evaluator finds', async () => {
  const outcomes = new Map<string, number>()
  for (let seed = 1; seed <= QUERIES; seed++) {
    const query = drawn(seed)
    const { complaints, outcome } = await checkQuery(world, query, seed % 10 === 0)
    expect(complaints, `npm run queries -- --seed ${seed} --queries 1: ${query.text}`).toEqual([])
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  expect(outcomes.get('found')).toBeGreaterThan(QUERIES / 3)
  expect([...outcomes.keys()].toSorted()).toEqual(['day refused', 'found', 'nothing', 'number refused'])
})

test.each(['A257', 'A258', 'A259'])('the sample finds the former reading of %s', async (id) => {
  const former = { A257: 'value', A258: 'plain', A259: 'texts' }[id] as string
  const before = await createSimulator({ scenario: queriesScenario({ [id]: former }) })
  let failed = 0
  for (let seed = 1; seed <= QUERIES && failed === 0; seed++)
    failed += (await checkQuery(before, drawn(seed), false)).complaints.length
  expect(failed).toBeGreaterThan(0)
})
