/** The timeline of the loaded scenario, in the addressed world. */
import * as z from 'zod'
import { int32 } from '../../api/framework/parameter.ts'
import { redactEntry } from '../../gateway/journal/redact.ts'
import { notFound } from '../../model/input/errors.ts'
import { present } from '../../model/input/present.ts'
import { readTimelineProgress, type TimelineProgress } from '../../model/records/world/timeline-progress.ts'
import type { TimelineStep } from '../../scenario/format/timeline.ts'
import { received } from '../../scenario/timeline/expectation.ts'
import { marksOf } from '../../scenario/timeline/marks.ts'
import { titleOf, verbOf } from '../../scenario/timeline/titles.ts'
import { fillValue, PlaceholderError } from '../../scenario/timeline/values.ts'
import type { Past } from '../../simulator/past/past.ts'
import {
  isFailed,
  lastExchangeOf,
  type RanBetween,
  timelinePastOf,
} from '../../simulator/past/timeline-past.ts'
import { countText } from '../../world/count-text.ts'
import { once } from '../../world/once.ts'
import { type ControlContext, controlRoute, listOf, paging, routesOf } from '../route.ts'
import {
  stageResponse,
  timelineRunResponse,
  timelineResponse,
  timelineStepResponse,
} from '../responses/timeline.ts'
import { pastOf } from './past.ts'

const stageShape = once(() =>
  z.strictObject({
    slide: z
      .int()
      .min(0)
      .max(MAXIMUM_COUNT)
      .describe('0 for the beginning, the number of a step, or one more than there are steps for the end.'),
    since: z.iso
      .datetime()
      .exactOptional()
      .describe("When the story began, by the presenter's clock; as before when absent."),
  }),
)

/** More than any timeline has. */
const MAXIMUM_COUNT = 1_000_000

const runShape = once(() =>
  z.strictObject({
    to: z.string().exactOptional().describe('The name of the last step to run; runs all when absent.'),
    from: z
      .string()
      .exactOptional()
      .describe('The name of the first step to run; the next one that has not run when absent.'),
    count: z
      .int()
      .min(1)
      .max(MAXIMUM_COUNT)
      .exactOptional()
      .describe('Instead of `to`: how many steps to run, with or without a name.'),
  }),
)

export const timelineRoutes = routesOf('Timeline', [
  controlRoute({
    id: 'listTimelineSteps',
    method: 'GET',
    path: '/timeline',
    summary: "List the steps of the scenario's timeline and their results",
    query: paging,
    returns: timelineResponse,
    responseNote:
      '`next` is the position of the next step, from 0. `result` is the result of a step that passed, or of the next step if it failed, as `POST /timeline/run` returned it.',
    handle: ({ query }, context) => {
      const progress = readTimelineProgress(context.world().system)
      const { past, last } = pastOf(context)
      const { ran } = timelinePastOf(past, last)
      const { items, total } = listOf(context.host.timeline().map(describeStep), query)
      return {
        items: items.map((step, index) =>
          withResult(step, (query.offset ?? 0) + index, progress, ran.get((query.offset ?? 0) + index)),
        ),
        total,
        next: progress.next,
        ...present({ stage: past.stage }),
      }
    },
  }),
  controlRoute({
    id: 'getTimelineStep',
    method: 'GET',
    path: '/timeline/{step}',
    summary: 'Get a step of the timeline with what it did in the addressed world',
    pathParameters: {
      step: int32({
        required: true,
        minimum: 1,
        description: 'The number of the step, from 1.',
        example: '1',
      }),
    },
    exampleAfter: [
      { route: 'loadScenario', body: { name: 'release-freeze' } },
      { route: 'runTimeline', body: { count: 1 } },
    ],
    returns: timelineStepResponse,
    responseNote:
      'Credentials are left out. With `past`, `GET /past/{before}/diff/{after}` lists what the step changed, and `<world>@<after>` is the world after it.',
    refusals: { 404: 'The timeline has no such step.' },
    handle: ({ path }, context) => {
      const position = path.step - 1
      const step = context.host.timeline()[position]
      if (step === undefined) {
        const { length } = context.host.timeline()
        throw notFound('step', path.step, {
          in: 'the timeline',
          instead: `it has ${countText(length, 'step')}`,
        })
      }
      const progress = readTimelineProgress(context.world().system)
      const { past, last } = pastOf(context)
      const { ran, missing } = timelinePastOf(past, last)
      const between = ran.get(position)
      const described = withResult(describeStep(step, position), position, progress, between)
      if (described.result === undefined)
        return { ...described, ...(described.done ? { missing: 'the run began at a later step' } : {}) }
      if (between === undefined)
        return { ...described, missing: missing ?? 'the past of this world begins after it' }
      return { ...described, ...exchangeOf(step, described.result, past, between) }
    },
  }),
  controlRoute({
    id: 'runTimeline',
    method: 'POST',
    path: '/timeline/run',
    summary: 'Run steps of the timeline in the addressed world',
    details:
      'Starts after the last step that ran. A live clock is paused during the run. A step that fails ends the run, and the next run repeats it.',
    body: { optional: true, shape: runShape, example: { to: 'frozen' } },
    exampleAfter: [{ route: 'loadScenario', body: { name: 'release-freeze' } }],
    returns: timelineRunResponse,
    responseNote: 'Whether or not all steps passed.',
    refusals: {
      404: 'There is no such step.',
      409: 'The step already ran, another run is in progress, or the scenario has no timeline.',
    },
    handle: async ({ body }, context) => {
      context.world()
      try {
        return await context.host.runTimeline(context.worldName, {
          until: body.to,
          from: body.from,
          count: body.count,
        })
      } finally {
        publishPresented(context)
      }
    },
  }),
  controlRoute({
    id: 'setStage',
    method: 'PUT',
    path: '/timeline/stage',
    summary: 'Set the slide that the stage of the console shows',
    details:
      'The stage shows the step that ran last. After the last step it shows the end, unless `slide` is the number of that step. A reset removes it. No response of the service and no digest depends on it.',
    body: { shape: stageShape, example: { slide: 1, since: '2026-01-05T09:00:00.000Z' } },
    returns: stageResponse,
    handle: ({ body }, context) => {
      const { past } = pastOf(context)
      const { slide, since = past.stage?.since } = body
      past.stage = { slide, ...present({ since }) }
      publishPresented(context)
      return past.stage
    },
  }),
])

/** Tells all windows of the console that another slide may be shown. */
function publishPresented({ host, world, worldName }: ControlContext): void {
  host.events.publish('world', worldName, world().now, { change: 'presented' })
}

type DescribedStep = ReturnType<typeof describeStep>

function withResult(
  step: DescribedStep,
  position: number,
  progress: TimelineProgress,
  past: RanBetween | undefined,
) {
  const { next, results = [] } = progress
  const result = results.find(({ path }) => path === step.path)
  const isShown = position < next || (position === next && isFailed(progress))
  return { ...step, done: position < next, ...present({ result, past: isShown ? past : undefined }) }
}

/** The last call of an interface by a step, and its result with the values that matter. */
function exchangeOf<R extends object>(step: TimelineStep, result: R, past: Past, between: RanBetween) {
  if (!('call' in step)) return {}
  const exchange = lastExchangeOf(past, between)
  const entry = exchange?.entry
  if (exchange === undefined || entry === undefined || / \/_sim(?:[/?]|$)/.test(step.call)) return {}
  const { interface: name, operation, user, request, answer } = redactEntry(entry)
  const { method, url, headers, body } = request
  const marks = marksIn(step, entry.answer, past.step(between.after).progress)
  return {
    result: { ...result, ...(marks.length === 0 ? {} : { marks }) },
    exchange: {
      ...present({ interface: name, operation, user }),
      request: { method, url, headers, ...present({ body }) },
      answer: { status: answer.status, headers: answer.headers, body: answer.body },
    },
  }
}

type CallStep = Extract<TimelineStep, { call: string }>

function marksIn(
  step: CallStep,
  response: Parameters<typeof received>[0],
  progress: TimelineProgress | undefined,
): readonly string[] {
  const saved = new Map((progress?.saved ?? []).map(({ name, value }) => [name, value]))
  try {
    const expected = fillValue(step.expect ?? {}, saved) as NonNullable<CallStep['expect']>
    return marksOf(expected, step, received(response).body)
  } catch (error) {
    // A value that an earlier step would have saved.
    if (error instanceof PlaceholderError) return []
    throw error
  }
}

function describeStep(step: TimelineStep, position: number) {
  return {
    path: `timeline[${position}]`,
    ...present({ name: step.step, heading: step.heading, note: step.note, show: step.show }),
    verb: verbOf(step),
    title: titleOf(step),
  }
}
