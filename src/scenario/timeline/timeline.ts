/**
 * Runs the timeline of a scenario in a world, step by step, from where that world has come. A step that is not as
 * expected ends the run: what follows would tell another story.
 */
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import { present } from '../../model/input/present.ts'
import { conflict, invalid, notFound } from '../../model/input/errors.ts'
import { quoted } from '../../model/input/refusal.ts'
import { redactExceptHeaders } from '../../gateway/journal/redact.ts'
import type { StepRecord, TimelineProgress } from '../../model/records/world/timeline-progress.ts'
import { formatInstant } from '../../world/time/duration.ts'
import { nearestName } from '../../world/nearest.ts'
import { credentialVariables } from './credential-variables.ts'
import { curlOf } from '../../snippets/curl.ts'
import type { Difference } from './expectation.ts'
import type { ResolvedScenario } from '../format/format.ts'
import type { ForkStep, PlainStep, TimelineStep, Verb } from '../format/timeline.ts'
import { type Path, pathText } from '../format/problems.ts'
import { control, readClock, runStep, type Scope, type Send, StepError, type StepOutcome } from './step.ts'
import { stepNames, titleOf, verbOf } from './titles.ts'
import { PlaceholderError } from './values.ts'
import { countText } from '../../world/count-text.ts'

/** What a timeline runs in. */
export interface TimelineTarget {
  readonly scenario: ResolvedScenario
  /** The name of the world. */
  readonly world: string
  readonly send: Send
  /** Called before each step. */
  readonly stepBegins?: () => void
  readonly readProgress: () => TimelineProgress
  readonly writeProgress: (progress: TimelineProgress) => void
}

export interface TimelineOptions {
  /** The name of the last step to run; all of them when absent. */
  readonly until?: string | undefined
  /**
   * The name of the first step to run; that after the last one that ran when absent. Steps before it are left out for
   * good: a world goes through its timeline forward only, and a step that lies behind is refused.
   */
  readonly from?: string | undefined
  /** How many steps to run, instead of `until`. */
  readonly count?: number | undefined
  /** Called with each step when it ends; with a fork after the steps inside it. */
  readonly onStep?:
    | ((result: StepResult, progress: { readonly done: number; readonly total: number }) => void)
    | undefined
}

/** The result of one step. */
export interface StepResult extends StepRecord {
  readonly verb: Verb
  /** The number of its last call in the journal. */
  readonly exchange?: number
  /** The values of that call's response that matter, expected, saved or named in `show`: JSON paths, and `header etag`. */
  readonly marks?: readonly string[]
  /** The steps inside a fork. */
  readonly steps?: readonly StepResult[]
}

/** What became of a run. */
export interface TimelineResult {
  readonly ok: boolean
  /** The name of the scenario. */
  readonly scenario: string
  /** The steps that ran, and after a failure those that were skipped. */
  readonly steps: readonly StepResult[]
  /** The virtual instant at the end, ISO 8601. */
  readonly now: string
  /** How many steps of the timeline are left. */
  readonly left: number
}

/**
 * Runs steps of the timeline. Rejects with a Refusal for a step that does not exist or lies behind, and for a scenario
 * without a timeline.
 */
export async function runTimeline(
  target: TimelineTarget,
  options: TimelineOptions = {},
): Promise<TimelineResult> {
  const { scenario } = target
  const timeline = scenario.timeline ?? []
  if (timeline.length === 0) throw conflict('scenario', scenario.name, 'has no timeline')
  const progress = target.readProgress()
  const begin = options.from === undefined ? progress.next : positionOf(scenario, options.from)
  const end = endOf(scenario, begin, options)
  const [passedStep, ran] = begin < progress.next ? [options.from, progress.next] : [options.until, begin]
  if (begin < progress.next || end < begin) {
    const state = `is behind: ${ran} of ${countText(timeline.length, 'step')} ran`
    throw conflict('step', passedStep, state, 'reset the world to begin again')
  }
  const scope = beginScope(target, progress)
  // The steps left out lie behind from now on, whatever becomes of those that run.
  if (begin > progress.next) target.writeProgress({ ...progress, next: begin })
  const steps: StepResult[] = []
  const passed = (progress.results ?? []).filter(({ outcome }) => outcome === 'passed')
  const total = end - begin
  let ok = true
  for (const [offset, step] of timeline.slice(begin, end).entries()) {
    const path = ['timeline', begin + offset]
    target.stepBegins?.()
    const result: StepResult = ok ? await runAny(step, path, scope) : skipped(step, path)
    ok &&= result.outcome === 'passed'
    if (result.outcome === 'passed') {
      passed.push(recordOf(result))
      target.writeProgress({ ...progressOf(scope, begin + offset + 1), results: [...passed] })
    }
    // A failed step stays the next one.
    if (result.outcome === 'failed')
      target.writeProgress({ ...target.readProgress(), results: [...passed, recordOf(result)] })
    steps.push(result)
    options.onStep?.(result, { done: offset + 1, total })
  }
  const { now } = await readClock(scope)
  const left = timeline.length - target.readProgress().next
  return { ok, scenario: scenario.name, steps, now: formatInstant(now), left }
}

/** What the world stores of a result: nothing that depends on the journal. */
function recordOf({ exchange: _, marks: __, steps, ...record }: StepResult): StepRecord {
  return { ...record, ...(steps === undefined ? {} : { steps: steps.map(recordOf) }) }
}

/** The position after the last step to run. */
function endOf(scenario: ResolvedScenario, begin: number, { until, count }: TimelineOptions): number {
  const { length } = scenario.timeline ?? []
  if (until === undefined) return count === undefined ? length : Math.min(length, begin + count)
  if (count === undefined) return positionOf(scenario, until) + 1
  throw invalid('last step', until, "'count' is sent too: send only one of them")
}

function positionOf(scenario: ResolvedScenario, name: string): number {
  const position = (scenario.timeline ?? []).findIndex(({ step }) => step === name)
  if (position !== -1) return position
  const names = stepNames(scenario.timeline ?? [])
  const nearest = nearestName(name, names)
  const known =
    names.length === 0 ? 'none of its steps has a name' : `there are ${names.slice(0, 50).join(', ')}`
  const suggestion = nearest === undefined ? known : `did you mean '${nearest}'?`
  throw notFound('step', name, { in: `the timeline of ${quoted(scenario.name)}`, instead: suggestion })
}

function beginScope({ scenario, world, send }: TimelineTarget, progress: TimelineProgress): Scope {
  const saved = new Map(progress.saved.map(({ name, value }) => [name, value]))
  const faults = new Map(progress.faults.map(({ step, id }) => [step, id]))
  return { scenario, world, send, saved, faults, calls: { made: 0 } }
}

function progressOf({ saved, faults }: Scope, next: number): TimelineProgress {
  return {
    next,
    saved: [...saved].map(([name, value]) => ({ name, value })),
    faults: [...faults].map(([step, id]) => ({ step, id })),
  }
}

async function runAny(step: TimelineStep, path: Path, scope: Scope): Promise<StepResult> {
  const before = (await readClock(scope)).now
  const outcome = 'fork' in step ? await runFork(step, path, scope) : await runPlain(step, scope)
  const after = (await readClock(scope)).now
  const { differences, message, request, status, tries, exchange, marks = [], steps } = outcome
  const failures = [...(message === undefined ? [] : [message]), ...differences.map(differenceLine)]
  const failed = failures.length > 0
  return {
    ...head(step, path),
    outcome: failed ? 'failed' : 'passed',
    begin: formatInstant(before),
    end: formatInstant(after),
    elapsed: after - before,
    ...present({ status, tries, exchange }),
    ...(marks.length === 0 ? {} : { marks }),
    failures,
    differences,
    ...(failed && request !== undefined ? { curl: curlText(step, request, scope.world) } : {}),
    ...(steps === undefined ? {} : { steps }),
  }
}

/** A difference as one line. */
function differenceLine({ place, expected, got }: Difference): string {
  return `${place}: expected ${expected}, got ${got}`
}

async function runPlain(step: PlainStep, scope: Scope): Promise<StepOutcome & { steps?: undefined }> {
  try {
    return await runStep(step, scope)
  } catch (error) {
    if (error instanceof StepError || error instanceof PlaceholderError)
      return { differences: [], message: error.message }
    throw error
  }
}

interface ForkOutcome extends StepOutcome {
  readonly steps: readonly StepResult[]
}

async function runFork(step: ForkStep, path: Path, scope: Scope): Promise<ForkOutcome> {
  const inner = step.fork.steps.map((each, position) => ({
    each,
    place: [...path, 'fork', 'steps', position],
  }))
  let world: string
  try {
    world = await createFork(scope)
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    return {
      differences: [],
      message: error.message,
      steps: inner.map(({ each, place }) => skipped(each, place)),
    }
  }
  const inside: Scope = { ...scope, world, saved: new Map(scope.saved), faults: new Map(scope.faults) }
  const steps: StepResult[] = []
  try {
    let ok = true
    for (const { each, place } of inner) {
      const result: StepResult = ok ? await runAny(each, place, inside) : skipped(each, place)
      ok &&= result.outcome === 'passed'
      steps.push(result)
    }
  } finally {
    await control(scope, 'DELETE', `/worlds/${world}`)
  }
  const failed = steps.find(({ outcome }) => outcome === 'failed')
  return { differences: [], steps, ...(failed === undefined ? {} : { message: `${failed.path} failed` }) }
}

/** The first free name makes a world that begins as the scope's is now. */
async function createFork(scope: Scope): Promise<string> {
  const { items } = (await control(scope, 'GET', '/worlds?limit=10000')) as {
    items: readonly { readonly name: string }[]
  }
  const taken = new Set(items.map(({ name }) => name))
  let number = 1
  while (taken.has(`fork-${number}`)) number++
  const name = `fork-${number}`
  await control(scope, 'POST', '/worlds', { name, from: scope.world })
  return name
}

function skipped(step: TimelineStep, path: Path): StepResult {
  const inner = 'fork' in step ? step.fork.steps : undefined
  const steps = inner?.map((each, position) => skipped(each, [...path, 'fork', 'steps', position]))
  return {
    ...head(step, path),
    outcome: 'skipped',
    elapsed: 0,
    failures: [],
    differences: [],
    ...(steps === undefined ? {} : { steps }),
  }
}

function head(step: TimelineStep, path: Path) {
  const { step: name, note } = step
  return {
    path: pathText(path),
    ...present({ name, note }),
    verb: verbOf(step),
    title: titleOf(step),
  }
}

/** A call as a curl command for reports. Variables replace credentials, because reports are shared. */
function curlText(step: TimelineStep, request: ExchangeRequest, world: string): string {
  const user = 'call' in step ? step.as : undefined
  return curlOf(redactExceptHeaders(withoutWorld(request, world)), credentialVariables(request, user))
}

/** The header of a world that needs none would only be in the way. */
function withoutWorld(request: ExchangeRequest, world: string): ExchangeRequest {
  if (world !== 'default') return request
  const { 'x-sim-world': _, ...headers } = request.headers
  return { ...request, headers }
}
