/** The tool that opens the trace of a failed run. */
import type { StepDescription } from '../../simulator/past/step-description.ts'
import type { FailedRun } from '../../simulator/past/failed-run.ts'
import { reasonsOf, stepLine, traceSummary } from '../../trace/summary.ts'
import { countText } from '../../world/count-text.ts'
import { cutText } from '../../world/cut-text.ts'
import { callRoute, routeOf } from '../control-route.ts'
import { text } from '../fields.ts'
import { ADDS, declareTool } from '../tool.ts'
import { type Data, resultOf } from './route-tool.ts'

/** The steps that are read, and the suspicious ones that are listed: the latest. */
const MAXIMUM_STEPS = 10_000
const MAXIMUM_SUSPICIOUS = 20

/** Characters of the summary. The data has all of it. */
const MAXIMUM_SUMMARY_LENGTH = 900

interface Opened {
  readonly world: string
  readonly steps: number
  readonly missing: number
  readonly notes: readonly string[]
  readonly failure?: FailedRun
  readonly lastExchange?: number
}

export const openTraceTool = declareTool({
  name: 'open_trace',
  title: 'Open the trace of a failed run',
  description:
    'Open a trace, a file that a failed test, `reqsim exec --traces` or `reqsim explore --out` wrote, as a further world: why the run failed, the last exchange before it, and suspicious steps. Other tools then read the world as `trace`, or `trace@12` as it was after step 12; call_control with `GET /past/{step}` gets a step with its request and response.',
  effects: ADDS,
  input: () => ({
    path: text(
      'The path of the file, below the folder in which the server was started: `reqsim-traces/a.trace`.',
    ),
    name: text('The name of the new world; `trace` when absent.').optional(),
  }),
  run: async ({ path, name }, session) => {
    if (session.readTrace === undefined) throw new TypeError('path: this server reads no files')
    const bytes = await session.readTrace(path)
    let units = ''
    for (const byte of bytes) units += String.fromCharCode(byte)
    const body = { trace: btoa(units), ...(name === undefined ? {} : { name }) }
    const opened = (await callRoute(session, routeOf('POST /trace'), { body })) as Opened
    const { world, failure, lastExchange, missing, notes } = opened
    const query = { limit: MAXIMUM_STEPS, order: 'oldest' }
    const { items } = (await callRoute(session, routeOf('GET /past'), { query, world })) as {
      readonly items: readonly StepDescription[]
    }
    const last =
      lastExchange === undefined
        ? undefined
        : ((await callRoute(session, routeOf('GET /past/{step}'), {
            path: { step: lastExchange },
            world,
          })) as Data)
    const suspicious = items
      .filter((step) => step.suspicious !== undefined)
      .slice(-MAXIMUM_SUSPICIOUS)
      .map((step) => ({ step: step.step, call: stepLine(step), reasons: reasonsOf(step) }))
    const summary = traceSummary({
      steps: items,
      ...(failure === undefined ? {} : { failure }),
      ...(lastExchange === undefined ? {} : { lastExchange }),
    })
    return resultOf(
      cutText(
        [`Opened as world ${world}: ${countText(opened.steps, 'step')}.`, ...notes, ...summary].join('\n'),
        MAXIMUM_SUMMARY_LENGTH,
      ),
      {
        world,
        steps: opened.steps,
        missing,
        notes,
        ...(failure === undefined ? {} : { failure }),
        ...(last === undefined ? {} : { lastExchange: last }),
        suspicious,
      },
      'call_control with GET /past/{step} has each step',
    )
  },
})
