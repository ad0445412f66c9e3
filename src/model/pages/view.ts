/**
 * Viewing a page: what its content says about each flagged requirement is gathered and saved, and the flag clears
 * (service §3). Whoever needs to tell the tracker learns from the answer which requirements changed hands.
 */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { htmlToText } from '../requirements/excerpt.ts'
import { type RequirementRecord, requirements } from '../requirements/records.ts'
import { findPage, requirementsOfPage } from './editing.ts'
import type { PageRecord } from './records.ts'

export interface PageView {
  readonly page: PageRecord
  /** The requirements whose excerpt was gathered by this view, as they are now, in order of id. */
  readonly gathered: readonly RequirementRecord[]
}

/** Views a page. Throws a Refusal (NOT_FOUND) for an unknown id. */
export function viewPage(world: World, store: Store, id: number): PageView {
  return world.transact(() => {
    const page = findPage(store, id)
    const definitions = new Map(page.definitions.map((definition) => [definition.key, definition]))
    const gathered: RequirementRecord[] = []
    for (const row of requirementsOfPage(store, page)) {
      const definition = row.htmlNeedsUpdating ? definitions.get(row.key) : undefined
      if (definition === undefined) continue
      const { html, properties, dependencies } = definition
      const content = { html, text: htmlToText(html), properties, dependencies, htmlNeedsUpdating: false }
      gathered.push(store.table(requirements).put({ ...row, ...content }))
    }
    return { page, gathered: gathered.toSorted((a, b) => a.id - b.id) }
  })
}
