/** Ids of a requirement's links (service §4.1), drawn from what they say; a link that was changed keeps its id. */
import { random } from '../../../world/random/random.ts'
import type { Store } from '../../../world/store/store.ts'
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

/** A link whose id differs from the drawn one. */
export const linkIdentities = defineTable({
  name: 'linkIdentity',
  fields: {
    id: field.key(field.text),
    requirementId: field.ref('requirement'),
    /** See `factsOf` in typed-links.ts. */
    facts: field.text,
    linkId: field.id,
  },
  indexes: { requirement: { keys: (record) => [record.requirementId] } },
})
export type LinkIdentityRecord = RecordOf<typeof linkIdentities>

export const linkIdentityId = (requirementId: number, facts: string) => `${requirementId}/${facts}`

const HIGHEST = 2 ** 47

/** Returns the id of each link of a requirement by its facts; ids are unique. */
export function linkIdsOf(store: Store, requirementId: number): (facts: string) => number {
  const kept = new Map<string, number>()
  for (const { facts, linkId } of store.table(linkIdentities).range('requirement', [requirementId]))
    kept.set(facts, linkId)
  const taken = new Set(kept.values())
  return (facts) => kept.get(facts) ?? drawn(requirementId, facts, taken)
}

/** Keeps the id of a link whose facts changed. */
export function keepLinkId(store: Store, requirementId: number, facts: string, linkId: number): void {
  const id = linkIdentityId(requirementId, facts)
  store.table(linkIdentities).put({ id, requirementId, facts, linkId })
}

export function forgetLinkId(store: Store, requirementId: number, facts: string): void {
  store.table(linkIdentities).remove(linkIdentityId(requirementId, facts))
}

/** The seed is constant: the same link has the same id in every world. */
function drawn(requirementId: number, facts: string, taken: ReadonlySet<number>): number {
  for (let attempt = 0; ; attempt++) {
    const id = random('', 'link', requirementId, `${attempt}/${facts}`).integer(1, HIGHEST)
    if (!taken.has(id)) return id
  }
}
