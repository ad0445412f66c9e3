/** Traces of a running simulator: written, and opened as further worlds. */
import { invalidParts } from '../model/input/errors.ts'
import { countText } from '../world/count-text.ts'
import type { OpenedTrace, TraceWorld } from '../simulator/control-host.ts'
import { TraceError } from './failure.ts'
import { baseOf, computeSteps } from './open.ts'
import { readTrace } from './read.ts'

export { writeTrace } from './write.ts'

/** A running simulator computes at most this many steps for one request; `reqsim show` opens longer traces. */
const MAXIMUM_STEPS = 20_000
const MAXIMUM_BYTES = 64 * 1024 * 1024

/** Opens a trace in a world that `begin` creates. Throws a Refusal (INVALID) for bytes that are no trace. */
export async function openInWorld(
  bytes: Uint8Array,
  begin: TraceWorld['begin'],
  version: string,
): Promise<OpenedTrace> {
  try {
    const document = readTrace(bytes, MAXIMUM_BYTES)
    const { length } = document.steps
    if (length > MAXIMUM_STEPS)
      throw new TraceError(
        `the trace has ${countText(length, 'step')}, and a running simulator opens ${MAXIMUM_STEPS} at most: use reqsim show`,
      )
    const base = await baseOf(document)
    const target = begin(base.world, document.begin.step)
    const { steps, notes, lastExchange } = await computeSteps(document, target, version)
    const {
      failure,
      begin: { step: missing },
      reqsim,
      scenario,
    } = document
    return {
      version: reqsim,
      scenario: scenario.name,
      ...(failure === undefined ? {} : { failure }),
      ...(lastExchange === undefined ? {} : { lastExchange }),
      missing,
      steps: steps.length,
      notes,
    }
  } catch (error) {
    if (error instanceof TraceError) throw invalidParts([error.message])
    throw error
  }
}
