/** A mutant of one operation that changes its responses and no record. */
import type { Operation } from '../../api/framework/operation.ts'
import type { JournalEntry } from '../../gateway/journal/entry.ts'
import type { MUTATION_KINDS } from '../../scenario/format/mutation-kinds.ts'
import { exchangeMutation, type MutatedHandle } from '../exchange.ts'
import type { ServiceMutant } from '../mutant.ts'
import { placeOf } from '../place.ts'
import { type Path, pathText, type Spot } from './places.ts'

export type ResponseKind = (typeof MUTATION_KINDS)['response'][number]

/** What a mutant of responses did, in words. */
export interface Mistake {
  readonly kind: ResponseKind
  /** The end of its id, if the operation has several mutants of the kind. */
  readonly suffix?: string
  readonly field?: string
  /** After method and path, in the past: 'left out `key`'. */
  readonly did: string
  readonly hint: string
}

/** A mutant of responses; `handle` makes its mistake in an exchange of its operation. */
export interface ResponseMutant extends ServiceMutant {
  readonly handle: MutatedHandle
}

export function responseMutant(
  operation: Operation,
  mistake: Mistake,
  handle: MutatedHandle,
): ResponseMutant {
  const { id } = operation
  const { kind, suffix, field, did, hint } = mistake
  return {
    id: [id, 'response', kind, ...(suffix ? [suffix] : [])].join(':'),
    sentence: `${placeOf(operation)} ${did}`,
    group: 'response',
    kind,
    operations: [id],
    ...(field ? { field } : {}),
    hint,
    handle,
    begin: (onReached) => exchangeMutation(id, handle, onReached),
  }
}

/** A mutant of what stands at a path. */
export function placeMutant(
  operation: Operation,
  path: Path,
  mistake: Omit<Mistake, 'suffix' | 'field'>,
  edit: (box: Spot) => void,
): ResponseMutant {
  const text = pathText(path)
  return bodyMutant(operation, { ...mistake, suffix: text, field: text }, edit)
}

/** A mutant that edits the JSON of a success. */
export function bodyMutant(
  operation: Operation,
  mistake: Mistake,
  edit: (box: Spot) => void,
): ResponseMutant {
  return responseMutant(operation, mistake, (call, handle, reached, refused) =>
    withBody(handle(call, refused), operation, edit, reached),
  )
}

/** The entry with its JSON edited; the entry itself if that changes nothing. */
export function withBody(
  entry: JournalEntry,
  operation: Operation,
  edit: (box: Spot) => void,
  reached: () => void,
): JournalEntry {
  if (!isSuccess(entry, operation)) return entry
  const box = jsonOf(entry)
  if (box === undefined) return entry
  edit(box)
  const body = JSON.stringify(box.holder[box.name])
  if (body === entry.answer.body) return entry
  reached()
  return { ...entry, answer: { ...entry.answer, body } }
}

/** Whether the operation responded, and neither a fault nor a defect. */
export function isOwnResponse(entry: JournalEntry, { id }: Operation): boolean {
  const { answer, fault, defect } = entry
  return (
    entry.operation === id && fault === undefined && defect === undefined && answer.delivery === undefined
  )
}

export function isSuccess(entry: JournalEntry, operation: Operation): boolean {
  const { status } = entry.answer
  return isOwnResponse(entry, operation) && status >= 200 && status < 300
}

/**
 * The JSON of a response, in a box, so that it can be replaced. Undefined if it has none, or if writing it again would change more
 * than the mistake, since it has a number with more digits than `JSON.parse` keeps.
 */
export function jsonOf({ answer }: JournalEntry): Spot | undefined {
  const { headers, body } = answer
  if (
    typeof body !== 'string' ||
    body === '' ||
    headers['Content-Type']?.startsWith('application/json') !== true
  )
    return undefined
  const response: unknown = JSON.parse(body)
  return JSON.stringify(response) === body ? { holder: { response }, name: 'response' } : undefined
}
