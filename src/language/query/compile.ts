/** Turns a query into one function from record to boolean, so that nothing of the tree is walked per record. */
import { compileLike } from '../like.ts'
import { comparedTo, foldCase } from '../values.ts'
import type { Relation, Scalar } from '../values.ts'
import { fieldDefinition } from './fields.ts'
import { rememberDecision } from './memory.ts'
import { isAbsent, someValue } from './reader.ts'
import type { FieldReader } from './reader.ts'
import type { OwnCondition, QuerySource } from './source.ts'
import type {
  ConditionNode,
  FieldReference,
  FunctionNode,
  QueryNode,
  QueryValue,
  SpecialValue,
} from './syntax.ts'

/** Tests one record. */
export type Predicate<R> = (record: R) => boolean

/** What compiling needs besides the tree. */
export interface CompileContext<R> {
  readonly source: QuerySource<R>
  readonly reader: (field: FieldReference) => FieldReader<R>
  readonly links: (relation: Relation) => (record: R) => readonly R[]
  /** The test of a value that only its field understands, asked for once. */
  readonly special: (field: FieldReference, value: SpecialValue) => OwnCondition<R>
  /** The test of a function, asked for once. */
  readonly condition: (called: FunctionNode) => OwnCondition<R>
}

/**
 * Compiles a query. Two-valued: a comparison with an absent value is false whatever the operator, `!=` and `NOT IN`
 * included, and NOT is the complement of that.
 */
export function compileQuery<R>(query: QueryNode, context: CompileContext<R>): Predicate<R> {
  switch (query.kind) {
    case 'all':
      return () => true
    case 'and':
      return everyOf(chainsLast(query.operands).map((operand) => compileQuery(operand, context)))
    case 'or':
      return someOf(chainsLast(query.operands).map((operand) => compileQuery(operand, context)))
    case 'not': {
      const operand = compileQuery(query.operand, context)
      return (record) => !operand(record)
    }
    case 'chain':
      return compileChain(query, context)
    default:
      return compileCondition(query, context)
  }
}

/** Following links costs more than looking at the record, and the order changes no answer. */
function chainsLast(operands: readonly QueryNode[]): readonly QueryNode[] {
  const chained = (node: QueryNode) =>
    node.kind === 'chain' || (node.kind === 'not' && node.operand.kind === 'chain')
  return [...operands.filter((node) => !chained(node)), ...operands.filter(chained)]
}

function everyOf<R>(predicates: readonly Predicate<R>[]): Predicate<R> {
  return (record) => {
    for (const predicate of predicates) if (!predicate(record)) return false
    return true
  }
}

function someOf<R>(predicates: readonly Predicate<R>[]): Predicate<R> {
  return (record) => {
    for (const predicate of predicates) if (predicate(record)) return true
    return false
  }
}

/** Each record is decided once as the target of a chain, so that the work grows with the links and not the paths. */
function compileChain<R>(chain: QueryNode & { kind: 'chain' }, context: CompileContext<R>): Predicate<R> {
  const links = context.links(chain.relation)
  const operand = rememberDecision(compileQuery(chain.operand, context), context.source.identity)
  return (record) => {
    for (const target of links(record)) if (operand(target)) return true
    return false
  }
}

function compileCondition<R>(condition: ConditionNode, context: CompileContext<R>): Predicate<R> {
  switch (condition.kind) {
    case 'fullText':
      return compileFullText(condition.text, context)
    case 'comparison':
      return compileComparison(condition, context)
    case 'membership':
      return compileMembership(condition, context)
    case 'presence': {
      const { values } = context.reader(condition.field)
      return (record) => isAbsent(values(record)) === condition.absent
    }
    default:
      return context.condition(condition).matches
  }
}

/** A bare text is looked for anywhere in key and text; a `%` in it is a wildcard as in LIKE. */
function compileFullText<R>(text: string, context: CompileContext<R>): Predicate<R> {
  const test = textTest(text)
  const key = context.reader({ field: 'key' })
  const body = context.reader({ field: 'text' })
  return (record) => someValue(body.folded(record), test) || someValue(key.folded(record), test)
}

/** Without wildcards one search decides, and a query may look for hundreds of texts. */
function textTest(text: string): (folded: Scalar) => boolean {
  if (!text.includes('%')) {
    const wanted = foldCase(text)
    return (folded) => (folded as string).includes(wanted)
  }
  const { matches } = compileLike(`%${text}%`)
  return (folded) => matches(folded as string)
}

function compileComparison<R>(
  comparison: ConditionNode & { kind: 'comparison' },
  context: CompileContext<R>,
): Predicate<R> {
  const { field, operator, value } = comparison
  if (operator === '=') return compileEquality(field, [value], context)
  const reader = context.reader(field)
  if (operator === '!=') return presentAndNot(reader, compileEquality(field, [value], context))
  const literal = literalOf(value, context.source)
  if (literal === undefined) return () => false
  const comparable = comparableWith(field, literal)
  if (operator === '~') {
    const { matches } = compileLike(String(literal))
    if (comparable === undefined) {
      const test = (folded: Scalar) => matches(folded as string)
      return (record) => someValue(reader.folded(record), test)
    }
    const test = (own: Scalar) => comparable(own) && matches(foldCase(String(own)))
    return (record) => someValue(reader.values(record), test)
  }
  const fits = ORDERINGS[operator]
  const compare = comparedTo(literal)
  const test = (own: Scalar) => (comparable === undefined || comparable(own)) && fits(compare(own))
  return (record) => someValue(reader.values(record), test)
}

const ORDERINGS = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const

function compileMembership<R>(
  membership: ConditionNode & { kind: 'membership' },
  context: CompileContext<R>,
): Predicate<R> {
  const { field, values, negated, orAbsent } = membership
  const reader = context.reader(field)
  const equal = compileEquality(field, values, context)
  if (negated) return presentAndNot(reader, equal)
  if (!orAbsent) return equal
  return (record) => isAbsent(reader.values(record)) || equal(record)
}

function presentAndNot<R>(reader: FieldReader<R>, predicate: Predicate<R>): Predicate<R> {
  return (record) => !isAbsent(reader.values(record)) && !predicate(record)
}

/** True when any value of the field equals any of the literals: exactly, in the same letter case. */
function compileEquality<R>(
  field: FieldReference,
  values: readonly QueryValue[],
  context: CompileContext<R>,
): Predicate<R> {
  const { values: read } = context.reader(field)
  const literals: Scalar[] = []
  const own: Predicate<R>[] = []
  for (const value of values) {
    if (value.kind === 'scoped' || value.kind === 'currentBaseline')
      own.push(context.special(field, value).matches)
    else literals.push(...equalityLiteral(field, value, context.source))
  }
  const test = equalityTest(field, literals)
  if (own.length === 0) return (record) => someValue(read(record), test)
  return (record) => someValue(read(record), test) || own.some((matches) => matches(record))
}

/** What a value looks up in an index: no literal for a user that nobody knows. */
export function equalityLiteral<R>(
  field: FieldReference,
  value: QueryValue,
  source: QuerySource<R>,
): readonly Scalar[] {
  const literal = literalOf(value, source)
  if (literal === undefined) return []
  return [fieldDefinition(field.field).anyCase ? String(literal).toUpperCase() : literal]
}

/** Values are equal when their texts are; a typed field tells the number 3 from the text '3'. */
function equalityTest(field: FieldReference, literals: readonly Scalar[]): (value: Scalar) => boolean {
  const { typed, anyCase } = fieldDefinition(field.field)
  const exact = new Set(literals)
  if (typed) return (value) => exact.has(value)
  const texts = new Set(literals.map(String))
  if (anyCase) return (value) => texts.has(String(value).toUpperCase())
  return (value) => exact.has(value) || texts.has(typeof value === 'string' ? value : String(value))
}

/** The literal that a value stands for; none for an unknown user and for values that only their field understands. */
export function literalOf<R>(value: QueryValue, source: QuerySource<R>): Scalar | undefined {
  switch (value.kind) {
    case 'text':
      return value.text
    case 'number':
      return value.number
    case 'boolean':
      return value.boolean
    case 'user':
      return source.user(value.user)
    default:
      return undefined
  }
}

/** In a typed field only values of the literal's own type compare with it; elsewhere all do. */
function comparableWith(field: FieldReference, literal: Scalar): ((value: Scalar) => boolean) | undefined {
  if (!fieldDefinition(field.field).typed) return undefined
  return (value) => typeof value === typeof literal
}
