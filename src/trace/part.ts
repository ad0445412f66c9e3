/** Traces of a running simulator: written, and opened as further worlds. */
import { isPreflight } from '../gateway/addresses/cors.ts'
import { locate } from '../gateway/addresses/locate.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import { redactSent } from '../gateway/journal/redact.ts'
import { invalidParts, stateConflict } from '../model/input/errors.ts'
import type { OpenedTrace, TraceHost } from '../simulator/control-host.ts'
import { applyStep } from '../simulator/past/apply-step.ts'
import { checkFailedRun, type FailedRun } from '../simulator/past/failed-run.ts'
import { type Past, pastAfter } from '../simulator/past/past.ts'
import type { PastStep } from '../simulator/past/step.ts'
import { DEFAULT_WORLD } from '../simulator/worlds.ts'
import { VERSION } from '../version.ts'
import { countText } from '../world/count-text.ts'
import type { World } from '../world/world.ts'
import { TraceError } from './failure.ts'
import { baseOf, computeSteps } from './open.ts'
import { readTrace } from './read.ts'
import { traceBytes } from './write.ts'

export { createMutatingHandle } from '../mutate/faults.ts'

/** A running simulator computes at most this many steps for one request; `reqsim show` opens longer traces. */
const MAXIMUM_STEPS = 20_000
const MAXIMUM_BYTES = 64 * 1024 * 1024

export async function writeTrace(
  { parts, loaded, scenario, descriptions, stepHost: host }: TraceHost,
  past: Past,
  failure: FailedRun | undefined = past.failure,
): Promise<Uint8Array> {
  if (failure !== undefined) checkFailedRun(failure)
  await parts.control.load()
  if (!past.isKept)
    throw stateConflict('the simulator keeps no past', 'set past.steps and past.bytes above 0')
  if (scenario === undefined) throw stateConflict('the simulator has no scenario', 'create it from one')
  const surfaces = descriptions.map((each) => each.surface)
  return traceBytes({ version: VERSION, loaded, scenario, descriptions: surfaces, past, host, failure })
}

export async function applyTraceStep(host: TraceHost, step: PastStep): Promise<void> {
  const { reports, worlds } = host
  const ready = await prepare(host, step)
  const entry = apply(host, DEFAULT_WORLD, worlds.default, worlds.past(DEFAULT_WORLD), ready)
  if (entry !== undefined && !isPreflight(entry.request)) reports.add(entry, () => redactSent(entry))
}

export async function openTrace(
  host: TraceHost,
  bytes: Uint8Array,
  wanted: string | undefined,
): Promise<OpenedTrace & { readonly world: string }> {
  const { journal, parts, pastHost, worlds } = host
  const name = wanted ?? freeName('trace', worlds.names())
  worlds.checkNew(name)
  await parts.control.load()
  let past: Past | undefined
  try {
    const document = readTrace(bytes, MAXIMUM_BYTES)
    const { begin, failure, reqsim, scenario } = document
    const { length } = document.steps
    if (length > MAXIMUM_STEPS)
      throw new TraceError(
        `the trace has ${countText(length, 'step')}, and a running simulator opens ${MAXIMUM_STEPS} at most: use reqsim show`,
      )
    const { world } = await baseOf(document)
    const begun = pastAfter(pastHost, world, begin.step)
    past = begun
    const target = {
      world,
      past: begun,
      apply: async (step: PastStep) => void apply(host, name, world, begun, await prepare(host, step)),
    }
    const { steps, notes, lastExchange } = await computeSteps(document, target, VERSION)
    if (world.clock.mode === 'live') world.setClock({ mode: 'manual' })
    worlds.adopt(name, world, begun)
    return {
      world: name,
      version: reqsim,
      scenario: scenario.name,
      ...(failure === undefined ? {} : { failure }),
      ...(lastExchange === undefined ? {} : { lastExchange }),
      missing: begin.step,
      steps: steps.length,
      notes,
    }
  } catch (error) {
    past?.end()
    if (!worlds.names().includes(name)) journal.clear(name)
    throw error instanceof TraceError ? invalidParts([error.message]) : error
  }
}

/** Loads what a step needs, and prepares its operation. */
async function prepare({ parts, stepHost }: TraceHost, { input, ...step }: PastStep): Promise<PastStep> {
  if (input.kind !== 'exchange') {
    await parts.control.load()
    return { input, ...step }
  }
  const resolution = stepHost.gateway.resolve(input.request, locate(input.request.url), true)
  await resolution.missing
  return { input: { ...input, resolution }, ...step }
}

/** Applies a step to a world, which the journal notes under this name. */
function apply(
  { journal, stepHost }: TraceHost,
  name: string,
  world: World,
  past: Past | undefined,
  step: PastStep,
): JournalEntry | undefined {
  const { input, at, progress } = step
  const applied = applyStep(stepHost, world, step, false)
  const entry = applied && { ...applied, world: name }
  const exchange = entry && journal.add(entry)
  past?.note(world, {
    input,
    at,
    ...(entry === undefined ? {} : { entry }),
    ...(exchange === undefined ? {} : { exchange }),
    ...(progress === undefined ? {} : { progress }),
  })
  return entry
}

/** `trace`, or `trace-2` and so on if that is taken. */
function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken)
  let free = name
  for (let number = 2; used.has(free); number++) free = `${name}-${number}`
  return free
}
