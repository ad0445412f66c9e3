/** How far a world has come in the timeline of its scenario: a record of the world, so that forks and snapshots carry it. */
import type { Store } from '../world/store.ts'
import { defineTable } from '../world/table.ts'

export interface TimelineProgress {
  /** The position of the step that runs next, from 0. */
  readonly next: number
  /** Values that steps saved, by name. */
  readonly saved: readonly { readonly name: string; readonly value: unknown }[]
  /** The numbers of faults, by the names of the steps that gave them. */
  readonly faults: readonly { readonly step: string; readonly id: number }[]
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
  const { next, saved, faults } = progress
  system.table(timelines).put({ id: 'timeline', next, saved, faults })
}
