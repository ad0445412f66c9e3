/** Shapes of what worlds are run by. */
import * as z from 'zod'
import { configs } from '../../model/world/config.ts'
import { downtimes } from '../../model/faults/downtimes.ts'
import { faults, MESSAGE_FAILURES, outages, QUEUES } from '../../model/faults/records.ts'
import { REGIONS } from '../../model/schema.ts'
import { rateWindows } from '../../model/world/rate-windows.ts'
import { type StepRecord, timelines } from '../../model/world/timeline-progress.ts'
import { jobs } from '../../world/time/jobs.ts'
import { sequences } from '../../world/store/store.ts'
import { lazily } from '../route.ts'
import {
  HEADER_NAME,
  HEADER_VALUE,
  MAXIMUM_DELAY,
  MAXIMUM_STATUS,
  MINIMUM_STATUS,
} from '../../scenario/faults/limits.ts'
import { dueInstant, id, instant, text, type ShapeOf } from './parts.ts'

/** Sequences, jobs, configuration and rate windows. */
export function shapeWorld(shapeOf: ShapeOf): void {
  shapeOf(sequences, () => ({ name: text(), value: z.int().min(0) }))
  shapeOf(jobs, () => ({
    id: id(),
    kind: text(),
    due: dueInstant(),
    created: instant(),
    region: text().exactOptional(),
    payload: z.record(text(), z.unknown()).exactOptional(),
  }))
  shapeOf(configs, () => ({ id: z.literal('config'), value: configShape() }))
  shapeOf(timelines, () => ({
    id: z.literal('timeline'),
    next: z.int().min(0),
    saved: z.array(z.strictObject({ name: text(), value: z.unknown() })),
    faults: z.array(z.strictObject({ step: text(), id: id() })),
    results: z.array(stepResultShape()).exactOptional(),
  }))
  shapeOf(faults, () => ({
    id: id(),
    enabled: z.boolean(),
    target: faultTargetShape(),
    moment: faultMomentShape(),
    effect: faultEffectShape(),
    matched: z.int().min(0),
    struck: z.int().min(0),
  }))
  shapeOf(outages, () => ({ id: text(), applicationId: id() }))
  shapeOf(downtimes, () => ({
    id: id(),
    applicationId: id(),
    from: instant(),
    until: instant().exactOptional(),
  }))
  shapeOf(rateWindows, () => ({ id: text(), start: instant(), used: z.int().min(0), over: z.int().min(0) }))
}

const configShape = lazily(() =>
  z.strictObject({
    rateLimit: z.enum(['enforce', 'observe', 'off']).exactOptional(),
    isolateSpaces: z.boolean(),
    strict: z.boolean(),
    maximumBodyBytes: z.int().min(1),
    anonymousAs: z.string().exactOptional(),
    assumptions: z.record(z.string(), z.string()),
  }),
)

const stepResultShape = lazily((): z.ZodType<StepRecord> =>
  z.strictObject({
    path: text(),
    name: text().exactOptional(),
    note: text().exactOptional(),
    verb: text(),
    title: text(),
    outcome: z.enum(['passed', 'failed', 'skipped']),
    begin: text().exactOptional(),
    end: text().exactOptional(),
    elapsed: z.int().min(0),
    status: z.int().min(0).exactOptional(),
    tries: z.int().min(0).exactOptional(),
    failures: z.array(text()),
    differences: z.array(z.strictObject({ place: text(), expected: text(), got: text() })),
    curl: text().exactOptional(),
    steps: z.array(z.lazy(() => stepResultShape())).exactOptional(),
  }),
)

const faultTargetShape = lazily(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('exchange'),
      operation: text().exactOptional(),
      interface: text().exactOptional(),
      region: text().exactOptional(),
      method: text().exactOptional(),
      path: text().exactOptional(),
      user: text().exactOptional(),
    }),
    z.strictObject({
      kind: z.literal('freeze'),
      spaceKey: text().exactOptional(),
      applicationId: id().exactOptional(),
      at: z.number().min(0).max(100),
    }),
    z.strictObject({
      kind: z.literal('message'),
      queue: z.enum(QUEUES).exactOptional(),
      serviceId: text().exactOptional(),
      operation: text().exactOptional(),
      answer: z.enum(MESSAGE_FAILURES),
    }),
    z.strictObject({
      kind: z.literal('outage'),
      region: z.enum(REGIONS),
      applicationId: id(),
      from: instant(),
      until: instant().exactOptional(),
    }),
  ]),
)

const faultMomentShape = lazily(() =>
  z.strictObject({
    after: z.int().min(0),
    every: z.int().min(1),
    times: z.int().min(1).exactOptional(),
    probability: z.number().gt(0).max(1).exactOptional(),
  }),
)

const delayShape = () => z.int().min(0).max(MAXIMUM_DELAY)

const faultEffectShape = lazily(() =>
  z.strictObject({
    status: z.int().min(MINIMUM_STATUS).max(MAXIMUM_STATUS).exactOptional(),
    message: text().exactOptional(),
    body: z
      .strictObject({ text: text(), json: z.boolean() })
      .refine(({ text: body, json }) => !json || isJson(body), 'must be JSON, as it says')
      .exactOptional(),
    headers: z.array(z.tuple([text().regex(HEADER_NAME), text().regex(HEADER_VALUE)])).exactOptional(),
    latency: delayShape().exactOptional(),
    drop: z.literal(true).exactOptional(),
    truncate: z
      .union([
        z.strictObject({ bytes: z.int().min(0) }),
        z.strictObject({ percent: z.number().min(0).max(100) }),
      ])
      .exactOptional(),
    malform: z.literal(true).exactOptional(),
    slow: delayShape().exactOptional(),
    performed: z.literal(true).exactOptional(),
  }),
)

function isJson(body: string): boolean {
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}
