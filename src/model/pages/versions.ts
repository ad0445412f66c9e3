/** The versions of a page: what it was before each save. */
import type { Writing } from '../history/writing.ts'
import type { Store } from '../../world/store/store.ts'
import { containerOfPage } from './lookup.ts'
import { MAXIMUM_VERSIONS, type PageRecord, type PageVersionRecord, pageVersions } from './records.ts'

/** Keeps a page as it is now among its versions, and drops the oldest of them when there are too many. */
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

/** The versions before the current one that are kept of a page, the oldest first. */
export function versionsOfPage(store: Store, id: number): PageVersionRecord[] {
  const found: PageVersionRecord[] = []
  for (const version of store.table(pageVersions).scan({ from: `${id}/` })) {
    if (version.pageId !== id) break
    found.push(version)
  }
  return found.sort((a, b) => a.version - b.version)
}

/** A version before the current one, when it is kept. */
export function findVersionOfPage(store: Store, id: number, version: number): PageVersionRecord | undefined {
  return store.table(pageVersions).get(`${id}/${version}`)
}
