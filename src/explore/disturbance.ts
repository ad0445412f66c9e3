/** What an exploration does to a client: one disturbance each, as data, and as words. */
import type { AssumptionId } from '../api/framework/assumptions.ts'
import type { ExchangeFault } from '../scenario/faults/fault.ts'
import type { PlainStep } from '../scenario/format/timeline.ts'

interface FaultKind {
  readonly effect: ExchangeFault
  /** Whether the call counts as failed: `recoverable` limits how many fail in a row. */
  readonly fails: boolean
  /** How far the clock moves until the client notices. */
  readonly lasts?: string
  /** The operation worked, and its response does not say so. */
  readonly hides?: boolean
  /** When it is tried without being named: for calls that return pages, or for tokens that expire. */
  readonly only?: 'paged' | 'expiring'
  /** What happened to a call, in words; `{call}` is its operation. */
  readonly words: string
}

const faultKind = (words: string, effect: ExchangeFault, more: Partial<FaultKind> = {}): FaultKind => ({
  words,
  effect,
  fails: true,
  ...more,
})

/** Faults of one exchange, the mildest first: a failure is shrunk to the mildest that still causes it. */
export const FAULT_KINDS = {
  slow: faultKind('the body of the response to {call} arrived slowly', { slow: '2s' }, { fails: false }),
  late: faultKind(
    'the response to {call} took 30 seconds',
    { latency: '30s' },
    { fails: false, lasts: '30s' },
  ),
  'short-page': faultKind(
    '{call} returned a page with one item',
    { pageSize: 1 },
    { fails: false, only: 'paged' },
  ),
  'rate-limited': faultKind('{call} got 429 with Retry-After', {
    status: 429,
    headers: { 'Retry-After': '2', 'X-Rate-Limit-Reset': '2' },
  }),
  // A client that obeys the header with a timer of its own waits in real time, which an exploration does not have.
  'rate-limited-silently': faultKind('{call} got 429 without Retry-After', {
    status: 429,
    headers: { 'X-Rate-Limit-Reset': '1' },
  }),
  'expired-token': faultKind(
    '{call} got 401, as if its token had expired',
    {
      status: 401,
      message: 'the token has expired',
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    },
    { only: 'expiring' },
  ),
  unavailable: faultKind('{call} got 503', { status: 503 }),
  'server-error': faultKind('{call} got 500 and did nothing', { status: 500 }),
  'lost-request': faultKind('the connection of {call} was lost before it did anything', { drop: true }),
  'lost-response': faultKind(
    'the response to {call} was lost after it had worked',
    { drop: true, performed: true },
    { hides: true },
  ),
  'timed-out': faultKind(
    'the connection of {call} timed out after 30 seconds, after it had worked',
    { drop: true, performed: true, latency: '30s' },
    { lasts: '30s', hides: true },
  ),
  truncated: faultKind('the response to {call} was cut off halfway', { truncate: '50%' }, { hides: true }),
  malformed: faultKind('the response to {call} was not valid JSON', { malform: true }, { hides: true }),
  'late-server-error': faultKind(
    '{call} got 500 although it had worked',
    { status: 500, performed: true },
    { hides: true },
  ),
} as const satisfies Record<string, FaultKind>

/** The faults in the order in which each is tried alone: what loses data most often comes first. */
export const FAULTS_TRIED_FIRST: readonly string[] = [
  'lost-response',
  'malformed',
  'server-error',
  'truncated',
  'short-page',
  'late-server-error',
  'expired-token',
  'unavailable',
  'lost-request',
  'rate-limited',
]

export type FaultName = keyof typeof FAULT_KINDS

export function faultOf(name: FaultName): FaultKind {
  return FAULT_KINDS[name]
}

/** `at` is the number of the exchange before which, or to which, it happens; from 1. */
export type Disturbance =
  | { readonly at: number; readonly kind: FaultName }
  /** Moves the clock: by a duration, or to the next pending job. */
  | { readonly at: number; readonly kind: 'clock'; readonly advance: string }
  /** Another user changes records: steps of a timeline. */
  | { readonly at: number; readonly kind: 'edit'; readonly steps: readonly PlainStep[] }
  /** A site is unreachable. */
  | { readonly at: number; readonly kind: 'outage'; readonly site: number; readonly lasts: string }
  /** The next freezing fails. */
  | { readonly at: number; readonly kind: 'freeze' }
  /** The next message between wiki and tracker fails. */
  | { readonly at: number; readonly kind: 'message' }
  /** Handles another of the waiting requests than the first. */
  | { readonly at: number; readonly kind: 'order'; readonly pick: number }
  /** The service follows another alternative of an assumption from the beginning. */
  | {
      readonly at: 0
      readonly kind: 'assumption'
      readonly assumption: AssumptionId
      readonly alternative: string
    }

export type DisturbanceKind = Disturbance['kind']

/** What happens in one run of the client. */
export type Schedule = readonly Disturbance[]

export const NEXT_JOB = 'next-job'

export function isFault(kind: DisturbanceKind): kind is FaultName {
  return kind in FAULT_KINDS
}

/** The same disturbances have the same text. */
export function keyOf(disturbance: Disturbance): string {
  return JSON.stringify(disturbance)
}

/** In the order in which they happen. */
export function inOrder(schedule: Schedule): Schedule {
  return [...schedule].sort((one, other) => one.at - other.at)
}

/** A disturbance in words, with the call that it happens to. */
export function disturbanceWords(disturbance: Disturbance, call: string): string {
  switch (disturbance.kind) {
    case 'clock':
      return disturbance.advance === NEXT_JOB
        ? `the next job ran before ${call}`
        : `${disturbance.advance} passed before ${call}`
    case 'edit': {
      const words = disturbance.steps.map(editWords).find((each) => each !== undefined)
      return `${words ?? 'steps of the scenario ran'} before ${call}`
    }
    case 'outage':
      return `site ${disturbance.site} was unreachable for ${disturbance.lasts} from ${call} on`
    case 'freeze':
      return `the first freezing of a baseline from ${call} on failed`
    case 'message':
      return `the first message between wiki and tracker from ${call} on failed`
    case 'order':
      return `${call} overtook a request that was sent at the same time`
    case 'assumption':
      return `the service followed the alternative ${disturbance.alternative} of ${disturbance.assumption}`
    default:
      return FAULT_KINDS[disturbance.kind].words.replace('{call}', () => call)
  }
}

function editWords(step: PlainStep): string | undefined {
  if ('call' in step) return `another client called ${step.call}`
  if (!('edit' in step)) return step.note
  const { define = [], undefine = [] } = step.edit
  const defined = define.map(({ key }) => key).join(', ')
  return defined === '' ? `another user removed ${undefine.join(', ')}` : `another user wrote ${defined}`
}
