/** A failure of the client: its cause, and what happened in words. */
import { type ChangedValue, changedWords } from './changed-value.ts'
import { type Consequence, consequenceOf } from './consequence.ts'
import { type Disturbance, disturbanceWords, isFault, keyOf, type Schedule } from './disturbance.ts'
import { errorKey, messageOf } from './error-key.ts'
import type { FailedRun } from '../simulator/past/failed-run.ts'
import type { ScenarioObject } from '../scenario/input.ts'
import type { ExploredExchange, FailureKind, RecordedCall, RunFailure, RunRecord } from './record.ts'

export interface ExploreFailure {
  /** The seed of the exploration. */
  readonly seed: string
  readonly kind: FailureKind
  /** What it leaves behind. Failures are listed with the worst first. */
  readonly consequence: Consequence
  /** What the client or `check` threw. */
  readonly error: unknown
  /** Its message. */
  readonly message: string
  /** What happened, in words. */
  readonly sentence: string
  /** The fewest and mildest disturbances that break the client; empty if it fails undisturbed. */
  readonly schedule: Schedule
  /** What the client sent in that run, in order. */
  readonly exchanges: readonly ExploredExchange[]
  /** A scenario that replays the run without the client, and that `reproduce` runs with it. */
  readonly scenario: ScenarioObject
  /** A trace of that run, which `openTrace` of `reqsim/trace` and `reqsim show` open at any step. */
  readonly trace: Uint8Array
  /** How many schedules failed for this cause. */
  readonly times: number
}

/** Why the run failed, for its trace; a command that failed has an output. */
export function failedRun(error: unknown, sentence: string): FailedRun {
  const { output } = (error ?? {}) as { readonly output?: unknown }
  const printed = typeof output === 'string' && output !== '' ? { output } : {}
  return { runner: 'explore', error: sentence, ...printed }
}

/** Failures with the same key show the same error and leave the same behind. */
export function failureKey(record: RunRecord, failure: RunFailure): string {
  return `${consequenceOf(record, failure)}: ${errorKey(failure)}`
}

/** Failures with the same key have one cause: the same error after the same kinds of disturbance of the same operations. */
export function causeKey(failure: RunFailure, schedule: Schedule, record: RunRecord): string {
  const kinds = schedule.map((each) => {
    if (each.kind === 'assumption') return `${each.assumption}=${each.alternative}`
    return isFault(each.kind) ? `${each.kind} ${operationAt(record.calls, each)}` : each.kind
  })
  return [failureKey(record, failure), ...kinds].join('\n')
}

/** What failures with the same error have in common, whatever disturbed them. */
export function errorOfCause(key: string): string {
  return key.split('\n', 1)[0] ?? key
}

/** True if the disturbances of a run include those of a known failure, at the same operations. */
export function explains(known: readonly string[], disturbed: readonly string[]): boolean {
  return known.every((each) => disturbed.includes(each))
}

/** The disturbances that happened in a run, with the operation that each happened to. */
export function disturbedOperations({ applied, calls }: RunRecord): readonly string[] {
  return applied.map((each) => {
    return `${operationAt(calls, each)} ${keyOf({ ...each, at: 0 } as Disturbance)}`
  })
}

function operationAt(calls: readonly RecordedCall[], { at }: Disturbance): string {
  return calls.find(({ number }) => number === at)?.operation ?? 'none'
}

/** 'The response to wiki.baseline.freeze was lost after it had worked; the retry got 409: the client threw "…"'. */
export function sentenceOf(
  record: RunRecord,
  schedule: Schedule,
  failure: RunFailure,
  changed?: ChangedValue,
): string {
  const words = schedule.map((disturbance) =>
    disturbanceWords(disturbance, callName(record.calls, disturbance)),
  )
  const retry = retryAfter(record.calls)
  const happened = words.length === 0 ? 'undisturbed' : words.join(', and ')
  const details = [
    ...(changed === undefined ? [] : [changedWords(changed)]),
    ...(retry === undefined ? [] : [`the retry ${retry}`]),
  ]
  const text = `${[happened, ...details].join('; ')}: ${failedWords(failure)}`
  // An id stays as it is written.
  return /^\S+\.\S/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
}

function callName(calls: readonly RecordedCall[], { at }: Disturbance): string {
  const call = calls.find(({ number }) => number === at)
  return call === undefined ? `call ${at}` : (call.operation ?? `${call.method} ${call.url}`)
}

/** What the next call to the same address got, after the last call with an injected fault. */
function retryAfter(calls: readonly RecordedCall[]): string | undefined {
  const index = calls.findLastIndex(({ fault }) => fault !== undefined)
  const failed = calls[index]
  if (failed === undefined) return undefined
  const retry = calls
    .slice(index + 1)
    .find(({ method, url }) => method === failed.method && url === failed.url)
  if (retry === undefined) return undefined
  return retry.status === undefined ? 'got no response' : `got ${retry.status}`
}

function failedWords({ kind, error }: RunFailure): string {
  const message = messageOf(error)
  if (kind === 'error') return `the client threw ${JSON.stringify(message)}`
  if (kind === 'unhandled rejection')
    return `the client left a rejection unhandled, ${JSON.stringify(message)}`
  if (kind === 'endless') return message
  return `the check found ${JSON.stringify(message)}`
}
