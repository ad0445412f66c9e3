/** Ids of a requirement's links (service §4.1), drawn from what they say; a link that was changed keeps its id. */
import { random } from '../../world/random/random.ts'
import type { Store } from '../../world/store/store.ts'
import { defineTable } from '../../world/store/table.ts'

/** A link that has another id than the one that is drawn from what it says. */
export interface LinkIdentityRecord {
  /** Requirement and what the link says: `6002/…`. */
  readonly id: string
  readonly requirementId: number
  /** What the link says: see typed-links.ts. */
  readonly facts: string
  readonly linkId: number
}

export const linkIdentities = defineTable<LinkIdentityRecord>()({
  name: 'linkIdentity',
  key: (record) => record.id,
  indexes: { requirement: { keys: (record) => [record.requirementId] } },
})

/** Requirement and facts as one text. */
export const linkIdentityId = (requirementId: number, facts: string) => `${requirementId}/${facts}`

const HIGHEST = 2 ** 47

/** Tells the id of each link of a requirement by what the link says; no two have the same. */
export function linkIdsOf(store: Store, requirementId: number): (facts: string) => number {
  const kept = new Map<string, number>()
  for (const { facts, linkId } of store.table(linkIdentities).range('requirement', [requirementId]))
    kept.set(facts, linkId)
  const taken = new Set(kept.values())
  return (facts) => kept.get(facts) ?? drawn(requirementId, facts, taken)
}

/** Keeps the id that a link had before it came to say something else. */
export function keepLinkId(store: Store, requirementId: number, facts: string, linkId: number): void {
  const id = linkIdentityId(requirementId, facts)
  store.table(linkIdentities).put({ id, requirementId, facts, linkId })
}

/** Forgets the id of a link that is gone, or says something else now. */
export function forgetLinkId(store: Store, requirementId: number, facts: string): void {
  store.table(linkIdentities).remove(linkIdentityId(requirementId, facts))
}

/** The seed is none of the world's: the same link has the same id in every world. */
function drawn(requirementId: number, facts: string, taken: ReadonlySet<number>): number {
  for (let attempt = 0; ; attempt++) {
    const id = random('', 'link', requirementId, `${attempt}/${facts}`).integer(1, HIGHEST)
    if (!taken.has(id)) return id
  }
}
