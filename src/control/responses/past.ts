/** Responses about the past of worlds. */
import * as z from 'zod'
import { SUSPICION_KINDS } from '../../simulator/past/suspicious.ts'
import { delivery } from './journal.ts'
import { snapshotDifferenceResponse } from './worlds.ts'
import { count, headers, instant, type ResponseOf, shape, text, texts, total } from './shape.ts'

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
  ignored: text().describe('What nothing read, such as `body html (did you mean htmlExcerpt?)`.').optional(),
  exchange: count().describe('Its number in the journal.').optional(),
  digest: text().describe('Of its response and of what it changed.').optional(),
  suspicious: z
    .array(z.object({ kind: z.enum(SUSPICION_KINDS), reason: text() }))
    .describe('Why it may explain a failure; absent if nothing is suspicious.')
    .optional(),
})

export const failedRunResponse = shape('FailedRun', () =>
  z.object({
    runner: text().optional(),
    title: text().describe('The title of the test with its suites, or the command.').optional(),
    file: text().describe('The file of the test, from the root of the project.').optional(),
    error: text(),
    thrownAt: text().describe('The line that threw, as `file:line:column`.').optional(),
    exitCode: count().describe('Of a command.').optional(),
    output: text().describe('The end of what a command printed.').optional(),
  }),
)

export type FailedRun = ResponseOf<typeof failedRunResponse>

const failedRun = () =>
  failedRunResponse
    .schema()
    .describe('Why the run failed, in a world that was opened from a trace.')
    .optional()
const lastExchange = () => count().describe('The step of the last exchange.').optional()

export const openedTraceResponse = shape(
  'OpenedTrace',
  () =>
    z.object({
      world: text().describe('The name of the world; `<world>@<step>` is the world after a step.'),
      version: text().describe('The version of reqsim that wrote the trace.'),
      scenario: text(),
      failure: failedRun(),
      lastExchange: lastExchange(),
      missing: count().describe('How many steps of the run are not in the trace.'),
      steps: count(),
      notes: texts().describe('Another version, missing steps, and steps with another result.'),
    }),
  [failedRunResponse],
)

export type OpenedTrace = ResponseOf<typeof openedTraceResponse>

const stepResponse = shape('Step', () => z.object(step()))
export type StepEntry = ResponseOf<typeof stepResponse>

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
      failure: failedRun(),
      lastExchange: lastExchange(),
    }),
  [stepResponse, failedRunResponse],
)

export type StepList = ResponseOf<typeof stepListResponse>

export const stepDetailsSchema = () =>
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
        delivery: delivery().optional(),
      })
      .optional(),
    assumptions: texts().optional(),
    transitions: z.array(z.object({ machine: text(), from: text(), event: text(), to: text() })).optional(),
  })

export const stepDetailsResponse = shape('StepDetails', stepDetailsSchema)

export type StepDetails = ResponseOf<typeof stepDetailsResponse>

export const stepDifferenceResponse = snapshotDifferenceResponse
