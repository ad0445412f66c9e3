/** The timeline of the loaded scenario, in the addressed world. */
import * as z from 'zod'
import { readTimelineProgress } from '../../model/world/timeline-progress.ts'
import type { TimelineStep } from '../../scenario/format/timeline.ts'
import { titleOf, verbOf } from '../../scenario/timeline/titles.ts'
import { controlRoute, lazily, listOf, paging, routesOf } from '../route.ts'

/** More than any timeline has. */
const MAXIMUM_COUNT = 1_000_000

const runShape = lazily(() =>
  z.strictObject({
    to: z.string().exactOptional().describe('The name of the last step to run; all of them when absent.'),
    from: z
      .string()
      .exactOptional()
      .describe('The name of the first step to run; that after the last one that ran when absent.'),
    count: z
      .int()
      .min(1)
      .max(MAXIMUM_COUNT)
      .exactOptional()
      .describe('Instead of `to`: how many steps to run, also where they have no name.'),
  }),
)

export const timelineRoutes = routesOf('Timeline', [
  controlRoute({
    method: 'GET',
    path: '/timeline',
    summary: "The steps of the scenario's timeline, and how far the addressed world has come",
    query: paging,
    answer:
      '`{items [{path, name, note, verb, title, done, result}], total, next}`; `next` is the position of the step that runs next, from 0. `result` is what became of a step that passed, or of the next one where that failed, as `POST /timeline/run` answered it.',
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
    method: 'POST',
    path: '/timeline/run',
    summary: 'Run steps of the timeline in the addressed world',
    details:
      'Begins after the last step that ran there. A live clock is paused during the run. A step that is not as expected ends the run and is the next one of another.',
    body: { optional: true, shape: runShape, example: { to: 'frozen' } },
    answer:
      '`{ok, scenario, steps [{path, name, note, verb, title, outcome, begin, end, elapsed, status, tries, failures, differences [{place, expected, got}], curl, steps}], now, left}`, whether or not all was as expected. 404 for a step that does not exist, 409 for one that lies behind, while another run is under way, and where there is no timeline.',
    handle: ({ body }, { host, world, worldName }) => {
      world()
      return host.runTimeline(worldName, { until: body.to, from: body.from, count: body.count })
    },
  }),
])

function describeStep(step: TimelineStep, position: number) {
  return {
    path: `timeline[${position}]`,
    ...(step.step === undefined ? {} : { name: step.step }),
    ...(step.note === undefined ? {} : { note: step.note }),
    verb: verbOf(step),
    title: titleOf(step),
  }
}
