/**
 * Saving, creating and removing pages. Saving a page acts as a reindex of it (service §3): what its content defines
 * becomes ACTIVE, what it no longer defines becomes DELETED, and every requirement that it defines is flagged 'needs
 * excerpt'. Text, properties and dependencies follow at the next view of the page (view.ts).
 */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { applications } from '../applications/records.ts'
import { type ContainerRecord, containers } from '../containers/records.ts'
import type { Actor } from '../history/history.ts'
import { checkRequirementKey } from '../keys/keys.ts'
import { nextFree } from '../next-free.ts'
import { Refusal, shown } from '../refusal.ts'
import { type PropertyValue, requirements } from '../requirements/records.ts'
import { refuseRepeatedProperties } from '../requirements/writing.ts'
import { isExtendedMode } from '../settings/settings.ts'
import { containerOfPage, findPage } from './lookup.ts'
import { type PageLink, type PageRecord, pages, type RequirementDefinition } from './records.ts'
import { reindexPage, removeRequirement } from './reindexing.ts'
import { keepVersion, savePage } from './saving.ts'

// Whoever edits pages also looks them up and reindexes them.
export { findPage, requirementsOfPage } from './lookup.ts'
export { reindexPage } from './reindexing.ts'

/** A requirement as an author writes it; a dependency without a space means the page's own. */
export interface AuthoredRequirement {
  readonly key: string
  readonly html: string
  readonly properties: readonly PropertyValue[]
  readonly dependencies: readonly {
    readonly relationship: string
    readonly spaceKey?: string
    readonly key: string
  }[]
}

/** Changes of a page; what is absent stays. `content` replaces every definition, so it excludes the other two. */
export interface PageEdit {
  readonly title?: string
  /** Definitions to add, or to replace where the key is defined already. */
  readonly define?: readonly AuthoredRequirement[]
  /** Keys whose definitions go. */
  readonly undefine?: readonly string[]
  readonly content?: readonly AuthoredRequirement[]
  /** The requirements that the page mentions. */
  readonly links?: readonly PageLink[]
}

/** A page to create: below the page `parent`, or at the top of the space `spaceKey` of one wiki. */
export interface NewPage {
  readonly title: string
  readonly parent?: number
  readonly spaceKey?: string
  /** The wiki; absent: the self-hosted one, or the only one of the region. */
  readonly applicationId?: number
  readonly content?: readonly AuthoredRequirement[]
  readonly links?: readonly PageLink[]
}

/** In UTF-16 units. */
export const MAXIMUM_TITLE_LENGTH = 255

/** Creates a page and indexes its content. Throws a Refusal: INVALID, NOT_FOUND or CONFLICT (a key of another page). */
export function createPage(world: World, store: Store, page: NewPage, actor?: Actor): PageRecord {
  return world.transact(() => {
    checkTitle(page.title)
    const parent = parentOf(store, page)
    const space = store.table(containers).get(parent.projectContainerId) as ContainerRecord
    const spaceKey = space.spaceKey ?? (space.key as string)
    const id = nextFree(
      store,
      'page',
      (candidate) => store.table(containers).find('page', [candidate]) !== undefined,
    )
    const containerId = nextFree(store, 'container', (candidate) => store.table(containers).has(candidate))
    store.table(containers).insert({
      id: containerId,
      applicationId: parent.applicationId,
      parentContainerId: parent.id,
      projectContainerId: parent.projectContainerId,
      type: 'PAGE',
      level: 'DOCUMENT',
      name: page.title,
      createdAt: world.now,
      pageId: id,
    })
    const definitions = (page.content ?? []).map((authored) => definitionOf(authored, spaceKey))
    checkKeys(definitions, 'content', isExtendedMode(store, space.applicationId, space.id))
    const created = store.table(pages).insert({
      id,
      containerId,
      applicationId: parent.applicationId,
      spaceKey,
      version: 1,
      definitions,
      links: page.links ?? [],
      savedAt: world.now,
      ...(actor === undefined ? {} : { savedBy: actor.id }),
    })
    reindexPage(world, store, created, actor)
    return created
  })
}

/**
 * Saves changes of a page: its version rises by one, and the version before is kept. Throws a Refusal: INVALID, NOT_FOUND
 * or CONFLICT.
 */
export function editPage(world: World, store: Store, id: number, edit: PageEdit, actor?: Actor): PageRecord {
  return world.transact(() => {
    const page = findPage(store, id)
    const { title, links = page.links } = edit
    if (title !== undefined) checkTitle(title)
    const { applicationId, projectContainerId } = containerOfPage(store, page)
    const extended = isExtendedMode(store, applicationId, projectContainerId)
    const definitions = editedDefinitions(page, edit, extended)
    const changes = { definitions, links, ...(title === undefined ? {} : { title }) }
    const saved = savePage({ world, store, actor }, page, changes)
    reindexPage(world, store, saved, actor)
    return saved
  })
}

/**
 * Takes all macros off a page (service §4.6): it defines and links to nothing any more, and its requirements become
 * DELETED. Throws a Refusal (NOT_FOUND).
 */
export function uninstallPage(world: World, store: Store, id: number, actor?: Actor): PageRecord {
  return editPage(world, store, id, { content: [], links: [] }, actor)
}

/**
 * Removes a page: its requirements become DELETED and are on no page, its children move up to its own parent, its versions
 * stay. Frozen copies keep the page's id, which then names nothing. Throws a Refusal (NOT_FOUND).
 */
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
    keepVersion(writing, page)
    store.table(pages).remove(id)
    store.table(containers).remove(page.containerId)
  })
}

function editedDefinitions(
  page: PageRecord,
  edit: PageEdit,
  extended: boolean,
): readonly RequirementDefinition[] {
  const define = (edit.define ?? []).map((authored) => definitionOf(authored, page.spaceKey))
  if (edit.content !== undefined) {
    if (edit.define !== undefined || edit.undefine !== undefined) {
      throw new Refusal('INVALID', "'content' replaces every definition: leave out 'define' and 'undefine'")
    }
    const content = edit.content.map((authored) => definitionOf(authored, page.spaceKey))
    checkKeys(content, 'content', extended)
    return content
  }
  checkKeys(define, 'define', extended)
  const defined = new Set(define.map((definition) => definition.key))
  const definitions = new Map(page.definitions.map((definition) => [definition.key, definition]))
  for (const key of edit.undefine ?? []) {
    if (defined.has(key)) {
      throw new Refusal('INVALID', `key ${shown(key)} is in 'define' and in 'undefine': leave it out of one`)
    }
    if (!definitions.delete(key))
      throw new Refusal('NOT_FOUND', `undefine: page ${page.id} does not define ${shown(key)}`)
  }
  for (const definition of define) definitions.set(definition.key, definition)
  return [...definitions.values()]
}

function definitionOf(authored: AuthoredRequirement, spaceKey: string): RequirementDefinition {
  const { key, html, properties } = authored
  const dependencies = authored.dependencies.map((dependency) => ({ spaceKey, ...dependency }))
  return { key, html, properties, dependencies }
}

function checkKeys(
  definitions: readonly RequirementDefinition[],
  parameter: string,
  extended: boolean,
): void {
  const seen = new Set<string>()
  for (const { key, properties } of definitions) {
    checkRequirementKey(key, `${parameter}: key`, extended)
    refuseRepeatedProperties(properties, key, parameter)
    if (seen.has(key))
      throw new Refusal('INVALID', `${parameter}: key ${shown(key)} is there twice: define it once`)
    seen.add(key)
  }
}

function checkTitle(title: string): void {
  if (title.trim() !== '' && title.length <= MAXIMUM_TITLE_LENGTH) return
  throw new Refusal('INVALID', `title ${shown(title)}: a title has 1 to ${MAXIMUM_TITLE_LENGTH} characters`)
}

function parentOf(store: Store, page: NewPage): ContainerRecord {
  if (page.parent !== undefined) {
    if (page.spaceKey !== undefined) {
      throw new Refusal('INVALID', "a page goes below 'parent' or into 'spaceKey': leave out one of them")
    }
    return containerOfPage(store, findPage(store, page.parent))
  }
  if (page.spaceKey === undefined)
    throw new Refusal('INVALID', "give the page's 'spaceKey', or the page id of its 'parent'")
  const applicationId = page.applicationId ?? defaultWiki(store)
  const space = store.table(containers).find('key', [applicationId, 'SPACE', page.spaceKey])
  if (space === undefined) {
    throw new Refusal(
      'NOT_FOUND',
      `spaceKey ${shown(page.spaceKey)}: application ${applicationId} has no such space`,
    )
  }
  return space
}

/** The wiki that is meant where none is named: the self-hosted one, or the only one. Throws a Refusal (INVALID). */
export function defaultWiki(store: Store): number {
  const selfHosted = store.table(applications).find('selfHosted', ['CONFLUENCE'])
  if (selfHosted !== undefined) return selfHosted.id
  const wikis = [...store.table(applications).scan()].filter(
    (application) => application.type === 'CONFLUENCE',
  )
  if (wikis.length === 1) return (wikis[0] as { id: number }).id
  throw new Refusal(
    'INVALID',
    `give 'applicationId': the region has ${wikis.length} wikis and none is self-hosted`,
  )
}
