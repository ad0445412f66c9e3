/** Turns the text of a query and a body into values, or says everything that is wrong with them. */
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import { built } from '../../api/framework/built.ts'
import { chosenAlternative } from '../../api/framework/ledger.ts'
import type { Operation, SentBytes } from '../../api/framework/operation.ts'
import { declaresField } from '../../api/framework/shown-fields.ts'
import { INTERFACE_DESCRIPTIONS } from '../../api/framework/interfaces.ts'
import type { WorldConfig } from '../../model/records/world/config.ts'
import { invalidParts, MAXIMUM_PROBLEMS } from '../../model/input/errors.ts'
import { type RefusalReason, quoted } from '../../model/input/refusal.ts'
import { pathText } from '../../model/input/field-place.ts'
import { checkAnnounced, type FieldPath, readBody, type ReadBody } from './body.ts'
import type { NameKind, Unknown } from '../journal/ignored-names.ts'
import { type QueryPair, type Reading, decodeQuery } from '../addresses/query-text.ts'
import * as ledger from '../../api/framework/ledger-names.ts'
import { suggestionFor } from './suggestions.ts'

/** Fields of a body that the operation does not declare and that its responses show: a client sends back what it read. */
export interface ShownFields {
  readonly paths: readonly FieldPath[]
  readonly body?: unknown
}

export interface Validated {
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly sent: SentBytes | undefined
  readonly unknown: Unknown
  /** Fields of the body that were sent more than once. */
  readonly repeated: readonly string[]
  /** Undeclared fields that responses show, with the body that has them. */
  readonly shown: ShownFields
  /** Which entries of the ledger the values rest on. */
  readonly reasons: readonly RefusalReason[]
}

/** Names that come from callers are kept to so many characters. */
const MAXIMUM_NAME = 100
const NOTHING: readonly string[] = []
const NO_REASONS: readonly RefusalReason[] = []
const NO_SHOWN_FIELDS: ShownFields = { paths: [] }

/** Thrown in place of reading a body that the client has not sent yet: all that comes before it is in order. */
export class BodyNeeded extends Error {}

/**
 * Reads query and body as the operation declares them. Throws a Refusal that lists every problem, and BodyNeeded where the body
 * would be read, if only the head of the request is known.
 */
export function validate(
  operation: Operation,
  queryText: string,
  request: ExchangeRequest,
  config: WorldConfig,
  headOnly = false,
): Validated {
  const {
    query,
    undeclared: pairs,
    problems,
    reasons,
  } = decodeQuery(operation.query, queryText, readingOf(operation, config))
  const undeclared = namesOf(pairs)
  const unexpected = config.strict
    ? undeclared.map((name) => undeclaredText(operation, 'parameter', name))
    : NOTHING
  refuse([...problems, ...unexpected], reasons)
  if (headOnly) {
    if (operation.body !== undefined) checkAnnounced(operation.body, request, config)
    throw new BodyNeeded('the body is not sent yet')
  }
  if (operation.body === undefined) {
    const unknown = { parameters: undeclared, fields: NOTHING }
    return {
      query,
      body: undefined,
      sent: undefined,
      unknown,
      repeated: NOTHING,
      shown: NO_SHOWN_FIELDS,
      reasons,
    }
  }
  const read = readBody(operation.body, request, config)
  const paths = read.undeclared.filter((path) => isShown(operation, path))
  const fields = read.undeclared.filter((path) => !paths.includes(path)).map(pathText)
  const repeated = read.repeated.map(pathText)
  if (config.strict) {
    refuse(
      fields.map((field) => undeclaredText(operation, 'field', field)),
      [],
    )
    refuse(repeated.map(repeatedText), ['repeated-field'])
  }
  const unknown = { parameters: undeclared, fields }
  return {
    query,
    body: read.body,
    sent: read.sent,
    unknown,
    repeated,
    shown: { paths, body: read.value },
    reasons: [...reasons, ...reasonsOfBody(read), ...reasonsOfCoding(request)],
  }
}

/** The names of pairs, each once. */
function namesOf(pairs: readonly QueryPair[]): readonly string[] {
  if (pairs.length === 0) return NOTHING
  return [...new Set(pairs.map(([name]) => name.slice(0, MAXIMUM_NAME)))].slice(0, MAXIMUM_PROBLEMS)
}

/** The interface of the operation decides how booleans are read, whatever the address of the call. */
function readingOf(operation: Operation, config: WorldConfig): Reading {
  const embedded = INTERFACE_DESCRIPTIONS[operation.interface].errorShape === 'embedded'
  return {
    clamp: chosenAlternative(config, ledger.boundsOfPages) === 'clamp',
    embedded,
    namesAsSent: chosenAlternative(config, ledger.givenNames) === 'as-sent',
    strictBooleans:
      chosenAlternative(config, embedded ? ledger.embeddedBooleans : ledger.standaloneBooleans) === 'strict',
  }
}

function isShown({ success }: Operation, path: FieldPath): boolean {
  return success.shape !== undefined && declaresField(built(success.shape.schema), path)
}

function reasonsOfBody({ bare, repeated, tidied = false }: ReadBody): readonly RefusalReason[] {
  if (!bare && !tidied && repeated.length === 0) return NO_REASONS
  return [
    ...(bare ? ['bare-text' as const] : []),
    ...(tidied ? ['name' as const] : []),
    ...(repeated.length > 0 ? ['repeated-field' as const] : []),
  ]
}

/** A body that had a content coding, or still has one. */
function reasonsOfCoding({ headers, body = '', decodedFrom }: ExchangeRequest): readonly RefusalReason[] {
  const isEncoded = headers['content-encoding'] !== undefined && body.length > 0
  return decodedFrom !== undefined || isEncoded ? ['content-coding'] : NO_REASONS
}

function repeatedText(field: string): string {
  return `body field ${quoted(field)} is sent more than once: send each field of an object once`
}

function undeclaredText(operation: Operation, kind: NameKind, name: string): string {
  const suggestion = suggestionFor(operation, kind, name)
  const what = kind === 'parameter' ? 'query parameter' : 'body field'
  const correction = suggestion === undefined ? 'leave it out' : `did you mean '${suggestion}'?`
  return `${what} ${quoted(name)} is not declared: ${correction}`
}

function refuse(problems: readonly string[], reasons: readonly RefusalReason[]): void {
  if (problems.length > 0) throw invalidParts(problems, ...reasons)
}
