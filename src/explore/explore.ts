/** Looks for schedules of disturbances that break a client. */
import type { AssumptionId } from '../api/framework/assumptions.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import { present } from '../model/input/present.ts'
import { createBase } from '../scenario/base.ts'
import {
  type AssumptionFinding,
  type TriedAlternative,
  alternativesOf,
  checkAssumptions,
  findingOf,
  ranked,
} from './alternatives.ts'
import { type ChangedValue, changedValue } from './changed-value.ts'
import { consequenceOf, worstFirst } from './consequence.ts'
import { CoverageCount, type ExploreCoverage } from './coverage.ts'
import { keyOf, type Schedule } from './disturbance.ts'
import { Drawing } from './draw.ts'
import { messageOf } from './error-key.ts'
import {
  causeKey,
  disturbedOperations,
  errorOfCause,
  failedRun,
  explains,
  failureKey,
  type ExploreFailure,
  sentenceOf,
} from './failure.ts'
import { type ExploreOptions, readOptions, type Settings } from './options.ts'
import type { Platform } from './platform.ts'
import type { RunFailure, RunRecord } from './record.ts'
import { runClient, type RunSetting } from './run.ts'
import { scenarioOf } from './scenario.ts'
import { shrink } from './shrink.ts'

/** What an exploration found. */
export interface Exploration {
  /** Different failures: the worst consequence first, then in the order in which they were found. */
  readonly failures: readonly ExploreFailure[]
  /** How many schedules were run, without those that shrank a failure. */
  readonly schedules: number
  /** Why it ended. */
  readonly ended: 'schedules' | 'budget' | 'failures' | 'exhausted'
  /** Alternatives of assumptions that break the client, the least certain assumption first. */
  readonly assumptions: readonly AssumptionFinding[]
  readonly coverage: ExploreCoverage
  /** The error with which the client gives up even without any disturbance, if `mayFail` allows it: it may be set up wrongly. */
  readonly gaveUp?: string
}

/**
 * Runs a client many times, each time in a fresh fork under another schedule of disturbances. Rejects with TypeError for
 * invalid options, and with ScenarioError for an invalid scenario.
 */
export async function exploreClient(options: ExploreOptions, platform: Platform): Promise<Exploration> {
  const settings = readOptions(options)
  if (Array.isArray(options.vary?.assumptions)) checkAssumptions(options.vary.assumptions)
  const { scenario, config, clock } = options
  const overrides = present({ config, clock })
  const base = await platform.create(scenario, overrides)
  const resolved = (await createBase(scenario ?? 'demo', overrides)).scenario
  await base.preload()
  const rejections = platform.watchRejections()
  try {
    const setting = {
      base,
      scenario: resolved,
      client: options,
      settings,
      platform,
      rejections,
      takesTurns: false,
    }
    return await new Exploring(setting, options).explore()
  } finally {
    rejections.stop()
  }
}

/** Each n-th run tries an alternative of an assumption, so that neither these nor the schedules use up a short budget. */
const ALTERNATIVE_EVERY = 4

interface Found extends Omit<ExploreFailure, 'times'> {
  times: number
  readonly disturbed: readonly string[]
}

class Exploring {
  readonly #options: ExploreOptions
  readonly #settings: Settings
  readonly #platform: Platform
  readonly #resolved: ResolvedScenario
  readonly #begin: number
  readonly #coverage = new CoverageCount()
  readonly #failures = new Map<string, Found>()
  readonly #findings: AssumptionFinding[] = []
  readonly #triedAssumptions = new Set<AssumptionId>()
  readonly #alternatives: { readonly assumption: AssumptionId; readonly alternative: TriedAlternative }[] = []
  /** How each schedule that was run failed; empty if the client passed. */
  readonly #outcomes = new Map<string, string>()
  #setting: RunSetting
  #schedules = 0
  #gaveUp: string | undefined

  constructor(setting: RunSetting, options: ExploreOptions) {
    this.#setting = setting
    this.#options = options
    this.#settings = setting.settings
    this.#platform = setting.platform
    this.#resolved = setting.scenario
    this.#begin = setting.platform.wallClock()
  }

  async explore(): Promise<Exploration> {
    let undisturbed = await runClient(this.#setting, [])
    if (undisturbed.overlaps) {
      this.#setting = { ...this.#setting, takesTurns: true }
      undisturbed = { ...(await runClient(this.#setting, [])), overlaps: true }
    }
    this.#count(undisturbed, undisturbed)
    if (undisturbed.gaveUp !== undefined) this.#gaveUp = messageOf(undisturbed.gaveUp.error)
    const { vary = {} } = this.#options
    const drawing = new Drawing(this.#settings, vary, undisturbed, this.#resolved)
    if (undisturbed.failure !== undefined) {
      await this.#addFailure([], undisturbed, undisturbed.failure)
      return this.#result('failures', drawing)
    }
    this.#addAlternatives(undisturbed)
    return this.#result(await this.#trySchedules(drawing, undisturbed), drawing)
  }

  async #trySchedules(drawing: Drawing, undisturbed: RunRecord): Promise<Exploration['ended']> {
    // Nothing can happen to a client that sends no requests.
    if (undisturbed.calls.length === 0) return 'exhausted'
    const drawn = drawing.schedules()
    for (let turn = 1; ; turn++) {
      const reason = this.#reasonToEnd()
      if (reason !== undefined) return reason
      if (turn % ALTERNATIVE_EVERY === 0 && (await this.#tryAlternative(undisturbed))) continue
      const left = this.#settings.schedules - this.#schedules
      const batch = take(drawn, Math.min(this.#settings.jobs, left))
      if (batch.length === 0) {
        if (await this.#tryAlternative(undisturbed)) continue
        return 'exhausted'
      }
      const records = await Promise.all(batch.map((schedule) => runClient(this.#setting, schedule)))
      for (const [index, record] of records.entries()) {
        const schedule = batch[index] as Schedule
        this.#count(record, undisturbed)
        this.#note(schedule, record)
        drawing.observe(schedule, record)
        if (record.failure !== undefined) await this.#examine(record, record.failure, drawing.kinds)
        this.#addAlternatives(record)
      }
    }
  }

  /** Notes how a run ended, so that shrinking need not repeat it. */
  #note(schedule: Schedule, record: RunRecord): void {
    const { failure } = record
    this.#outcomes.set(JSON.stringify(schedule), failure === undefined ? '' : failureKey(record, failure))
  }

  /** Shrinks a failure, unless its cause is known. */
  async #examine(record: RunRecord, failure: RunFailure, kinds: readonly string[]): Promise<void> {
    const kind = failureKey(record, failure)
    const disturbed = disturbedOperations(record)
    for (const [key, known] of this.#failures)
      if (key.startsWith(`${kind}\n`) && explains(known.disturbed, disturbed)) {
        known.times++
        return
      }
    let smallest = { record, failure }
    const schedule = await shrink(
      record.applied,
      async (candidate) => {
        if ((this.#outcomes.get(JSON.stringify(candidate)) ?? kind) !== kind) return false
        const again = await runClient(this.#setting, candidate)
        this.#note(candidate, again)
        const failed = again.failure
        // A disturbance that could not happen is not part of the cause.
        if (failed === undefined || failureKey(again, failed) !== kind || again.missed.length > 0)
          return false
        smallest = { record: again, failure: failed }
        return true
      },
      kinds,
    )
    await this.#addFailure(schedule, smallest.record, smallest.failure)
  }

  async #addFailure(
    schedule: Schedule,
    record: RunRecord,
    failure: RunFailure,
    changed?: ChangedValue,
  ): Promise<void> {
    const key = causeKey(failure, schedule, record)
    const known = this.#failures.get(key)
    if (known !== undefined) {
      known.times++
      return
    }
    const sentence = sentenceOf(record, schedule, failure, changed)
    this.#failures.set(key, {
      seed: this.#settings.seed,
      kind: failure.kind,
      consequence: consequenceOf(record, failure),
      error: failure.error,
      message: messageOf(failure.error),
      sentence,
      schedule,
      disturbed: schedule.length > record.applied.length ? schedule.map(keyOf) : disturbedOperations(record),
      exchanges: record.calls.map(
        ({ request: _request, answer: _answer, waited: _waited, changed: _changed, ...exchange }) => exchange,
      ),
      scenario: scenarioOf({
        options: this.#options,
        resolved: this.#resolved,
        schedule,
        record,
        failure,
        sentence,
      }),
      trace: await record.end.trace('default', { failure: failedRun(failure.error, sentence) }),
      times: 1,
    })
  }

  /** The alternatives of the assumptions that a run relied on are to be tried. */
  #addAlternatives({ assumptions }: RunRecord): void {
    const wanted = this.#options.vary?.assumptions ?? true
    if (wanted === false) return
    for (const assumption of assumptions) {
      if (this.#triedAssumptions.has(assumption)) continue
      this.#triedAssumptions.add(assumption)
      if (Array.isArray(wanted) && !wanted.includes(assumption)) continue
      for (const alternative of alternativesOf(assumption, this.#resolved))
        this.#alternatives.push({ assumption, alternative })
    }
  }

  /** Runs the client undisturbed under the next alternative; returns false if there is none. */
  async #tryAlternative(undisturbed: RunRecord): Promise<boolean> {
    const next = this.#alternatives.shift()
    if (next === undefined) return false
    const { assumption, alternative } = next
    const { config, clock, scenario } = this.#options
    const otherConfig = {
      ...config,
      assumptions: { ...config?.assumptions, [assumption]: alternative.value },
    }
    const base = await this.#platform.create(scenario, { config: otherConfig, ...present({ clock }) })
    await base.preload()
    const record = await runClient({ ...this.#setting, base }, [])
    this.#schedules++
    this.#progress()
    if (record.failure === undefined) return true
    const schedule = [{ at: 0, kind: 'assumption', assumption, alternative: alternative.value }] as const
    const changed = changedValue(undisturbed, record)
    await this.#addFailure(schedule, record, record.failure, changed)
    this.#findings.push(findingOf(assumption, alternative, changed, messageOf(record.failure.error)))
    return true
  }

  #count(record: RunRecord, undisturbed: RunRecord): void {
    this.#schedules++
    this.#coverage.add(record, undisturbed)
    this.#progress()
  }

  #progress(): void {
    this.#options.onProgress?.({ schedules: this.#schedules, failures: this.#failures.size })
  }

  #reasonToEnd(): Exploration['ended'] | undefined {
    if (this.#schedules >= this.#settings.schedules) return 'schedules'
    if (this.#platform.wallClock() - this.#begin >= this.#settings.budget) return 'budget'
    return this.#countedFailures() >= this.#settings.maximumFailures ? 'failures' : undefined
  }

  /** A client that gives up at every operation would end the search before it comes to what loses data: each error counts once. */
  #countedFailures(): number {
    const counted = new Set<string>()
    for (const [key, { consequence }] of this.#failures)
      counted.add(consequence === 'gave up' ? errorOfCause(key) : key)
    return counted.size
  }

  #result(ended: Exploration['ended'], drawing: Drawing): Exploration {
    return {
      failures: worstFirst(
        Array.from(this.#failures.values(), ({ disturbed: _disturbed, ...failure }) => failure),
      ),
      schedules: this.#schedules,
      ended,
      assumptions: ranked(this.#findings),
      coverage: this.#coverage.result((operation) => drawing.kindsOf(operation)),
      ...(this.#gaveUp === undefined ? {} : { gaveUp: this.#gaveUp }),
    }
  }
}

/** Takes at most `most` schedules. */
function take(schedules: Iterator<Schedule>, maximum: number): Schedule[] {
  const taken: Schedule[] = []
  while (taken.length < maximum) {
    const next = schedules.next()
    if (next.done === true) break
    taken.push(next.value)
  }
  return taken
}
