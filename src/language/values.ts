/** Values that records hold and languages compare: what is a number, what is equal, what comes first. */
import { compareCodePoints } from '../world/order.ts'

export type Scalar = string | number | boolean

/** An unquoted number with its spelling: compared with texts it is the text, compared with numbers the number. */
export interface NumberSpelling {
  readonly text: string
  readonly number: number
}

export type Literal = Scalar | NumberSpelling

/** A field has one value, several, or none. */
export type FieldValue = Scalar | readonly Scalar[] | undefined

/** `from` leads to the children of a requirement, `to` to its parents; by one relationship or by all. */
export interface Relation {
  readonly direction: 'from' | 'to'
  readonly relationship?: string
}

const DECIMAL = /^\s*[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/

/** Longer texts are never read as numbers, which keeps reading one cheap. */
const MAXIMUM_NUMBER_LENGTH = 40

/** The number that a value is or reads as. A text counts if all of it is one finite decimal number. */
export function numberOf(value: Scalar): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.length > MAXIMUM_NUMBER_LENGTH || !DECIMAL.test(value))
    return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Whether a number is written as identifiers are: `4001`, but not `007` or `1.10`, which can be names. */
export function isIdentifier(text: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(text)
}

export function textOf(literal: Literal): string {
  return typeof literal === 'object' ? literal.text : String(literal)
}

/** Compares values with a fixed one: as numbers if both read as numbers, otherwise by code point. Numbers are not rounded. */
export function comparedTo(fixed: Scalar): (value: Scalar) => number {
  const fixedNumber = numberOf(fixed)
  const fixedText = String(fixed)
  return (value) => {
    const number = fixedNumber === undefined ? undefined : numberOf(value)
    if (number === undefined || fixedNumber === undefined) return compareCodePoints(String(value), fixedText)
    return number === fixedNumber ? compareEqualNumbers(String(value), fixedText) : number - fixedNumber
  }
}

/** Numbers of so few characters are equal if their doubles are. */
const EXACT_LENGTH = 15

/** Compares texts of numbers whose doubles are equal. */
function compareEqualNumbers(a: string, b: string): number {
  if (a.length <= EXACT_LENGTH && b.length <= EXACT_LENGTH && !/e/i.test(a + b)) return 0
  const [first, second] = [decimalOf(a), decimalOf(b)]
  if (first.sign !== second.sign) return first.sign - second.sign
  const order = first.point - second.point || compareCodePoints(first.digits, second.digits)
  return order * first.sign
}

/** Whether the double of a decimal number is that number, as far as its shortest spelling says. */
export function isExactNumber(text: string): boolean {
  const number = numberOf(text)
  if (number === undefined || (Number.isInteger(number) && !Number.isSafeInteger(number))) return false
  const [written, kept] = [decimalOf(text), decimalOf(String(number))]
  return written.digits === kept.digits && written.point === kept.point
}

/** The significant digits of a number, and the power of ten of its decimal point before them. */
function decimalOf(text: string) {
  const trimmed = text.trim()
  const [mantissa = '', exponent = '0'] = trimmed.replace(/^[+-]/, '').split(/e/i)
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const zeros = whole.length + fraction.length - digits.length
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return { sign: 0, digits: '', point: 0 }
  return {
    sign: trimmed.startsWith('-') ? -1 : 1,
    digits: significant,
    point: whole.length - zeros + Number(exponent),
  }
}

/** Numbers sort before texts; texts sort by code point, even those that read as numbers. */
export function compareForSorting(a: Scalar, b: Scalar): number {
  if (typeof a === 'number' && typeof b === 'number') {
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
    return a < b ? -1 : Number(a > b)
  }
  if (typeof a === 'number') return -1
  if (typeof b === 'number') return 1
  return compareCodePoints(String(a), String(b))
}

/**
 * Folds letter case independently of the locale. Lower-casing chooses the final sigma by its neighbours, so fold it
 * too.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower
}
