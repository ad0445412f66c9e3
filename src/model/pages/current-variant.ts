/** The pages of a space define its current variant (service §2.1): when another becomes current, they are rewritten. */
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import type { Writing } from '../records/actor.ts'
import { definitionOf, hasSameContent } from '../requirements/writing/writing.ts'
import { requirementsInOrder } from './content.ts'
import { requirementsOfPage } from '../finding/pages.ts'
import { versionsOfPage } from '../finding/page-versions.ts'
import { type PageRecord, pages, type RequirementDefinition } from '../records/wiki/pages.ts'
import { savePage } from './saving.ts'
import { gatherPage } from './view.ts'

export function gatherPages(writing: Writing, space: ContainerRecord): void {
  for (const page of pagesOf(writing, space)) gatherPage(writing, page)
}

/** Saves each page of a space whose definitions differ from the requirements of the current variant. */
export function showCurrentVariant(writing: Writing, space: ContainerRecord): void {
  for (const page of pagesOf(writing, space)) {
    const rows = requirementsInOrder(writing.store, lastOrder(writing.store, page)).filter(
      // A reserved key is on no page yet.
      ({ htmlNeedsUpdating, html }) => !htmlNeedsUpdating || html !== '',
    )
    const definitions = rows.map((row) => definitionOf(row, undefined))
    if (!isSameList(page.definitions, definitions)) savePage(writing, page, { definitions })
  }
}

/** The page with the definitions of its latest version that has all its rows, for their order; otherwise unchanged. */
function lastOrder(store: Store, page: PageRecord): PageRecord {
  const keys = requirementsOfPage(store, page).map(({ key }) => key)
  const versions = [page, ...versionsOfPage(store, page.id).toReversed()]
  const complete = versions.find(({ definitions }) => {
    const defined = new Set(definitions.map(({ key }) => key))
    return keys.every((key) => defined.has(key))
  })
  return { ...page, definitions: (complete ?? page).definitions }
}

function pagesOf({ store }: Writing, { applicationId, key }: ContainerRecord): PageRecord[] {
  return key === undefined ? [] : [...store.table(pages).range('space', [applicationId, key])]
}

function isSameList(
  before: readonly RequirementDefinition[],
  after: readonly RequirementDefinition[],
): boolean {
  return (
    before.length === after.length &&
    before.every((definition, at) => {
      const other = after[at] as RequirementDefinition
      return definition.key === other.key && hasSameContent(definition, other)
    })
  )
}
