/** Decides how a query is run: which records are worth looking at, and how each of them is tested. */
import { oncePerKey } from '../../world/once.ts'
import { compileLike } from '../like.ts'
import { patternOfValue, sameValue, valuesToLookUp } from './compile-condition.ts'
import { compileQuery } from './compile.ts'
import type { CompileContext } from './compile.ts'
import type { Grammar } from '../grammar.ts'
import { dayOf } from './days.ts'
import { fieldDefinition } from './fields.ts'
import { fieldsOf } from './mentions.ts'
import { printCondition } from './print.ts'
import { createFieldReaders, createLinkReaders } from './reader.ts'
import { readsDays, type UnfitValue, unfitValues } from './unfit-values.ts'
import type { Candidates, QuerySource } from './source.ts'
import type { ConditionNode, FieldReference, QueryNode, QueryValue } from './syntax.ts'

/** A query bound to its records; valid until a record changes. */
export interface QueryPlan<R> {
  /** Every record that can match, each once and in no particular order; undefined for a full scan. */
  readonly candidates: () => Iterable<R> | undefined
  /** Every record that may fail to match, each once, if they are few: all others match, such as what a negation does not name. */
  readonly exceptions: () => Iterable<R> | undefined
  readonly matches: (record: R) => boolean
  /** Whether the query restricts the status or baseline of the selected records; conditions in chains do not count. */
  readonly mentions: { readonly status: boolean; readonly baseline: boolean }
  /** Values that their fields cannot be compared with; such comparisons are false. */
  readonly unfit: readonly UnfitValue[]
  /** A property of days is compared with a moment, or with what is no day. */
  readonly readsDays: boolean
}

/** Plans a query over a source. The access path never changes the result. */
export function planQuery<R>(query: QueryNode, source: QuerySource<R>, grammar?: Grammar): QueryPlan<R> {
  const named = fieldsOf(query, false)
  const context = createContext(source, grammar?.days !== 'texts')
  const kindsOf = (field: FieldReference) => context.reader(field).binding
  const worthwhile = (path: Candidates<R> | undefined) =>
    path !== undefined && path.count * 2 < source.size ? distinct(path.records(), source) : undefined
  return {
    candidates: () => worthwhile(context.path(query)),
    exceptions: () => worthwhile(findExceptions(query, context)),
    matches: compileQuery(query, context),
    mentions: { status: named.has('status'), baseline: named.has('baseline') },
    unfit: unfitValues(query, kindsOf),
    readsDays: readsDays(query, kindsOf),
  }
}

/** Finds each access path once: equal conditions share it. */
function createContext<R>(source: QuerySource<R>, knowsDays: boolean): CompileContext<R> {
  const reader = createFieldReaders(source)
  const holdsDays = (field: FieldReference) => knowsDays && reader(field).binding?.days === true
  const paths = new Map<string, Candidates<R> | undefined>()
  const context: CompileContext<R> = {
    source,
    reader,
    holdsDays,
    ownValue: (field) =>
      holdsDays(field) ? (value) => (typeof value === 'string' ? (dayOf(value) ?? value) : value) : sameValue,
    links: createLinkReaders(source),
    special: source.special,
    condition: oncePerKey(source.condition),
    path: oncePerKey((node) => {
      if (!isCondition(node)) return findPath(node, context)
      const text = printCondition(node)
      if (!paths.has(text)) paths.set(text, findPath(node, context))
      return paths.get(text)
    }),
  }
  return context
}

function isCondition(node: QueryNode): node is ConditionNode {
  return !['all', 'and', 'or', 'not', 'chain'].includes(node.kind)
}

function findPath<R>(query: QueryNode, context: CompileContext<R>): Candidates<R> | undefined {
  switch (query.kind) {
    case 'all':
    case 'not':
      return undefined
    case 'and':
      return shortest(query.operands.map(context.path))
    case 'or':
      return union(query.operands.map(context.path))
    case 'chain':
      return findPathBack(query, context)
    default:
      return findCandidates(query, context)
  }
}

/** At least every record that does not match. */
function findExceptions<R>(query: QueryNode, context: CompileContext<R>): Candidates<R> | undefined {
  switch (query.kind) {
    case 'not':
      return context.path(query.operand)
    case 'and':
      return union(query.operands.map((operand) => findExceptions(operand, context)))
    case 'or':
      return shortest(query.operands.map((operand) => findExceptions(operand, context)))
    case 'presence':
      return query.absent ? context.reader(query.field).binding?.present?.() : undefined
    default:
      return undefined
  }
}

/** Starts from the few records that the operand selects and follows the relation back. */
function findPathBack<R>(
  chain: QueryNode & { kind: 'chain' },
  context: CompileContext<R>,
): Candidates<R> | undefined {
  const { source } = context
  const { relatedBy } = source
  const targets = relatedBy === undefined ? undefined : context.path(chain.operand)
  if (relatedBy === undefined || targets === undefined) return undefined
  return {
    count: targets.count * 2,
    *records() {
      for (const target of distinct(targets.records(), source)) yield* relatedBy(target, chain.relation)
    },
  }
}

function findCandidates<R>(condition: ConditionNode, context: CompileContext<R>): Candidates<R> | undefined {
  switch (condition.kind) {
    case 'comparison': {
      const { field, operator, value } = condition
      if (operator === '=') return lookUp(field, value, context)
      return operator === '~' ? lookUpPrefix(field, value, context) : undefined
    }
    case 'membership': {
      const { field, values, negated, orAbsent } = condition
      if (negated || orAbsent) return undefined
      return union(values.map((value) => lookUp(field, value, context)))
    }
    case 'fullText':
    case 'presence':
      return undefined
    default:
      return context.condition(condition).candidates
  }
}

function lookUp<R>(
  field: FieldReference,
  value: QueryValue,
  context: CompileContext<R>,
): Candidates<R> | undefined {
  if (value.kind === 'scoped' || value.kind === 'currentBaseline')
    return context.special(field, value).candidates
  const literals = valuesToLookUp(field, value, context)
  const [literal] = literals
  if (literal === undefined) return { count: 0, records: () => [] }
  const { binding } = context.reader(field)
  if (literals.length === 1) return binding?.lookup?.(literal)
  return union(literals.map((each) => binding?.lookup?.(each)))
}

function lookUpPrefix<R>(
  field: FieldReference,
  value: QueryValue,
  context: CompileContext<R>,
): Candidates<R> | undefined {
  const pattern = patternOfValue(value, context.source)
  const isText = value.kind === 'text' || value.kind === 'user'
  if (pattern === undefined || (fieldDefinition(field.field).typed && !isText)) return undefined
  const { prefix } = compileLike(pattern)
  return prefix === '' ? undefined : context.reader(field).binding?.prefix?.(prefix)
}

function shortest<R>(paths: readonly (Candidates<R> | undefined)[]): Candidates<R> | undefined {
  let best: Candidates<R> | undefined
  for (const path of paths) {
    if (path !== undefined && (best === undefined || path.count < best.count)) best = path
  }
  return best
}

/** Combines the paths of all alternatives, if each has one. */
function union<R>(paths: readonly (Candidates<R> | undefined)[]): Candidates<R> | undefined {
  const known = paths.filter((path) => path !== undefined)
  if (known.length < paths.length) return undefined
  return {
    count: known.reduce((sum, path) => sum + path.count, 0),
    exact: known.every((path) => path.exact === true),
    *records() {
      for (const path of known) yield* path.records()
    },
  }
}

function* distinct<R>(records: Iterable<R>, source: QuerySource<R>): Generator<R> {
  const seen = new Set<number>()
  for (const record of records) {
    const identity = source.identity(record)
    if (seen.has(identity)) continue
    seen.add(identity)
    yield record
  }
}
