/** Explores one client of the corpus and says what is wrong with the result. */
import { explore, type ExploreFailure, type Exploration, reproduce } from '../../../src/adapters/explore.ts'
import { createSimulator } from '../../../src/index.ts'
import type { CorpusEntry } from './entry.ts'

/** How far to explore. */
export interface Extent {
  readonly seed: string
  readonly schedules?: number
  readonly budget?: string
}

interface Judged {
  /** What is wrong; empty if nothing is. */
  readonly complaints: readonly string[]
  readonly schedules: number
  readonly seconds: number
  readonly ended: Exploration['ended']
}

/** The planted bug must be the only failure, shrunk to its cause, and reproduced from its scenario by the buggy client alone. */
export async function exploreBug(
  { options, buggy, correct, finds }: CorpusEntry,
  extent: Extent,
): Promise<Judged & { readonly found?: ExploreFailure }> {
  const began = performance.now()
  const { failures, schedules, ended } = await explore({
    ...options,
    ...extent,
    run: buggy,
    maximumFailures: 1,
  })
  const seconds = (performance.now() - began) / 1000
  const [found] = failures
  if (found === undefined) return { complaints: ['the bug was not found'], schedules, seconds, ended }
  const kinds = found.schedule.map(({ kind }) => kind)
  const complaints: string[] = []
  if (
    found.kind !== finds.kind ||
    !finds.message.test(found.message) ||
    kinds.join() !== finds.disturbances.join()
  )
    complaints.push(
      `the bug was expected after ${finds.disturbances.join(' + ')}, but found was: ${found.sentence}`,
    )
  const again = { ...options, scenario: found.scenario }
  const failed = await outcome(reproduce({ ...without(again), run: buggy }))
  if (failed !== found.message)
    complaints.push(`its scenario does not reproduce it: ${failed ?? 'the client passes'}`)
  const passed = await outcome(reproduce({ ...without(again), run: correct }))
  if (passed !== undefined) complaints.push(`the correct twin fails in its scenario: ${passed}`)
  const replayed = await (await createSimulator({ scenario: found.scenario })).run()
  const differing = replayed.steps.find(
    ({ outcome: passed, name }) => passed !== 'passed' && name !== 'the broken expectation',
  )
  if (differing !== undefined) complaints.push(`its scenario does not replay: ${JSON.stringify(differing)}`)
  return { complaints, schedules, seconds, ended, found }
}

export async function exploreTwin({ options, correct }: CorpusEntry, extent: Extent): Promise<Judged> {
  const began = performance.now()
  const { failures, schedules, ended } = await explore({ ...options, ...extent, run: correct })
  return {
    complaints: failures.map(({ sentence }) => `the correct twin is accused: ${sentence}`),
    schedules,
    seconds: (performance.now() - began) / 1000,
    ended,
  }
}

/** `reproduce` takes no variations: the scenario has them. */
function without({
  vary: _vary,
  recoverable: _recoverable,
  ...rest
}: CorpusEntry['options'] & { scenario: ExploreFailure['scenario'] }) {
  return rest
}

async function outcome(run: Promise<void>): Promise<string | undefined> {
  try {
    await run
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
