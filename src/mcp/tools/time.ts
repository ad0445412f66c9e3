/** Tools for the clock and for faults. */
import { countText } from '../../world/count-text.ts'
import { callRoute, routeOf } from '../control-route.ts'
import { wholeNumber, WORLD } from '../fields.ts'
import { ADDS, CHANGES, declareTool, PUTS_BACK } from '../tool.ts'
import { type Data, resultOf, routeTool } from './route-tool.ts'

/** Jobs that a move of the clock lists. */
const MAXIMUM_FIRED = 20

interface Advanced {
  readonly now: string
  readonly fired: readonly unknown[]
  readonly firedTotal: number
  readonly failedTotal: number
}

export const advanceClock = routeTool({
  name: 'advance_clock',
  title: 'Advance the clock',
  route: 'POST /clock/advance',
  description:
    'Move the virtual clock forward and run every job that is due on the way: tasks, freezing, synchronisation, expiry. Takes exactly one of `by`, `to` and `jobs`. Nothing waits in real time, and the clock never moves back.',
  effects: CHANGES,
  summarise: (data) => {
    const { now, firedTotal, failedTotal } = data as unknown as Advanced
    const failed = failedTotal === 0 ? '' : `, ${failedTotal} of them with failures`
    return `The clock is at ${now}; ${countText(firedTotal, 'job')} ran${failed}.`
  },
  show: (data) => ({ ...data, fired: (data as unknown as Advanced).fired.slice(0, MAXIMUM_FIRED) }),
})

interface Ran {
  readonly ok: boolean
  readonly scenario: string
  readonly steps: readonly {
    readonly title: string
    readonly outcome: string
    readonly failures: readonly string[]
  }[]
  readonly now: string
  readonly left: number
}

/** Characters of what a failed step says, in the summary. The data has all of it. */
const MAXIMUM_FAILURE_LENGTH = 500

export const runTimelineTool = routeTool({
  name: 'run_timeline',
  title: 'Run steps of the timeline',
  route: 'POST /timeline/run',
  description:
    "Run the steps of the scenario's timeline from the next one on: calls, edits, clock moves and faults, each with its expectations. All of them, or up to the step `to`, or `count` of them. A step that fails ends the run. call_control with `GET /timeline` lists the steps.",
  effects: CHANGES,
  summarise: (data) => {
    const { ok, scenario, steps, now, left } = data as unknown as Ran
    const failed = steps.find(({ outcome }) => outcome === 'failed')
    const why = failed?.failures.join('; ').slice(0, MAXIMUM_FAILURE_LENGTH)
    const end = ok || failed === undefined ? '' : ` Failed: ${failed.title}: ${why}.`
    return `Ran ${countText(steps.length, 'step')} of ${scenario}, ${left} left; the clock is at ${now}.${end}`
  },
  more: 'run fewer steps with count',
})

export const addFault = routeTool({
  name: 'add_fault',
  title: 'Add a fault',
  route: 'POST /faults',
  description:
    'Make requests fail on purpose: an error status, latency, a dropped or truncated response, a failing freeze or queue message, or a site that is down. Select them by `operation`, `interface`, `user`, `path`, `queue`, `freeze` or `outage`; `after`, `times` and `every` say when it takes effect.',
  effects: ADDS,
  summarise: ({ id }) => `Added fault ${String(id)}.`,
})

export const clearFaults = declareTool({
  name: 'clear_faults',
  title: 'Delete faults',
  description: 'Delete all faults of a world, or one of them.',
  effects: PUTS_BACK,
  input: () => ({
    id: wholeNumber({ minimum: 1 }).describe('The number of the fault; all faults when absent.').optional(),
    world: WORLD,
  }),
  run: async ({ id, world }, session) => {
    const route = routeOf(id === undefined ? 'DELETE /faults' : 'DELETE /faults/{id}')
    await callRoute(session, route, { world, ...(id === undefined ? {} : { path: { id } }) })
    const { total } = (await callRoute(session, routeOf('GET /faults'), { world })) as Data
    const left = { left: total }
    return resultOf(id === undefined ? 'Deleted all faults.' : `Deleted fault ${String(id)}.`, left, '')
  },
})
