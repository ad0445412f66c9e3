/** A report of `reqsim mutate` as the command writes it, with results that no run needs. */
import { mutationReport } from '../../../src/cli/mutate/report.ts'
import type { MutantResult } from '../../../src/cli/mutate/runner.ts'
import type { MutationReport } from '../../../src/cli/output/mutate-schema.ts'
import { mutants } from '../../../src/mutate/index.ts'

const OPERATIONS = ['wiki.requirement.write', 'wiki.requirement.search', 'wiki.baseline.freeze']
const TESTS = [
  'a requirement is written',
  'the list has all of them',
  'a baseline is frozen',
  'a label is set',
]
const SURVIVORS = ['lost-write', 'page-skips', 'field-null', 'stale-read', 'list-short', 'message-late']

/** Kinds of `SURVIVORS` survived; every seventh of the others was not reached. */
export async function reportOfMutants(): Promise<MutationReport> {
  const all = await mutants({ operations: [...OPERATIONS, 'job:integration.synchronise'] })
  const results = all.map(({ id, kind }, at): MutantResult => {
    if (SURVIVORS.includes(kind)) return { id, status: 'survived', coveredBy: TESTS }
    if (at % 7 === 0) return { id, status: 'not-reached', coveredBy: [] }
    const [killedBy = ''] = TESTS
    return { id, status: 'killed', killedBy, coveredBy: [killedBy] }
  })
  return mutationReport({
    command: 'vitest run',
    scenario: 'demo',
    seed: '1',
    ended: 'all',
    tests: TESTS.length,
    used: OPERATIONS,
    mutants: all,
    results: new Map(results.map((each) => [each.id, each])),
    kept: new Set(),
  })
}
