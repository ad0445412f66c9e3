/** Repairing what wiki and tracker disagree on (service §4.6), whatever waits and whatever the mode of the link. */
import { conflict, notFound } from '../../input/errors.ts'
import { type Discrepancy, type Findings, findDiscrepancies } from './discrepancies.ts'
import { dropDiscrepancy, heal, type Repairing } from './discrepancy-repair.ts'
import { deliverNames } from '../queues/sending.ts'

const PASSES = 3

/** Heals the chosen discrepancies and returns all that remain. Throws a Refusal (NOT_FOUND). */
export function healDiscrepancies(
  repairing: Repairing,
  wikiId: number,
  ids: readonly number[] | undefined,
): Findings & { readonly healed: number } {
  const { world, store } = repairing
  const chosen = chooseDiscrepancies(findDiscrepancies(store, wikiId).discrepancies, ids)
  const through = new Map(chosen.map(({ integration }) => [integration.serviceId, integration]))
  // A name that only one product knows so far would mean something else on arrival.
  for (const integration of through.values()) deliverNames({ world, store, integration })
  let after = findDiscrepancies(store, wikiId)
  let left = new Set(
    (ids === undefined ? [...chosen, ...after.discrepancies] : chosen).map(({ link }) => link.id),
  )
  // Two links may have swapped their views: healing one leaves half of the other, which the next pass heals.
  for (let pass = 0; pass < PASSES && left.size > 0; pass++) {
    for (const one of after.discrepancies) if (left.has(one.link.id)) heal(repairing, one)
    after = findDiscrepancies(store, wikiId)
    const known = new Set(after.discrepancies.map(({ link }) => link.id))
    left = new Set([...left].filter((id) => known.has(id)))
  }
  return { ...after, healed: chosen.filter(({ link }) => !left.has(link.id)).length }
}

/** Drops disputed links from both products. Throws a Refusal (CONFLICT) while a tracker does not answer. */
export function dropDiscrepancies(repairing: Repairing, wikiId: number): void {
  const { discrepancies, unreachable } = findDiscrepancies(repairing.store, wikiId)
  const [silent] = unreachable
  if (silent !== undefined) {
    const { serviceId, reason } = silent
    const suggestion = 'bring the tracker back, or delete the integration'
    throw conflict('integration', serviceId, `does not reach the tracker (${reason})`, suggestion)
  }
  for (const one of discrepancies) dropDiscrepancy(repairing, one)
}

/** All if no ids are given. Throws a Refusal (NOT_FOUND) for an unknown id. */
function chooseDiscrepancies(
  all: readonly Discrepancy[],
  ids: readonly number[] | undefined,
): readonly Discrepancy[] {
  if (ids === undefined) return all
  const known = new Map(all.map((one) => [one.link.id, one]))
  return [...new Set(ids)].map((id) => {
    const one = known.get(id)
    if (one === undefined)
      throw notFound('discrepancy', id, {
        at: 'ids',
        instead: 'wiki and tracker agree on it, or neither has it',
      })
    return one
  })
}
