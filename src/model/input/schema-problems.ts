/** Sentences about invalid values, made of the issues of the schema library for whoever sent the value. */
import { placeOf } from './field-place.ts'
import { suggestionForField } from './option-checks.ts'
import { quoted } from './refusal.ts'
import { valueAt } from './value-at.ts'
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
  readonly values?: unknown
  readonly keys?: readonly string[]
}

export interface PlacedIssue extends SchemaIssue {
  readonly path: readonly PropertyKey[]
}

type Names<T> = Readonly<Partial<Record<string, T>>>

/** What values are called: bodies are JSON, scenario files are not. */
export interface Vocabulary {
  readonly kinds: Names<string>
  /** Units of sizes, one and many. Numbers have none. */
  readonly units: Names<readonly [one: string, many?: string]>
  readonly listed: (value: unknown) => string
  /** What was sent instead. */
  readonly sent: (value: unknown) => string
}

export const JSON_VOCABULARY: Vocabulary = {
  kinds: {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    bigint: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    record: 'an object',
    null: 'null',
  },
  units: { string: ['character'], array: ['item'], object: ['field'], record: ['field'] },
  listed: (value) => JSON.stringify(value),
  sent: quoted,
}

/** The messages of the library. Messages of a schema are used unchanged. */
const LIBRARY_WORDS = /^(?:Invalid|Too big|Too small|Unrecognized)\b/

/** Whether the schema itself says what is wrong, in words that stay. */
export function hasOwnWords({ message }: Pick<SchemaIssue, 'message'>): boolean {
  return !LIBRARY_WORDS.test(message)
}

/** The rule that a value breaks, such as `must be a number`. A message of the schema itself stays. */
export function wordsOf(issue: SchemaIssue, vocabulary = JSON_VOCABULARY): string {
  const words = hasOwnWords(issue) ? undefined : mustBe(issue, vocabulary)
  return words === undefined ? lowerFirst(issue.message) : `must ${words}`
}

/** The place and the rule, for data within a text or a file: `0.key: must be text`. */
export function ruleAt(issue: PlacedIssue): string {
  return `${issue.path.length === 0 ? '' : `${issue.path.join('.')}: `}${wordsOf(issue)}`
}

/** How sentences name places. */
export interface Wording {
  readonly placeOf: (path: readonly PropertyKey[]) => string
  /** The fields of the whole, to suggest one instead of an unknown field. */
  readonly known?: readonly string[]
  /** The rule is the predicate of its place, without a colon. */
  readonly asPredicate?: boolean
}

/** What is wrong with a value: place, rule and what was sent instead, one sentence for each problem. */
export function problemsOf(issue: PlacedIssue, root: unknown, wording: Wording): string[] {
  const { known = [], asPredicate = false } = wording
  const place = wording.placeOf(issue.path)
  const suggested = issue.path.length === 0 ? known : []
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? []).map((name) => `${place} has ${noField(name, suggested)}`)
  const value = valueAt(root, issue.path)
  const problem = problemOfValue(issue, value)
  if (value === undefined)
    return [`${place} ${asPredicate ? problem.replace(': must ', ': it must ') : problem}`]
  return [`${place}${asPredicate && problem.startsWith('must ') ? '' : ':'} ${problem}`]
}

/** What is wrong with the value of a place: `is required: must be text`, or `must be text, not '5'`. */
export function problemOfValue(issue: SchemaIssue, value: unknown, vocabulary = JSON_VOCABULARY): string {
  const words = wordsOf(issue, vocabulary)
  return value === undefined
    ? `is required: ${words}`
    : `${words}, not ${sentInstead(issue, value, vocabulary)}`
}

/** `no field 'kee': did you mean 'key'?`, for the name of a field and those that there are. */
export function noField(name: string, known: readonly string[]): string {
  return `no field ${quoted(name)}: ${suggestionForField(name, known)}`
}

/** What was sent instead, in words: a list that is too long by its count, as its items are beside the point. */
function sentInstead({ code }: SchemaIssue, value: unknown, { units, sent }: Vocabulary): string {
  const isOfOtherSize = code === 'too_big' || code === 'too_small'
  return Array.isArray(value) && isOfOtherSize
    ? countText(value.length, ...(units['array'] ?? ['item']))
    : sent(value)
}

function mustBe(issue: SchemaIssue, { kinds, units, listed }: Vocabulary): string | undefined {
  const sized = (bound: string, size: unknown) => {
    const unit = units[String(issue.origin)]
    return unit === undefined
      ? `be ${bound} ${String(size)}`
      : `have ${bound} ${countText(Number(size), ...unit)}`
  }
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kinds[String(issue.expected)]
      return kind && `be ${kind}`
    }
    case 'too_big':
      return sized(issue.inclusive === false ? 'less than' : 'at most', issue.maximum)
    case 'too_small':
      return sized(issue.inclusive === false ? 'more than' : 'at least', issue.minimum)
    case 'invalid_value':
      return Array.isArray(issue.values) ? `be ${issue.values.map(listed).join(' or ')}` : undefined
    case 'invalid_union':
      return 'have one of the shapes that are described'
    default:
      return undefined
  }
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}

/** As `problemsOf`, with the fields of a schema as suggestions; `whole` is what the whole value is called. */
export function problemsOfShape(
  issue: PlacedIssue,
  value: unknown,
  shape: object,
  whole = 'the body',
): string[] {
  const known = 'shape' in shape ? Object.keys(shape.shape as object) : []
  return problemsOf(issue, value, {
    known,
    placeOf: (path) => (path.length === 0 ? whole : placeOf(path)),
  })
}
