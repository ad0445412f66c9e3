/** Describes the steps of a past without credentials, for lists and for a single step. */
import { splitUrl } from '../../gateway/addresses/locate.ts'
import type { JournalEntry, TextEntry } from '../../gateway/journal/entry.ts'
import { ignoredText } from '../../gateway/journal/exchange-text.ts'
import { redactEntry, redactExceptHeaders, redactPath, redactSent } from '../../gateway/journal/redact.ts'
import { REDACTED } from '../../gateway/journal/secret-repeats.ts'
import { formatInstant } from '../../world/time/duration.ts'
import { createsCredential } from '../control-request.ts'
import type { Suspicion } from './suspicious.ts'
import type { ClockInput, ControlInput, PastStep, StepKind } from './step.ts'

/** One step of the past of a world, as lists have it. */
export interface StepDescription {
  /** From 1. The world after it is `default@<step>`. */
  readonly step: number
  /** The virtual time before it, ISO 8601. */
  readonly at: string
  readonly kind: StepKind
  /** One line, such as `GET /wiki/rest/reqs/1/baseline/ENG as alice`. */
  readonly title: string
  /** The name and the note of the step of the timeline that it is. */
  readonly name?: string
  readonly note?: string
  /** Of an exchange or a request to the control API. */
  readonly method?: string
  readonly path?: string
  /** Of an exchange. */
  readonly operation?: string
  readonly status?: number
  readonly user?: string
  readonly fault?: number
  /** What of an exchange nothing read, such as `body html (did you mean htmlExcerpt?)`. */
  readonly ignored?: string
  /** The number of the exchange in the journal. */
  readonly exchange?: number
  readonly digest?: string
  /** Why the step may explain a failure; absent if nothing is suspicious. */
  readonly suspicious?: readonly Suspicion[]
}

/** A step with its request and its response. */
export interface StepDetails extends StepDescription {
  readonly request?: TextEntry['request']
  readonly answer?: TextEntry['answer']
  readonly assumptions?: JournalEntry['assumptions']
  readonly transitions?: JournalEntry['transitions']
}

const MAXIMUM_PATH_LENGTH = 300

export function describeStep(
  number: number,
  step: PastStep,
  suspicions?: ReadonlyMap<number, readonly Suspicion[]>,
): StepDescription {
  const suspicious = suspicions?.get(number)
  const { at, input, entry, progress, digest } = step
  const result = progress?.results?.at(-1)
  const request = 'request' in input ? input.request : undefined
  const path = request && redactPath(splitUrl(request.url).path, request).slice(0, MAXIMUM_PATH_LENGTH)
  const { operation, user, fault } = entry ?? {}
  const ignored = entry && ignoredOf(entry)
  return {
    step: number,
    at: formatInstant(at),
    kind: input.kind,
    title: result?.title ?? titleOf(step, path),
    ...(result?.name === undefined ? {} : { name: result.name }),
    ...(result?.note === undefined ? {} : { note: result.note }),
    ...(request === undefined || path === undefined ? {} : { method: request.method, path }),
    ...(operation === undefined ? {} : { operation }),
    ...(entry === undefined ? {} : { status: entry.answer.status }),
    ...(user === undefined ? {} : { user }),
    ...(fault === undefined ? {} : { fault }),
    ...(ignored === undefined ? {} : { ignored }),
    ...(step.exchange === undefined ? {} : { exchange: step.exchange }),
    ...(digest === undefined ? {} : { digest }),
    ...(suspicious === undefined ? {} : { suspicious }),
  }
}

export function detailsOfStep(
  number: number,
  step: PastStep,
  suspicions?: ReadonlyMap<number, readonly Suspicion[]>,
): StepDetails {
  const { input, entry } = step
  const described = describeStep(number, step, suspicions)
  if (input.kind === 'control') return { ...described, request: withoutSecrets(input) }
  if (entry === undefined) return described
  const { request, answer, assumptions, transitions } = redactEntry(entry)
  return {
    ...described,
    request,
    answer,
    assumptions: [...assumptions],
    ...(transitions === undefined ? {} : { transitions: [...transitions] }),
  }
}

/** A name may repeat a credential of its request. */
function ignoredOf(entry: JournalEntry): string | undefined {
  return ignoredText(entry) === undefined ? undefined : ignoredText(redactSent(entry))
}

function titleOf({ input, entry }: PastStep, path: string | undefined): string {
  switch (input.kind) {
    case 'exchange':
      return `${input.request.method} ${path}${entry?.user === undefined ? '' : ` as ${entry.user}`}`
    case 'control':
      return `${input.request.method} ${path}`
    case 'clock':
      return titleOfClock(input)
    case 'restore':
      return 'restore a snapshot'
    case 'timeline':
      return 'timeline'
  }
}

function titleOfClock({ to, mode, speed }: ClockInput): string {
  if (to !== undefined) return `advance to ${formatInstant(to)}`
  return `set the clock to ${mode}${mode === 'live' && speed !== 1 ? ` at speed ${speed}` : ''}`
}

/** A request to the control API without headers; the value of a new credential is redacted. */
function withoutSecrets({ request }: ControlInput): TextEntry['request'] {
  const { method, url, body } = redactExceptHeaders(request)
  const text = body !== undefined && createsCredential(request) ? withoutValue(body) : body
  return { method, url, headers: {}, ...(text === undefined ? {} : { body: text }) }
}

function withoutValue(body: string): string {
  const fields = JSON.parse(body) as Readonly<Record<string, unknown>>
  return JSON.stringify('value' in fields ? { ...fields, value: REDACTED } : fields)
}
