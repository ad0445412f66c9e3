/** Conditions that are written one by one and can be tested together; no result changes by it. */
import { fieldDefinition } from './fields.ts'
import { printField, printRelation } from './print.ts'
import type { ConditionNode, QueryNode } from './syntax.ts'

/** Rewrites `NOT a AND NOT b` as `NOT (a OR b)`, which can use indexes. */
export function joinNegations(operands: readonly QueryNode[]): readonly QueryNode[] {
  const negated = operands.filter((node) => node.kind === 'not')
  const [first] = negated
  if (first === undefined || negated.length === 1) return operands
  const joined = alternatives(negated.map(({ operand }) => operand))
  return [...operands.filter((node) => node.kind !== 'not'), { ...first, operand: joined }]
}

/** Rewrites `from-> a OR from-> b` as `from-> (a OR b)`, which follows each link once. */
export function joinChains(operands: readonly QueryNode[]): readonly QueryNode[] {
  const chains = operands.filter((node) => node.kind === 'chain')
  const joined = Map.groupBy(chains, ({ relation }) => printRelation(relation))
  return [
    ...operands.filter((node) => node.kind !== 'chain'),
    ...Array.from(joined.values(), (along): QueryNode => {
      const [first] = along as [(typeof along)[number]]
      return along.length === 1
        ? first
        : { ...first, operand: alternatives(along.map(({ operand }) => operand)) }
    }),
  ]
}

type Comparison = ConditionNode & { readonly kind: 'comparison' }

/** Groups `f < a OR f < b` by field and operator, except for typed fields. */
export function groupOrderings(operands: readonly QueryNode[]): {
  readonly groups: readonly (readonly [Comparison, ...Comparison[]])[]
  readonly rest: readonly QueryNode[]
} {
  const isOrdering = (node: QueryNode): node is Comparison =>
    node.kind === 'comparison' && /^[<>]=?$/.test(node.operator) && !fieldDefinition(node.field.field).typed
  const groups = Map.groupBy(
    operands.filter(isOrdering),
    ({ operator, field }) => `${operator}${printField(field)}`,
  )
  return {
    groups: [...groups.values()] as [Comparison, ...Comparison[]][],
    rest: operands.filter((node) => !isOrdering(node)),
  }
}

function alternatives(nodes: readonly QueryNode[]): QueryNode {
  const operands = nodes.flatMap((node) => (node.kind === 'or' ? node.operands : [node]))
  return { kind: 'or', operands, start: 0, end: 0 }
}
