/** Pages as the control API shows them: as they are, and as they were saved once. */
import { containers } from '../../model/records/service/containers.ts'
import { childrenOf } from '../../model/pages/content.ts'
import { containerOfPage, findPage, requirementsOfPage } from '../../model/finding/pages.ts'
import { findVersionOfPage, versionsOfPage } from '../../model/finding/page-versions.ts'
import type { PageRecord } from '../../model/records/wiki/pages.ts'
import { notFound } from '../../model/input/errors.ts'
import { users } from '../../model/records/service/users.ts'
import { formatInstant } from '../../world/time/duration.ts'
import type { Store } from '../../world/store/store.ts'

/** A page as it is. */
export function describePage(store: Store, page: PageRecord) {
  const { id, containerId, applicationId, spaceKey, version, definitions, links } = page
  const container = containerOfPage(store, page)
  const above =
    container.parentContainerId === undefined
      ? undefined
      : store.table(containers).get(container.parentContainerId)
  const requirements = requirementsOfPage(store, page).map((row) => ({
    id: row.id,
    key: row.key,
    status: row.status,
    htmlNeedsUpdating: row.htmlNeedsUpdating,
  }))
  return {
    id,
    title: container.name,
    spaceKey,
    applicationId,
    containerId,
    ...(above?.pageId === undefined ? {} : { parent: above.pageId }),
    children: childrenOf(store, page),
    version,
    versions: [...earlierVersions(store, page), version],
    ...savedOf(store, { ...page, savedAt: page.savedAt ?? container.createdAt }),
    definitions,
    links,
    requirements,
  }
}

/** A page as it was saved once: `{id, title, version, savedAt, savedBy, definitions, links}`. Throws NOT_FOUND. */
export function describeVersion(store: Store, pageId: number, version: number) {
  const page = findPage(store, pageId)
  if (version === page.version) {
    const { id, title, savedAt, savedBy, definitions, links } = describePage(store, page)
    return { id, title, version, savedAt, ...(savedBy === undefined ? {} : { savedBy }), definitions, links }
  }
  const kept = findVersionOfPage(store, pageId, version)
  if (kept === undefined)
    throw notFound('version', version, { in: `page ${pageId}`, instead: `it is at version ${page.version}` })
  const { title, definitions, links } = kept
  return { id: pageId, title, version, ...savedOf(store, kept), definitions, links }
}

/** The versions that are kept besides the current one, the oldest first. */
function earlierVersions(store: Store, page: PageRecord): number[] {
  return versionsOfPage(store, page.id).map(({ version }) => version)
}

function savedOf(
  store: Store,
  { savedAt, savedBy }: { readonly savedAt: number; readonly savedBy?: number | undefined },
): { readonly savedAt: string; readonly savedBy?: string } {
  const name = savedBy === undefined ? undefined : store.table(users).get(savedBy)?.name
  return { savedAt: formatInstant(savedAt), ...(name === undefined ? {} : { savedBy: name }) }
}
