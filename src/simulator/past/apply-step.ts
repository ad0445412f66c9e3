/** Applies a step of the past to a world. The world is deterministic, so that the result is the state after the step. */
import { locate } from '../../gateway/addresses/locate.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { JournalEntry } from '../../gateway/journal/entry.ts'
import { writeTimelineProgress } from '../../model/records/world/timeline-progress.ts'
import { advanceTo } from '../../world/time/clock.ts'
import type { World } from '../../world/world.ts'
import type { ExchangeInput, PastStep } from './step.ts'

export interface StepHost {
  readonly gateway: Gateway
  /** Handles a request to the control API, which is loaded, in a world. */
  readonly control: (world: World, request: ExchangeInput['request'], wasAccepted: boolean) => void
}

/**
 * Returns the response of an exchange, with what the journal would note about it. `wasAccepted` is false for a step of a
 * trace, which this simulator has not applied before.
 */
export function applyStep(
  host: StepHost,
  world: World,
  step: PastStep,
  wasAccepted = true,
): JournalEntry | undefined {
  const { at, progress } = step
  // A live clock had moved before the step, without running a job.
  if (at > world.now) moveClock(world, at)
  const entry = applyInput(host, world, step, wasAccepted)
  world.takeTransitions()
  if (progress !== undefined) writeTimelineProgress(world.system, progress)
  return entry
}

function applyInput(
  host: StepHost,
  world: World,
  { input }: PastStep,
  wasAccepted: boolean,
): JournalEntry | undefined {
  switch (input.kind) {
    case 'exchange':
      return handleAgain(host.gateway, world, input)
    case 'control':
      host.control(world, input.request, wasAccepted)
      return undefined
    case 'clock': {
      const { to, mode, speed } = input
      if (to !== undefined) moveClock(world, to)
      if (mode !== undefined || speed !== undefined)
        world.setClock({ ...(mode === undefined ? {} : { mode }), ...(speed === undefined ? {} : { speed }) })
      return undefined
    }
    case 'restore':
      world.restore(input.snapshot)
      return undefined
    case 'timeline':
      return undefined
  }
}

function handleAgain(gateway: Gateway, world: World, input: ExchangeInput): JournalEntry {
  const { request, world: worldName, as } = input
  const location = locate(request.url)
  const resolution = input.resolution ?? gateway.resolve(request, location, false)
  return gateway.handle({ world, worldName, location, request, resolution, caller: { as } })
}

/** A job that fails stops the clock where it is due, as it did when the step was noted. */
function moveClock(world: World, to: number): void {
  try {
    advanceTo(world, to)
  } catch {
    // The failure was reported when the step was noted.
  }
}
