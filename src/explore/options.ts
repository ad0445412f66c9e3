/** The options of an exploration: shapes, defaults and checks. */
import type { AssumptionId } from '../api/framework/assumptions.ts'
import { checkFields } from '../model/input/option-checks.ts'
import { quoted } from '../model/input/refusal.ts'
import type { ScenarioOverrides } from '../scenario/base.ts'
import type { ScenarioConfig, ScenarioObject } from '../scenario/input.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { PlainStep } from '../scenario/format/timeline.ts'
import type { ScenarioName } from '../scenario/ready/scenarios.generated.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { A_DURATION, parseDuration } from '../world/time/duration.ts'
import { FAULT_KINDS, type FaultName } from './disturbance.ts'
import type { ExploredExchange } from './record.ts'

/** `false` or 0 excludes a kind of disturbance; a number is its weight among random schedules, 1 by default. */
export type Weight = boolean | number

/** The parts of `vary`. */
export const VARIED = [
  'faults',
  'outages',
  'jobs',
  'messages',
  'clock',
  'edits',
  'removals',
  'assumptions',
  'order',
] as const satisfies readonly (keyof Vary)[]

/** What an exploration varies. Everything is on by default, except removals by other users. */
export interface Vary {
  /** Faults of single exchanges: all of them, or only those that are named. */
  readonly faults?: Weight | { readonly [name in FaultName]?: Weight }
  /** A site that is unreachable for ten minutes. */
  readonly outages?: Weight
  /** Freezings of baselines that fail. */
  readonly jobs?: Weight
  /** Messages between wiki and tracker that fail. */
  readonly messages?: Weight
  /** Moves of the clock between two exchanges: durations, or true for 1s, 1m, 1h and the next pending job. */
  readonly clock?: Weight | readonly string[]
  /**
   * Changes by another user between two exchanges: steps of a timeline, or lists of steps, such as `{ as: 'bob', call: 'DELETE /wiki/…' }`. True
   * stands for rewriting and adding requirements on pages that the client reads.
   */
  readonly edits?: Weight | readonly (PlainStep | readonly PlainStep[])[]
  /** Another user removes requirements that the client reads. Default: false. */
  readonly removals?: Weight
  /** Alternatives of the assumptions that the client relies on: of all, or of these. */
  readonly assumptions?: boolean | readonly AssumptionId[]
  /** The order of requests that wait at the same time. */
  readonly order?: Weight
}

/** What ends a run that does not end by itself. */
export interface RunLimits {
  /** Exchanges. Default: 200. */
  readonly exchanges?: number
  /** Virtual time since the start of the run, as a duration. Default: `7d`. */
  readonly virtual?: string
  /** Milliseconds of real time. Default: 5,000. */
  readonly real?: number
}

/** What a client gets besides the simulator. */
export interface RunContext {
  /** Waits in virtual time: milliseconds, or a duration such as `3m`. Clients that back off or poll use it in place of a timer. */
  readonly sleep: (duration: number | string) => Promise<void>
  /** The virtual time, in milliseconds since 1970. */
  readonly now: () => number
  /** Aborts when the run has ended before the client did, such as at a limit. */
  readonly signal: AbortSignal
}

/** What `check` gets besides the simulator. */
export interface CompletedRun {
  /** What `run` returned; undefined if it threw an error that `mayFail` allows. */
  readonly result: unknown
  readonly error?: unknown
  /** What the client sent, in order. */
  readonly exchanges: readonly ExploredExchange[]
}

export interface ExploreOptions {
  /** The name of a ready scenario, a scenario object, or a scenario that was loaded from a file. Default: `demo`. */
  readonly scenario?: ScenarioName | ScenarioObject | ResolvedScenario
  readonly config?: ScenarioConfig
  /** Overrides the clock of the scenario. In mode `auto`, a client that polls gets its result without `sleep`. */
  readonly clock?: NonNullable<ScenarioOverrides['clock']>
  /** The client under test. It fails by throwing, by an unhandled rejection, or by not ending within the limits. */
  readonly run: (sim: Simulator, context: RunContext) => unknown
  /** Looks at the world after each run and throws if something is wrong. Its own requests are not disturbed. */
  readonly check?: (sim: Simulator, completed: CompletedRun) => unknown
  /** Returns true for an error with which the client may give up. `check` then still looks at the world. */
  readonly mayFail?: (error: unknown) => boolean
  readonly vary?: Vary
  /** The seed of the schedules: the same seed draws the same sequence. Default: 1. */
  readonly seed?: number | string
  /** The maximum number of schedules. Default: 1,000, or no limit with a budget. */
  readonly schedules?: number
  /** The maximum real time, as a duration such as `10s`. It only cuts the sequence of schedules short. */
  readonly budget?: string
  /** How many calls to the same address may fail in a row, before the next one works. Default: 1. */
  readonly recoverable?: number
  /**
   * How many runs at a time, for clients in processes of their own. Default: 1. An unhandled rejection in this process cannot be
   * assigned to one of these runs.
   */
  readonly jobs?: number
  /** The exploration ends after this number of different failures. Those that give up with the same error count once. Default: 10. */
  readonly maximumFailures?: number
  readonly limits?: RunLimits
  /** Called after each schedule. */
  readonly onProgress?: (progress: ExploreProgress) => void
}

export interface ExploreProgress {
  /** Schedules so far. */
  readonly schedules: number
  /** Different failures so far. */
  readonly failures: number
}

/** The options with their defaults, and durations in milliseconds. */
export interface Settings {
  readonly seed: string
  readonly schedules: number
  readonly budget: number
  readonly recoverable: number
  readonly jobs: number
  readonly maximumFailures: number
  readonly exchanges: number
  readonly virtual: number
  readonly real: number
}

const OPTIONS = Object.keys({
  scenario: true,
  config: true,
  clock: true,
  run: true,
  check: true,
  mayFail: true,
  vary: true,
  seed: true,
  schedules: true,
  budget: true,
  recoverable: true,
  jobs: true,
  maximumFailures: true,
  limits: true,
  onProgress: true,
} satisfies Record<keyof ExploreOptions, true>)
const LIMITS = Object.keys({ exchanges: true, virtual: true, real: true } satisfies Record<
  keyof RunLimits,
  true
>)

/** Throws a TypeError that names the option, the value and the correction. */
export function readOptions(options: ExploreOptions): Settings {
  checkFields('the options of explore', options, OPTIONS)
  const { run, check, mayFail, vary = {}, limits = {}, budget, seed = 1 } = options
  if (typeof run !== 'function') throw new TypeError('run must be a function that calls the client')
  for (const [name, value] of Object.entries({ check, mayFail, onProgress: options.onProgress }))
    if (value !== undefined && typeof value !== 'function')
      throw new TypeError(`${name} must be a function, not ${quoted(String(value))}`)
  checkVary(vary)
  checkFields('limits', limits, LIMITS)
  return {
    seed: String(seed),
    schedules: count('schedules', options.schedules, budget === undefined ? 1000 : Infinity, 1),
    budget: budget === undefined ? Infinity : milliseconds('budget', budget),
    recoverable: count('recoverable', options.recoverable, 1, 0),
    jobs: count('jobs', options.jobs, 1, 1),
    maximumFailures: count('maximumFailures', options.maximumFailures, 10, 1),
    exchanges: count('limits.exchanges', limits.exchanges, 200, 1),
    virtual: milliseconds('limits.virtual', limits.virtual ?? '7d'),
    real: count('limits.real', limits.real, 5000, 1),
  }
}

function checkVary(vary: Vary): void {
  checkFields('vary', vary, VARIED)
  const { faults, clock, edits, assumptions, ...weights } = vary
  for (const [name, weight] of Object.entries(weights)) checkWeight(`vary.${name}`, weight)
  if (typeof faults === 'object') {
    checkFields('vary.faults', faults, Object.keys(FAULT_KINDS))
    for (const [name, weight] of Object.entries(faults)) checkWeight(`vary.faults.${name}`, weight)
  } else checkWeight('vary.faults', faults)
  if (Array.isArray(clock)) for (const each of clock) milliseconds('vary.clock', each as unknown)
  else checkWeight('vary.clock', clock)
  if (!Array.isArray(edits)) checkWeight('vary.edits', edits)
  if (assumptions !== undefined && typeof assumptions !== 'boolean' && !Array.isArray(assumptions))
    throw new TypeError(
      `vary.assumptions must be true, false or a list of assumptions such as ['A122'], not ${quoted(String(assumptions))}`,
    )
}

function checkWeight(name: string, weight: unknown): void {
  if (weight === undefined || typeof weight === 'boolean') return
  if (typeof weight === 'number' && weight >= 0 && Number.isFinite(weight)) return
  throw new TypeError(`${name} must be true, false or a weight of 0 or more, not ${quoted(String(weight))}`)
}

function count(name: string, value: unknown, byDefault: number, minimum: number): number {
  if (value === undefined) return byDefault
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum) return value
  throw new TypeError(`${name} must be a whole number from ${minimum}, not ${quoted(String(value))}`)
}

/** Reads a duration. Throws TypeError for anything else. */
export function milliseconds(name: string, value: unknown): number {
  const read = typeof value === 'string' ? parseDuration(value) : undefined
  if (read !== undefined) return read
  throw new TypeError(`${name} must be ${A_DURATION}, not ${quoted(String(value))}`)
}

/** The weight of a part of `vary`. */
export function weightOf(weight: unknown, byDefault = 1): number {
  if (weight === undefined) return byDefault
  if (typeof weight === 'boolean') return weight ? 1 : 0
  return typeof weight === 'number' ? weight : 1
}
