/** Saving pages: each save raises the version, and the version before is kept. */
import { compareCodePoints } from '../../world/order.ts'
import { containers } from '../containers/records.ts'
import { numberOfKey } from '../keys/keys.ts'
import type { Writing } from '../requirements/lifecycle.ts'
import { containerOfPage } from './lookup.ts'
import { type PageLink, type PageRecord, pages, pageVersions, type RequirementDefinition } from './records.ts'

/** What a save changes; what is absent stays. */
export interface PageChanges {
  readonly title?: string
  readonly definitions?: readonly RequirementDefinition[]
  readonly links?: readonly PageLink[]
}

/** Saves a page under the next version. Its requirements are not brought in line: see reindexPage. */
export function savePage(writing: Writing, page: PageRecord, changes: PageChanges): PageRecord {
  const { world, store, actor } = writing
  keepVersion(writing, page)
  const { id, containerId, applicationId, spaceKey, version } = page
  const { title, definitions = page.definitions, links = page.links } = changes
  if (title !== undefined) store.table(containers).update(containerId, { name: title })
  // A copy that leaves `savedBy` out takes 0.6 µs more, of the 22 of an update in a small world.
  const kept = { id, containerId, applicationId, spaceKey, version: version + 1 } satisfies Record<
    Exclude<keyof PageRecord, 'definitions' | 'links' | 'savedAt' | 'savedBy'>,
    unknown
  >
  const by = actor === undefined ? {} : { savedBy: actor.id }
  return store.table(pages).put({ ...kept, definitions, links, savedAt: world.now, ...by })
}

/** Keeps a page as it is now among the versions before, in place of the oldest when there are too many. */
export function keepVersion({ store }: Writing, page: PageRecord): void {
  const { name: title, createdAt } = containerOfPage(store, page)
  const { version, definitions, links, savedAt = createdAt, savedBy } = page
  store.table(pageVersions).put({
    id: `${page.id}/${version}`,
    pageId: page.id,
    version,
    title,
    definitions,
    links,
    savedAt,
    ...(savedBy === undefined ? {} : { savedBy }),
  })
}

/**
 * Definitions that operations rewrite on their pages. All that is rewritten on a page goes into one save of it, which
 * flags nothing: whoever rewrites a definition writes the requirement as well.
 */
export class PageRewrites {
  readonly #writing: Writing
  readonly #pages = new Map<number, Rewrite>()

  constructor(writing: Writing) {
    this.#writing = writing
  }

  /** How a page defines a key, with what was rewritten so far; undefined when it does not, or there is no such page. */
  definition(pageId: number | undefined, key: string): RequirementDefinition | undefined {
    const rewrite = this.#rewriteOf(pageId)
    if (rewrite === undefined) return undefined
    return rewrite.changes.has(key) ? rewrite.changes.get(key) : definedBy(rewrite, key)
  }

  /** Puts a definition where that of `key` stands, or at the end of the page; undefined takes it out. */
  rewrite(pageId: number | undefined, key: string, definition: RequirementDefinition | undefined): void {
    const rewrite = this.#rewriteOf(pageId)
    if (rewrite === undefined || (definition === undefined && this.definition(pageId, key) === undefined))
      return
    rewrite.changes.set(key, definition)
  }

  /** Saves the pages on which something was rewritten, and forgets what was. */
  save(): void {
    for (const rewrite of this.#pages.values()) {
      if (rewrite.changes.size > 0)
        savePage(this.#writing, rewrite.page, { definitions: rewrittenDefinitions(rewrite) })
    }
    this.#pages.clear()
  }

  #rewriteOf(pageId: number | undefined): Rewrite | undefined {
    if (pageId === undefined) return undefined
    const known = this.#pages.get(pageId)
    if (known !== undefined) return known
    const page = this.#writing.store.table(pages).get(pageId)
    if (page === undefined) return undefined
    const rewrite: Rewrite = { page, searches: 0, definitions: undefined, changes: new Map() }
    this.#pages.set(pageId, rewrite)
    return rewrite
  }
}

interface Rewrite {
  readonly page: PageRecord
  /** How often its definitions were searched one by one. */
  searches: number
  /** By key, where many of them are asked for. */
  definitions: ReadonlyMap<string, RequirementDefinition> | undefined
  /** What stands in place of a key from now on; undefined for nothing. */
  readonly changes: Map<string, RequirementDefinition | undefined>
}

/** Searches of a page beyond which its definitions are put in order by key: most exchanges rewrite a single one. */
const FEW_SEARCHES = 4

/** How a page itself defines a key. */
function definedBy(rewrite: Rewrite, key: string): RequirementDefinition | undefined {
  const { definitions } = rewrite.page
  if (rewrite.definitions === undefined && rewrite.searches++ < FEW_SEARCHES)
    return definitions[placeOf(definitions, key)]
  rewrite.definitions ??= byKey(definitions)
  return rewrite.definitions.get(key)
}

/**
 * Where a page defines a key; -1 where it does not. Most pages define in order of their keys, and most of these number them:
 * a look at two, else at seven, of a hundred definitions spares 8 µs of an update in a large world, which waits for memory
 * for each. Others are searched one by one.
 */
function placeOf(definitions: readonly RequirementDefinition[], key: string): number {
  const numbered = Number(numberOfKey(key)?.digits) - Number(numberOfKey(definitions[0]?.key ?? '')?.digits)
  if (definitions[numbered]?.key === key) return numbered
  let [low, high] = [0, definitions.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = compareCodePoints((definitions[middle] as RequirementDefinition).key, key)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle
  }
  return definitions.findLastIndex((definition) => definition.key === key)
}

function byKey(definitions: readonly RequirementDefinition[]): Map<string, RequirementDefinition> {
  return new Map(definitions.map((definition) => [definition.key, definition]))
}

/** The definitions of a page with what was rewritten: each stands where its key stood, and new ones at the end. */
function rewrittenDefinitions({ page, changes }: Rewrite): readonly RequirementDefinition[] {
  const [only] = changes
  if (only !== undefined && changes.size === 1 && (only[1] === undefined || only[1].key === only[0]))
    return withChange(page.definitions, ...only)
  const definitions = byKey(page.definitions)
  const next = new Map<string, RequirementDefinition>()
  for (const key of new Set([...definitions.keys(), ...changes.keys()])) {
    const definition = changes.has(key) ? changes.get(key) : definitions.get(key)
    if (definition !== undefined) next.set(definition.key, definition)
  }
  return [...next.values()]
}

/** The definitions with another one for a key that keeps its place, or without it. */
function withChange(
  definitions: readonly RequirementDefinition[],
  key: string,
  definition: RequirementDefinition | undefined,
): readonly RequirementDefinition[] {
  const place = placeOf(definitions, key)
  if (definition === undefined) return place === -1 ? definitions : definitions.toSpliced(place, 1)
  return place === -1 ? [...definitions, definition] : definitions.with(place, definition)
}
