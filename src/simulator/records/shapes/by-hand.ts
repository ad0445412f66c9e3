/** Shapes of records and fields that have rules besides their types. */
import * as z from 'zod'
import { MESSAGE_FAILURES, QUEUES } from '../../../model/records/world/faults.ts'
import { REGIONS } from '../../../model/schema.ts'
import type { StepRecord } from '../../../model/records/world/timeline-progress.ts'
import { once } from '../../../world/once.ts'
import {
  HEADER_NAME,
  HEADER_VALUE,
  MAXIMUM_DELAY,
  MAXIMUM_PAGE,
  MAXIMUM_STATUS,
  MINIMUM_STATUS,
} from '../../../scenario/format/fault-limits.ts'
import { id, instant, text } from './parts.ts'

export const stepResultShape = once((): z.ZodType<StepRecord> =>
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

export const faultTargetShape = once(() =>
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

const delayShape = () => z.int().min(0).max(MAXIMUM_DELAY)

export const faultEffectShape = once(() =>
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
    pageSize: z.int().min(1).max(MAXIMUM_PAGE).exactOptional(),
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

/** Values of issue fields, as bulk jobs keep them. */
const fieldValues = () =>
  z.strictObject({
    summary: text().exactOptional(),
    status: text().exactOptional(),
    others: z.record(text(), z.unknown()),
  })

const requirementReference = () =>
  z.strictObject({
    spaceKey: text(),
    key: text(),
    baseline: z.int().min(0).exactOptional(),
    relationship: text(),
    requirementId: id().exactOptional(),
  })

/** What all items of a bulk job have in common. */
export const bulkJobSharedShape = once(() =>
  z.strictObject({
    askedBy: z.enum(['wiki', 'tracker']),
    issueTypeId: id().exactOptional(),
    templateId: id().exactOptional(),
    title: text().exactOptional(),
    fields: fieldValues(),
  }),
)

/** What a bulk job does, one after the other. */
export const bulkJobItemsShape = once(() =>
  z.array(
    z.union([
      z.strictObject({
        issueKey: text().exactOptional(),
        name: text(),
        fields: fieldValues().exactOptional(),
        requirements: z.array(requirementReference()),
      }),
      z.strictObject({
        serviceId: text(),
        spaceKey: text(),
        key: text(),
        formerNames: z.array(z.strictObject({ spaceKey: text(), key: text() })).exactOptional(),
      }),
    ]),
  ),
)
