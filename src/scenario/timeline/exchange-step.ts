/** A recorded exchange as a step of a timeline. */
import { portAddress } from '../../gateway/addresses/port-address.ts'
import { quoted } from '../../model/input/refusal.ts'
import { METHODS } from '../../model/records/world/fault-limits.ts'
import { present } from '../../model/input/present.ts'
import { hasRemovedSecret, headersAgain, lacksBytes, type RecordedCall } from '../../snippets/recorded.ts'
import type { CallStepInput } from '../input.ts'
import { bodyOf } from './written-call.ts'
import { yamlText } from '../yaml/blocks.ts'

/** What of an exchange makes a step, as the control API returns it. */
export type SteppedExchange = Pick<RecordedCall, 'request' | 'user'> & {
  readonly operation?: string | undefined
  readonly answer: {
    readonly status: number
    readonly delivery?:
      | { readonly dropped?: boolean | undefined; readonly truncatedTo?: number | undefined }
      | undefined
  }
}

/** Deeper bodies are written as text. */
const MAXIMUM_DEPTH = 50

/** Headers that a step sends anyway, or that say nothing. */
const OF_EVERY_CALL =
  /^(?:accept: (?:\*\/\*|application\/json)|content-type: application\/json\b.*|trace(?:parent|state): .*)$/i

/** The step that calls the same as the same user and expects the same status; or else why there is none. */
export function exchangeStep(exchange: SteppedExchange): CallStepInput | string {
  const { request, user, operation, answer } = exchange
  const { path, interface: name } = portAddress(request.url)
  if (!(METHODS as readonly string[]).includes(request.method))
    return `a step calls with ${METHODS.join(', ')}, not with ${quoted(request.method)}`
  if (name === undefined || (operation === undefined && answer.status !== 405))
    return 'a step calls an operation, and this request matched none'
  if (hasRemovedSecret(request)) return 'its address or body held a credential, which was not recorded'
  if (lacksBytes(request.body)) return 'its body has bytes that are not text, which were not recorded'
  const body = writtenBody(request.body)
  const headers = Object.entries(headersAgain(request.headers)).filter(
    ([header, value]) => !OF_EVERY_CALL.test(`${header}: ${value}`),
  )
  const { dropped, truncatedTo } = answer.delivery ?? {}
  return {
    call: withoutPlaceholders(`${request.method} ${path}`),
    ...present({ as: user }),
    ...(headers.length === 0 ? {} : { headers: withoutPlaceholders(Object.fromEntries(headers)) }),
    ...(body === undefined ? {} : { body: withoutPlaceholders(body) }),
    expect:
      dropped === true
        ? { dropped: true }
        : { status: answer.status, ...(truncatedTo === undefined ? {} : { truncated: true }) },
  }
}

/** The step as an item of the list `timeline` of a scenario file. */
export function stepText(step: CallStepInput): string {
  return yamlText([step])
}

function writtenBody(text: string | undefined): unknown {
  return text !== undefined && isDeep(text) ? text : bodyOf(text).body
}

function isDeep(text: string): boolean {
  let depth = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    if (depth > MAXIMUM_DEPTH) return true
  }
  return false
}

/** A value whose texts mean themselves where a step replaces `${name}`. */
function withoutPlaceholders<T>(value: T): T
function withoutPlaceholders(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${')
  if (Array.isArray(value)) return value.map((item: unknown) => withoutPlaceholders(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutPlaceholders(inner)]))
}
