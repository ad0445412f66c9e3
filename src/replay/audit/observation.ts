/** One call that a hand-written handler responded to, beside what a simulator responds. */
import type { RecordedExchange } from '../../gateway/journal/entry.ts'
import { REDACTED } from '../../gateway/journal/secret-repeats.ts'
import { withoutCredentials } from '../credentials.ts'
import { parsed } from '../differences.ts'
import type { Difference } from '../paths.ts'
import { shapeDifferences } from '../shape.ts'
import { valueDifferences } from '../values.ts'
import type { AuditDifference, HandledResponse } from './difference.ts'
import { type Need, needsOf } from './needs.ts'

/** A handler as its suite names it. */
export interface AuditedHandler {
  /** Method and path, as MSW shows them. */
  readonly handler: string
  /** File and line, if they are known. */
  readonly place?: string
}

/** A line of a file that a run leaves: a handler, and one of its calls unless it was only registered. */
export interface Observation extends AuditedHandler {
  readonly call?: ObservedCall
}

export interface ObservedCall {
  readonly method: string
  /** Without credentials. */
  readonly url: string
  readonly test?: string
  /** The operation of the service; null if there is none, and for an address that is not simulated. */
  readonly operation: string | null
  /** True if the address is below no base. */
  readonly isOutside?: boolean
  readonly status: number
  readonly differences: readonly AuditDifference[]
  readonly needs: readonly Need[]
}

const MAXIMUM_DIFFERENCES = 50

/** Compares the response of a handler with that of the simulator, as its journal has it. */
export function observedCall(
  handled: HandledResponse,
  entry: RecordedExchange,
  { url, test }: { readonly url: string; readonly test: string | undefined },
): ObservedCall {
  const { request, answer, operation = null } = entry
  const clean = withoutCredentials({
    method: request.method,
    url,
    headers: {},
    body: undefined,
    status: handled.status,
    responseHeaders: {},
    responseBody: handled.body,
  })
  const own = { status: handled.status, body: clean.responseBody ?? '' }
  const differences = differencesOf(own, { status: answer.status, body: answer.body })
  return {
    method: request.method,
    url: clean.url,
    ...(test !== undefined && { test }),
    operation,
    status: handled.status,
    differences,
    needs: needsOf(own, entry, differences),
  }
}

function differencesOf(handled: HandledResponse, simulated: HandledResponse): AuditDifference[] {
  // Another status has another body, which would only add noise.
  if (handled.status !== simulated.status) {
    const was = handled.status === 0 ? 'a network error' : String(handled.status)
    return [{ kind: 'status', place: 'status', text: `${simulated.status} instead of ${was}` }]
  }
  const before = parsed(handled.body)
  const now = parsed(simulated.body)
  if (before === undefined || now === undefined) {
    return handled.body === simulated.body
      ? []
      : [{ kind: 'value', place: 'body', text: 'another text, or text instead of JSON' }]
  }
  const shape = shapeDifferences(before.value, now.value, MAXIMUM_DIFFERENCES)
  const values = valueDifferences(before.value, now.value, VALUES, MAXIMUM_DIFFERENCES)
  return [
    ...shape.map((each) => ({ kind: kindOfShape(each), ...each })),
    ...values
      .filter(({ text }) => !text.includes(REDACTED))
      .map((each) => ({ kind: 'value' as const, ...each })),
  ]
}

const VALUES = { values: true, valuesAt: [], ignored: [], stands: () => false }

function kindOfShape({ text }: Difference): AuditDifference['kind'] {
  if (text === 'missing') return 'field'
  return text === 'not recorded' ? 'added' : 'type'
}
