/** The composition root: a simulator holds worlds and handles exchanges with them. */
import type { ExchangeRequest, ExchangeResponse } from '../api/framework/exchange.ts'
import type { OperationId } from '../api/framework/names.ts'
import { loadOperations } from '../api/operation-index.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { RecordedExchange } from '../gateway/journal/entry.ts'
import type { Expectation } from '../gateway/journal/expectation.ts'
import type { Har } from '../gateway/journal/har.ts'
import type { JournalFilter } from '../gateway/journal/journal.ts'
import type { Verification } from '../gateway/journal/verify.ts'
import type { DescriptionReport } from '../gateway/report/described.ts'
import type { Report } from '../gateway/report/report.ts'
import { checkFields } from '../model/input/option-checks.ts'
import { quoted } from '../model/input/refusal.ts'
import { lacksRunners, loadJobRunners } from '../model/late-jobs.ts'
import type { WorldConfig } from '../model/records/world/config.ts'
import type { Region, TableName, TableRecords } from '../model/schema.ts'
import { namesOfWorld } from '../scenario/faults/names.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { TimelineStep } from '../scenario/format/timeline.ts'
import type { ScenarioObject } from '../scenario/input.ts'
import type { UserName } from '../scenario/names.ts'
import type { ScenarioName } from '../scenario/ready/scenarios.generated.ts'
import type { TimelineOptions, TimelineResult } from '../scenario/timeline/timeline.ts'
import { VERSION } from '../version.ts'
import { deepFreeze } from '../world/deep-freeze.ts'
import type { Snapshot, World } from '../world/world.ts'
import {
  checkNamed,
  checkRequest,
  checkRunOptions,
  checkSnapshot,
  checkWorldInUse,
  refusedAsTypeError,
  type SimulatorSnapshot,
  stepNumber,
} from './argument-checks.ts'
import { type CallArguments, callOperation, type CallResponse } from './call.ts'
import { type CheckedJournal, createCheckedJournal } from './checked-journal.ts'
import { createClock, type SimulatorClock } from './clock.ts'
import type { ControlAccess, LoadedScenario } from './control-host.ts'
import { type Controls, createControls } from './controls.ts'
import { Core } from './core.ts'
import type { EventFilter, EventListener, ExchangeWatcher } from './event.ts'
import { Exchanges } from './exchanges.ts'
import { createFaults, type SimulatorFaults } from './faults.ts'
import { type Mutant, type MutantInForce, type MutantState, putInForce } from './mutation.ts'
import type { AdapterOptions, Intercept, SimulatorParts } from './parts.ts'
import type { StepHost } from './past/apply-step.ts'
import type { FailedRun } from './past/failed-run.ts'
import type { Past } from './past/past.ts'
import type { PastStep } from './past/step.ts'
import { readState } from './state.ts'
import { Timelines } from './timeline.ts'
import { DEFAULT_WORLD } from './worlds.ts'

/** Options of `sim.fork`. */
export interface ForkOptions {
  /** The step of the default world after which the fork begins, in place of its current state; 0 for its beginning. */
  readonly at?: number
  /** Called with each fork of the new simulator and of its forks, such as to add up their reports. */
  readonly onFork?: (fork: Simulator) => void
  /**
   * Called with each request to a simulated interface instead of handling it; `next` handles it. The control API and forks of
   * the new simulator are not intercepted.
   */
  readonly intercept?: Intercept
  /** A small mistake that the new simulator and its forks make: one of `mutants` of `reqsim/mutate`. */
  readonly mutant?: Mutant
}

/** Options of `sim.trace`. */
export interface TraceOptions {
  /** Why the run failed, which the trace carries without credentials. */
  readonly failure?: FailedRun
}

/** What only a fork has. */
interface Inherited {
  readonly gateway?: Gateway
  /** Called with each fork of this simulator, and of its forks. */
  readonly observers?: readonly ((fork: Simulator) => void)[]
  /** Called with each request to a simulated interface. */
  readonly intercept?: Intercept | undefined
  readonly mutant?: MutantInForce | undefined
}

export class Simulator implements Controls {
  readonly clock: SimulatorClock
  /** The faults of the default world. */
  readonly faults: SimulatorFaults
  /**
   * Like the platform's `fetch`, in process. A path without a host belongs to the layout on one port, such as
   * `/wiki/rest/reqs/1/…`. Rejects like `fetch`, for example if a fault drops the connection.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  declare readonly tokens: Controls['tokens']
  declare readonly sessions: Controls['sessions']
  declare readonly accountLinks: Controls['accountLinks']
  declare readonly sites: Controls['sites']
  declare readonly pages: Controls['pages']
  declare readonly issues: Controls['issues']
  declare readonly linkRequests: Controls['linkRequests']
  declare readonly rules: Controls['rules']
  declare readonly records: Controls['records']
  declare readonly past: Controls['past']
  declare readonly stage: Controls['stage']
  declare readonly worlds: Controls['worlds']
  declare readonly exportWorld: Controls['exportWorld']
  declare readonly saveScenario: Controls['saveScenario']
  declare readonly importWorld: Controls['importWorld']
  readonly #core: Core
  readonly #journal: CheckedJournal
  readonly #exchanges: Exchanges
  readonly #timelines: Timelines
  readonly #observers: readonly ((fork: Simulator) => void)[]
  #signedIn: UserName | null | undefined

  constructor(parts: SimulatorParts, { gateway, observers = [], intercept, mutant }: Inherited = {}) {
    const applyControl: StepHost['control'] = (world, request, wasAccepted) => {
      const control = parts.control.loaded()
      if (control === undefined) throw new Error('the control API is not loaded')
      control.applyControl(request, world, access, wasAccepted)
    }
    Object.assign(
      this,
      createControls((request) => this.exchange(request)),
    )
    const core = new Core(parts, applyControl, gateway, mutant)
    this.#core = core
    this.#journal = createCheckedJournal(core)
    this.#exchanges = new Exchanges(core, () => access, intercept)
    this.#timelines = new Timelines(core, this.#exchanges)
    this.#observers = observers
    const access: ControlAccess = { core, journal: this.#journal, timelines: this.#timelines }
    this.clock = createClock(core.worlds)
    this.faults = createFaults(core.worlds)
    this.fetch = parts.createFetch(async (request) => this.respond(request))
  }

  /** The version of the package. */
  get version(): string {
    return VERSION
  }

  /** The name, seed and hash of the loaded scenario. */
  get scenario(): LoadedScenario {
    return deepFreeze(this.#core.loaded)
  }

  /** The mutant in force; undefined without one. */
  get mutant(): MutantState | undefined {
    return this.#core.mutant?.state()
  }

  /** The steps of the loaded scenario's timeline; empty without a timeline. */
  get timeline(): readonly TimelineStep[] {
    return this.#core.timeline
  }

  /** The differences between the loaded OpenAPI descriptions and the simulator; empty without descriptions. */
  get descriptions(): readonly DescriptionReport[] {
    return this.#core.descriptions
  }

  /** The default world. */
  get world(): World {
    return this.#core.worlds.default
  }

  /** The configuration of the default world. */
  get config(): WorldConfig {
    return this.#core.config
  }

  /** The latest exchanges of all worlds, without credentials. Throws TypeError for an unknown filter. */
  readonly journal = {
    /** Returns the entries, oldest first; all of them, or those that match the filter. */
    entries: (filter?: JournalFilter): RecordedExchange[] =>
      refusedAsTypeError(() => this.#journal.entries(filter)),
    /** Returns the entries as an HTTP Archive (HAR 1.2), for browser tools and `reqsim replay`. */
    har: (filter?: JournalFilter): Har => refusedAsTypeError(() => this.#journal.har(filter)),
    /** Deletes all exchanges, or those of one world. */
    clear: (world?: string): void => this.#journal.clear(world),
  }

  /** The events of all worlds. */
  readonly events = {
    /**
     * Calls `listener` with each future event, or with those that match the filter. Returns a function that unsubscribes. An
     * error that the listener throws does not affect the exchange and surfaces as an unhandled rejection.
     */
    subscribe: (listener: EventListener, filter?: EventFilter): (() => void) =>
      this.#core.events.subscribe(listener, filter),
    /** Calls `listener` with a summary of each exchange and the body of its response, for a log of requests. Returns a function that ends that. */
    watchExchanges: (listener: ExchangeWatcher): (() => void) => this.#core.events.watchExchanges(listener),
  }

  /**
   * Handles one request to a simulated interface or the control API, and resolves with the response, including error responses.
   * Rejects only with TypeError, if the argument is not a request (for example, if the method or URL is not a string).
   */
  async exchange(request: ExchangeRequest, options: AdapterOptions = {}): Promise<ExchangeResponse> {
    checkRequest(request)
    return (await this.#exchanges.send(request, this.#withUser(options))).answer
  }

  /**
   * As `exchange`, for adapters that make a request of their own and only read the response: nobody may change either
   * afterwards, since the journal keeps both. Header names are lower case. Returns a promise only if something must be
   * loaded, decoded or awaited first.
   */
  respond(
    request: ExchangeRequest,
    options: AdapterOptions = {},
  ): ExchangeResponse | Promise<ExchangeResponse> {
    const sent = this.#exchanges.respond(request, this.#withUser(options))
    return 'then' in sent ? sent.then(({ answer }) => answer) : sent.answer
  }

  /**
   * Whether a request fails whatever its body, such as by its address, its credential or a fault: `exchange` without the body
   * then gives the response. Makes the world that the request selects, and changes nothing in it. For adapters whose clients
   * wait to send a body.
   */
  failsByHead(head: ExchangeRequest, options: AdapterOptions = {}): Promise<boolean> {
    return this.#exchanges.failsByHead(head, this.#withUser(options))
  }

  /**
   * Calls an operation by its id, with its parameters and body as data, and returns its typed response: `await
   * sim.call('wiki.baseline.freeze', { as: 'alice', path: { spaceKey: 'ENG', version: 2 } })`. An error response has `ok`
   * false. Rejects with TypeError for an unknown operation, path parameter or field.
   */
  async call<Id extends OperationId>(
    operation: Id,
    ...[input]: CallArguments<Id>
  ): Promise<CallResponse<Id>> {
    this.checkAdapterOptions({ as: input?.as })
    return callOperation(this.#core, this.#exchanges, operation, input) as Promise<CallResponse<Id>>
  }

  /**
   * Throws TypeError for invalid options of an adapter, such as an unknown user. Adapters call it when they are created, not
   * with the first request.
   */
  checkAdapterOptions({ as }: AdapterOptions): void {
    if (as === undefined) return
    const names = namesOfWorld(this.world).users()
    checkNamed('user', as, [...names])
  }

  /** The user that `signIn` set, null for nobody; undefined if adapters decide. */
  get signedIn(): UserName | null | undefined {
    return this.#signedIn
  }

  /**
   * Signs in a user: from now on, requests without a credential are theirs, whatever the option `as` of the adapter is. `null`
   * signs in nobody; without a name, adapters decide again. Affects `exchange`, `fetch` and every adapter, but neither `call`,
   * timelines nor forks. Throws TypeError for an unknown user.
   */
  signIn(user?: UserName | null): void {
    this.checkAdapterOptions({ as: user ?? undefined })
    this.#signedIn = user
  }

  #withUser(options: AdapterOptions): AdapterOptions {
    return this.#signedIn === undefined ? options : { ...options, as: this.#signedIn ?? undefined }
  }

  /**
   * Loads all operations, the control API and the mistakes that faults name. Without it, each is loaded on first use, and requests wait for that in their
   * order. Afterwards, a request takes effect before `exchange` returns, awaited or not. The exception is a request with a
   * spreadsheet, and those after it, because the spreadsheet has to be unpacked first.
   */
  async preload(): Promise<void> {
    const { control, mutations } = this.#core.parts
    await Promise.all([loadOperations(), control.load(), mutations.load()])
  }

  /** Returns a snapshot of the default world. Its cost does not depend on the number of records. */
  snapshot(): SimulatorSnapshot {
    const { loaded, worlds } = this.#core
    return { ...worlds.snapshot(DEFAULT_WORLD), scenario: { name: loaded.name, hash: loaded.hash } }
  }

  /** Restores the default world, with its clock, from a snapshot. Throws TypeError for a snapshot of another scenario. */
  restore(snapshot: Snapshot): void {
    checkSnapshot(snapshot, this.#core.loaded)
    this.#core.worlds.restore(DEFAULT_WORLD, snapshot)
    // The state may come from an earlier page, so exchanges wait for the code that its jobs need.
    if (lacksRunners(this.world)) this.#exchanges.takeTurn(loadJobRunners())
  }

  /**
   * Returns a separate simulator that starts with, and resets to, the current state of the default world. Neither affects the
   * other. Its cost does not depend on the number of records. Throws TypeError for an option that does not exist.
   */
  fork(options: ForkOptions = {}): Simulator {
    checkFields('the options of fork', options, ['at', 'onFork', 'intercept', 'mutant'])
    const { at, onFork, intercept } = options
    const past = this.pastOf(DEFAULT_WORLD)
    const begin =
      at === undefined
        ? { world: this.world.fork(), past }
        : refusedAsTypeError(() => past.forkAt(stepNumber(at)))
    const { gateway, loaded, parts, scenario } = this.#core
    const observers = onFork === undefined ? this.#observers : [...this.#observers, onFork]
    const added = options.mutant && putInForce(options.mutant)
    const base = { ...begin, world: added?.world(begin.world) ?? begin.world, loaded, scenario }
    const inherited = { gateway: added?.gateway(gateway) ?? gateway, mutant: added ?? this.#core.mutant }
    const fork = new Simulator({ ...parts, base }, { ...inherited, observers, intercept })
    for (const observe of this.#observers) observe(fork)
    return fork
  }

  /**
   * Resets every world to the loaded scenario, or only the named one. Resetting one world deletes its journal entries and its
   * own report, while the report over all worlds keeps its totals; resetting all deletes journal and report. Throws TypeError
   * for a world that is not in use.
   */
  reset(world: string | 'all' = 'all'): void {
    this.#core.reset(world)
  }

  /**
   * Runs the timeline of the scenario in the default world, from its current step to the end or to the step named `until`.
   * Resolves with the result of each step. Rejects for a step that does not exist or has already run, and without a timeline.
   */
  async run(options: TimelineOptions = {}): Promise<TimelineResult> {
    checkRunOptions(options)
    return this.#timelines.run(DEFAULT_WORLD, options)
  }

  /** Loads another scenario in place of the current one, and resets every world to it. */
  load(scenario: ScenarioName | ScenarioObject | ResolvedScenario): Promise<LoadedScenario> {
    return this.#core.load(scenario)
  }

  /**
   * Returns the report on the exchanges so far, over all worlds or one: coverage, stability, assumptions, unknown fields, rate
   * limits. Throws TypeError for a step of a past world that does not exist.
   */
  report(world?: string): Report {
    return refusedAsTypeError(() => this.#core.report(world))
  }

  /**
   * Checks that the expected calls were made. The result has `ok`, and the nearest calls if some are missing. A world that was
   * never used had no calls. Throws TypeError for an invalid expectation, and for one that no call can meet: an unknown
   * operation, method, user, status or path.
   */
  verify(expectation: Expectation): Verification {
    return refusedAsTypeError(() => this.#journal.verify(expectation))
  }

  /**
   * Returns the records of a table of the default world as frozen objects, sorted by key. `where` keeps those with equal
   * fields. `job`, `fault`, `config`, `rateWindow` and `timeline` are the same in each region. Throws
   * TypeError for an unknown table, region or field.
   */
  state<N extends TableName>(
    table: N,
    where: Partial<TableRecords[N]> = {},
    region: Region = 'eu',
  ): readonly TableRecords[N][] {
    return readState(this.world, table, where, region)
  }

  /** The named world, created from the loaded scenario on first use. */
  worldOf(name: string): World {
    return this.#core.worlds.get(name)
  }

  /** The names of the worlds in use, `default` first. */
  worldNames(): readonly string[] {
    return this.#core.worlds.names()
  }

  /** The steps of a world, for tools. Throws TypeError for a world that is not in use. */
  pastOf(name: string): Past {
    const past = this.#core.worlds.past(name)
    if (past === undefined) throw new TypeError(`no world ${quoted(name)} is in use`)
    return past
  }

  /**
   * Resolves with a trace of a world: a file with everything that changed it, which `openTrace` of `reqsim/trace` and
   * `reqsim show` open at any step. It contains no credentials. If the first steps were dropped (see `past` of
   * `createSimulator`), it begins with the world after them. Rejects with TypeError for a world that is not in use, and with a Refusal if no past is
   * kept. `failure` says why the run failed: `reqsim show` and the console then open on it.
   */
  async trace(world: string = DEFAULT_WORLD, options: TraceOptions = {}): Promise<Uint8Array> {
    checkWorldInUse(world, this.worldNames())
    checkFields('the options of trace', options, ['failure'])
    const past = this.pastOf(world)
    const { writeTrace } = await this.#core.parts.trace.load()
    return writeTrace(this.#core, past, options.failure)
  }

  /** Applies a step of a trace to the default world; journal, report and past note it like any other. */
  async applyStep(step: PastStep): Promise<void> {
    const { applyTraceStep } = await this.#core.parts.trace.load()
    return applyTraceStep(this.#core, step)
  }

  /** Moves the clocks of live worlds to the current wall time, and drops idle worlds. */
  catchUp(): void {
    this.#core.worlds.catchUp()
  }

  /**
   * Wall-clock milliseconds until the next pending job of a live world or the next check for idle worlds; undefined if there is
   * neither.
   */
  nextDue(): number | undefined {
    return this.#core.worlds.nextDue()
  }
}
