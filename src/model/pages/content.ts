/** What a page holds, as readers see it (service §4.6). */
import type { Store } from '../../world/store/store.ts'
import { containers } from '../records/service/containers.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'
import { requirementsOfPage } from './editing.ts'
import type { PageRecord } from '../records/wiki/pages.ts'

/** In the order of the page's content; requirements that the page does not define come last, by id. */
export function requirementsInOrder(store: Store, page: PageRecord): RequirementRecord[] {
  const places = new Map(page.definitions.map(({ key }, place) => [key, place]))
  const placeOf = ({ key }: RequirementRecord) => places.get(key) ?? places.size
  return requirementsOfPage(store, page).sort((a, b) => placeOf(a) - placeOf(b))
}

export function childrenOf(store: Store, page: PageRecord): number[] {
  return [...store.table(containers).range('parent', [page.containerId])].flatMap(({ pageId }) =>
    pageId === undefined ? [] : [pageId],
  )
}
