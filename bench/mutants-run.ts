/** A process of its own: runs the Vitest suite of its folder with 300 mutants, and prints what they reach as JSON. */
import { openVitest } from '../src/cli/mutate/vitest.ts'
import { loadMutants } from './library.ts'

/** What the mutants of a suite came to. */
export interface MutatedSuite {
  /** By mutant, the number of tests that call its operations. */
  readonly reach: readonly number[]
  readonly statuses: Readonly<Record<string, number>>
}

const MUTANTS = 300

const { mutants } = await loadMutants()
const vitest = await openVitest(['vitest', ...process.argv.slice(2)], process.cwd(), { jobs: 2 })
const { passed, output, tests } = await vitest.base()
if (!passed) throw new Error(output)
const operations = [...new Set(tests.flatMap((test) => test.operations))]
const made = await mutants({ operations })
// Those of rate limits and credentials are reached by every test.
const chosen = made.filter((mutant) => mutant.operations?.length === 1).slice(0, MUTANTS)
if (chosen.length < MUTANTS) throw new Error(`there are only ${chosen.length} mutants`)
const statuses: Record<string, number> = {}
await vitest.run(chosen, ({ status }) => {
  statuses[status] = (statuses[status] ?? 0) + 1
})
await vitest.close()
const reach = chosen.map(
  (mutant) =>
    tests.filter((test) => mutant.operations?.some((operation) => test.operations.includes(operation)))
      .length,
)
console.log(JSON.stringify({ reach, statuses } satisfies MutatedSuite))
