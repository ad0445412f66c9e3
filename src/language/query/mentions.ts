/** Which fields a query speaks of. */
import type { FieldName } from './fields.ts'
import type { QueryNode } from './syntax.ts'

/**
 * The fields that a query names, `baseline` for `$currentBaseline` too. With `inChains`, also those of the records that
 * its chains lead to; without, only those of the records that it selects.
 */
export function fieldsOf(query: QueryNode, inChains: boolean): ReadonlySet<FieldName> {
  const found = new Set<FieldName>()
  const open: QueryNode[] = [query]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    switch (node.kind) {
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
      case 'comparison':
      case 'membership':
      case 'presence':
        found.add(node.field.field)
        break
      default:
    }
  }
  return found
}
