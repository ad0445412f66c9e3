/** Creating pages: their content is indexed at once, as saving them does (service §3). */
import { isBlank } from '../input/blank.ts'
import { hasMoreCharacters } from '../../world/characters.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { applications } from '../records/service/applications.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import type { Actor } from '../records/actor.ts'
import { checkKeyOfSpace, type KeyPlace } from '../requirement-keys/keys-of-space.ts'
import { unknownSpace } from '../finding/unknown-space.ts'
import { invalid, invalidRequest } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import type { PropertyValue } from '../records/wiki/requirements.ts'
import { checkLists } from '../requirements/writing/repetitions.ts'
import { containerOfPage, findPage } from '../finding/pages.ts'
import { type PageLink, type PageRecord, pages, type RequirementDefinition } from '../records/wiki/pages.ts'
import { reindexPage } from './reindexing.ts'
import { countText } from '../../world/count-text.ts'

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

/** Creates a page and indexes its content. Throws a Refusal: INVALID, NOT_FOUND or CONFLICT (a key of another page). */
export function createPage(world: World, store: Store, page: NewPage, actor?: Actor): PageRecord {
  return world.transact(() => {
    checkTitle(page.title)
    const parent = parentOf(store, page)
    const space = store.table(containers).get(parent.projectContainerId) as ContainerRecord
    const spaceKey = space.key as string
    let id = store.next('page')
    while (store.table(containers).find('page', [id]) !== undefined) id = store.next('page')
    const containerId = store.nextId(containers)
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
    checkKeys(store, space, definitions, 'content')
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

export function definitionOf(authored: AuthoredRequirement, spaceKey: string): RequirementDefinition {
  const { key, html, properties } = authored
  const dependencies = authored.dependencies.map((dependency) => ({ spaceKey, ...dependency }))
  return { key, html, properties, dependencies }
}

/** Throws a Refusal (INVALID) for bad or repeated keys; `parameter` is what they were sent in. */
export function checkKeys(
  store: Store,
  space: KeyPlace,
  definitions: readonly RequirementDefinition[],
  parameter: string,
): void {
  const seen = new Set<string>()
  for (const definition of definitions) {
    const { key } = definition
    checkKeyOfSpace(store, space, key, `${parameter}: key`)
    checkLists(definition, parameter)
    if (seen.has(key)) throw invalidRequest(parameter, `key ${quoted(key)} is there twice: define it once`)
    seen.add(key)
  }
}

export function checkTitle(title: string): void {
  if (!isBlank(title) && !hasMoreCharacters(title, MAXIMUM_TITLE_LENGTH)) return
  throw invalid('title', title, `a title has 1 to ${MAXIMUM_TITLE_LENGTH} characters`)
}

function parentOf(store: Store, page: NewPage): ContainerRecord {
  if (page.parent !== undefined) {
    if (page.spaceKey !== undefined) {
      throw invalidRequest("a page goes below 'parent' or into 'spaceKey'", 'leave out one of them')
    }
    return containerOfPage(store, findPage(store, page.parent))
  }
  if (page.spaceKey === undefined)
    throw invalidRequest('spaceKey is missing', "send it, or the page id of the 'parent'")
  const applicationId = page.applicationId ?? defaultWiki(store)
  const space = store.table(containers).find('key', [applicationId, 'SPACE', page.spaceKey])
  if (space === undefined) {
    const place = { applicationId, reader: 'simulator', in: `application ${applicationId}` } as const
    throw unknownSpace(store, page.spaceKey, place)
  }
  return space
}

/** The self-hosted wiki, or the only one. Throws a Refusal (INVALID) if that is ambiguous. */
export function defaultWiki(store: Store): number {
  const selfHosted = store.table(applications).find('selfHosted', ['CONFLUENCE'])
  if (selfHosted !== undefined) return selfHosted.id
  const wikis = [...store.table(applications).scan()].filter(
    (application) => application.type === 'CONFLUENCE',
  )
  if (wikis.length === 1) return (wikis[0] as { id: number }).id
  throw invalidRequest(
    "give 'applicationId'",
    `the region has ${countText(wikis.length, 'wiki')} and none is self-hosted`,
  )
}
