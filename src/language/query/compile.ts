/** Turns a query into one function from record to boolean, so that nothing of the tree is walked per record. */
import type { Relation } from '../values.ts'
import { compileCondition, type ConditionContext } from './compile-condition.ts'
import { compileTexts } from './compile-text-alternatives.ts'
import { fieldDefinition } from './fields.ts'
import { compileOrderings } from './compile-orderings.ts'
import { groupOrderings, joinChains, joinNegations } from './joining.ts'
import type { LinkReader } from './reader.ts'
import type { AllLinks, Candidates } from './source.ts'
import type { FieldReference, QueryNode } from './syntax.ts'

export type Predicate<R> = (record: R) => boolean

export interface CompileContext<R> extends ConditionContext<R> {
  readonly links: (relation: Relation) => LinkReader<R>
  /** At least every record that a node can match, if indexes can find them. */
  readonly path: (node: QueryNode) => Candidates<R> | undefined
}

/** NOT is the exact complement, even for absent values. */
export function compileQuery<R>(node: QueryNode, context: CompileContext<R>): Predicate<R> {
  const query = asChain(node, context)
  switch (query.kind) {
    case 'all':
      return () => true
    case 'and':
      return everyOf(
        cheapFirst(joinNegations(query.operands)).map((operand) => compileQuery(operand, context)),
      )
    case 'or':
      return compileOr(joinChains(query.operands.map((operand) => asChain(operand, context))), context)
    case 'not': {
      const operand = compileQuery(query.operand, context)
      return (record) => !operand(record)
    }
    case 'chain':
      return amongCandidates(context.path(query), compileChain(query, context), context)
    default:
      return amongCandidates(context.path(query), compileCondition(query, context), context)
  }
}

/** Alternatives with an index become one lookup of the record among their candidates. */
function compileOr<R>(operands: readonly QueryNode[], context: CompileContext<R>): Predicate<R> {
  const indexed: QueryNode[] = []
  const paths: Candidates<R>[] = []
  const others: QueryNode[] = []
  let count = 0
  for (const operand of operands) {
    const path = context.path(operand)
    if (path !== undefined && isSelective(count + path.count, context)) {
      indexed.push(operand)
      paths.push(path)
      count += path.count
    } else others.push(operand)
  }
  const compileAll = (nodes: readonly QueryNode[]) =>
    cheapFirst(nodes).map((node) => compileQuery(node, context))
  const scanned = () => {
    const { rest, groups } = groupOrderings(others)
    const texts = compileTexts(rest, context, (node) => compileQuery(node, context))
    const orderings = groups.map((group) => compileOrderings(group, context))
    return [...orderings, ...compileAll(texts.rest), ...texts.predicates]
  }
  if (indexed.length === 0) return someOf(scanned())
  const together: Candidates<R> = {
    count,
    *records() {
      for (const path of paths) yield* path.records()
    },
  }
  return someOf([amongCandidates(together, someOf(compileAll(indexed)), context), ...scanned()])
}

function isSelective<R>(count: number, { source }: CompileContext<R>): boolean {
  return count * 8 < source.size
}

/** Looks records up among the candidates of an index, once enough records were tested to pay for that. */
function amongCandidates<R>(
  path: Candidates<R> | undefined,
  predicate: Predicate<R>,
  context: CompileContext<R>,
): Predicate<R> {
  if (path === undefined || !isSelective(path.count, context)) return predicate
  const { identity } = context.source
  const isExact = path.exact === true
  const patience = isExact ? path.count / 8 : path.count
  let tested = 0
  let few: Set<number> | undefined
  return (record) => {
    if (few === undefined) {
      if (tested++ < patience) return predicate(record)
      few = new Set()
      for (const candidate of path.records()) few.add(identity(candidate))
    }
    return few.has(identity(record)) && (isExact || predicate(record))
  }
}

const KEY: FieldReference = { field: 'key' }

/** `from = 'K'` becomes `from-> key = 'K'`; tests for any child at all stay. */
function asChain<R>(node: QueryNode, context: CompileContext<R>): QueryNode {
  if (node.kind !== 'comparison' && node.kind !== 'membership') return node
  if (node.kind === 'comparison' ? node.operator === '!=' : node.negated || node.orAbsent) return node
  const relation = context.reader(node.field).binding?.keysAlong
  if (relation === undefined) return node
  const { start, end } = node
  return { kind: 'chain', relation, operand: { ...node, field: KEY }, start, end }
}

/** Tests cheap conditions first; the order does not change the result. */
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

/** Decides each record once as the target of a chain, so that the work grows with the links and not the paths. */
function compileChain<R>(chain: QueryNode & { kind: 'chain' }, context: CompileContext<R>): Predicate<R> {
  const { identity } = context.source
  const { related, all } = context.links(chain.relation)
  const operand = compileQuery(chain.operand, context)
  const decisions = new Map<number, boolean>()
  const passes = (target: R) => {
    const decision = decisions.get(identity(target)) ?? operand(target)
    decisions.set(identity(target), decision)
    return decision
  }
  let leading: ReadonlySet<number> | undefined
  return (record) => {
    if (leading === undefined) {
      const links = all()
      if (links !== undefined) leading = leadingTo(passes, links)
    }
    return leading?.has(identity(record)) ?? related(record).some(passes)
  }
}

function leadingTo<R>(passes: Predicate<R>, links: AllLinks<R>): ReadonlySet<number> {
  const leading = new Set<number>()
  for (const { from, target } of links) if (!leading.has(from) && passes(target)) leading.add(from)
  return leading
}
