/** Viewing a page gathers the texts of flagged requirements, clears the flag and tells the tracker (service §3). */
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import type { Actor, Writing } from '../records/actor.ts'
import { announce } from '../records/events.ts'
import { changeRequirement } from '../requirements/writing/changing.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'
import { contentOf } from '../requirements/writing/writing.ts'
import { findPage, requirementsOfPage } from '../finding/pages.ts'
import type { PageRecord } from '../records/wiki/pages.ts'

export interface PageView {
  readonly page: PageRecord
  /** The requirements whose excerpt this view gathered, as they are now, in order of id. */
  readonly gathered: readonly RequirementRecord[]
}

/** Views a page. Throws a Refusal (NOT_FOUND) for an unknown id. */
export function viewPage(world: World, store: Store, id: number, actor?: Actor): PageView {
  return world.transact(() => {
    const writing = { world, store, actor }
    const page = findPage(store, id)
    const gathered = gatherPage(writing, page)
    for (const row of gathered) announce(writing, { name: 'requirement changed', row })
    return { page, gathered }
  })
}

/** Saves the page's text of each flagged requirement; returns these requirements as they are now, in order of id. */
export function gatherPage(writing: Writing, page: PageRecord): RequirementRecord[] {
  const flagged = requirementsOfPage(writing.store, page).filter(({ htmlNeedsUpdating }) => htmlNeedsUpdating)
  if (flagged.length === 0) return []
  const definitions = new Map(page.definitions.map((definition) => [definition.key, definition]))
  return flagged.flatMap((row) => {
    const definition = definitions.get(row.key)
    if (definition === undefined) return []
    const content = { ...contentOf(definition), htmlNeedsUpdating: false }
    return [changeRequirement(writing, row, 'GATHERED', content)]
  })
}
