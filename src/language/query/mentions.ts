/** Which fields and conditions a query speaks of. */
import type { FieldName } from './fields.ts'
import type { ConditionNode, QueryNode } from './syntax.ts'

/** Includes `baseline` for `$currentBaseline`; with `inChains`, fields at the end of chains, too. */
export function fieldsOf(query: QueryNode, inChains: boolean): ReadonlySet<FieldName> {
  const found = new Set<FieldName>()
  for (const condition of conditionsOf(query, inChains))
    if ('field' in condition) found.add(condition.field.field)
  return found
}

/** In no particular order; see fieldsOf for `inChains`. */
export function conditionsOf(query: QueryNode, inChains: boolean): readonly ConditionNode[] {
  const found: ConditionNode[] = []
  const open: QueryNode[] = [query]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    switch (node.kind) {
      case 'all':
        break
      case 'and':
      case 'or':
        open.push(...node.operands)
        break
      case 'not':
        open.push(node.operand)
        break
      case 'chain':
        if (inChains) open.push(node.operand)
        break
      default:
        found.push(node)
    }
  }
  return found
}
