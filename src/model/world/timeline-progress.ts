/** How far a world has come in the timeline of its scenario: a record of the world, so that forks and snapshots carry it. */
import type { Store } from '../../world/store/store.ts'
import { defineTable } from '../../world/store/table.ts'

/** The result of one step. */
export interface StepRecord {
  /** The place in the scenario file: `timeline[3]`, `timeline[5].fork.steps[0]`. */
  readonly path: string
  /** The name of the step, if it has one. */
  readonly name?: string
  readonly note?: string
  readonly verb: string
  /** What it does, in a line: `GET /api/applications/101 as alice`. */
  readonly title: string
  /** `skipped`: an earlier step had failed. */
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** Virtual instants before and after, ISO 8601; absent when it was skipped. */
  readonly begin?: string
  readonly end?: string
  /** Virtual milliseconds that passed. */
  readonly elapsed: number
  /** The status of a call's answer, and how often it was made if it waits. */
  readonly status?: number
  readonly tries?: number
  /** Why it failed, a line each. */
  readonly failures: readonly string[]
  /** The differences among the failures. */
  readonly differences: readonly { readonly place: string; readonly expected: string; readonly got: string }[]
  /** The last request of a call that failed, for a shell; credentials are variables, such as $TOKEN_OF_ALICE. */
  readonly curl?: string
  /** The steps inside a fork. */
  readonly steps?: readonly StepRecord[]
}

export interface TimelineProgress {
  /** The position of the step that runs next, from 0. */
  readonly next: number
  readonly saved: readonly { readonly name: string; readonly value: unknown }[]
  /** The numbers of faults, by the names of the steps that gave them. */
  readonly faults: readonly { readonly step: string; readonly id: number }[]
  /** The results of the steps that passed, and of the next one if it failed; absent in worlds of earlier versions. */
  readonly results?: readonly StepRecord[]
}

interface TimelineRecord extends TimelineProgress {
  readonly id: 'timeline'
}

export const timelines = defineTable<TimelineRecord>()({
  name: 'timeline',
  key: (record) => record.id,
  indexes: {},
})

const BEGINNING: TimelineProgress = { next: 0, saved: [], faults: [] }

/** How far the world of this store has come. */
export function readTimelineProgress(system: Store): TimelineProgress {
  return system.table(timelines).get('timeline') ?? BEGINNING
}

export function writeTimelineProgress(system: Store, progress: TimelineProgress): void {
  const { next, saved, faults, results = [] } = progress
  system.table(timelines).put({ id: 'timeline', next, saved, faults, results })
}
