/** How far a world has come in the timeline of its scenario: a record of the world, so that forks and snapshots carry it. */
import type { Store } from '../../../world/store/store.ts'
import { defineTable } from '../../../world/store/table.ts'

export interface StepRecord {
  /** The place in the scenario file: `timeline[3]`, `timeline[5].fork.steps[0]`. */
  readonly path: string
  readonly name?: string
  readonly note?: string
  readonly verb: string
  /** One line: `GET /api/applications/101 as alice`. */
  readonly title: string
  /** `skipped`: an earlier step failed. */
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** Virtual instants, ISO 8601; absent for a skipped step. */
  readonly begin?: string
  readonly end?: string
  /** Virtual milliseconds that passed. */
  readonly elapsed: number
  /** The status of a call, and how often it was made if it waits. */
  readonly status?: number
  readonly tries?: number
  /** One line for each reason. */
  readonly failures: readonly string[]
  readonly differences: readonly { readonly place: string; readonly expected: string; readonly got: string }[]
  /** The last request of a failed call as a shell command; credentials are variables, such as $TOKEN_OF_ALICE. */
  readonly curl?: string
  readonly steps?: readonly StepRecord[]
}

export interface TimelineProgress {
  /** The next step, from 0. */
  readonly next: number
  readonly saved: readonly { readonly name: string; readonly value: unknown }[]
  /** Faults by the names of the steps that added them. */
  readonly faults: readonly { readonly step: string; readonly id: number }[]
  /** Passed steps, and the next one if it failed; absent in worlds of earlier versions. */
  readonly results?: readonly StepRecord[]
}

export interface TimelineRecord extends TimelineProgress {
  readonly id: 'timeline'
}

export const timelines = defineTable<TimelineRecord>()({
  name: 'timeline',
  key: (record) => record.id,
  indexes: {},
})

const BEGINNING: TimelineProgress = { next: 0, saved: [], faults: [] }

export function readTimelineProgress(system: Store): TimelineProgress {
  return system.table(timelines).get('timeline') ?? BEGINNING
}

export function writeTimelineProgress(system: Store, progress: TimelineProgress): void {
  const { next, saved, faults, results = [] } = progress
  system.table(timelines).put({ id: 'timeline', next, saved, faults, results })
}
