/** Responses about the timeline of the loaded scenario. */
import * as z from 'zod'
import type { Sent } from '../../api/framework/operation.ts'
import { stageView } from '../../scenario/format/timeline.ts'
import type { StepRecord } from '../../model/records/world/timeline-progress.ts'
import {
  count,
  headers,
  instant,
  type ResponseOf,
  type ResponseShape,
  shape,
  text,
  texts,
  total,
} from './shape.ts'

const stepResultFields = () => ({
  path: text(),
  name: text().optional(),
  note: text().optional(),
  verb: text(),
  title: text(),
  outcome: z.enum(['passed', 'failed', 'skipped'] satisfies readonly StepRecord['outcome'][]),
  begin: instant().optional(),
  end: instant().optional(),
  elapsed: count().describe('Virtual milliseconds.'),
  status: count().optional(),
  tries: count().optional(),
  exchange: count().optional().describe('The number of its last call in the journal.'),
  marks: texts()
    .optional()
    .describe(
      'The values of its response that the step expects, saves or names in `show`: JSON paths, and `header etag`.',
    ),
  failures: texts(),
  differences: z.array(z.object({ place: text(), expected: text(), got: text() })),
  curl: text().optional(),
})

export interface StepResult extends Sent<z.output<z.ZodObject<ReturnType<typeof stepResultFields>>>> {
  readonly steps?: readonly StepResult[] | undefined
}

const stepResultResponse: ResponseShape<StepResult> = shape('StepResult', () =>
  z.object({
    ...stepResultFields(),
    steps: z
      .array(z.lazy(() => stepResultResponse.schema()))
      .optional()
      .describe('The steps inside a fork.'),
  }),
)

const step = () => ({
  path: text(),
  name: text().optional(),
  heading: text().optional(),
  note: text().optional(),
  show: stageView.optional().describe('What the stage of the console shows of the step.'),
  verb: text(),
  title: text(),
  done: z.boolean(),
  result: stepResultResponse.schema().optional(),
  past: z
    .object({ before: count(), after: count() })
    .describe('The steps of the past before it and after it; absent if the past is not known.')
    .optional(),
})

const stage = () =>
  z
    .object({
      slide: count().describe('0 for the beginning, the number of a step, or one more than there are steps.'),
      since: instant().describe('When the story began, by the clock of the presenter.').optional(),
    })
    .describe('What a presenter shows on the stage of the console.')

export const timelineResponse = shape(
  'Timeline',
  () =>
    z.object({
      items: z.array(z.object(step())),
      total: total(),
      next: count(),
      stage: stage().optional(),
    }),
  [stepResultResponse],
)

export type Timeline = ResponseOf<typeof timelineResponse>
export type TimelineStep = Timeline['items'][number]

export const timelineStepResponse = shape(
  'TimelineStepDetails',
  () =>
    z.object({
      ...step(),
      exchange: z
        .object({
          interface: text().optional(),
          operation: text().optional(),
          user: text().optional(),
          request: z.object({ method: text(), url: text(), headers: headers(), body: text().optional() }),
          answer: z.object({ status: count(), headers: z.record(z.string(), z.string()), body: text() }),
        })
        .describe('Its last call of an interface.')
        .optional(),
      missing: text().describe('Why the past of a step that ran is not known.').optional(),
    }),
  [stepResultResponse],
)

export type TimelineStepDetails = ResponseOf<typeof timelineStepResponse>

export const stageResponse = shape('Stage', stage)
export type StagePlace = ResponseOf<typeof stageResponse>

export const timelineRunResponse = shape(
  'TimelineRun',
  () =>
    z.object({
      ok: z.boolean(),
      scenario: text(),
      steps: z.array(stepResultResponse.schema()),
      now: instant(),
      left: count(),
    }),
  [stepResultResponse],
)
export type TimelineRun = ResponseOf<typeof timelineRunResponse>
