/** Values that records hold and languages compare: what is a number, what is equal, what comes first. */
import { compareCodePoints } from '../world/order.ts'

export type Scalar = string | number | boolean

/** A field has one value, several, or none. */
export type FieldValue = Scalar | readonly Scalar[] | undefined

/** `from` leads to the children of a requirement, `to` to its parents; by one relationship or by all. */
export interface Relation {
  readonly direction: 'from' | 'to'
  readonly relationship?: string
}

const DECIMAL = /^\s*[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/

/** Longer texts are never read as numbers, which keeps reading one cheap. */
const LONGEST_NUMBER = 40

/** The number that a value is or reads as. A text counts if all of it is one finite decimal number. */
export function numberOf(value: Scalar): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.length > LONGEST_NUMBER || !DECIMAL.test(value)) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/** Compares values with a fixed one: as numbers if both read as numbers, otherwise by code point. */
export function comparedTo(fixed: Scalar): (value: Scalar) => number {
  const fixedNumber = numberOf(fixed)
  const fixedText = String(fixed)
  return (value) => {
    const number = fixedNumber === undefined ? undefined : numberOf(value)
    if (number !== undefined && fixedNumber !== undefined) return number - fixedNumber
    return compareCodePoints(String(value), fixedText)
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
