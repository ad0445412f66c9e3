/** The figures of a report: how many mutants of an operation, or of a group, were noticed. */
import { compareCodePoints } from '../../../world/order.ts'
import type { Mutant, MutantStatus } from './read.ts'

export interface Figures {
  readonly name: string
  readonly counts: Readonly<Record<MutantStatus, number>>
  /** Percent of the reached ones that were noticed, rounded down to a tenth; undefined if none was reached. */
  readonly score: number | undefined
}

export function figuresOf(name: string, mutants: readonly Mutant[]): Figures {
  const counts = { survived: 0, killed: 0, timeout: 0, 'not-reached': 0 }
  for (const { status } of mutants) counts[status]++
  const noticed = counts.killed + counts.timeout
  const reached = noticed + counts.survived
  return { name, counts, score: reached === 0 ? undefined : Math.floor((1000 * noticed) / reached) / 10 }
}

/** The figures of each value of a field, those with most survivors first. */
export function figuresBy(mutants: readonly Mutant[], field: 'place' | 'group'): readonly Figures[] {
  return [...Map.groupBy(mutants, (mutant) => mutant[field])]
    .map(([name, own]) => figuresOf(name, own))
    .toSorted((a, b) => b.counts.survived - a.counts.survived || compareCodePoints(a.name, b.name))
}

export interface MutantFilter {
  readonly status: MutantStatus | ''
  readonly kind: string
  readonly place: string
}

export const ALL_SURVIVORS: MutantFilter = { status: 'survived', kind: '', place: '' }

/** An empty field of the filter takes all. A kind may be a group. */
export function chooseMutants(
  mutants: readonly Mutant[],
  { status, kind, place }: MutantFilter,
): readonly Mutant[] {
  return mutants.filter(
    (mutant) =>
      (status === '' || mutant.status === status) &&
      (kind === '' || mutant.kind === kind || mutant.group === kind) &&
      (place === '' || mutant.place === place),
  )
}
