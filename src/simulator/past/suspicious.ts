/**
 * Steps of a past that may explain a failure. The text of `reqsim show`, the console and the tools of agents share this
 * judgement.
 */
import { ignoredText } from '../../gateway/journal/exchange-text.ts'
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import { isPreflight } from '../../gateway/addresses/cors.ts'
import type { JournalEntry } from '../../gateway/journal/entry.ts'
import { redactSent } from '../../gateway/journal/redact.ts'
import { cutText } from '../../world/cut-text.ts'
import type { PastStep } from './step.ts'

export const SUSPICION_KINDS = [
  'ignored',
  'unmatched',
  'fault',
  'defect',
  'refused',
  'repeated',
  'remarked',
] as const satisfies readonly string[]

export interface Suspicion {
  /**
   * `ignored`: the service did not read a name that the client sent. `unmatched`: there is no such operation. `fault`: an
   * injected fault shaped the response. `defect`: the simulator failed. `refused`: an error, and no later call of the
   * operation succeeded. `repeated`: the client sent a write again.
   * `remarked`: the response may not be what the client expects, such as a frozen copy.
   */
  readonly kind: (typeof SUSPICION_KINDS)[number]
  /** In words, without credentials. */
  readonly reason: string
}

type NumberedStep = readonly [number: number, step: PastStep]

/**
 * By the numbers of steps, why they are suspicious. Steps that are not are absent. All steps of the past are needed; `isWanted`
 * selects those that are judged, because a reason costs more than the rest.
 */
export function suspicionsOf(
  steps: Iterable<NumberedStep>,
  isWanted: (number: number) => boolean = () => true,
): ReadonlyMap<number, readonly Suspicion[]> {
  const exchanges = [...steps].filter(
    ([, { entry }]) => entry !== undefined && !isPreflight(entry.request),
  ) as readonly (readonly [number, PastStep & { readonly entry: JournalEntry }])[]
  const succeededLater = laterSuccesses(exchanges)
  const writes = new Writes()
  const found = new Map<number, readonly Suspicion[]>()
  for (const [number, { entry }] of exchanges) {
    const repeated = writes.repeated(number, entry)
    if (!isWanted(number)) continue
    const suspicions = [
      ...ownSuspicions(entry),
      ...(isRefused(entry) && !succeededLater.has(number) ? [refused(entry)] : []),
      ...repeated,
    ]
    if (suspicions.length > 0) found.set(number, suspicions)
  }
  return found
}

/** The number of the last exchange; undefined if there is none. */
export function lastExchange(steps: Iterable<NumberedStep>): number | undefined {
  let last: number | undefined
  for (const [number, { entry }] of steps)
    if (entry !== undefined && !isPreflight(entry.request)) last = number
  return last
}

/** What an exchange alone shows. */
function ownSuspicions(entry: JournalEntry): readonly Suspicion[] {
  const { unknownParameters, unknownFields, diagnosis, remark, fault, defect, answer } = entry
  if (
    unknownParameters.length + unknownFields.length === 0 &&
    diagnosis === undefined &&
    remark === undefined &&
    defect === undefined
  )
    return fault === undefined ? [] : [faulted(fault, answer.status)]
  // Only here may a reason repeat what the client sent.
  const clean = redactSent(entry)
  const ignored = ignoredText(clean)
  return [
    ...(ignored === undefined ? [] : [{ kind: 'ignored' as const, reason: `ignored: ${ignored}` }]),
    ...(clean.diagnosis === undefined ? [] : [unmatched(clean.diagnosis)]),
    ...(fault === undefined ? [] : [faulted(fault, answer.status)]),
    ...(clean.remark === undefined
      ? []
      : [{ kind: 'remarked' as const, reason: cutText(clean.remark, MAXIMUM_REASON_LENGTH) }]),
    ...(clean.defect === undefined
      ? []
      : [
          {
            kind: 'defect' as const,
            reason: `a defect of the simulator: ${cutText(clean.defect, MAXIMUM_REASON_LENGTH)}`,
          },
        ]),
  ]
}

function unmatched({ reason, nearest: [nearest] }: NonNullable<JournalEntry['diagnosis']>): Suspicion {
  const text = nearest === undefined ? reason : `${reason}; nearest: ${nearest}`
  return { kind: 'unmatched', reason: cutText(text, MAXIMUM_REASON_LENGTH) }
}

function faulted(fault: number, status: number): Suspicion {
  return { kind: 'fault', reason: `fault ${fault} caused ${statusWords(status)}` }
}

function refused({ answer: { status }, operation }: JournalEntry): Suspicion {
  return { kind: 'refused', reason: `got ${status}, and no later call of ${String(operation)} succeeded` }
}

function statusWords(status: number): string {
  return status === 0 ? 'that no response arrived' : `the response ${status}`
}

/** An error of the service itself. */
function isRefused({ answer: { status }, operation, fault, defect }: JournalEntry): boolean {
  return status >= 400 && operation !== undefined && fault === undefined && defect === undefined
}

/** The numbers of exchanges after which a call of the same operation succeeded. */
function laterSuccesses(exchanges: readonly (readonly [number, { readonly entry: JournalEntry }])[]) {
  const succeeded = new Set<string | undefined>()
  const numbers = new Set<number>()
  for (const [number, { entry }] of exchanges.toReversed()) {
    const { answer, operation, fault } = entry
    if (succeeded.has(operation)) numbers.add(number)
    if (operation !== undefined && fault === undefined && answer.status > 0 && answer.status < 400)
      succeeded.add(operation)
  }
  return numbers
}

/** How many writes to one address are compared, the latest. */
const COMPARED = 50

interface SentWrite {
  readonly number: number
  readonly entry: JournalEntry
}

/** Writes that were sent, to find those that are sent again. */
class Writes {
  /** By method and URL. */
  readonly #sent = new Map<string, SentWrite[]>()

  repeated(number: number, entry: JournalEntry): readonly Suspicion[] {
    const { method, url, body } = entry.request
    if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return []
    const key = `${method} ${url}`
    const sent = this.#sent.get(key) ?? []
    const first = sent.find((write) => isSameBody(write.entry.request.body, body))
    if (first !== undefined) return [repeatedWrite(first)]
    // A request that only searches may be sent as often as a client likes.
    if (entry.stateful === true || entry.fault !== undefined || entry.answer.status >= 500)
      this.#sent.set(key, [...sent.slice(1 - COMPARED), { number, entry }])
    return []
  }
}

function repeatedWrite({ number, entry }: SentWrite): Suspicion {
  const { answer, stateful } = entry
  const got = answer.status === 0 ? 'got no response' : `got ${answer.status}`
  const changed = stateful === true ? ' and changed the world' : ''
  return { kind: 'repeated', reason: `the same write as step ${number}, which ${got}${changed}` }
}

function isSameBody(one: ExchangeRequest['body'], other: ExchangeRequest['body']): boolean {
  if (one === other) return true
  const [first, second] = [one ?? '', other ?? '']
  if (typeof first === 'string' || typeof second === 'string')
    return typeof first === typeof second && first === second
  return first.length === second.length && first.every((byte, index) => byte === second[index])
}

const MAXIMUM_REASON_LENGTH = 500
