/** The timeline of the loaded scenario, in the addressed world. */
import * as z from 'zod'
import { present } from '../../model/input/present.ts'
import { readTimelineProgress } from '../../model/records/world/timeline-progress.ts'
import type { TimelineStep } from '../../scenario/format/timeline.ts'
import { titleOf, verbOf } from '../../scenario/timeline/titles.ts'
import { once } from '../../world/once.ts'
import { controlRoute, listOf, paging, routesOf } from '../route.ts'
import { timelineRunResponse, timelineResponse } from '../responses/timeline.ts'

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
    handle: ({ query }, { host, world }) => {
      const { next, results = [] } = readTimelineProgress(world().system)
      const resultOf = new Map(results.map((result) => [result.path, result]))
      const { items, total } = listOf(host.timeline().map(describeStep), query)
      return {
        items: items.map((step, index) => {
          const done = (query.offset ?? 0) + index < next
          const result = resultOf.get(step.path)
          return { ...step, done, ...(result === undefined ? {} : { result }) }
        }),
        total,
        next,
      }
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
    handle: ({ body }, { host, world, worldName }) => {
      world()
      return host.runTimeline(worldName, { until: body.to, from: body.from, count: body.count })
    },
  }),
])

function describeStep(step: TimelineStep, position: number) {
  return {
    path: `timeline[${position}]`,
    ...present({ name: step.step, heading: step.heading, note: step.note, show: step.show }),
    verb: verbOf(step),
    title: titleOf(step),
  }
}
