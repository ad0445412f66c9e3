/** Saving pages: each save raises the version. */
import { containers } from '../records/service/containers.ts'
import type { Writing } from '../records/actor.ts'
import { type PageLink, type PageRecord, pages, type RequirementDefinition } from '../records/wiki/pages.ts'
import { keepVersion } from '../finding/page-versions.ts'
import type { PageDefinitions } from '../requirements/writing/page-definitions.ts'

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
  const { savedBy: _previous, ...kept } = page
  const { title, ...content } = changes
  if (title !== undefined) store.table(containers).update(page.containerId, { name: title })
  const by = actor === undefined ? {} : { savedBy: actor.id }
  return store.table(pages).put({ ...kept, ...content, version: page.version + 1, savedAt: world.now, ...by })
}

/** Definitions that operations rewrite, saved once for each page. This flags nothing: the operation writes the requirement too. */
export class PageRewrites implements PageDefinitions {
  readonly #writing: Writing
  readonly #pages = new Map<number, Rewrite>()

  constructor(writing: Writing) {
    this.#writing = writing
  }

  definition(pageId: number | undefined, key: string): RequirementDefinition | undefined {
    return this.#rewriteOf(pageId)?.definitions.find((definition) => definition.key === key)
  }

  rewrite(pageId: number | undefined, key: string, definition: RequirementDefinition | undefined): void {
    const rewrite = this.#rewriteOf(pageId)
    if (rewrite === undefined) return
    const { definitions } = rewrite
    const place = definitions.findIndex((each) => each.key === key)
    // A page defines a key once: an existing definition of the new key stays.
    const isTaken =
      definition !== undefined &&
      definition.key !== key &&
      definitions.some((each) => each.key === definition.key)
    if (definition !== undefined && !isTaken)
      rewrite.definitions = place === -1 ? [...definitions, definition] : definitions.with(place, definition)
    else if (place !== -1) rewrite.definitions = definitions.toSpliced(place, 1)
  }

  rename(pageId: number | undefined, names: ReadonlyMap<string, string>): void {
    const rewrite = this.#rewriteOf(pageId)
    if (rewrite === undefined || !rewrite.definitions.some(({ key }) => names.has(key))) return
    const kept = new Set(rewrite.definitions.flatMap(({ key }) => (names.has(key) ? [] : [key])))
    rewrite.definitions = rewrite.definitions.flatMap((definition) => {
      const key = names.get(definition.key)
      if (key === undefined) return [definition]
      // A page defines a key once: an existing definition of the new key stays.
      return kept.has(key) ? [] : [{ ...definition, key }]
    })
  }

  save(): void {
    for (const { page, definitions } of this.#pages.values())
      if (definitions !== page.definitions) savePage(this.#writing, page, { definitions })
    this.#pages.clear()
  }

  #rewriteOf(pageId: number | undefined): Rewrite | undefined {
    if (pageId === undefined) return undefined
    const known = this.#pages.get(pageId)
    if (known !== undefined) return known
    const page = this.#writing.store.table(pages).get(pageId)
    if (page === undefined) return undefined
    const rewrite = { page, definitions: page.definitions }
    this.#pages.set(pageId, rewrite)
    return rewrite
  }
}

interface Rewrite {
  readonly page: PageRecord
  definitions: readonly RequirementDefinition[]
}
