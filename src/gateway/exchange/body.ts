/** Bodies: from bytes to checked values (service §4). */
import { built } from '../../api/framework/built.ts'
import { chosenAlternative } from '../../api/framework/ledger.ts'
import { hasUntidyNames, type NamedValue, tidyNames } from '../../api/framework/given-names.ts'
import { announcedLength, byteLengthOf, type ExchangeRequest, header } from '../../api/framework/exchange.ts'
import { placeOf } from '../../model/input/field-place.ts'
import { parseJson } from '../../model/input/json-text.ts'
import { repeatedFields } from '../../model/input/repeated-fields.ts'
import { ANY_TYPE, type Operation, type SentBytes } from '../../api/framework/operation.ts'
import type { WorldConfig } from '../../model/records/world/config.ts'
import {
  invalidParts,
  invalidRequest,
  MAXIMUM_PROBLEMS,
  tooLarge,
  unsupportedType,
} from '../../model/input/errors.ts'
import { type PlacedIssue, problemsOf, type Wording } from '../../model/input/schema-problems.ts'
import { acceptedBy, refuseCoding, refuseEncoded } from './content-coding.ts'
import { quoted } from '../../model/input/refusal.ts'
import { countText } from '../../world/count-text.ts'
import * as ledger from '../../api/framework/ledger-names.ts'
import { type Fields, hasMembers } from '../../world/objects.ts'

export interface ReadBody {
  readonly body: unknown
  /** The body, if the operation takes bytes. */
  readonly sent?: SentBytes
  /** Paths of fields that were sent and that the shape does not have. */
  readonly undeclared: readonly FieldPath[]
  /** Paths of fields that were sent more than once; the last value counts. */
  readonly repeated: readonly FieldPath[]
  /** The JSON value as sent, if there are undeclared fields. */
  readonly value?: unknown
  /** A text that was sent as text/plain although JSON is documented. */
  readonly bare: boolean
  /** The rule for names made a difference, or would have made one (A265). */
  readonly tidied?: boolean
}

/** The names and positions that lead to a field. */
export type FieldPath = readonly string[]

/** Refuses a body that is announced and not sent yet, if its length, its content coding or its type is enough to. */
export function checkAnnounced(
  declaration: NonNullable<Operation['body']>,
  request: ExchangeRequest,
  config: WorldConfig,
): void {
  const length = announcedLength(request)
  if (length === 0) return
  refuseLength(Number.isFinite(length) ? length : 0, config.maximumBodyBytes)
  if (chosenAlternative(config, ledger.compressedBodies) !== 'as-sent')
    refuseCoding(request, acceptedBy(config))
  if (!takesAsBytes(declaration, request)) refuseType(declaration, request)
}

/** Reads the body that an operation declares. Throws a Refusal that lists every problem. */
export function readBody(
  declaration: NonNullable<Operation['body']>,
  request: ExchangeRequest,
  config: WorldConfig,
): ReadBody {
  checkAnnounced(declaration, request, config)
  if (chosenAlternative(config, ledger.compressedBodies) !== 'as-sent')
    refuseEncoded(request, config.maximumBodyBytes, acceptedBy(config))
  if (takesAsBytes(declaration, request)) return readBytes(declaration, request, config.maximumBodyBytes)
  const { body = '' } = request
  refuseLarger(body, config.maximumBodyBytes)
  const plain = isPlain(declaration, request)
  // Bytes of another type need not be text, so the type comes first.
  if (body.length > 0) refuseType(declaration, request)
  const text = decoded(body)
  if (text === '') {
    if (declaration.required) {
      const form = declaration.contentType === 'text/plain' ? 'text' : 'JSON'
      throw invalidRequest('the body is missing', `send ${form}`)
    }
    return { body: undefined, undeclared: NONE, repeated: NONE, bare: false }
  }
  const { value, changed: tidied } = withTidyNames(plain ? text : parseJson(text), declaration, config)
  const parsed = built(declaration.schema).safeParse(value)
  if (!parsed.success) {
    const issues = parsed.error.issues.flatMap(issuesOfBranch)
    throw invalidParts(
      issues.slice(0, MAXIMUM_PROBLEMS).flatMap((issue) => problemsOf(issue, value, WORDING)),
    )
  }
  const bare = plain && declaration.plainText === true
  const undeclared = unknownFields(value, parsed.data)
  const repeated = plain
    ? NONE
    : repeatedFields(text, value, MAXIMUM_PROBLEMS).map((path) => path.map(String))
  return {
    body: parsed.data,
    undeclared,
    repeated,
    bare,
    ...(tidied && { tidied }),
    ...(undeclared.length > 0 && { value }),
  }
}

/** Tidies the names of a new value. Throws a Refusal for names with characters that none has. */
function withTidyNames(
  value: unknown,
  { names }: NonNullable<Operation['body']>,
  config: WorldConfig,
): Pick<NamedValue, 'value' | 'changed'> {
  const places = names === undefined ? undefined : built(names)
  if (places === undefined) return { value, changed: false }
  const asSent = chosenAlternative(config, ledger.givenNames) === 'as-sent'
  const changed = asSent && hasUntidyNames(value, places)
  const tidy = tidyNames(value, places, MAXIMUM_PROBLEMS, asSent ? 'property' : undefined)
  if (tidy.problems.length === 0) return { value: tidy.value, changed: changed || tidy.changed }
  throw invalidParts(
    tidy.problems.map(({ path, name, problem }) => `${bodyPlace(path)} ${quoted(name)}: ${problem}`),
    'name',
  )
}

/** Whether a body is text, which is not read as JSON. */
function isPlain(declaration: NonNullable<Operation['body']>, { headers }: ExchangeRequest): boolean {
  const mayBe = declaration.contentType === 'text/plain' || declaration.plainText === true
  return mayBe && isOfType(header(headers, 'content-type'), 'text/plain')
}

/** Refuses a content type that the operation does not take. */
function refuseType(declaration: NonNullable<Operation['body']>, request: ExchangeRequest): void {
  const wanted = declaration.contentType ?? 'application/json'
  const sent = header(request.headers, 'content-type')
  if (isPlain(declaration, request) || isOfType(sent, wanted)) return
  const others = [...(declaration.plainText === true ? ['text/plain'] : []), ...(declaration.bytes ?? [])]
  const also = others.map((other) => ` or ${other}`).join('')
  throw unsupportedType(sent ?? '', `Content-Type: ${wanted}${also}`)
}

/** Whether a body is of a content type that the operation takes as bytes. */
function takesAsBytes({ bytes = [] }: NonNullable<Operation['body']>, { headers }: ExchangeRequest): boolean {
  const sent = header(headers, 'content-type')
  return bytes.some((wanted) => wanted === ANY_TYPE || isOfType(sent, wanted))
}

function readBytes(
  { required }: NonNullable<Operation['body']>,
  { headers, body = '' }: ExchangeRequest,
  maximumBytes: number,
): ReadBody {
  refuseLarger(body, maximumBytes)
  if (body.length === 0 && required) throw invalidRequest('the body is missing', 'send bytes')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const contentType = header(headers, 'content-type') ?? ''
  return { body: undefined, sent: { bytes, contentType }, undeclared: NONE, repeated: NONE, bare: false }
}

const DECODER = new TextDecoder('utf-8', { fatal: true })

/** The body as text; refused when it is larger than the world reads, or no UTF-8. */
export function bodyText(request: ExchangeRequest, maximumBytes: number): string {
  const { body = '' } = request
  const announced = announcedLength(request)
  if (Number.isFinite(announced)) refuseLength(announced, maximumBytes)
  refuseLarger(body, maximumBytes)
  return decoded(body)
}

function decoded(body: string | Uint8Array): string {
  if (typeof body === 'string') return body
  try {
    return DECODER.decode(body)
  } catch {
    throw invalidRequest('body', 'send text in UTF-8')
  }
}

function refuseLarger(body: string | Uint8Array, maximumBytes: number): void {
  // A UTF-16 unit takes at most three bytes: only a body near the bound is measured.
  const isNear = typeof body === 'string' && body.length <= maximumBytes && body.length * 3 > maximumBytes
  refuseLength(isNear ? byteLengthOf(body) : body.length, maximumBytes)
}

function refuseLength(length: number, maximumBytes: number): void {
  if (length > maximumBytes) throw tooLarge('the body', 'too many bytes', countText(maximumBytes, 'byte'))
}

function isOfType(sent: string | undefined, wanted: string): boolean {
  if (sent === undefined || sent === wanted) return sent === wanted
  const type = (sent.split(';', 1)[0] as string).trim().toLowerCase()
  return type === wanted || (wanted === 'application/json' && /^application\/[a-z0-9.+-]+\+json$/.test(type))
}

interface Issue extends PlacedIssue {
  /** If the value may have one of several shapes: the issues under each shape. */
  readonly errors?: readonly (readonly Issue[])[]
}

/** The errors of a value against the only shape of its kind in a union. */
function issuesOfBranch(issue: Issue): readonly Issue[] {
  if (issue.errors === undefined) return [issue]
  const ofKind = issue.errors.filter((issues) =>
    issues.every(({ code, path }) => path.length > 0 || !KIND_ISSUES.includes(code ?? '')),
  )
  const [only] = ofKind
  if (only === undefined || ofKind.length > 1) return [issue]
  return only.flatMap(({ path, ...rest }) => issuesOfBranch({ ...rest, path: [...issue.path, ...path] }))
}

/** Issues of a value that is of another kind altogether. */
const KIND_ISSUES = ['invalid_type', 'invalid_value', 'invalid_union']

const WORDING: Wording = { placeOf: bodyPlace, asPredicate: true }

function bodyPlace(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'body' : `body field ${placeOf(path)}`
}

/** Paths of fields that the shape dropped, in the order sent. */
function unknownFields(sent: unknown, kept: unknown): readonly FieldPath[] {
  if (!hasMembers(sent) || !hasMembers(kept) || hasFieldsOf(sent, kept)) return NONE
  const found: FieldPath[] = []
  const open: [sent: Fields, kept: Fields, path: readonly string[]][] = [[sent, kept, []]]
  for (let position = 0; position < open.length && found.length < MAXIMUM_PROBLEMS; position++) {
    const [left, right, path] = open[position] as (typeof open)[number]
    for (const name of Object.keys(left)) {
      const [inner, own] = [left[name], right[name]]
      if (!Object.hasOwn(right, name)) found.push([...path, name])
      else if (hasMembers(inner) && hasMembers(own)) open.push([inner, own, [...path, name]])
    }
  }
  return found
}

const NONE: readonly FieldPath[] = []

/** Whether every sent field was kept, the usual case. Parsing has limited the nesting. */
function hasFieldsOf(sent: Fields, kept: Fields): boolean {
  for (const name of Object.keys(sent)) {
    if (!Object.hasOwn(kept, name)) return false
    const [inner, own] = [sent[name], kept[name]]
    if (hasMembers(inner) && hasMembers(own) && !hasFieldsOf(inner, own)) return false
  }
  return true
}
