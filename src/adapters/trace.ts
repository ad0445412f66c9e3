/** The entry `reqsim/trace`: opens traces, in Node and in browsers. */
import { controlPart } from '../control/loading.ts'
import { createBase } from '../scenario/base.ts'
import { Simulator } from '../simulator/simulator.ts'
import { tracePart } from '../trace/loading.ts'
import { openTraceWith, type Trace } from '../trace/open.ts'
import { VERSION } from '../version.ts'
import { decompress } from '../platform/decompress.ts'
import { createFetch } from '../platform/fetch.ts'

/**
 * Opens a trace, which `sim.trace()` or a failed test wrote: computes its steps again, and resolves with the steps, the world
 * after each of them, and notes about differences. Rejects with TraceError for bytes that are no trace, and with ScenarioError
 * if the scenario in it is not valid.
 */
export function openTrace(bytes: Uint8Array): Promise<Trace> {
  return openTraceWith(
    bytes,
    (base) =>
      new Simulator({
        base,
        // A live clock of the trace stands still.
        wallClock: () => 0,
        past: { steps: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER },
        createFetch,
        decompress,
        control: controlPart,
        trace: tracePart,
        mutations: tracePart,
        build: (scenario) => createBase(scenario, {}),
      }),
    VERSION,
  )
}

export { TraceError } from '../trace/failure.ts'
export type { FailedRun } from '../simulator/past/failed-run.ts'
export type { StateDifference, Trace, TraceStep } from '../trace/open.ts'
export type { StepDescription, StepDetails } from '../simulator/past/step-description.ts'
