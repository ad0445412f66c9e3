/** Conditions that are written one by one and can be tested together; no answer changes by it. */
import { fieldDefinition } from './fields.ts'
import { printField, printRelation } from './print.ts'
import type { ConditionNode, QueryNode } from './syntax.ts'

type Comparison = ConditionNode & { readonly kind: 'comparison' }
type Membership = ConditionNode & { readonly kind: 'membership' }

/** `NOT a AND NOT b` is `NOT (a OR b)`, which indexes can help. */
export function joinNegations(operands: readonly QueryNode[]): readonly QueryNode[] {
  const negated = operands.filter((node) => node.kind === 'not')
  const [first] = negated
  if (first === undefined || negated.length === 1) return operands
  const alternatives = negated.flatMap(({ operand }) => alternativesOf(operand))
  const { start, end } = first
  return [
    ...operands.filter((node) => node.kind !== 'not'),
    { kind: 'not', operand: { kind: 'or', operands: alternatives, start, end }, start, end },
  ]
}

/** `from-> a OR from-> b` is `from-> (a OR b)`, which follows each link once. */
export function joinChains(operands: readonly QueryNode[]): readonly QueryNode[] {
  const chains = new Map<string, (QueryNode & { kind: 'chain' })[]>()
  const joined: QueryNode[] = []
  for (const node of operands) {
    if (node.kind !== 'chain') {
      joined.push(node)
      continue
    }
    const relation = printRelation(node.relation)
    const along = chains.get(relation)
    if (along === undefined) chains.set(relation, [node])
    else along.push(node)
  }
  for (const along of chains.values()) {
    const [first] = along
    if (first === undefined) continue
    const { start, end } = first
    const alternatives = along.flatMap(({ operand }) => alternativesOf(operand))
    joined.push(
      along.length === 1 ? first : { ...first, operand: { kind: 'or', operands: alternatives, start, end } },
    )
  }
  return joined
}

function alternativesOf(node: QueryNode): readonly QueryNode[] {
  return node.kind === 'or' ? node.operands : [node]
}

/** `f = a OR f IN (b, c)` is `f IN (a, b, c)`. */
export function joinEqual(operands: readonly QueryNode[]): readonly QueryNode[] {
  return joinMemberships(operands, false)
}

/** `f != a AND f NOT IN (b, c)` is `f NOT IN (a, b, c)`. */
export function joinUnequal(operands: readonly QueryNode[]): readonly QueryNode[] {
  return joinMemberships(operands, true)
}

function joinMemberships(operands: readonly QueryNode[], negated: boolean): readonly QueryNode[] {
  const byField = new Map<string, { readonly node: QueryNode; readonly membership: Membership }[]>()
  const joined: QueryNode[] = []
  for (const node of operands) {
    const membership = asMembership(node)
    if (membership?.negated === negated) gather(byField, printField(membership.field), { node, membership })
    else joined.push(node)
  }
  for (const group of byField.values()) {
    const [first] = group
    if (first === undefined) continue
    const values = group.flatMap(({ membership }) => membership.values)
    const orAbsent = group.some(({ membership }) => membership.orAbsent)
    joined.push(group.length === 1 ? first.node : { ...first.membership, values, orAbsent })
  }
  return joined
}

function asMembership(node: QueryNode): Membership | undefined {
  if (node.kind === 'membership') return node
  if (node.kind !== 'comparison' || (node.operator !== '=' && node.operator !== '!=')) return undefined
  const { field, operator, value, start, end } = node
  return {
    kind: 'membership',
    field,
    negated: operator === '!=',
    values: [value],
    orAbsent: false,
    start,
    end,
  }
}

/** `f < a OR f < b` in groups of one field and operator; fields that tell numbers from texts are left alone. */
export function groupOrderings(operands: readonly QueryNode[]): {
  readonly groups: readonly (readonly [Comparison, ...Comparison[]])[]
  readonly rest: readonly QueryNode[]
} {
  const found = new Map<string, Comparison[]>()
  const rest: QueryNode[] = []
  for (const node of operands) {
    if (
      node.kind === 'comparison' &&
      /^[<>]=?$/.test(node.operator) &&
      !fieldDefinition(node.field.field).typed
    )
      gather(found, `${node.operator}${printField(node.field)}`, node)
    else rest.push(node)
  }
  return { groups: [...found.values()] as [Comparison, ...Comparison[]][], rest }
}

function gather<T>(groups: Map<string, T[]>, name: string, member: T): void {
  const group = groups.get(name)
  if (group === undefined) groups.set(name, [member])
  else group.push(member)
}
