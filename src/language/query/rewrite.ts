/** Changes the conditions of a query, and leaves how they are combined as it is. */
import type { ConditionNode, QueryNode } from './syntax.ts'

/** The query with each condition replaced by what `change` makes of it; the same object where nothing changed. */
export function rewriteConditions(
  query: QueryNode,
  change: (condition: ConditionNode) => ConditionNode,
): QueryNode {
  switch (query.kind) {
    case 'all':
      return query
    case 'and':
    case 'or': {
      const operands = query.operands.map((operand) => rewriteConditions(operand, change))
      const same = operands.every((operand, position) => operand === query.operands[position])
      return same ? query : { ...query, operands }
    }
    case 'not':
    case 'chain': {
      const operand = rewriteConditions(query.operand, change)
      return operand === query.operand ? query : { ...query, operand }
    }
    default:
      return change(query)
  }
}
