/** What a query names and nothing searched has: it matches nothing there, and a caller should learn why. */
import type { FieldReference, QueryNode } from '../../language/query/syntax.ts'
import { cut } from '../../language/syntax-error.ts'
import type { Store } from '../../world/store.ts'
import { namesAbsentFields, readQuery } from './listing.ts'
import { externalPropertyMetadata, requirements } from './records.ts'
import type { SearchPlace } from './search-places.ts'

/** One sentence for each field or property that a query names and no requirement can have, in the order of the query. */
export function queryWarnings(
  store: Store,
  applicationId: number,
  places: readonly SearchPlace[],
  text: string | undefined,
): string[] {
  const query = readQuery(text)
  if (query === undefined) return []
  const warnings = new Set<string>()
  for (const condition of conditionsOf(query)) {
    if (!('field' in condition)) continue
    const { field, name = '' } = condition.field
    if (namesAbsentFields(condition)) warnings.add(`field '${field}': no requirement has it`)
    else if (field === 'property' && !isPropertyOf(store, places, name))
      warnings.add(`property '${cut(name)}': no requirement of the spaces searched has it`)
    else if (field === 'externalProperty' && !isExternalProperty(store, applicationId, name))
      warnings.add(`external property '${cut(name)}': the wiki has none of this name`)
  }
  return [...warnings]
}

/** The conditions of a query from left to right, those at the end of chains too. */
function* conditionsOf(query: QueryNode): Generator<QueryNode & { field?: FieldReference }> {
  const open: QueryNode[] = [query]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'and' || node.kind === 'or') open.push(...node.operands.toReversed())
    else if (node.kind === 'not' || node.kind === 'chain') open.push(node.operand)
    else yield node
  }
}

function isPropertyOf(store: Store, places: readonly SearchPlace[], name: string): boolean {
  const table = store.table(requirements)
  return places.some(({ project }) => table.find('property', [project.id, name]) !== undefined)
}

function isExternalProperty(store: Store, applicationId: number, name: string): boolean {
  return store.table(externalPropertyMetadata).find('name', [applicationId, name]) !== undefined
}
