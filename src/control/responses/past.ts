/** Responses about the past of worlds. */
import * as z from 'zod'
import { snapshotDifferenceResponse } from './worlds.ts'
import { count, instant, shape, text, texts, total } from './shape.ts'

const step = () => ({
  step: count().describe('From 1. The world after it is `<name>@<step>`.'),
  at: instant().describe('The virtual time before it.'),
  kind: z.enum(['exchange', 'control', 'clock', 'restore', 'timeline']),
  title: text(),
  name: text().describe('The name of the step of the timeline.').optional(),
  note: text().describe('The note of the step of the timeline.').optional(),
  method: text().optional(),
  path: text().optional(),
  operation: text().optional(),
  status: count().optional(),
  user: text().optional(),
  fault: count().describe('The fault that affected it.').optional(),
  exchange: count().describe('Its number in the journal.').optional(),
  digest: text().describe('Of its response and of what it changed.').optional(),
})

const stepResponse = shape('Step', () => z.object(step()))
export const stepListResponse = shape(
  'StepList',
  () =>
    z.object({
      items: z.array(stepResponse.schema()),
      total: total(),
      first: count().describe(
        'The earliest step after which the world can be shown; 0 if its beginning can.',
      ),
      last: count().describe('The latest step.'),
    }),
  [stepResponse],
)

const headers = () => z.record(z.string(), z.union([z.string(), z.array(z.string())]))

export const stepDetailsResponse = shape('StepDetails', () =>
  z.object({
    ...step(),
    request: z
      .object({
        method: text(),
        url: text(),
        address: text().optional(),
        scheme: text().optional(),
        headers: headers(),
        body: text().optional(),
        decodedFrom: text().optional(),
        decodesTooLarge: z.literal(true).optional(),
      })
      .optional(),
    answer: z
      .object({
        status: count(),
        headers: z.record(z.string(), z.string()),
        body: text(),
        delivery: z.record(z.string(), z.unknown()).optional(),
      })
      .optional(),
    assumptions: texts().optional(),
    transitions: z.array(z.object({ machine: text(), from: text(), event: text(), to: text() })).optional(),
  }),
)

export const stepDifferenceResponse = snapshotDifferenceResponse
