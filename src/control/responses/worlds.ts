/** Responses about worlds, their clocks and their snapshots. */
import * as z from 'zod'
import { CLOCK_MODES } from '../../world/time/clock-state.ts'
import {
  count,
  fields,
  instant,
  listShape,
  region,
  type ResponseOf,
  shape,
  text,
  texts,
  total,
  whole,
} from './shape.ts'

export const clockResponse = shape('Clock', () =>
  z.object({
    now: instant(),
    start: instant(),
    mode: z.enum(CLOCK_MODES),
    speed: z.number(),
    pendingJobs: count(),
    nextJobAt: instant().optional(),
  }),
)
export type Clock = ResponseOf<typeof clockResponse>

export const loadedWorldResponse = shape(
  'LoadedWorld',
  () =>
    z.object({
      status: z.literal('ok'),
      version: text(),
      scenario: text(),
      seed: text(),
      scenarioHash: text(),
      world: text(),
      clock: clockResponse.schema(),
    }),
  [clockResponse],
)

export type LoadedWorld = ResponseOf<typeof loadedWorldResponse>

export const loadedScenarioResponse = shape('LoadedScenario', () =>
  z.object({
    name: text(),
    description: text().optional(),
    seed: text(),
    scenarioHash: text(),
    steps: count(),
  }),
)
export type LoadedScenario = ResponseOf<typeof loadedScenarioResponse>

const readyScenarioResponse = shape('ReadyScenario', () =>
  z.object({ name: text(), description: text(), steps: count() }),
)
export const readyScenarioListResponse = listShape(readyScenarioResponse)
export type ReadyScenario = ResponseOf<typeof readyScenarioResponse>

export const worldResponse = shape('World', () => z.object({ name: text(), clock: clockResponse.schema() }), [
  clockResponse,
])
export const worldListResponse = listShape(worldResponse)
export type WorldEntry = ResponseOf<typeof worldResponse>

/** A world after it was restored or imported. */
export const changedWorldResponse = shape(
  'ChangedWorld',
  () => z.object({ world: text(), clock: clockResponse.schema() }),
  [clockResponse],
)

export const advanceResponse = shape('ClockAdvance', () =>
  z.object({
    now: instant(),
    fired: z.array(
      z.object({
        id: whole(),
        kind: text(),
        at: instant(),
        outcome: text().optional(),
        failed: z.boolean().optional(),
      }),
    ),
    firedTotal: count(),
    failedTotal: count(),
  }),
)

export type ClockAdvance = ResponseOf<typeof advanceResponse>

const jobResponse = shape('Job', () =>
  z.object({
    id: whole(),
    kind: text(),
    due: instant(),
    created: instant(),
    region: region().optional(),
    payload: fields().optional(),
  }),
)
export const jobListResponse = listShape(jobResponse)
export type PendingJob = ResponseOf<typeof jobResponse>

export const snapshotResponse = shape('Snapshot', () =>
  z.object({ id: text(), world: text(), at: instant() }),
)
export const snapshotListResponse = listShape(snapshotResponse)
export type SnapshotEntry = ResponseOf<typeof snapshotResponse>

export const snapshotDifferenceResponse = shape('SnapshotDifference', () =>
  z.object({
    items: z.array(
      z.object({
        store: text(),
        table: text(),
        key: z.unknown(),
        changed: texts(),
        before: fields().optional(),
        after: fields().optional(),
      }),
    ),
    total: total(),
    tables: z.array(
      z.object({ store: text(), table: text(), records: count(), own: z.literal(true).optional() }),
    ),
  }),
)

export type SnapshotDifference = ResponseOf<typeof snapshotDifferenceResponse>
export type RecordDifference = SnapshotDifference['items'][number]

const record = (): z.ZodType<object> => fields()

/** A whole world. The clock and all records have their instants in milliseconds since 1970. */
export const worldDocumentResponse = shape('WorldDocument', () =>
  z.object({
    format: z.literal('reqsim.world'),
    version: z.literal(1),
    seed: text(),
    clock: z.object({ now: whole(), start: whole(), mode: z.enum(CLOCK_MODES), speed: z.number() }),
    stores: z.record(z.string(), z.record(z.string(), z.array(record()))),
  }),
)

/** A world as the text of a scenario, with what the text lacks. */
export const savedScenarioResponse = shape('SavedScenario', () =>
  z.object({
    name: text(),
    text: text(),
    renewed: z.object({ passwords: count(), tokens: count(), sessions: count() }),
    unsaved: z.array(
      z.object({
        store: text(),
        table: text(),
        absent: count(),
        different: count(),
        fields: texts(),
        additional: count(),
      }),
    ),
  }),
)
