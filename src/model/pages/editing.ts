/** Saving and removing pages. Saving reindexes a page (service §3); texts follow at its next view (view.ts). */
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { baselines } from '../records/wiki/baselines.ts'
import { containers } from '../records/service/containers.ts'
import { excelAttachments } from '../records/wiki/excel.ts'
import type { Actor } from '../records/actor.ts'
import { invalid, invalidRequest, notFound } from '../input/errors.ts'
import { requirements } from '../records/wiki/requirements.ts'
import { type AuthoredRequirement, checkKeys, checkTitle, definitionOf } from './creating.ts'
import { containerOfPage, findPage } from '../finding/pages.ts'
import { type PageLink, type PageRecord, pages, type RequirementDefinition } from '../records/wiki/pages.ts'
import { reindexPage, removeRequirement } from './reindexing.ts'
import { savePage } from './saving.ts'
import { keepVersion } from '../finding/page-versions.ts'

// Whoever edits pages also looks them up and reindexes them.
export { findPage, requirementsOfPage } from '../finding/pages.ts'
export { reindexPage } from './reindexing.ts'

/** Changes of a page; what is absent stays. `content` replaces every definition, so it excludes the other two. */
export interface PageEdit {
  readonly title?: string
  /** Definitions to add or to replace. */
  readonly define?: readonly AuthoredRequirement[]
  readonly undefine?: readonly string[]
  readonly content?: readonly AuthoredRequirement[]
  readonly links?: readonly PageLink[]
}

/** Saves changes of a page under the next version. Throws a Refusal: INVALID, NOT_FOUND or CONFLICT. */
export function editPage(world: World, store: Store, id: number, edit: PageEdit, actor?: Actor): PageRecord {
  return world.transact(() => {
    const page = findPage(store, id)
    const { title, links = page.links } = edit
    if (title !== undefined) checkTitle(title)
    const definitions = editedDefinitions(store, page, edit)
    const changes = { definitions, links, ...(title === undefined ? {} : { title }) }
    const saved = savePage({ world, store, actor }, page, changes)
    reindexPage(world, store, saved, actor)
    return saved
  })
}

/** Removes all macros from a page (service §4.6): its requirements become DELETED. Throws a Refusal (NOT_FOUND). */
export function uninstallPage(world: World, store: Store, id: number, actor?: Actor): PageRecord {
  return editPage(world, store, id, { content: [], links: [] }, actor)
}

/** Removes a page: its requirements become DELETED, its children move up, its versions stay. Throws a Refusal (NOT_FOUND). */
export function deletePage(world: World, store: Store, id: number, actor?: Actor): void {
  world.transact(() => {
    const writing = { world, store, actor }
    const page = findPage(store, id)
    const { parentContainerId } = containerOfPage(store, page)
    const table = store.table(requirements)
    for (const row of table.range('origin', [page.containerId])) {
      const {
        originContainerId: _container,
        pageId: _page,
        ...kept
      } = row.status === 'ACTIVE' ? removeRequirement(writing, row) : row
      table.put(kept)
    }
    for (const child of store.table(containers).range('parent', [page.containerId])) {
      if (parentContainerId !== undefined) store.table(containers).update(child.id, { parentContainerId })
    }
    forgetPage(store, page)
    keepVersion(writing, page)
    store.table(pages).remove(id)
    store.table(containers).remove(page.containerId)
  })
}

/** Removes a page from the baselines and Excel attachments of its space. */
function forgetPage(store: Store, page: PageRecord): void {
  const { projectContainerId } = containerOfPage(store, page)
  for (const { pageId, ...baseline } of store.table(baselines).range('number', [projectContainerId])) {
    const { fromPages } = baseline
    const without = fromPages?.includes(page.id)
      ? { fromPages: fromPages.filter((id) => id !== page.id) }
      : undefined
    if (pageId !== page.id && without === undefined) continue
    const kept = pageId === undefined || pageId === page.id ? {} : { pageId }
    store.table(baselines).put({ ...baseline, ...kept, ...without })
  }
  for (const { pageId, ...attachment } of store
    .table(excelAttachments)
    .range('project', [projectContainerId]))
    if (pageId === page.id) store.table(excelAttachments).put(attachment)
}

function editedDefinitions(store: Store, page: PageRecord, edit: PageEdit): readonly RequirementDefinition[] {
  const { applicationId, projectContainerId: id } = containerOfPage(store, page)
  const space = { id, applicationId }
  const define = (edit.define ?? []).map((authored) => definitionOf(authored, page.spaceKey))
  if (edit.content !== undefined) {
    if (edit.define !== undefined || edit.undefine !== undefined) {
      throw invalidRequest("'content' replaces every definition", "leave out 'define' and 'undefine'")
    }
    const content = edit.content.map((authored) => definitionOf(authored, page.spaceKey))
    checkKeys(store, space, content, 'content')
    return content
  }
  checkKeys(store, space, define, 'define')
  const defined = new Set(define.map((definition) => definition.key))
  const definitions = new Map(page.definitions.map((definition) => [definition.key, definition]))
  for (const key of edit.undefine ?? []) {
    if (defined.has(key)) {
      throw invalid('key', key, "is in 'define' and in 'undefine': leave it out of one")
    }
    if (!definitions.delete(key))
      throw notFound('definition', key, { in: `page ${page.id}`, instead: "leave it out of 'undefine'" })
  }
  for (const definition of define) definitions.set(definition.key, definition)
  return [...definitions.values()]
}
