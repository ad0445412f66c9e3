/** The pages that matter for requirements: those that define them and what they are linked to (service §4.3). */
import type { Store } from '../../world/store/store.ts'
import { compareCodePoints } from '../../world/order.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { findChildren, findParent } from '../finding/requirements/lookup.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'

export interface DependentPage {
  readonly pageId: number
  readonly page: ContainerRecord
  /** The given requirements, their parents and children that the page defines, by key, then id. */
  readonly requirements: readonly RequirementRecord[]
}

/** The pages that define these requirements, their parents and their children, by page id. */
export function dependentPages(
  store: Store,
  rows: readonly RequirementRecord[],
  mayRead: (projectContainerId: number) => boolean,
): DependentPage[] {
  const byPage = new Map<number, Map<number, RequirementRecord>>()
  const add = (row: RequirementRecord | undefined): void => {
    if (row?.pageId === undefined || !mayRead(row.projectContainerId)) return
    const known = byPage.get(row.pageId) ?? new Map<number, RequirementRecord>()
    known.set(row.id, row)
    byPage.set(row.pageId, known)
  }
  for (const row of rows) {
    add(row)
    for (const dependency of row.dependencies) add(findParent(store, row, dependency))
    for (const { other } of findChildren(store, row)) add(other)
  }
  return [...byPage.entries()]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([pageId, found]) => {
      const page = store.table(containers).find('page', [pageId])
      const inOrder = [...found.values()].toSorted((a, b) => compareCodePoints(a.key, b.key) || a.id - b.id)
      return page === undefined ? [] : [{ pageId, page, requirements: inOrder }]
    })
}
