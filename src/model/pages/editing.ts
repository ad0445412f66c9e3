/**
 * Saving, creating and removing pages. Saving a page acts as a reindex of it (service §3): what its content defines
 * becomes ACTIVE, what it no longer defines becomes DELETED, and every requirement that it defines is flagged 'needs
 * excerpt'. Text, properties and dependencies follow at the next view of the page (view.ts).
 */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { applications } from '../applications/records.ts'
import { type ContainerRecord, containers } from '../containers/records.ts'
import { Refusal, shown } from '../refusal.ts'
import { type PropertyValue, type RequirementRecord, requirements } from '../requirements/records.ts'
import { variants } from '../variants/records.ts'
import { checkRequirementKey, noteKeyUsed } from '../keys/keys.ts'
import { type PageLink, type PageRecord, pages, type RequirementDefinition } from './records.ts'

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

const MAXIMUM_TITLE_LENGTH = 255

/** The page of this id. Throws a Refusal (NOT_FOUND). */
export function findPage(store: Store, id: number): PageRecord {
  const page = store.table(pages).get(id)
  if (page === undefined) throw new Refusal('NOT_FOUND', `page ${shown(String(id))} does not exist`)
  return page
}

/** The requirements that a page's content stands for: its own rows of the current variant that are ACTIVE. */
export function requirementsOfPage(store: Store, page: PageRecord): RequirementRecord[] {
  const variantId = currentVariant(store, containerOf(store, page).projectContainerId)
  const rows: RequirementRecord[] = []
  for (const row of store.table(requirements).range('origin', [page.containerId])) {
    if (row.status === 'ACTIVE' && row.variantId === variantId) rows.push(row)
  }
  return rows
}

/** Creates a page and indexes its content. Throws a Refusal: INVALID, NOT_FOUND or CONFLICT (a key of another page). */
export function createPage(world: World, store: Store, page: NewPage): PageRecord {
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
    checkKeys(definitions, 'content')
    const links = page.links ?? []
    const created = store.table(pages).insert({
      id,
      containerId,
      applicationId: parent.applicationId,
      spaceKey,
      version: 1,
      definitions,
      links,
    })
    reindexPage(world, store, created)
    return created
  })
}

/** Saves changes of a page: its version rises by one. Throws a Refusal: INVALID, NOT_FOUND or CONFLICT. */
export function editPage(world: World, store: Store, id: number, edit: PageEdit): PageRecord {
  return world.transact(() => {
    const page = findPage(store, id)
    if (edit.title !== undefined) {
      checkTitle(edit.title)
      store.table(containers).update(page.containerId, { name: edit.title })
    }
    const definitions = editedDefinitions(page, edit)
    const links = edit.links ?? page.links
    const saved = store.table(pages).put({ ...page, version: page.version + 1, definitions, links })
    reindexPage(world, store, saved)
    return saved
  })
}

/**
 * Removes a page: its requirements become DELETED, its children move up to its own parent.
 * Frozen copies keep the page's id, which then names nothing. Throws a Refusal (NOT_FOUND).
 */
export function deletePage(world: World, store: Store, id: number): void {
  world.transact(() => {
    const page = findPage(store, id)
    const { parentContainerId } = containerOf(store, page)
    const table = store.table(requirements)
    for (const row of table.range('origin', [page.containerId])) {
      const fate = row.status === 'ACTIVE' ? ({ status: 'DELETED', htmlNeedsUpdating: false } as const) : {}
      const { originContainerId: _gone, ...kept } = row
      table.put({ ...kept, ...fate })
    }
    for (const child of store.table(containers).range('parent', [page.containerId])) {
      if (parentContainerId !== undefined) store.table(containers).update(child.id, { parentContainerId })
    }
    store.table(pages).remove(id)
    store.table(containers).remove(page.containerId)
  })
}

/**
 * Brings the requirements in line with a page's content (service §3): defined ones become ACTIVE and are flagged 'needs
 * excerpt', those no longer defined become DELETED. A key without an ACTIVE row gets a new row of its own, empty until
 * the page is viewed. Throws a Refusal (CONFLICT) when a key is ACTIVE on another page of the space.
 */
export function reindexPage(world: World, store: Store, page: PageRecord): void {
  world.transact(() => {
    const { projectContainerId } = containerOf(store, page)
    const variantId = currentVariant(store, projectContainerId)
    const table = store.table(requirements)
    const rows = new Map(requirementsOfPage(store, page).map((row) => [row.key, row]))
    const defined = new Set(page.definitions.map((definition) => definition.key))
    for (const row of rows.values()) {
      if (!defined.has(row.key)) table.update(row.id, { status: 'DELETED', htmlNeedsUpdating: false })
    }
    for (const { key } of page.definitions) {
      noteKeyUsed(store, projectContainerId, key)
      const row =
        rows.get(key) ?? table.find('logical', [page.applicationId, page.spaceKey, key, variantId, -1])
      if (row === undefined) {
        table.insert(newRequirement(world, store, page, { key, projectContainerId, variantId }))
        continue
      }
      refuseKeyOfAnotherPage(store, page, row)
      const place = { originContainerId: page.containerId, pageId: page.id }
      table.update(row.id, { ...place, htmlNeedsUpdating: true })
    }
  })
}

function newRequirement(
  world: World,
  store: Store,
  page: PageRecord,
  place: { key: string; projectContainerId: number; variantId: number },
): RequirementRecord {
  return {
    id: nextFree(store, 'requirement', (candidate) => store.table(requirements).has(candidate)),
    applicationId: page.applicationId,
    spaceKey: page.spaceKey,
    ...place,
    status: 'ACTIVE',
    html: '',
    text: '',
    originContainerId: page.containerId,
    pageId: page.id,
    properties: [],
    externalProperties: [],
    dependencies: [],
    htmlNeedsUpdating: true,
    createdAt: world.now,
  }
}

/** A row without a page was reserved, and belongs to the page that comes to define it. */
function refuseKeyOfAnotherPage(store: Store, page: PageRecord, row: RequirementRecord): void {
  if (row.originContainerId === undefined || row.originContainerId === page.containerId) return
  const other = store.table(containers).get(row.originContainerId)
  const name = other === undefined ? 'another page' : `page ${other.pageId ?? other.id} ${shown(other.name)}`
  throw new Refusal(
    'CONFLICT',
    `key ${shown(row.key)} is defined on ${name} already: take it out there or choose another`,
  )
}

function editedDefinitions(page: PageRecord, edit: PageEdit): readonly RequirementDefinition[] {
  const define = (edit.define ?? []).map((authored) => definitionOf(authored, page.spaceKey))
  if (edit.content !== undefined) {
    if (edit.define !== undefined || edit.undefine !== undefined) {
      throw new Refusal('INVALID', "'content' replaces every definition: leave out 'define' and 'undefine'")
    }
    const content = edit.content.map((authored) => definitionOf(authored, page.spaceKey))
    checkKeys(content, 'content')
    return content
  }
  checkKeys(define, 'define')
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

function checkKeys(definitions: readonly RequirementDefinition[], parameter: string): void {
  const seen = new Set<string>()
  for (const { key } of definitions) {
    checkRequirementKey(key, `${parameter}: key`)
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
    return containerOf(store, findPage(store, page.parent))
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

function defaultWiki(store: Store): number {
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

function containerOf(store: Store, page: PageRecord): ContainerRecord {
  const container = store.table(containers).get(page.containerId)
  if (container === undefined) throw new Error(`page ${page.id} has no container`)
  return container
}

function currentVariant(store: Store, projectContainerId: number): number {
  const variant = store.table(variants).find('current', [projectContainerId])
  if (variant === undefined) throw new Error(`project container ${projectContainerId} has no current variant`)
  return variant.id
}

/** The next number of a sequence that no seeded record has taken. */
function nextFree(store: Store, sequence: string, taken: (candidate: number) => boolean): number {
  for (;;) {
    const candidate = store.next(sequence)
    if (!taken(candidate)) return candidate
  }
}
