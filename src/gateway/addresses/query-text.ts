/** Query strings: from text to the values that an operation declares (service §4.1). */
import type { Operation } from '../../api/framework/operation.ts'
import { MAXIMUM_CRITERIA, MAXIMUM_ITEMS, type Parameter } from '../../api/framework/parameter.ts'
import { problemOfCharacters, tidyName } from '../../model/input/names.ts'
import { type RefusalReason, quoted } from '../../model/input/refusal.ts'
import { MAXIMUM_PROBLEMS } from '../../model/input/errors.ts'

/** Names that come from callers are kept to so many characters. */
const MAXIMUM_NAME_LENGTH = 100

export interface DecodedQuery {
  readonly query: Readonly<Record<string, unknown>>
  /** Names that were sent and that the operation does not declare. */
  readonly undeclared: readonly string[]
  /** What is wrong, one sentence each. */
  readonly problems: readonly string[]
  /** Which entries of the ledger the problems, or the values, rest on. */
  readonly reasons: readonly RefusalReason[]
}

/** How the ledger's alternatives decide to read values. */
export interface Reading {
  /** Numbers out of range take the nearest bound (A04). */
  readonly clamp: boolean
  /** Booleans follow A253, for embedded interfaces, instead of A252. */
  readonly embedded: boolean
  /** Only `true` and `false` are booleans (A252, A253). */
  readonly strictBooleans: boolean
  /** Names are taken as they are sent (A265). */
  readonly namesAsSent: boolean
}

const NOTHING: readonly string[] = []
const TRUE_WORDS: readonly string[] = ['true', '1', 'yes', 'on']
const FALSE_WORDS: readonly string[] = ['false', '0', 'no', 'off']

/** Reads a query as the operation declares it. */
export function decodeQuery(operation: Operation, text: string, reading: Reading): DecodedQuery {
  const query: Record<string, unknown> = {}
  const undeclared: string[] = []
  const problems: string[] = []
  const reasons: RefusalReason[] = []
  const seen = new Set<string>()
  for (const [name, value] of readPairs(text, problems)) {
    if (problems.length >= MAXIMUM_PROBLEMS) break
    const declaration = Object.hasOwn(operation.query, name) ? operation.query[name] : undefined
    if (declaration === undefined) {
      const shortened = name.slice(0, MAXIMUM_NAME_LENGTH)
      if (undeclared.length < MAXIMUM_PROBLEMS && !undeclared.includes(shortened)) undeclared.push(shortened)
      continue
    }
    const isWord = declaration.kind === 'boolean' && value !== 'true' && value !== 'false'
    if (isWord) reasons.push(reading.embedded ? 'embedded-boolean' : 'boolean')
    if (isWord && value === '' && !reading.embedded && !reading.strictBooleans) continue
    const read = readValue(declaration, value, reading, seen.has(name) ? (query[name] ?? []) : undefined)
    if (read.reason !== undefined) reasons.push(read.reason)
    if (read.problem === undefined) query[name] = read.value
    else problems.push(`query parameter '${name}' ${read.problem}`)
    seen.add(name)
  }
  for (const name in operation.query) {
    if (seen.has(name)) continue
    const declaration = operation.query[name] as Operation['query'][string]
    if (declaration.required && declaration.checkedByOperation !== true)
      problems.push(`query parameter '${name}' is required`)
    if (declaration.default !== undefined) query[name] = declaration.default
  }
  return { query, undeclared: undeclared.length === 0 ? NOTHING : undeclared, problems, reasons }
}

/** The pairs of a query string, decoded; a pair whose percent-encoding is broken is a problem. */
export function readPairs(text: string, problems: string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  if (text === '') return pairs
  for (const piece of text.split('&')) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = decode(equals === -1 ? piece : piece.slice(0, equals))
    const value = decode(equals === -1 ? '' : piece.slice(equals + 1))
    if (name === undefined || value === undefined) {
      problems.push(`query: broken percent-encoding in ${quoted(piece)}`)
    } else pairs.push([name, value])
  }
  return pairs
}

interface ReadValue {
  readonly value?: unknown
  readonly problem?: string
  readonly reason?: RefusalReason
}

/** One value; `earlier` is what the parameter gave before, when it is sent again. */
function readValue(
  declaration: Parameter<unknown>,
  text: string,
  reading: Reading,
  earlier: unknown,
): ReadValue {
  if (earlier !== undefined && !declaration.repeatable) {
    return { problem: `may be sent once: ${quoted(text)} is one too many`, reason: 'repeated' }
  }
  if (declaration.kind === 'boolean') return declaration.decode(booleanText(text, reading))
  if (declaration.isName === true) return readName(declaration, text, reading)
  const bounded = reading.clamp ? clamped(declaration, text) : text
  const decoded = declaration.decode(bounded)
  if ('problem' in decoded) return decoded
  if (earlier === undefined) return bounded === text ? decoded : { ...decoded, reason: 'bounds' }
  const all = [...(earlier as readonly unknown[]), ...(decoded.value as readonly unknown[])]
  const [maximum, what] =
    declaration.kind === 'list' ? [MAXIMUM_ITEMS, 'values'] : [MAXIMUM_CRITERIA, 'criteria']
  if (all.length <= maximum) return { value: all }
  return { problem: `takes at most ${maximum} ${what}`, reason: 'limit' }
}

function readName(declaration: Parameter<unknown>, text: string, { namesAsSent }: Reading): ReadValue {
  const name = tidyName(text)
  const problem = problemOfCharacters(name)
  if (problem !== undefined && !namesAsSent) return { problem: `${quoted(name)}: ${problem}`, reason: 'name' }
  const decoded = declaration.decode(namesAsSent ? text : name)
  const isTidy = name === text && problem === undefined
  return isTidy || 'problem' in decoded ? decoded : { ...decoded, reason: 'name' }
}

/** The nearest value within a number's bounds, for worlds that clamp instead of refusing (assumption A04). */
function clamped(declaration: Parameter<unknown>, text: string): string {
  if (!/^-?\d{1,40}$/.test(text)) return text
  const { minimum, maximum } = declaration
  if (minimum !== undefined && BigInt(text) < BigInt(minimum)) return String(minimum)
  if (maximum !== undefined && BigInt(text) > BigInt(maximum)) return String(maximum)
  return text
}

/** Replaces other spellings by `true` or `false`; returns any other text unchanged. */
function booleanText(text: string, { embedded, strictBooleans }: Reading): string {
  if (strictBooleans) return text
  const word = text.toLowerCase()
  if (embedded) return String(word === 'true')
  if (TRUE_WORDS.includes(word)) return 'true'
  return FALSE_WORDS.includes(word) ? 'false' : text
}

function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return undefined
  }
}
