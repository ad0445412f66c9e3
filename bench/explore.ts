/**
 * A process of its own: how many schedules a second an exploration of a client of five calls runs, one after another in this process.
 * Prints its rows as JSON.
 */
import type { Simulator } from '../src/index.ts'
import { loadExplorer } from './library.ts'
import { rowOf, timeOf } from './measure.ts'
import { TARGETS } from './targets.ts'

const rounds = Number(process.argv[2] ?? 5)
const SCHEDULES = 1000

const { explore } = await loadExplorer()
const headers = { Authorization: 'Bearer tok-alice' }
const CALLS = [
  ['GET', '/wiki/rest/reqs/1/baseline/ENG'],
  ['POST', '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2'],
  ['GET', '/wiki/rest/reqs/1/baseline/ENG/2'],
  ['GET', '/tracker/rest/reqs/1/issuelinks/DRN-1'],
  ['GET', '/api/applications/101'],
] as const

const perSecond: number[] = []
for (let round = -1; round < rounds; round++) {
  const explored = () =>
    explore({ run: client, schedules: SCHEDULES, seed: round + 2, vary: { assumptions: false } })
  let schedules = 0
  const milliseconds = await timeOf(async () => (schedules = (await explored()).schedules))
  if (schedules !== SCHEDULES) throw new Error(`only ${schedules} schedules were run`)
  if (round >= 0) perSecond.push(1000 * (schedules / milliseconds))
}
console.log(JSON.stringify([rowOf(TARGETS.exploring, perSecond)]))

/** Sends each call until there is a response, three times at most. */
async function client(
  sim: Simulator,
  { sleep }: { readonly sleep: (ms: number) => Promise<void> },
): Promise<void> {
  for (const [method, path] of CALLS) {
    for (let attempt = 1; ; attempt++) {
      const response = await sim.fetch(path, { method, headers }).catch(() => undefined)
      if (response !== undefined && response.status !== 429 && response.status < 500) break
      if (attempt === 3) throw new Error(`no response to ${path}`)
      await sleep(2000)
    }
  }
}
