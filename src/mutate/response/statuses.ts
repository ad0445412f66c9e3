/** Mutants of statuses. */
import { statusName } from '../../api/framework/errors.ts'
import { INTERFACE_DESCRIPTIONS } from '../../api/framework/interfaces.ts'
import type { Operation } from '../../api/framework/operation.ts'
import { commonStatuses } from '../../api/openapi/responses.ts'
import type { JournalEntry } from '../../gateway/journal/entry.ts'
import { isObject } from '../../world/objects.ts'
import { isOwnResponse, isSuccess, jsonOf, responseMutant, type ResponseMutant } from './make.ts'

export function statusMutants(operation: Operation): ResponseMutant[] {
  return [...successMutants(operation), ...errorMutants(operation)]
}

/** 200 for an operation whose success has another status. */
function successMutants(operation: Operation): ResponseMutant[] {
  const { status } = operation.success
  if (status === 200) return []
  const mistake = {
    kind: 'status-200',
    did: `returned 200 instead of ${status}`,
    hint: `expect the status ${status}`,
  } as const
  return [
    responseMutant(operation, mistake, (call, handle, reached, refused) => {
      const entry = handle(call, refused)
      if (!isSuccess(entry, operation) || entry.answer.status !== status) return entry
      reached()
      return { ...entry, answer: { ...entry.answer, status: 200 } }
    }),
  ]
}

/** What each status of a refusal is easily taken for. */
const NEIGHBOURS: ReadonlyMap<number, number> = new Map([
  [400, 404],
  [401, 403],
  [403, 404],
  [404, 400],
  [409, 400],
])

/** One for each status with which the operation refuses. */
function errorMutants(operation: Operation): ResponseMutant[] {
  const common = commonStatuses(operation, INTERFACE_DESCRIPTIONS[operation.interface])
  const own = Object.keys(operation.refusals ?? {}).map(Number)
  return [...common, ...own]
    .sort((a, b) => a - b)
    .flatMap((status) => {
      const wrong = NEIGHBOURS.get(status)
      return wrong === undefined ? [] : [errorMutant(operation, status, wrong)]
    })
}

function errorMutant(operation: Operation, status: number, wrong: number): ResponseMutant {
  const mistake = {
    kind: 'wrong-error-status',
    suffix: String(status),
    did: `refused with ${wrong} instead of ${status}`,
    hint: `expect the status ${status} of a refused request`,
  } as const
  return responseMutant(operation, mistake, (call, handle, reached, refused) => {
    const entry = handle(call, refused)
    // What was refused before the operation, such as an unknown world, is no error of the operation.
    const isMeant = refused === undefined && entry.answer.status === status
    if (!isMeant || !isOwnResponse(entry, operation)) return entry
    reached()
    return { ...entry, answer: { ...entry.answer, status: wrong, body: bodyWith(entry, wrong) } }
  })
}

/** The body of an error, which repeats its status in the shapes of JSON (service §7). */
function bodyWith(entry: JournalEntry, status: number): string | Uint8Array {
  const box = jsonOf(entry)
  const error = box?.holder[box.name]
  if (!isObject(error)) return entry.answer.body
  return JSON.stringify({
    ...error,
    ...('status-code' in error ? { 'status-code': status } : {}),
    ...('statusCode' in error ? { statusCode: statusName(status) } : {}),
  })
}
