/** Turns a query into one function from record to boolean, so that nothing of the tree is walked per record. */
import type { Relation } from '../values.ts'
import { compileCondition, type ConditionContext } from './compile-condition.ts'
import { compileOrderings } from './compile-orderings.ts'
import { compileTexts, groupTexts } from './compile-texts.ts'
import { fieldDefinition } from './fields.ts'
import { groupOrderings, joinChains, joinEqual, joinNegations, joinUnequal } from './joining.ts'
import { IdentitySet, rememberDecision } from './memory.ts'
import type { LinkReader } from './reader.ts'
import type { AllLinks, Candidates } from './source.ts'
import type { FieldReference, QueryNode } from './syntax.ts'

/** Tests one record. */
export type Predicate<R> = (record: R) => boolean

/** What compiling needs besides the tree. */
export interface CompileContext<R> extends ConditionContext<R> {
  readonly links: (relation: Relation) => LinkReader<R>
  /** At least every record that a node can match, when indexes give them. */
  readonly way: (node: QueryNode) => Candidates<R> | undefined
}

/** Compiles a query. Two-valued: NOT is the complement of what it negates, absent values included. */
export function compileQuery<R>(node: QueryNode, context: CompileContext<R>): Predicate<R> {
  const query = asChain(node, context)
  switch (query.kind) {
    case 'all':
      return () => true
    case 'and':
      return everyOf(
        cheapFirst(joinNegations(joinUnequal(query.operands))).map((operand) =>
          compileQuery(operand, context),
        ),
      )
    case 'or':
      return compileOr(joinChains(query.operands.map((operand) => asChain(operand, context))), context)
    case 'not': {
      const operand = compileQuery(query.operand, context)
      return (record) => !operand(record)
    }
    case 'chain':
      return ofFew(context.way(query), compileChain(query, context), context)
    default:
      return ofFew(context.way(query), compileCondition(query, context), context)
  }
}

/** Alternatives that indexes answer stand behind one look whether the record is among those that they give. */
function compileOr<R>(operands: readonly QueryNode[], context: CompileContext<R>): Predicate<R> {
  const indexed: QueryNode[] = []
  const ways: Candidates<R>[] = []
  const others: QueryNode[] = []
  let count = 0
  for (const operand of operands) {
    const way = context.way(operand)
    if (way !== undefined && isFew(count + way.count, context)) {
      indexed.push(operand)
      ways.push(way)
      count += way.count
    } else others.push(operand)
  }
  const compileAll = (nodes: readonly QueryNode[]) =>
    cheapFirst(nodes).map((node) => compileQuery(node, context))
  const scanned = () => {
    const { rest, groups } = groupOrderings(joinEqual(others))
    const texts = groupTexts(rest, context)
    return [
      ...groups.map((group) => compileOrderings(group, context)),
      ...compileAll(texts.rest),
      ...texts.groups.map((group) => {
        const predicates = group.members.map(({ node }) => compileQuery(node, context))
        return compileTexts(group, predicates)
      }),
    ]
  }
  if (indexed.length === 0) return someOf(scanned())
  const together: Candidates<R> = {
    count,
    *records() {
      for (const way of ways) yield* way.records()
    },
  }
  return someOf([ofFew(together, someOf(compileAll(indexed)), context), ...scanned()])
}

function isFew<R>(count: number, { source }: CompileContext<R>): boolean {
  return count * 8 < source.size
}

/**
 * Answers for all but the few records that indexes give, once more records have been asked about than those; of indexes
 * that are exact it answers for these few too, and soon: a condition on links costs far more than a look into a set.
 */
function ofFew<R>(
  way: Candidates<R> | undefined,
  predicate: Predicate<R>,
  context: CompileContext<R>,
): Predicate<R> {
  if (way === undefined || !isFew(way.count, context)) return predicate
  const { identity } = context.source
  const isExact = way.exact === true
  const patience = isExact ? way.count / 8 : way.count
  let asked = 0
  let few: Set<number> | undefined
  return (record) => {
    if (few === undefined) {
      if (asked++ < patience) return predicate(record)
      few = new Set()
      for (const candidate of way.records()) few.add(identity(candidate))
    }
    return few.has(identity(record)) && (isExact || predicate(record))
  }
}

const KEY: FieldReference = { field: 'key' }

/** `from = 'K'` is `from-> key = 'K'`; what asks whether there is a child at all stays. */
function asChain<R>(node: QueryNode, context: CompileContext<R>): QueryNode {
  if (node.kind !== 'comparison' && node.kind !== 'membership') return node
  if (node.kind === 'comparison' ? node.operator === '!=' : node.negated || node.orAbsent) return node
  const relation = context.reader(node.field).binding?.keysAlong
  if (relation === undefined) return node
  const { start, end } = node
  return { kind: 'chain', relation, operand: { ...node, field: KEY }, start, end }
}

/** What costs least is asked first; the order changes no answer. */
function cheapFirst(operands: readonly QueryNode[]): readonly QueryNode[] {
  if (operands.length === 1) return operands
  return operands
    .map((node) => ({ node, cost: costOf(node) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ node }) => node)
}

function costOf(node: QueryNode): number {
  switch (node.kind) {
    case 'all':
      return 0
    case 'and':
    case 'or':
      return Math.max(...node.operands.map(costOf))
    case 'not':
      return costOf(node.operand)
    case 'chain':
      return 4
    case 'fullText':
      return 2
    case 'comparison':
    case 'membership':
    case 'presence':
      if (fieldDefinition(node.field.field).linked) return 3
      return node.field.field === 'text' ? 2 : 1
    default:
      return 3
  }
}

function everyOf<R>(predicates: readonly Predicate<R>[]): Predicate<R> {
  const [first] = predicates
  if (first !== undefined && predicates.length === 1) return first
  return (record) => {
    for (const predicate of predicates) if (!predicate(record)) return false
    return true
  }
}

function someOf<R>(predicates: readonly Predicate<R>[]): Predicate<R> {
  const [first] = predicates
  if (first !== undefined && predicates.length === 1) return first
  return (record) => {
    for (const predicate of predicates) if (predicate(record)) return true
    return false
  }
}

/** Each record is decided once as the target of a chain, so that the work grows with the links and not the paths. */
function compileChain<R>(chain: QueryNode & { kind: 'chain' }, context: CompileContext<R>): Predicate<R> {
  const { identity } = context.source
  const { related, all } = context.links(chain.relation)
  const operand = rememberDecision(compileQuery(chain.operand, context))
  let leading: IdentitySet | undefined
  return (record) => {
    if (leading === undefined) {
      const links = all()
      if (links !== undefined) leading = leadingTo(operand, links)
    }
    if (leading !== undefined) return leading.has(identity(record))
    for (const target of related(record)) if (operand(target, identity(target))) return true
    return false
  }
}

/** The records one of whose links leads to a record that passes. */
function leadingTo<R>(
  operand: (record: R, identity: number) => boolean,
  { from, to, targets }: AllLinks<R>,
): IdentitySet {
  const leading = new IdentitySet()
  for (let index = 0; index < targets.length; index++) {
    const start = from[index] as number
    if (!leading.has(start) && operand(targets[index] as R, to[index] as number)) leading.add(start)
  }
  return leading
}
