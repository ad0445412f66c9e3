/** The versions of a page: what it was before each save. */
import type { Writing } from '../records/actor.ts'
import type { Store } from '../../world/store/store.ts'
import { containerOfPage } from './pages.ts'
import {
  MAXIMUM_VERSIONS,
  type PageRecord,
  type PageVersionRecord,
  pageVersions,
} from '../records/wiki/pages.ts'

/** Adds the page as it is to its versions, and drops the oldest of them if there are too many. */
export function keepVersion({ store }: Writing, page: PageRecord): void {
  const { name: title, createdAt } = containerOfPage(store, page)
  const { id: pageId, version, definitions, links, savedAt = createdAt, savedBy } = page
  const table = store.table(pageVersions)
  table.put({
    id: `${pageId}/${version}`,
    pageId,
    version,
    title,
    definitions,
    links,
    savedAt,
    ...(savedBy === undefined ? {} : { savedBy }),
  })
  table.remove(`${pageId}/${version - MAXIMUM_VERSIONS}`)
}

/** The oldest first, without the current one. */
export function versionsOfPage(store: Store, id: number): PageVersionRecord[] {
  const found: PageVersionRecord[] = []
  for (const version of store.table(pageVersions).scan({ from: `${id}/` })) {
    if (version.pageId !== id) break
    found.push(version)
  }
  return found.sort((a, b) => a.version - b.version)
}

export function findVersionOfPage(store: Store, id: number, version: number): PageVersionRecord | undefined {
  return store.table(pageVersions).get(`${id}/${version}`)
}
