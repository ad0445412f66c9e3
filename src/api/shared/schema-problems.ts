/** Messages about invalid values for the sender of a request, instead of those of the schema library. */
import { quoted } from '../../model/input/refusal.ts'
import { countText } from '../../world/count-text.ts'

/** The parts of a zod issue that describe a valid value. */
export interface SchemaIssue {
  readonly code?: string | undefined
  readonly message: string
  readonly expected?: unknown
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly inclusive?: unknown
  readonly format?: unknown
  readonly values?: unknown
}

const KINDS: Readonly<Partial<Record<string, string>>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** Units of sizes. Numbers have none. */
const UNITS: Readonly<Partial<Record<string, string>>> = {
  string: 'character',
  array: 'item',
  object: 'field',
  record: 'field',
}

/** The messages of the library. Messages of a schema are used unchanged. */
const LIBRARY_WORDS = /^(?:Invalid|Too big|Too small|Unrecognized)\b/

/** Whether the schema itself says what is wrong, in words that stay. */
export function hasOwnWords({ message }: Pick<SchemaIssue, 'message'>): boolean {
  return !LIBRARY_WORDS.test(message)
}

/** The rule that a value breaks, such as `must be a number`. A message of the schema itself stays. */
export function wordsOf(issue: SchemaIssue): string {
  if (hasOwnWords(issue)) return lowerFirst(issue.message)
  const words = mustBe(issue)
  return words === undefined ? lowerFirst(issue.message) : `must ${words}`
}

/** What was sent instead, in words: a list that is too long by its count, as its items are beside the point. */
export function sentInstead({ code }: SchemaIssue, value: unknown): string {
  const isOfOtherSize = code === 'too_big' || code === 'too_small'
  return Array.isArray(value) && isOfOtherSize ? countText(value.length, 'item') : quoted(value)
}

function mustBe(issue: SchemaIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const kind = KINDS[String(issue.expected)]
      return kind && `be ${kind}`
    }
    case 'too_big':
      return sized(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'too_small':
      return sized(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'invalid_value':
      return Array.isArray(issue.values)
        ? `be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
        : undefined
    case 'invalid_union':
      return 'have one of the shapes that are described'
    default:
      return undefined
  }
}

function sized(origin: unknown, bound: string, value: unknown): string {
  const unit = UNITS[String(origin)]
  if (unit === undefined) return `be ${bound} ${String(value)}`
  return `have ${bound} ${countText(Number(value), unit)}`
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
