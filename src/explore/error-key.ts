/**
 * Which errors are the same. Bodies, identifiers, times and numbers vary between runs with one cause, and so do the words of a
 * parser about a body that was cut. Exit codes, signals and the statuses of refusals tell causes apart.
 */
import type { RunFailure } from './record.ts'

/** Longer messages are compared by their beginning. */
const MAXIMUM_CHARACTERS = 2000
const KEPT_CHARACTERS = 500

/** Parsers word the same broken body in many ways, with a piece of it and a position. */
const BROKEN_JSON = [
  /\b(?:Unexpected|Expected|Unterminated|Bad|No number|Exponent part|Invalid)\b.{0,300}?(?:JSON input|is not valid JSON|(?:in|after) JSON(?: at position \d+)?(?: \(line \d+ column \d+\))?)/gs,
  /\b(?:Expecting|Unterminated string|Extra data|Invalid control character|Invalid \\escape)[^\n:]{0,100}: line \d+ column \d+ \(char \d+\)/g,
]
/** What is replaced, in this order. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  ...BROKEN_JSON.map((pattern) => [pattern, 'invalid JSON'] as const),
  // Bodies, whole or cut.
  [/(?:\{\s*"|\[\s*[{"[])[^\n]*/g, '{…}'],
  [/<[!a-z?/][^\n]*/gi, '<…>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '#'],
  [/\b\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?/g, '#'],
  [/\b(?=[a-f]*\d)[0-9a-f]{12,}\b/gi, '#'],
]
/** A list of values; a single word in brackets is a name. */
const LIST = /\[[^\][\n]*\]/g
/** A number with what shows its meaning before it. */
const NUMBER = /(?:\b(exit code|signal) )?(?<![\w.])(\d+)(?![\w.]*\d)|\d+/g
/** Refusals of a service. 429 says the same as the failures from 500: try again. */
const REFUSAL = /^4(?!29)\d\d$/

/** Failures with the same key show the same error. */
export function errorKey({ kind, error }: RunFailure): string {
  return `${kind} ${nameOf(error)} ${normalised(messageOf(error))}`
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

function normalised(message: string): string {
  let text = message
    .slice(0, MAXIMUM_CHARACTERS)
    .replaceAll(LIST, (found) => (/[,'"]/.test(found) ? '[…]' : found))
  for (const [pattern, replacement] of VARYING) text = text.replaceAll(pattern, replacement)
  text = text.replaceAll(NUMBER, (found, before?: string, number?: string) =>
    before !== undefined || (number !== undefined && REFUSAL.test(number)) ? found : '#',
  )
  return text.replaceAll(/\s+/g, ' ').slice(0, KEPT_CHARACTERS)
}
