/** The saved queries of a space (service §4.6, migrateUsersQueries). Only those of matrices hold variables. */
import { hasMoreCharacters } from '../../world/characters.ts'
import { MAXIMUM_QUERY_LENGTH } from '../../language/limits.ts'
import { parseQuery } from '../../language/query/parse.ts'
import { printQuery } from '../../language/query/print.ts'
import { LanguageSyntaxError } from '../../language/syntax-error.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { baselines } from '../records/wiki/baselines.ts'
import { jsonAfterQuery } from '../traceability/matrix-json.ts'
import { matrices, MATRIX_STATUSES } from '../records/wiki/matrices.ts'
import {
  applyEdits,
  type Edit,
  editAmongVariables,
  escapeDollarsInLanguage,
  hasVariables,
  NO_VARIABLES,
  substituteInLanguage,
} from '../traceability/variables.ts'

export const SAVED_QUERY_KINDS = ['matrix', 'baseline'] as const

export interface SavedQuery {
  readonly kind: (typeof SAVED_QUERY_KINDS)[number]
  readonly id: number
  readonly query: string
  readonly save: (query: string) => void
}

/** Matrices by id, then baselines by number. */
function savedQueries(world: World, store: Store, projectContainerId: number): SavedQuery[] {
  const ofMatrices = MATRIX_STATUSES.filter((status) => status !== 'DELETED')
    .flatMap((status) => [...store.table(matrices).range('project', [projectContainerId, status])])
    .sort((a, b) => a.id - b.id)
    .map(({ id, query, json }): SavedQuery => ({
      kind: 'matrix',
      id,
      query,
      save: (changed) =>
        store.table(matrices).update(id, {
          query: changed,
          ...jsonAfterQuery(json, query, changed),
          updatedAt: world.now,
        }),
    }))
  const ofBaselines = [...store.table(baselines).range('number', [projectContainerId])].flatMap(
    ({ id, number, status, searchQuery }): SavedQuery[] =>
      searchQuery === undefined || status === 'DONE'
        ? []
        : [
            {
              kind: 'baseline',
              id: number,
              query: searchQuery,
              save: (changed) => store.table(baselines).update(id, { searchQuery: changed }),
            },
          ],
  )
  return [...ofMatrices, ...ofBaselines]
}

export interface Migration {
  readonly migrated: number
  readonly unchanged: number
  /** The queries that cannot be read, and why. */
  readonly failed: readonly (Pick<SavedQuery, 'kind' | 'id'> & { readonly message: string })[]
}

/** Writes the saved queries of a space in their canonical spelling. */
export function migrateSavedQueries(world: World, store: Store, projectContainerId: number): Migration {
  const failed: Migration['failed'][number][] = []
  let migrated = 0
  let unchanged = 0
  for (const saved of savedQueries(world, store, projectContainerId)) {
    const { kind, id, query, save } = saved
    const canonical = canonicalOf(saved)
    if (typeof canonical === 'object') failed.push({ kind, id, message: canonical.problem })
    else if (canonical === query) unchanged++
    else {
      save(canonical)
      migrated++
    }
  }
  return { migrated, unchanged, failed }
}

/** The canonical spelling; a query with variables keeps its own. */
function canonicalOf({ kind, query }: SavedQuery): string | { readonly problem: string } {
  const isMatrix = kind === 'matrix'
  if (isMatrix && hasVariables(query)) return query
  try {
    const plain = isMatrix ? substituteInLanguage(query, NO_VARIABLES, 'query') : query
    const canonical = printQuery(parseQuery(plain))
    return isMatrix ? escapeDollarsInLanguage(canonical) : canonical
  } catch (error) {
    if (error instanceof LanguageSyntaxError) return { problem: error.message }
    throw error
  }
}

/** Edits the saved queries of a space; a query that cannot be read, or would become too long, stays. */
export function editSavedQueries(
  world: World,
  store: Store,
  projectContainerId: number,
  find: (query: string) => readonly Edit[],
): void {
  for (const { kind, query, save } of savedQueries(world, store, projectContainerId)) {
    const changed = kind === 'matrix' ? editQuery(query, find) : editPlain(query, find)
    if (changed !== query) save(changed)
  }
}

export function editPlain(query: string, find: (query: string) => readonly Edit[]): string {
  return unlessUnreadable(query, () => applyEdits(query, find(query)))
}

/** Edits a query or formula of a matrix; the replacement may contain dollar signs. */
export function editQuery(text: string, find: (text: string) => readonly Edit[]): string {
  const escaped = (edits: readonly Edit[]) =>
    edits.map((edit) => ({ ...edit, text: escapeDollarsInLanguage(edit.text) }))
  return unlessUnreadable(text, () => editAmongVariables(text, (plain) => escaped(find(plain))))
}

function unlessUnreadable(text: string, edit: () => string): string {
  try {
    const edited = edit()
    return hasMoreCharacters(edited, MAXIMUM_QUERY_LENGTH) ? text : edited
  } catch (error) {
    if (error instanceof LanguageSyntaxError) return text
    throw error
  }
}
