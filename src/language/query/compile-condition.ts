/** Turns one condition of a query into a function from record to boolean. */
import { compileLike } from '../like.ts'
import { comparedTo, foldCase } from '../values.ts'
import type { FieldValue, Scalar } from '../values.ts'
import { fieldDefinition } from './fields.ts'
import { isAbsent, someValue } from './reader.ts'
import type { FieldReader } from './reader.ts'
import type { OwnCondition, QuerySource } from './source.ts'
import type { ConditionNode, FieldReference, FunctionNode, QueryValue, SpecialValue } from './syntax.ts'

type Predicate<R> = (record: R) => boolean

export interface ConditionContext<R> {
  readonly source: QuerySource<R>
  readonly reader: (field: FieldReference) => FieldReader<R>
  /** Compiles a value that only its field understands; called once. */
  readonly special: (field: FieldReference, value: SpecialValue) => OwnCondition<R>
  /** Compiles a function; called once. */
  readonly condition: (called: FunctionNode) => OwnCondition<R>
}

/** A condition on an absent value is false whatever its operator, even `!=` and `NOT IN`. */
export function compileCondition<R>(condition: ConditionNode, context: ConditionContext<R>): Predicate<R> {
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

/** A bare text may be anywhere in key and text; `%` is a wildcard as in LIKE. */
function compileFullText<R>(text: string, context: ConditionContext<R>): Predicate<R> {
  const test = textTest(text)
  const key = context.reader({ field: 'key' })
  const body = context.reader({ field: 'text' })
  return (record) => someValue(body.folded(record), test) || someValue(key.folded(record), test)
}

/** Without wildcards, one search is enough, and a query may have hundreds of texts. */
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
  context: ConditionContext<R>,
): Predicate<R> {
  const { field, operator, value } = comparison
  if (operator === '=') return compileEquality(field, [value], context)
  const reader = context.reader(field)
  if (operator === '!=') return presentAndNot(reader, compileEquality(field, [value], context))
  const literal = literalOf(value, context.source)
  if (literal === undefined) return () => false
  if (operator === '~') return compileLikeTest(field, literal, reader)
  const comparable = comparableWith(field, literal)
  const fits = ORDERINGS[operator]
  const compare = comparedTo(literal)
  return someValueOf(
    reader.values,
    (own) => (comparable === undefined || comparable(own)) && fits(compare(own)),
  )
}

/** True if one of a record's values passes. Neighbouring records often share a list, whose result is cached. */
export function someValueOf<R>(
  read: (record: R) => FieldValue,
  test: (value: Scalar) => boolean,
): Predicate<R> {
  let last: FieldValue
  let answer = false
  return (record) => {
    const values = read(record)
    if (typeof values !== 'object') return values !== undefined && test(values)
    if (values !== last) {
      last = values
      answer = values.some(test)
    }
    return answer
  }
}

function compileLikeTest<R>(field: FieldReference, literal: Scalar, reader: FieldReader<R>): Predicate<R> {
  const { matches } = compileLike(String(literal))
  const comparable = comparableWith(field, literal)
  const someMatches = (values: readonly Scalar[], folded: readonly Scalar[]) =>
    values.some(
      (value, index) => (comparable === undefined || comparable(value)) && matches(folded[index] as string),
    )
  let last: FieldValue
  let answer = false
  return (record) => {
    const values = reader.values(record)
    if (typeof values !== 'object')
      return (
        values !== undefined &&
        (comparable === undefined || comparable(values)) &&
        matches(reader.folded(record) as string)
      )
    if (values !== last) {
      last = values
      answer = someMatches(values, reader.folded(record) as readonly Scalar[])
    }
    return answer
  }
}

export const ORDERINGS = {
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const

function compileMembership<R>(
  membership: ConditionNode & { kind: 'membership' },
  context: ConditionContext<R>,
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

/** True if any value of the field equals any of the literals, in the same letter case. */
function compileEquality<R>(
  field: FieldReference,
  values: readonly QueryValue[],
  context: ConditionContext<R>,
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
  const equal = someValueOf(read, test)
  if (own.length === 0) return equal
  return (record) => equal(record) || own.some((matches) => matches(record))
}

/** The literal to look up in an index; none for an unknown user. */
export function equalityLiteral<R>(
  field: FieldReference,
  value: QueryValue,
  source: QuerySource<R>,
): readonly Scalar[] {
  const literal = literalOf(value, source)
  if (literal === undefined) return []
  return [fieldDefinition(field.field).anyCase ? String(literal).toUpperCase() : literal]
}

/** Values are equal if their texts are; a typed field distinguishes the number 3 from the text '3'. */
function equalityTest(field: FieldReference, literals: readonly Scalar[]): (value: Scalar) => boolean {
  const { typed, anyCase } = fieldDefinition(field.field)
  const exact = new Set(literals)
  if (typed) return (value) => exact.has(value)
  const texts = new Set(literals.map(String))
  if (anyCase) return (value) => texts.has(String(value).toUpperCase())
  return (value) => exact.has(value) || texts.has(typeof value === 'string' ? value : String(value))
}

/** None for an unknown user, and for values that only their field understands. */
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

/** A typed field compares only values of the literal's own type. */
function comparableWith(field: FieldReference, literal: Scalar): ((value: Scalar) => boolean) | undefined {
  if (!fieldDefinition(field.field).typed) return undefined
  return (value) => typeof value === typeof literal
}
