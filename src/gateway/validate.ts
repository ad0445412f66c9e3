/** Turns the text of a query and a body into values, or says everything that is wrong with them. */
import { type ExchangeRequest, header } from '../api/exchange.ts'
import type { Operation } from '../api/operation.ts'
import type { WorldConfig } from '../model/config.ts'
import { Refusal, shown } from '../model/refusal.ts'

/** Parameters and body fields that were sent and that nothing reads. */
export interface Unknown {
  readonly parameters: readonly string[]
  readonly fields: readonly string[]
}

export interface Validated {
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly unknown: Unknown
}

const NOTHING: readonly string[] = []
/** Arrays and objects inside one another. */
const MAXIMUM_DEPTH = 64
/** Faults and unknown names that one answer lists. */
const MAXIMUM_LISTED = 50

/** Reads query and body as the operation declares them. Throws a Refusal that lists every fault. */
export function validate(
  operation: Operation,
  queryText: string,
  request: ExchangeRequest,
  config: WorldConfig,
  clamp: boolean,
): Validated {
  const faults: string[] = []
  const { query, undeclared } = readQuery(operation, queryText, faults, clamp)
  if (config.strict) {
    for (const name of undeclared) faults.push(`query parameter ${shown(name)} is not declared: leave it out`)
  }
  if (faults.length > 0) throw new Refusal('INVALID', summary(faults), faults.slice(0, MAXIMUM_LISTED))
  if (operation.body === undefined)
    return { query, body: undefined, unknown: { parameters: undeclared, fields: NOTHING } }
  const { body, fields } = readBody(operation.body, request, config)
  if (config.strict && fields.length > 0) {
    const unexpected = fields.map((path) => `body field ${shown(path)} is not declared: leave it out`)
    throw new Refusal('INVALID', summary(unexpected), unexpected)
  }
  return { query, body, unknown: { parameters: undeclared, fields } }
}

/** The pairs of a query string, decoded; a pair whose percent-encoding is broken is a fault. */
export function readPairs(text: string, faults: string[]): [name: string, value: string][] {
  const pairs: [string, string][] = []
  if (text === '') return pairs
  for (const piece of text.split('&')) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = decode(equals === -1 ? piece : piece.slice(0, equals))
    const value = decode(equals === -1 ? '' : piece.slice(equals + 1))
    if (name === undefined || value === undefined)
      faults.push(`query: broken percent-encoding in ${shown(piece)}`)
    else pairs.push([name, value])
  }
  return pairs
}

function readQuery(operation: Operation, text: string, faults: string[], clamp: boolean) {
  const query: Record<string, unknown> = {}
  const undeclared: string[] = []
  const seen = new Set<string>()
  for (const [name, value] of readPairs(text, faults)) {
    const declaration = Object.hasOwn(operation.query, name) ? operation.query[name] : undefined
    if (declaration === undefined) {
      if (!undeclared.includes(name) && undeclared.length < MAXIMUM_LISTED) undeclared.push(name)
      continue
    }
    if (seen.has(name) && !declaration.repeatable) {
      faults.push(`query parameter '${name}' may be sent once: ${shown(value)} is one too many`)
      continue
    }
    const decoded = declaration.decode(clamp ? clamped(declaration, value) : value)
    if ('complaint' in decoded) faults.push(`query parameter '${name}' ${decoded.complaint}`)
    else if (seen.has(name)) query[name] = [...(query[name] as unknown[]), ...(decoded.value as unknown[])]
    else query[name] = decoded.value
    seen.add(name)
  }
  for (const name in operation.query) {
    if (seen.has(name)) continue
    const declaration = operation.query[name] as Operation['query'][string]
    if (declaration.required) faults.push(`query parameter '${name}' is required`)
    if (declaration.default !== undefined) query[name] = declaration.default
  }
  return { query, undeclared: undeclared.length === 0 ? NOTHING : undeclared }
}

/** The nearest value within a number's bounds, where out of range is clamped instead of refused (assumption A04). */
function clamped(declaration: Operation['query'][string], text: string): string {
  if (!/^-?\d+$/.test(text)) return text
  const { minimum, maximum } = declaration
  if (minimum !== undefined && BigInt(text) < BigInt(minimum)) return String(minimum)
  if (maximum !== undefined && BigInt(text) > BigInt(maximum)) return String(maximum)
  return text
}

function readBody(
  declaration: NonNullable<Operation['body']>,
  request: ExchangeRequest,
  config: WorldConfig,
) {
  const text = bodyText(request, config.maximumBodyBytes)
  if (text === '') {
    if (declaration.required)
      throw new Refusal('INVALID', 'the body is missing: send JSON', ['body is required'])
    return { body: undefined, fields: NOTHING }
  }
  const wanted = declaration.contentType ?? 'application/json'
  const sent = header(request.headers, 'content-type')
  if (!isOfType(sent, wanted)) {
    const said = sent === undefined ? 'no Content-Type' : `Content-Type ${shown(sent)}`
    throw new Refusal('UNSUPPORTED_TYPE', `${said}: send Content-Type: ${wanted}`)
  }
  const value = wanted === 'text/plain' ? text : parseJson(text)
  const parsed = declaration.schema().safeParse(value)
  if (!parsed.success) {
    const faults = parsed.error.issues.slice(0, MAXIMUM_LISTED).map((issue) => complaintOf(issue, value))
    throw new Refusal('INVALID', summary(faults), faults)
  }
  return { body: parsed.data, fields: unknownFields(value, parsed.data) }
}

/** The body as text; refused when it is larger than the world reads, or no UTF-8. */
export function bodyText(request: ExchangeRequest, maximumBytes: number): string {
  const { body } = request
  if (body === undefined) return ''
  // A UTF-16 unit takes at most three bytes: only a body near the bound is measured.
  const tooLarge =
    typeof body === 'string'
      ? body.length > maximumBytes ||
        (body.length * 3 > maximumBytes && new TextEncoder().encode(body).length > maximumBytes)
      : body.length > maximumBytes
  if (tooLarge) throw new Refusal('TOO_LARGE', `the body is larger than ${maximumBytes} bytes: send less`)
  if (typeof body === 'string') return body
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new Refusal('INVALID', 'the body is no UTF-8 text', ['body must be UTF-8'])
  }
}

/** Parses JSON; refuses broken text, too deep nesting, and numbers that JavaScript would round. */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('INVALID', `the body is no JSON: ${shown(text)}`, ['body must be JSON'])
  }
  const open: [unknown, number][] = [[value, 1]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [member, depth] = next
    if (typeof member === 'number' && !(Math.abs(member) <= Number.MAX_SAFE_INTEGER)) {
      throw new Refusal('INVALID', `the body holds a number beyond 2^53 - 1: ${shown(String(member))}`, [
        'number out of range',
      ])
    }
    if (typeof member !== 'object' || member === null) continue
    if (depth > MAXIMUM_DEPTH) {
      throw new Refusal('INVALID', `the body is nested deeper than ${MAXIMUM_DEPTH} levels`, [
        'body is nested too deep',
      ])
    }
    for (const inner of Object.values(member)) open.push([inner, depth + 1])
  }
  return value
}

function isOfType(sent: string | undefined, wanted: string): boolean {
  if (sent === undefined) return false
  const type = (sent.split(';', 1)[0] as string).trim().toLowerCase()
  return type === wanted || (wanted === 'application/json' && /^application\/[a-z0-9.+-]+\+json$/.test(type))
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

function complaintOf(issue: Issue, value: unknown): string {
  const place = issue.path.length === 0 ? 'body' : `body field '${pathText(issue.path)}'`
  const offending = issue.path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? (inner as never)[step]
        : undefined,
    value,
  )
  if (offending === undefined) return `${place} is required (${lowerFirst(issue.message)})`
  return `${place}: ${lowerFirst(issue.message)}, not ${shown(offending)}`
}

/** Paths of fields that the shape dropped, in the order sent. */
function unknownFields(sent: unknown, kept: unknown): readonly string[] {
  const found: string[] = []
  const open: [unknown, unknown, readonly PropertyKey[]][] = [[sent, kept, []]]
  for (let position = 0; position < open.length && found.length < MAXIMUM_LISTED; position++) {
    const [left, right, path] = open[position] as (typeof open)[number]
    if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) continue
    for (const [name, inner] of Object.entries(left)) {
      if (!Object.hasOwn(right, name)) found.push(pathText([...path, name]))
      else if (typeof inner === 'object')
        open.push([inner, (right as Record<string, unknown>)[name], [...path, name]])
    }
  }
  return found.length === 0 ? NOTHING : found
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step) =>
      typeof step === 'number' || /^\d+$/.test(String(step)) ? `[${String(step)}]` : `.${String(step)}`,
    )
    .join('')
    .replace(/^\./, '')
    .slice(0, 200)
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

/** The first faults as one sentence; interfaces whose errors have no list show no others. */
function summary(faults: readonly string[]): string {
  const first = faults.slice(0, 3).join('; ')
  return faults.length <= 3 ? first : `${first} (and ${faults.length - 3} more)`
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
