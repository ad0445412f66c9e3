/** Bounds of the fields of a fault. */
import { A_DURATION, A_POSITIVE_DURATION } from '../../../world/time/duration.ts'

/** Names and values that every adapter sends as they are: ASCII, without space around. */
export const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/
export const HEADER_VALUE = /^(?:[!-~](?:[\t -~]*[!-~])?)?$/
/** The longest wait of an adapter, in milliseconds. */
export const MAXIMUM_DELAY = 600_000
export const DELAY_RULE = `must be ${A_DURATION}, of at most 10 minutes`
export const LASTING_RULE = `must be ${A_POSITIVE_DURATION}`
export const BEGIN_RULE = `must be an instant such as 2026-01-05T09:00:00Z, or ${A_DURATION} from now`
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE']
const CALLS = ['GET', ...WRITES]
/** Mistakes in a response. */
export const RESPONSE_MUTATIONS = [
  'field-missing',
  'field-null',
  'field-swapped',
  'other-choice',
  'id-as-text',
  'date-shifted',
  'list-empty',
  'list-short',
  'item-twice',
  'list-reversed',
  'page-repeated',
  'page-skips',
  'total-off',
  'status-200',
  'wrong-error-status',
] as const
/** Those of them that are made in a whole page, or beside the body. */
const IN_NO_PLACE = ['page-repeated', 'page-skips', 'status-200', 'wrong-error-status']
export type ResponseMutation = (typeof RESPONSE_MUTATIONS)[number]

/** The mistakes of the service that a fault can name, with the methods of the requests in which they are made. */
export const FAULT_MUTATIONS = {
  'lost-write': WRITES,
  'kept-record': ['DELETE'],
  'applied-twice': WRITES,
  'wrong-record': WRITES,
  'undoes-previous': WRITES,
  'stale-read': ['GET'],
  allowed: CALLS,
  refused: CALLS,
  'limit-never': CALLS,
  'limit-early': CALLS,
  'outlives-expiry': CALLS,
  ...(Object.fromEntries(RESPONSE_MUTATIONS.map((kind) => [kind, CALLS])) as Record<
    ResponseMutation,
    string[]
  >),
} as const satisfies Readonly<Record<string, readonly string[]>>
export type FaultMutation = keyof typeof FAULT_MUTATIONS
export const FAULT_MUTATION_NAMES = Object.keys(FAULT_MUTATIONS) as readonly FaultMutation[]

/** Whether a mistake is one in the response, which leaves records as they are. */
export function isInResponse(kind: FaultMutation): kind is ResponseMutation {
  return (RESPONSE_MUTATIONS as readonly string[]).includes(kind)
}

/** Whether a mistake is made in a field or a list of the response, which a fault may name. */
export function isInPlace(kind: FaultMutation): boolean {
  return isInResponse(kind) && !IN_NO_PLACE.includes(kind)
}

/** Statuses of responses: those below 200 announce one that is still to come. */
export const MINIMUM_STATUS = 200
export const MAXIMUM_STATUS = 599
export const MAXIMUM_COUNT = 1_000_000_000
/** The most items that any list returns on a page. */
export const MAXIMUM_PAGE = 10_000
export const MAXIMUM_BYTES = 1_073_741_824
