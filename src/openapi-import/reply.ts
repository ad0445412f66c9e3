/** Makes the documented response of an added operation: examples where there are any that fit, and generated data elsewhere. */
import { Reply } from '../api/framework/operation.ts'
import { notAcceptable } from '../model/input/errors.ts'
import type { MakeField } from '../scenario/format/fields.ts'
import type { Random } from '../world/random/random.ts'
import { concreteType, preferredType } from './accept-header.ts'
import type { Source } from './describe.ts'
import { unfollowed, type Unfollowed, unfollowedText } from './conform.ts'
import { inventValue } from './invent.ts'
import { type Content, isJsonType, type PlannedHeader, type SuccessPlan } from './success.ts'

export interface ReplyParts {
  readonly source: Source
  readonly method: string
  /** The header of the request. */
  readonly accept: string | undefined
  readonly makeField: MakeField
  /** The stream of each field of a part of the response: the body, or a header by name. */
  readonly randomOf: (part: string) => (field: string) => Random
}

const NOT_WRITTEN = { 'X-Sim-Not-Written': 'the responses of this operation are generated from its schema' }
const MAXIMUM_EXAMPLES = 20
const HEADER_VALUE = /^[\t\x20-\x7e]{0,4000}$/

/** Throws a Refusal (NOT_ACCEPTABLE) if the client accepts no documented media type. */
export function makeReply({ status, contents, headers: planned }: SuccessPlan, parts: ReplyParts): Reply {
  const headers: Record<string, string> = parts.method === 'GET' ? {} : { ...NOT_WRITTEN }
  const missed: Unfollowed[] = []
  for (const header of planned) {
    const value = headerValue(header, parts, missed)
    if (value !== undefined) headers[header.name] = value
  }
  const reply = (more: object, body: object): Reply => {
    const note = missed.length === 0 ? {} : { 'X-Sim-Not-Followed': unfollowedText(missed) }
    return new Reply({ status, headers: { ...headers, ...more, ...note }, ...body })
  }
  if (contents.length === 0) return reply({}, {})
  const types = contents.map(({ type }) => type)
  const chosen = preferredType(parts.accept, types)
  const content = chosen === undefined ? undefined : contents[chosen]
  if (content === undefined) throw notAcceptable(parts.accept ?? '', types.slice(0, 20).join(', '))
  const type = concreteType(parts.accept, content.type)
  if (isJsonType(type)) {
    // JSON alone has the media type of the interface.
    const named = type === 'application/json' ? {} : { 'Content-Type': type }
    return reply(named, { body: valueOf(content, parts, '', missed) })
  }
  // For other media types, only text can be generated.
  const isText = /^text\//i.test(type) || typeof content.examples[0] === 'string'
  if (!isText && content.schema !== undefined) missed.push({ keyword: `schema of ${type}`, path: '' })
  const text = isText ? textOf(valueOf(content, parts, '', missed)) : ''
  return reply({ 'Content-Type': type }, { bytes: new TextEncoder().encode(text) })
}

/** The first example that fits the schema, else a generated value. */
function valueOf(
  { schema, examples }: Content | PlannedHeader,
  { source, makeField, randomOf }: ReplyParts,
  part: string,
  missed: Unfollowed[],
): unknown {
  const fits = (value: unknown) => schema === undefined || unfollowed(source.root, schema, value).length === 0
  const fitting = examples.slice(0, MAXIMUM_EXAMPLES).filter(fits)
  if (fitting.length > 0) return fitting[0]
  const { value, unfollowed: unmet } = inventValue(source, schema, makeField, randomOf(part))
  missed.push(...unmet.map(({ keyword, path }) => ({ keyword, path: part === '' ? path : `${part}${path}` })))
  return value
}

/** Undefined for a value that no header can have, which is noted as missed. */
function headerValue(header: PlannedHeader, parts: ReplyParts, missed: Unfollowed[]): string | undefined {
  const place = `header ${header.name.toLowerCase()}`
  const text = headerText(header.form, valueOf(header, parts, place, missed))
  if (text !== undefined && HEADER_VALUE.test(text)) return text
  missed.push({ keyword: 'value', path: place })
  return undefined
}

/** A value in the form of a header: `a,b` for a list, `x,1` or `x=1` for an object. Undefined for null, and for values within values. */
function headerText(form: PlannedHeader['form'], value: unknown): string | undefined {
  if (form === 'json') return JSON.stringify(value)
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') return String(value)
  const values: readonly unknown[] = Object.values(value)
  if (values.some((each) => typeof each === 'object')) return undefined
  if (Array.isArray(value)) return values.join(',')
  const separator = form === 'simple-exploded' ? '=' : ','
  return Object.entries(value)
    .map(([name, each]) => `${name}${separator}${String(each)}`)
    .join(',')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
