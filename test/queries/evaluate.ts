/**
 * What a query of the random ones means, worked out from the description of the language alone: nothing of the product is
 * imported. Slow and plain.
 */
import { DAYS, type Item, ITEMS, NUMBERS } from './world.ts'

/** A value as it is drawn: an unquoted number by its spelling, a text, a pattern by its parts, or a truth value. */
export type Value =
  | { readonly kind: 'number'; readonly spelling: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly parts: readonly Part[] }
  | { readonly kind: 'truth'; readonly truth: boolean }

/** A run of literal text, or any characters. */
export type Part = { readonly text: string } | '%'

export type Query =
  | { readonly kind: 'compare'; readonly field: string; readonly operator: string; readonly value: Value }
  | {
      readonly kind: 'list'
      readonly field: string
      readonly negated: boolean
      readonly values: readonly Value[]
    }
  | { readonly kind: 'null'; readonly field: string; readonly negated: boolean }
  | { readonly kind: 'search'; readonly parts: readonly Part[] }
  | { readonly kind: 'not'; readonly operand: Query }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly [Query, Query] }
  | { readonly kind: 'chain'; readonly relation: 'from' | 'to'; readonly operand: Query }

type Stored = string | number

/** The fields with an identifier and a name. */
const TYPED: ReadonlySet<string> = new Set(['page'])

function valuesOf(item: Item, field: string): readonly Stored[] {
  if (field === 'key') return [item.key]
  if (field === 'id') return [item.id]
  if (field === 'text') return [item.text]
  if (field === 'page') return [item.page.id, item.page.title]
  if (field === 'to') return item.parents
  if (field === 'from') return ITEMS.filter(({ parents }) => parents.includes(item.key)).map(({ key }) => key)
  const [kind, name = ''] = field.split('@')
  const value = kind === 'ext' ? item.external[name] : item.inline[name]
  return value === undefined ? [] : [value]
}

export function matches(query: Query, item: Item): boolean {
  switch (query.kind) {
    case 'and':
      return query.operands.every((operand) => matches(operand, item))
    case 'or':
      return query.operands.some((operand) => matches(operand, item))
    case 'not':
      return !matches(query.operand, item)
    case 'null':
      return (valuesOf(item, query.field).length === 0) !== query.negated
    case 'search':
      return [item.key, item.text].some((text) => isLike(['%', ...query.parts, '%'], text))
    case 'list': {
      const own = valuesOf(item, query.field)
      const some = own.some((stored) => query.values.some((value) => isEqual(query.field, stored, value)))
      return query.negated ? own.length > 0 && !some : some
    }
    case 'chain': {
      const keys = valuesOf(item, query.relation)
      return ITEMS.some((other) => keys.includes(other.key) && matches(query.operand, other))
    }
    case 'compare': {
      const { field, operator, value } = query
      const own = valuesOf(item, field)
      if (operator === '!=') return own.length > 0 && !own.some((stored) => isEqual(field, stored, value))
      if (operator === '=') return own.some((stored) => isEqual(field, stored, value))
      if (operator === '~') return own.some((stored) => isPatternOf(field, stored, value))
      return own.some((stored) => isOrdered(field, stored, operator, value))
    }
  }
}

/** Whether every interface but the hosted search returns 400 because a value does not fit its field, and why. */
export function isRefused(query: Query): 'day' | 'number' | undefined {
  if (query.kind === 'and' || query.kind === 'or')
    return worse(query.operands.map((operand) => isRefused(operand)))
  if (query.kind === 'not' || query.kind === 'chain') return isRefused(query.operand)
  if (query.kind === 'list') return worse(query.values.map((value) => misfit(query.field, '=', value)))
  return query.kind === 'compare' ? misfit(query.field, query.operator, query.value) : undefined
}

function worse(all: readonly ('day' | 'number' | undefined)[]): 'day' | 'number' | undefined {
  return all.includes('number') ? 'number' : all.find((each) => each !== undefined)
}

function misfit(field: string, operator: string, value: Value): 'day' | 'number' | undefined {
  const isInexact = value.kind === 'number' && !isExact(value.spelling)
  if (isInexact && (operator.startsWith('<') || operator.startsWith('>'))) return 'number'
  if (isInexact && (TYPED.has(field) || field === 'id')) return 'number'
  if (operator === '~') return undefined
  if (DAYS.has(field)) return value.kind === 'text' && dayIn(value.text) !== undefined ? undefined : 'day'
  return isInexact && NUMBERS.has(field) ? 'number' : undefined
}

/** The day of a text that is a day or a moment. */
export function dayIn(text: string): string | undefined {
  const found = /^ *(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))? *$/.exec(text)
  if (found === null) return undefined
  const [, year, month, day] = found.map(Number) as [number, number, number, number]
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= length ? text.trim().slice(0, 10) : undefined
}

function isEqual(field: string, stored: Stored, value: Value): boolean {
  if (DAYS.has(field))
    return (
      value.kind === 'text' && dayIn(value.text) !== undefined && dayIn(value.text) === dayIn(String(stored))
    )
  if (value.kind === 'number') {
    if (typeof stored === 'number') return compareDecimals(String(stored), value.spelling) === 0
    return stored === value.spelling && !(TYPED.has(field) && /^(0|[1-9][0-9]*)$/.test(value.spelling))
  }
  if (value.kind === 'pattern') return false
  const text = value.kind === 'truth' ? String(value.truth) : value.text
  if (TYPED.has(field) && (typeof stored === 'number' || value.kind === 'truth')) return false
  return String(stored) === text
}

function isPatternOf(field: string, stored: Stored, value: Value): boolean {
  const isId = value.kind === 'number' && /^(0|[1-9][0-9]*)$/.test(value.spelling)
  if (TYPED.has(field)) {
    if (value.kind === 'truth') return false
    if (value.kind === 'pattern' && typeof stored === 'number') return false
    if (isId && typeof stored !== 'number') return false
  }
  if (value.kind === 'pattern') return isLike(value.parts, String(stored))
  const text =
    value.kind === 'number' ? value.spelling : value.kind === 'truth' ? String(value.truth) : value.text
  return fold(String(stored)) === fold(text)
}

function isOrdered(field: string, stored: Stored, operator: string, value: Value): boolean {
  let [own, other] = [String(stored), '']
  if (DAYS.has(field)) {
    const day = value.kind === 'text' ? dayIn(value.text) : undefined
    if (day === undefined) return false
    ;[own, other] = [dayIn(own) ?? own, day]
  } else if (value.kind === 'number') other = value.spelling
  else if (value.kind === 'truth') other = String(value.truth)
  else if (value.kind === 'text') other = value.text
  const order = isNumber(own) && isNumber(other) ? compareDecimals(own, other) : compareTexts(own, other)
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

/** One finite decimal number, of at most 40 characters. */
function isNumber(text: string): boolean {
  return (
    /^\s*[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?\s*$/.test(text) &&
    text.length <= 40 &&
    Number.isFinite(Number(text))
  )
}

/** Whole numbers up to 2^53 - 1, and others of as many digits as a double keeps. */
function isExact(spelling: string): boolean {
  if (!isNumber(spelling)) return false
  const number = Number(spelling)
  if (Number.isInteger(number) && Math.abs(number) > 2 ** 53 - 1) return false
  return compareDecimals(spelling, String(number)) === 0
}

/** Compares numbers as fractions of whole numbers of any size. */
function compareDecimals(a: string, b: string): number {
  const [left, right] = [fractionOf(a), fractionOf(b)]
  const order = left.numerator * right.denominator - right.numerator * left.denominator
  return order < 0n ? -1 : Number(order > 0n)
}

function fractionOf(text: string): { numerator: bigint; denominator: bigint } {
  const [mantissa = '', exponent = '0'] = text.trim().toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('+', '').split('.')
  const power = Number(exponent) - fraction.length
  const sign = whole.startsWith('-') ? -1n : 1n
  const digits = sign * BigInt(whole.replace('-', '') + fraction)
  const scale = 10n ** BigInt(Math.abs(power))
  return power < 0
    ? { numerator: digits, denominator: scale }
    : { numerator: digits * scale, denominator: 1n }
}

function compareTexts(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const order = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0)
    if (order !== 0) return order
  }
  return left.length - right.length
}

const fold = (text: string) => text.toLowerCase().replaceAll('ς', 'σ')

/** Tries every length for every wildcard. */
function isLike(parts: readonly Part[], text: string): boolean {
  const rest = (part: number, from: string): boolean => {
    const next = parts[part]
    if (next === undefined) return from === ''
    if (next !== '%') {
      const literal = fold(next.text)
      return from.startsWith(literal) && rest(part + 1, from.slice(literal.length))
    }
    for (let skipped = 0; skipped <= from.length; skipped++)
      if (rest(part + 1, from.slice(skipped))) return true
    return false
  }
  return rest(0, fold(text))
}
