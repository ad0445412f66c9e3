/** The report of a run with mutants. */
import type { ServiceMutant } from '../../mutate/mutant.ts'
import { placeInId } from '../../mutate/order.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { MutationReport, ReportedMutant } from '../output/mutate-schema.ts'
import type { MutantResult } from './runner.ts'

/** What the counts of a report, a place or a group are. */
export type MutantCounts = Pick<MutationReport, 'killed' | 'timeout' | 'survived' | 'notReached' | 'score'>

export interface MutationRun extends Pick<
  MutationReport,
  'command' | 'scenario' | 'seed' | 'ended' | 'tests' | 'used'
> {
  /** All that were to be tried, in their order. */
  readonly mutants: readonly ServiceMutant[]
  readonly results: ReadonlyMap<string, MutantResult>
  /** The ids whose results are those of an earlier run. */
  readonly kept: ReadonlySet<string>
}

export function mutationReport({ mutants, results, kept, ...run }: MutationRun): MutationReport {
  const reported = mutants.flatMap((mutant) => {
    const result = results.get(mutant.id)
    return result === undefined ? [] : [reportedMutant(mutant, result, kept.has(mutant.id))]
  })
  const byPlace = Map.groupBy(reported, ({ place }) => place)
  const byGroup = Map.groupBy(reported, ({ group }) => group)
  return {
    ...run,
    ...countsOf(reported),
    left: mutants.length - reported.length,
    places: [...byPlace]
      .toSorted(([a], [b]) => compareCodePoints(a, b))
      .map(([place, all]) => ({ place, ...countsOf(all) })),
    groups: [...byGroup]
      .toSorted(([a], [b]) => compareCodePoints(a, b))
      .map(([group, all]) => ({ group, ...countsOf(all) })),
    mutants: reported,
  }
}

export function survivorsOf({ mutants }: MutationReport): readonly ReportedMutant[] {
  return mutants.filter(({ status }) => status === 'survived')
}

/** Why the score is too low; undefined if it is not. */
export function thresholdProblem(
  { score }: MutationReport,
  threshold: number | undefined,
): string | undefined {
  if (threshold === undefined || (score !== null && score >= threshold)) return undefined
  return score === null
    ? `no mutant was reached, so there is no score for --threshold ${threshold}`
    : `the score is ${score} %, below --threshold ${threshold}`
}

function reportedMutant(mutant: ServiceMutant, result: MutantResult, isKept: boolean): ReportedMutant {
  const { id, group, kind, sentence, hint, field } = mutant
  const { status, killedBy, coveredBy, message } = result
  return {
    id,
    place: placeInId(mutant),
    group,
    kind,
    sentence,
    hint,
    ...(field === undefined ? {} : { field }),
    status,
    ...(killedBy === undefined ? {} : { killedBy }),
    coveredBy: [...coveredBy],
    ...(message === undefined ? {} : { message }),
    ...(isKept ? { kept: true } : {}),
  }
}

function countsOf(mutants: readonly ReportedMutant[]): MutantCounts {
  const number = (wanted: ReportedMutant['status']) =>
    mutants.filter(({ status }) => status === wanted).length
  const [killed, timeout, survived] = [number('killed'), number('timeout'), number('survived')]
  const reached = killed + timeout + survived
  return {
    killed,
    timeout,
    survived,
    notReached: number('not-reached'),
    // Rounded down, so that it is never shown as a threshold that it is below.
    score: reached === 0 ? null : Math.floor((1000 * (killed + timeout)) / reached) / 10,
  }
}
