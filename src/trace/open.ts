/** Opens a trace: builds its world and computes its steps again. */
import { importCheckedWorld } from '../simulator/records/world-import.ts'
import { compareStates } from '../control/differences.ts'
import { problemsOfShape } from '../api/shared/schema-problems.ts'
import { recordShape } from '../simulator/records/record-shapes.ts'
import { quoted } from '../model/input/refusal.ts'
import type { TimelineProgress } from '../model/records/world/timeline-progress.ts'
import { createBase } from '../scenario/base.ts'
import type { FailedRun } from '../simulator/past/failed-run.ts'
import type { SimulatorBase } from '../simulator/parts.ts'
import type { Simulator } from '../simulator/simulator.ts'
import {
  describeStep,
  detailsOfStep,
  type StepDescription,
  type StepDetails,
} from '../simulator/past/step-description.ts'
import { lastExchange, suspicionsOf } from '../simulator/past/suspicious.ts'
import { addDigest } from '../simulator/past/step-digest.ts'
import type { PastInput, PastStep } from '../simulator/past/step.ts'
import type { Past } from '../simulator/past/past.ts'
import { advanceTo } from '../world/time/clock.ts'
import { parseInstant } from '../world/time/duration.ts'
import { WorldDocumentError } from '../world/transfer.ts'
import { World } from '../world/world.ts'
import { TraceError } from './failure.ts'
import type { TraceDocument, TraceDocumentStep } from './format.ts'
import { readTrace } from './read.ts'
import { requestOf } from './request.ts'

/** A step of an opened trace. */
export interface TraceStep extends StepDescription {
  /** True if the run had a different result, because of a credential or secret that the trace leaves out. */
  readonly redacted?: true
  /** True if the step now has a different result than when the trace was written. */
  readonly differs?: true
}

/** One page of the records that differ between two states. */
export type StateDifference = ReturnType<typeof compareStates>

/** A trace whose steps were computed again. */
export interface Trace {
  /** The version of the package that wrote it. */
  readonly version: string
  /** The scenario of the run; the hash is that of the scenario with its credentials. */
  readonly scenario: { readonly name: string; readonly seed: string; readonly hash: string }
  /** Why the run failed, without credentials; absent if it did not, or if the trace does not say. */
  readonly failure?: FailedRun
  /** The step of the last exchange; absent if there is none. */
  readonly lastExchange?: number
  /** How many steps of the run came before and are not in the trace. */
  readonly missing: number
  /** The steps, oldest first. */
  readonly steps: readonly TraceStep[]
  /** What to know about the result: another version, missing steps, steps that differ or depend on redacted values. */
  readonly notes: readonly string[]
  /** The simulator after the last step. Its past has all steps; a live clock stands still. */
  readonly simulator: Simulator
  /** A separate simulator as it was after a step; of `missing`, before the first. Throws TypeError for an unknown step. */
  at(step: number): Simulator
  /** A step with its request and its response. Throws TypeError for an unknown step. */
  step(step: number): StepDetails & TraceStep
  /** The records that differ between the states after two steps; the first 10,000. */
  compare(step: number, other: number): StateDifference
}

/** Creates the simulator of a world. */
export type CreateSimulator = (base: SimulatorBase) => Simulator

/** Rejects with TraceError for a file that is no trace. */
export async function openTraceWith(
  bytes: Uint8Array,
  create: CreateSimulator,
  version: string,
): Promise<Trace> {
  const document = readTrace(bytes)
  const simulator = create(await baseOf(document))
  const { begin, scenario, reqsim, failure } = document
  const past = simulator.pastOf('default')
  const apply = (step: PastStep) => simulator.applyStep(step)
  const {
    steps,
    notes,
    lastExchange: last,
  } = await computeSteps(document, { world: simulator.world, past, apply }, version)
  const find = (number: number): TraceStep => {
    const found = steps[number - begin.step - 1]
    if (found === undefined)
      throw new TypeError(`the trace has no step ${number}: it has steps ${begin.step + 1} to ${past.last}`)
    return found
  }
  return {
    version: reqsim,
    scenario: { name: scenario.name, seed: scenario.seed, hash: scenario.hash },
    ...(failure === undefined ? {} : { failure }),
    ...(last === undefined ? {} : { lastExchange: last }),
    missing: begin.step,
    steps,
    notes,
    simulator,
    at: (step) => simulator.fork({ at: step }),
    step: (step) => ({ ...detailsOfStep(step, past.step(find(step).step)), ...find(step) }),
    compare: (step, other) => {
      for (const number of [step, other]) if (number !== begin.step) find(number)
      const before = past.worldAt(step).snapshot()
      const after = past.worldAt(other)
      return compareStates(after.schema, [before, after.snapshot()], { offset: 0, limit: 10_000 })
    },
  }
}

/** The world in which the steps of a trace are computed again, and its past. */
export interface TraceTarget {
  readonly world: World
  readonly past: Past
  /** Applies a step to the world and adds it to the past. */
  readonly apply: (step: PastStep) => Promise<void>
}

/** Computes all steps. The world of `target` is in the state before them. Rejects with TraceError. */
export async function computeSteps(document: TraceDocument, target: TraceTarget, version: string) {
  const { begin, steps: written } = document
  const { world, past, apply } = target
  past.failure = document.failure
  let before = world.snapshot()
  for (const [position, step] of written.entries()) {
    try {
      await apply(stepOf(step, target))
      const after = world.snapshot()
      addDigest(past.step(past.last), world.schema, { before, after })
      before = after
    } catch (error) {
      if (error instanceof TypeError || error instanceof RangeError) throw error
      throw new TraceError(
        `step ${begin.step + position + 1} cannot be computed: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  const suspicions = suspicionsOf(past.steps())
  const steps: readonly TraceStep[] = [...past.steps()].map(([number, step]) => {
    const { redacted, digest } = written[number - begin.step - 1] ?? {}
    return {
      ...describeStep(number, step, suspicions),
      ...(redacted === true ? { redacted } : {}),
      ...(digest === step.digest ? {} : { differs: true as const }),
    }
  })
  return { steps, notes: notesOf(document, steps, version), lastExchange: lastExchange(past.steps()) }
}

/** The world of a trace before its first step. */
export async function baseOf({ scenario, begin }: TraceDocument): Promise<SimulatorBase> {
  const base = await createBase(scenario.resolved, {})
  const { name, seed, hash } = scenario
  const loaded = { name, seed, hash }
  if (begin.world === undefined && begin.step > 0)
    throw new TraceError(`begin.world is required, since the trace begins after step ${begin.step}`)
  if (begin.world === undefined) return { world: base.world, loaded, scenario: base.scenario }
  try {
    const world = importCheckedWorld(base.world.schema, begin.world)
    return { world, loaded, scenario: base.scenario, steps: begin.step }
  } catch (error) {
    if (!(error instanceof WorldDocumentError)) throw error
    throw new TraceError(`begin.world: ${error.message}`)
  }
}

function stepOf(step: TraceDocumentStep, { past, world }: TraceTarget): PastStep {
  const progress = step.timeline && progressOf(step.timeline)
  return {
    at: instantOf(step.at),
    input: inputOf(step, past, world),
    ...(progress === undefined ? {} : { progress }),
  }
}

function progressOf(written: NonNullable<TraceDocumentStep['timeline']>): TimelineProgress {
  const shape = recordShape('timeline')?.shape()
  const record = { ...written, id: 'timeline' }
  const issue = shape?.safeParse(record).error?.issues[0]
  if (shape !== undefined && issue !== undefined)
    throw new TraceError(`timeline: ${problemsOfShape(issue, record, shape)[0]}`)
  const { next, saved, faults, results } = written as unknown as TimelineProgress
  return { next, saved, faults, ...(results === undefined ? {} : { results }) }
}

function inputOf(step: TraceDocumentStep, past: Past, current: World): PastInput {
  switch (step.kind) {
    case 'exchange':
      return {
        kind: 'exchange',
        request: requestOf(step.request, current),
        world: step.world ?? 'default',
        as: step.as,
      }
    case 'control':
      return { kind: 'control', request: requestOf(step.request, current) }
    case 'clock': {
      const { to, mode, speed } = step
      return {
        kind: 'clock',
        ...(to === undefined ? {} : { to: instantOf(to) }),
        ...(mode === undefined ? {} : { mode }),
        ...(speed === undefined ? {} : { speed }),
      }
    }
    case 'restore': {
      const state = past.worldAt(step.step)
      const world = new World(state.schema, state.snapshot())
      const now = instantOf(step.now)
      if (now > world.now) advanceTo(world, now)
      return { kind: 'restore', snapshot: world.snapshot() }
    }
    case 'timeline':
      return { kind: 'timeline' }
  }
}

function instantOf(text: string): number {
  const instant = parseInstant(text)
  if (instant === undefined) throw new TraceError(`${quoted(text)} is not an instant`)
  return instant
}

function notesOf(
  { reqsim, begin, descriptions }: TraceDocument,
  steps: readonly TraceStep[],
  version: string,
): readonly string[] {
  const numbers = (wanted: 'differs' | 'redacted') =>
    steps.filter((step) => step[wanted] === true).map(({ step }) => step)
  const [differing, redacted] = [numbers('differs'), numbers('redacted')]
  return [
    ...(reqsim === version ? [] : [`reqsim ${reqsim} wrote the trace; this is version ${version}.`]),
    ...(begin.step === 0
      ? []
      : [`The trace begins after step ${begin.step} of the run: earlier steps are missing.`]),
    ...(descriptions.length === 0
      ? []
      : [
          `The run used OpenAPI descriptions (${descriptions.join(', ')}), which the trace does not contain.`,
        ]),
    ...(differing.length === 0
      ? []
      : [`${stepsText(differing)} had a different result when the trace was written.`]),
    ...(redacted.length === 0
      ? []
      : [`${stepsText(redacted)} had a different result in the run, because the trace leaves out a secret.`]),
  ]
}

const MAXIMUM_NUMBERS = 20

function stepsText(numbers: readonly number[]): string {
  const more = numbers.length > MAXIMUM_NUMBERS ? ` and ${numbers.length - MAXIMUM_NUMBERS} more` : ''
  return `${numbers.length === 1 ? 'Step' : 'Steps'} ${numbers.slice(0, MAXIMUM_NUMBERS).join(', ')}${more}`
}
