/** The order in which mutants are tried, so that a budget cuts a good sample: the most telling kinds first. */
import type { MutationKind } from '../scenario/format/mutation-kinds.ts'
import { compareCodePoints } from '../world/order.ts'
import { random } from '../world/random/random.ts'
import type { ServiceMutant } from './mutant.ts'

/** How many mutants of a kind an operation has in a round. */
const IN_ROUND = 2

/** The most telling first; kinds of one line are drawn. */
const TELLING: readonly (readonly MutationKind[])[] = [
  ['lost-write', 'kept-record', 'applied-twice', 'wrong-record', 'undoes-previous', 'stale-read'],
  ['page-repeated', 'page-skips', 'total-off'],
  ['allowed', 'refused'],
  ['never-ends', 'ends-at-once', 'ends-in-error', 'message-late', 'message-twice', 'message-reordered'],
  ['limit-never', 'limit-early', 'outlives-expiry'],
  ['list-empty', 'list-short', 'item-twice', 'list-reversed', 'status-200', 'wrong-error-status'],
  ['field-missing', 'field-null', 'field-swapped', 'other-choice', 'id-as-text', 'date-shifted'],
]
const RANKS: ReadonlyMap<MutationKind, number> = new Map(
  TELLING.flatMap((kinds, rank) => kinds.map((kind) => [kind, rank] as const)),
)

/** What a mutant changes: an operation, a job, a queue, a rate class or a credential; the beginning of its id. */
export function placeInId({ id }: Pick<ServiceMutant, 'id'>): string {
  return id.split(':', 1)[0] as string
}

/**
 * The same mutants in rounds. In a round, each place has at most two of a kind, and the most telling kinds come first; what is
 * equal by that is drawn with the seed.
 */
export function inTellingOrder(mutants: readonly ServiceMutant[], seed: string): readonly ServiceMutant[] {
  const drawn = mutants
    .map((mutant) => ({ mutant, draw: random(seed, 'mutant', mutant.id, 'order').fraction() }))
    .toSorted((a, b) => a.draw - b.draw || compareCodePoints(a.mutant.id, b.mutant.id))
  const earlier = new Map<string, number>()
  return drawn
    .map(({ mutant }) => {
      const key = `${placeInId(mutant)} ${mutant.kind}`
      const before = earlier.get(key) ?? 0
      earlier.set(key, before + 1)
      return { mutant, round: Math.floor(before / IN_ROUND), rank: RANKS.get(mutant.kind) ?? TELLING.length }
    })
    .toSorted((a, b) => a.round - b.round || a.rank - b.rank)
    .map(({ mutant }) => mutant)
}
