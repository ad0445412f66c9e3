/** One step in the past of a world: an input that changed it, and what is known of its effect. */
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import type { JournalEntry } from '../../gateway/journal/entry.ts'
import type { Resolution } from '../../gateway/gateway.ts'
import type { TimelineProgress } from '../../model/records/world/timeline-progress.ts'
import type { ClockMode } from '../../world/time/clock-state.ts'
import type { Snapshot } from '../../world/world.ts'

export type StepKind = PastInput['kind']

/** What changed a world. Applied to the state before it, it results in the state after it. */
export type PastInput = ExchangeInput | ControlInput | ClockInput | RestoreInput | TimelineInput

/** A request to a simulated interface. */
export interface ExchangeInput {
  readonly kind: 'exchange'
  readonly request: ExchangeRequest
  /** The name of the world at that time, which responses may contain. */
  readonly world: string
  /** The signed-in user of the adapter. */
  readonly as: string | undefined
  /** Holds what the operation prepared before it ran, such as an unpacked spreadsheet. */
  readonly resolution?: Resolution
}

/** A request to the control API that changed records. */
export interface ControlInput {
  readonly kind: 'control'
  readonly request: ExchangeRequest
}

/** The clock moved, or its mode changed. */
export interface ClockInput {
  readonly kind: 'clock'
  /** The virtual time that it reached, in milliseconds since 1970; absent if it did not move. */
  readonly to?: number
  readonly mode?: ClockMode
  readonly speed?: number
}

/** A snapshot was restored, or a world imported. */
export interface RestoreInput {
  readonly kind: 'restore'
  readonly snapshot: Snapshot
  /** What an imported world takes, nearly; a snapshot shares its records with other states. */
  readonly bytes?: number
}

/** The timeline of the scenario moved on. */
export interface TimelineInput {
  readonly kind: 'timeline'
}

export interface PastStep {
  /** The virtual time before the step, to which a live clock had moved. */
  readonly at: number
  readonly input: PastInput
  /** Of an exchange. */
  readonly entry?: JournalEntry
  /** The number of the exchange in the journal; absent if the journal is off. */
  readonly exchange?: number
  /** Written after the input: how far the timeline has come. */
  progress?: TimelineProgress
  /** The latest step when the step of the timeline began that `progress` counts. */
  begin?: number
  /** Computed when it is first needed. */
  digest?: string
}
