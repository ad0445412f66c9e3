/** Turns one condition of a query into a function from record to boolean. */
import { compileLike, patternOfText, splitPattern } from '../like.ts'
import { comparedTo, foldCase, isExactNumber, isIdentifier, textOf } from '../values.ts'
import type { FieldValue, Literal, Scalar } from '../values.ts'
import { dayOf } from './days.ts'
import { fieldDefinition } from './fields.ts'
import { isAbsent, someValue } from './reader.ts'
import type { FieldReader } from './reader.ts'
import type { OwnCondition, QuerySource } from './source.ts'
import type { ConditionNode, FieldReference, FunctionNode, QueryValue, SpecialValue } from './syntax.ts'

type Predicate<R> = (record: R) => boolean

export interface ConditionContext<R> {
  readonly source: QuerySource<R>
  readonly reader: (field: FieldReference) => FieldReader<R>
  /** Whether values of a field are compared as days. */
  readonly holdsDays: (field: FieldReference) => boolean
  /** How a value of a field is compared: of a property of days, by its day. */
  readonly ownValue: (field: FieldReference) => (value: Scalar) => Scalar
  /** Compiles a value that only its field understands; called once. */
  readonly special: (field: FieldReference, value: SpecialValue) => OwnCondition<R>
  /** Compiles a function; called once. */
  readonly condition: (called: FunctionNode) => OwnCondition<R>
}

export const sameValue = (value: Scalar): Scalar => value

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

/** A bare text may be anywhere in key and text; it is a pattern as in LIKE. */
function compileFullText<R>(text: string, context: ConditionContext<R>): Predicate<R> {
  const test = textTest(text)
  const key = context.reader({ field: 'key' })
  const body = context.reader({ field: 'text' })
  return (record) => someValue(body.folded(record), test) || someValue(key.folded(record), test)
}

/** Without wildcards, one search is enough, and a query may have hundreds of texts. */
function textTest(text: string): (folded: Scalar) => boolean {
  const [wanted = '', ...others] = splitPattern(foldCase(text))
  if (others.length === 0) return (folded) => (folded as string).includes(wanted)
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
  if (operator === '~') return compileLikeTest(field, value, reader, context.source)
  const literal = literalFor(field, value, context)
  if (literal === undefined) return () => false
  const comparable = typeof literal === 'object' ? undefined : comparableWith(field, literal)
  const onlyNumbers = typeof literal === 'object' && fieldDefinition(field.field).typed === true
  const fits = ORDERINGS[operator]
  const compare = comparedTo(textOf(literal))
  const own = context.ownValue(field)
  return someValueOf(
    reader.values,
    (value) =>
      (comparable === undefined || comparable(value)) &&
      (!onlyNumbers || typeof value === 'number') &&
      fits(compare(own(value))),
  )
}

/** True if one of a record's values passes. Neighbouring records often share a list, whose result is cached. */
export function someValueOf<R>(
  read: (record: R) => FieldValue,
  test: (value: Scalar) => boolean,
): Predicate<R> {
  let last: FieldValue
  let response = false
  return (record) => {
    const values = read(record)
    if (typeof values !== 'object') return values !== undefined && test(values)
    if (values !== last) {
      last = values
      response = values.some(test)
    }
    return response
  }
}

function compileLikeTest<R>(
  field: FieldReference,
  value: QueryValue,
  reader: FieldReader<R>,
  source: QuerySource<R>,
): Predicate<R> {
  const literal = literalOf(value, source)
  const pattern = patternOfValue(value, source)
  if (literal === undefined || pattern === undefined) return () => false
  const { matches } = compileLike(pattern)
  const comparable = comparableWith(field, literal)
  const someMatches = (values: readonly Scalar[], folded: readonly Scalar[]) =>
    values.some(
      (value, index) => (comparable === undefined || comparable(value)) && matches(folded[index] as string),
    )
  let last: FieldValue
  let response = false
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
      response = someMatches(values, reader.folded(record) as readonly Scalar[])
    }
    return response
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
  const literals: Literal[] = []
  const special: Predicate<R>[] = []
  for (const value of values) {
    if (value.kind === 'scoped' || value.kind === 'currentBaseline')
      special.push(context.special(field, value).matches)
    else literals.push(...literalsFor(field, value, context))
  }
  const test = equalityTest(field, literals)
  const own = context.ownValue(field)
  const equal = someValueOf(read, own === sameValue ? test : (value) => test(own(value)))
  if (special.length === 0) return equal
  return (record) => equal(record) || special.some((matches) => matches(record))
}

/** The values to look up in an index; none for an unknown user, and for what is no day of a property of days. */
export function valuesToLookUp<R>(
  field: FieldReference,
  value: QueryValue,
  context: ConditionContext<R>,
): readonly Scalar[] {
  const { anyCase, typed, numeric } = fieldDefinition(field.field)
  return literalsFor(field, value, context).flatMap((literal): Scalar[] => {
    if (anyCase) return [textOf(literal).toUpperCase()]
    if (typeof literal !== 'object') return [literal]
    const { text, number } = literal
    if (typed) return isIdentifier(text) ? [number] : [number, text]
    return numeric && String(number) !== text ? [text, number] : [text]
  })
}

/** Values are equal if their texts are; numbers equal an unquoted number; a typed field distinguishes 3 from '3'. */
function equalityTest(field: FieldReference, literals: readonly Literal[]): (value: Scalar) => boolean {
  const { typed, anyCase } = fieldDefinition(field.field)
  const numbers = new Set<number>()
  const texts = new Set<string>()
  const shown = new Set<string>()
  for (const literal of literals) {
    if (typeof literal !== 'object') {
      const isTruth = typeof literal === 'boolean'
      if (!typed || !isTruth) texts.add(String(literal))
      if (!typed || isTruth) shown.add(String(literal))
      continue
    }
    if (isExactNumber(literal.text)) numbers.add(literal.number)
    if (!typed || !isIdentifier(literal.text)) texts.add(literal.text)
  }
  if (anyCase) {
    const upper = new Set(Array.from(texts, (text) => text.toUpperCase()))
    return (value) => upper.has(String(value).toUpperCase())
  }
  return (value) => {
    if (typeof value === 'string') return texts.has(value)
    return (typeof value === 'number' && numbers.has(value)) || (shown.size > 0 && shown.has(String(value)))
  }
}

/** None for an unknown user, and for values that only their field understands. */
function literalOf<R>(value: QueryValue, source: QuerySource<R>): Literal | undefined {
  switch (value.kind) {
    case 'text':
      return value.text
    case 'number':
      return value
    case 'boolean':
      return value.boolean
    case 'user':
      return source.user(value.user)
    default:
      return undefined
  }
}

/** The literal that values of a field are compared with: of a property of days, the day; none if it is no day. */
export function literalFor<R>(
  field: FieldReference,
  value: QueryValue,
  context: ConditionContext<R>,
): Literal | undefined {
  const literal = literalOf(value, context.source)
  if (!context.holdsDays(field)) return literal
  return typeof literal === 'string' ? dayOf(literal.trim()) : undefined
}

function literalsFor<R>(
  field: FieldReference,
  value: QueryValue,
  context: ConditionContext<R>,
): readonly Literal[] {
  const literal = literalFor(field, value, context)
  return literal === undefined ? [] : [literal]
}

/** The pattern that a value after `~` stands for; only a text in quotes has wildcards. */
export function patternOfValue<R>(value: QueryValue, source: QuerySource<R>): string | undefined {
  if (value.kind === 'text') return value.text
  const literal = literalOf(value, source)
  return literal === undefined ? undefined : patternOfText(textOf(literal))
}

/** A typed field compares only values of the literal's own type; a number that is no identifier may be a name, too. */
function comparableWith(field: FieldReference, literal: Literal): ((value: Scalar) => boolean) | undefined {
  if (!fieldDefinition(field.field).typed) return undefined
  if (typeof literal !== 'object') return (value) => typeof value === typeof literal
  return isIdentifier(literal.text) ? (value) => typeof value === 'number' : undefined
}
