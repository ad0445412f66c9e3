/** Query strings: from text to the values of declared parameters (service §4.1). */
import type { Parameters } from '../../api/framework/operation.ts'
import { MAXIMUM_CRITERIA, MAXIMUM_ITEMS, type Parameter } from '../../api/framework/parameter.ts'
import { problemOfCharacters, tidyName } from '../../model/input/names.ts'
import { type RefusalReason, quoted } from '../../model/input/refusal.ts'
import { MAXIMUM_PROBLEMS } from '../../model/input/errors.ts'
import { decodedParameter } from '../../world/percent-encoding.ts'

export type QueryPair = readonly [name: string, value: string]

export interface DecodedQuery {
  readonly query: Readonly<Record<string, unknown>>
  /** Pairs that were sent and that nothing declares. */
  readonly undeclared: readonly QueryPair[]
  /** What is wrong, one sentence each. */
  readonly problems: string[]
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

const TRUE_WORDS: readonly string[] = ['true', '1', 'yes', 'on']
const FALSE_WORDS: readonly string[] = ['false', '0', 'no', 'off']

/** Reads a query as its parameters are declared. */
export function decodeQuery(declared: Parameters, text: string, reading: Reading): DecodedQuery {
  const query: Record<string, unknown> = {}
  const undeclared: QueryPair[] = []
  const problems: string[] = []
  const reasons: RefusalReason[] = []
  const seen = new Set<string>()
  for (const pair of readPairs(text, problems)) {
    if (problems.length >= MAXIMUM_PROBLEMS) break
    const [name, value] = pair
    const declaration = Object.hasOwn(declared, name) ? declared[name] : undefined
    if (declaration === undefined) {
      undeclared.push(pair)
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
  for (const name in declared) {
    if (seen.has(name)) continue
    const declaration = declared[name] as Parameter<unknown>
    if (declaration.required && declaration.checkedByOperation !== true)
      problems.push(`query parameter '${name}' is required`)
    if (declaration.default !== undefined) query[name] = declaration.default
  }
  return { query, undeclared, problems, reasons }
}

/** The pairs of a query string, decoded; a pair whose percent-encoding is broken is a problem. */
export function readPairs(text: string, problems: string[]): QueryPair[] {
  const pairs: QueryPair[] = []
  if (text === '') return pairs
  for (const piece of text.split('&')) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = decodedParameter(equals === -1 ? piece : piece.slice(0, equals))
    const value = decodedParameter(equals === -1 ? '' : piece.slice(equals + 1))
    if (name === undefined || value === undefined) {
      problems.push(`query: broken percent-encoding in ${quoted(piece)}`)
    } else pairs.push([name, value])
  }
  return pairs
}

/** What is wrong with a parameter that may be sent once. */
export function sentAgain(text: string): string {
  return `may be sent once: ${quoted(text)} is one too many`
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
    return { problem: sentAgain(text), reason: 'repeated' }
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
