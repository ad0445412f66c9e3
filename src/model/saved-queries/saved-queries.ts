/**
 * The queries that users saved in a space: those of matrices, and of baselines that are not frozen (service §4.6,
 * migrateUsersQueries). A query that holds variables means something only once they have values, so it stays as it is.
 */
import { parseQuery } from '../../language/query/parse.ts'
import { printQuery } from '../../language/query/print.ts'
import { rewriteConditions } from '../../language/query/rewrite.ts'
import type { ConditionNode, QueryNode } from '../../language/query/syntax.ts'
import { LanguageSyntaxError } from '../../language/syntax-error.ts'
import type { Store } from '../../world/store.ts'
import { baselines } from '../baselines/records.ts'
import { matrices, MATRIX_STATUSES } from '../traceability/records.ts'

export const SAVED_QUERY_KINDS = ['matrix', 'baseline'] as const

export interface SavedQuery {
  readonly kind: (typeof SAVED_QUERY_KINDS)[number]
  /** The id of the matrix, or the number of the baseline. */
  readonly id: number
  readonly query: string
  readonly save: (query: string) => void
}

/** The saved queries of a space: matrices by id, then baselines by number. */
export function savedQueries(store: Store, projectContainerId: number): SavedQuery[] {
  const ofMatrices = MATRIX_STATUSES.filter((status) => status !== 'DELETED')
    .flatMap((status) => [...store.table(matrices).range('project', [projectContainerId, status])])
    .sort((a, b) => a.id - b.id)
    .map(({ id, query }): SavedQuery => ({
      kind: 'matrix',
      id,
      query,
      save: (changed) => store.table(matrices).update(id, { query: changed }),
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
  /** The queries that cannot be read, with what is wrong with each. */
  readonly failed: readonly (Pick<SavedQuery, 'kind' | 'id'> & { readonly message: string })[]
}

/** Writes the saved queries of a space in their canonical spelling. */
export function migrateSavedQueries(store: Store, projectContainerId: number): Migration {
  const failed: Migration['failed'][number][] = []
  let migrated = 0
  let unchanged = 0
  for (const { kind, id, query, save } of savedQueries(store, projectContainerId)) {
    const read = hasVariables(query) ? undefined : readSaved(query)
    if (typeof read === 'string') {
      failed.push({ kind, id, message: read })
      continue
    }
    const canonical = read === undefined ? query : printQuery(read)
    if (canonical === query) {
      unchanged++
    } else {
      save(canonical)
      migrated++
    }
  }
  return { migrated, unchanged, failed }
}

/** Changes conditions of the saved queries of a space; those that have none to change keep their spelling. */
export function rewriteSavedQueries(
  store: Store,
  projectContainerId: number,
  change: (condition: ConditionNode) => ConditionNode,
): void {
  for (const { query, save } of savedQueries(store, projectContainerId)) {
    const read = hasVariables(query) ? undefined : readSaved(query)
    if (read === undefined || typeof read === 'string') continue
    const changed = rewriteConditions(read, change)
    if (changed !== read) save(printQuery(changed))
  }
}

/** The query, or what is wrong with it. */
function readSaved(query: string): QueryNode | string {
  try {
    return parseQuery(query)
  } catch (error) {
    if (error instanceof LanguageSyntaxError) return error.message
    throw error
  }
}

/** `$currentBaseline` is a word of the language. */
function hasVariables(query: string): boolean {
  return /\$(?!currentBaseline\b)/iu.test(query)
}
