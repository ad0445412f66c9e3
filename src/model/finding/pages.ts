/** Finding pages, and the requirements that they stand for. */
import type { Store } from '../../world/store/store.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { notFound } from '../input/errors.ts'
import { firstOf, offerOf } from '../input/offer.ts'
import { type RequirementRecord, requirements } from '../records/wiki/requirements.ts'
import { variants } from '../records/wiki/variants.ts'
import { type PageRecord, pages } from '../records/wiki/pages.ts'

/** The page of this id. Throws a Refusal (NOT_FOUND). */
export function findPage(store: Store, id: number): PageRecord {
  const page = store.table(pages).get(id)
  if (page === undefined) {
    const ids = firstOf(store.table(pages).scan(), () => true, 500).map((one) => String(one.id))
    throw notFound('page', id, { instead: offerOf(id, ids, store.table(pages).size) })
  }
  return page
}

/** The requirements that a page stands for: its own rows of the current variant that are ACTIVE, by id. */
export function requirementsOfPage(store: Store, page: PageRecord): RequirementRecord[] {
  const variantId = currentVariantOfPage(store, page)
  const rows: RequirementRecord[] = []
  for (const row of store.table(requirements).range('origin', [page.containerId])) {
    if (row.status === 'ACTIVE' && row.variantId === variantId) rows.push(row)
  }
  return rows
}

export function containerOfPage(store: Store, page: PageRecord): ContainerRecord {
  const container = store.table(containers).get(page.containerId)
  if (container === undefined) throw new Error(`page ${page.id} has no container`)
  return container
}

export function currentVariantOfPage(store: Store, page: PageRecord): number {
  const { projectContainerId } = containerOfPage(store, page)
  const variant = store.table(variants).find('current', [projectContainerId])
  if (variant === undefined) throw new Error(`project container ${projectContainerId} has no current variant`)
  return variant.id
}
