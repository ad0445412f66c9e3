/** How far a world has come in the timeline of its scenario: a record of the world, so that forks and snapshots carry it. */
import type { Store } from '../../../world/store/store.ts'
import * as field from '../../../world/store/fields.ts'
import { defineTable } from '../../../world/store/table.ts'

/** What shows of a step is where it stands and how it ended: the rest may quote a token. */
const stepFields = {
  /** The place in the scenario file: `timeline[3]`, `timeline[5].fork.steps[0]`. */
  path: field.text,
  name: field.optional(field.secret(field.text)),
  note: field.optional(field.secret(field.text)),
  verb: field.secret(field.text),
  /** One line: `GET /api/applications/101 as alice`. */
  title: field.secret(field.text),
  /** `skipped`: an earlier step failed. */
  outcome: field.oneOf(['passed', 'failed', 'skipped']),
  /** Virtual instants, ISO 8601; absent for a skipped step. */
  begin: field.optional(field.secret(field.text)),
  end: field.optional(field.secret(field.text)),
  /** Virtual milliseconds that passed. */
  elapsed: field.secret(field.count),
  /** The status of a call, and how often it was made if it waits. */
  status: field.optional(field.secret(field.count)),
  tries: field.optional(field.secret(field.count)),
  /** One line for each reason. */
  failures: field.secret(field.list(field.text)),
  differences: field.secret(
    field.list(field.object({ place: field.text, expected: field.text, got: field.text })),
  ),
  /** The last request of a failed call as a shell command; credentials are variables, such as $TOKEN_OF_ALICE. */
  curl: field.optional(field.secret(field.text)),
}

export type StepRecord = field.ObjectOf<typeof stepFields> & { readonly steps?: readonly StepRecord[] }

const step: field.Field<StepRecord> = field.object({
  ...stepFields,
  steps: field.optional(field.secret(field.list(field.later(() => step)))),
})

const progressFields = {
  /** The next step, from 0. */
  next: field.count,
  /** A timeline may have saved a token. */
  saved: field.list(field.object({ name: field.text, value: field.secret(field.json) })),
  /** Faults by the names of the steps that added them. */
  faults: field.list(field.object({ step: field.text, id: field.id })),
  /** Passed steps, and the next one if it failed; absent in worlds of earlier versions. */
  results: field.optional(field.list(step)),
}
export type TimelineProgress = field.ObjectOf<typeof progressFields>

export const timelines = defineTable({
  name: 'timeline',
  fields: { ...progressFields, id: field.key(field.oneOf(['timeline'])) },
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
