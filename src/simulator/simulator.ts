/** The composition root: a simulator holds worlds and handles exchanges with them. */
import { type ExchangeResponse, type ExchangeRequest, header } from '../api/framework/exchange.ts'
import type { OperationId } from '../api/framework/names.ts'
import { schemasLoaded } from '../api/framework/zod.ts'
import { chosenAlternative } from '../api/framework/ledger.ts'
import { type IndexedOperation, loadOperations, operationIndex } from '../api/operation-index.ts'
import { type Controls, createControls } from './controls.ts'
import type {
  ControlConnection,
  ControlHost,
  ControlPart,
  LoadedScenario,
  TracePart,
} from './control-host.ts'
import { allowedOrigin, allowing, isForeignPage, isPreflight } from '../gateway/addresses/cors.ts'
import {
  type CallNames,
  complaintOfExpectation,
  complaintOfFilter,
} from '../gateway/journal/call-criteria.ts'
import { rootPage, isRootPage } from '../gateway/exchange/root-page.ts'
import { createGateway, type Gateway, isExplained, type Resolution } from '../gateway/gateway.ts'
import { type Har, harOf } from '../gateway/journal/har.ts'
import type { JournalEntry, RecordedExchange } from '../gateway/journal/entry.ts'
import { Journal, type JournalFilter, type JournalLimits } from '../gateway/journal/journal.ts'
import { redactSent } from '../gateway/journal/redact.ts'
import { type Location, locate } from '../gateway/addresses/locate.ts'
import type { DescriptionReport } from '../gateway/report/described.ts'
import type { Report } from '../gateway/report/report.ts'
import { type Verification, verifyCalls } from '../gateway/journal/verify.ts'
import type { Expectation } from '../gateway/journal/expectation.ts'
import { shown } from '../model/input/refusal.ts'
import type { PastStep } from './past/step.ts'
import { readConfig, type WorldConfig } from '../model/records/world/config.ts'
import { checkFields, refuseAsTypeError } from '../model/input/option-checks.ts'
import { invalidParts, stateConflict } from '../model/input/errors.ts'
import { namesOfWorld } from '../scenario/faults/names.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { ScenarioObject } from '../scenario/input.ts'
import type { ScenarioName } from '../scenario/ready/scenarios.generated.ts'
import type { TimelineStep } from '../scenario/format/timeline.ts'
import type { TimelineOptions, TimelineResult } from '../scenario/timeline/timeline.ts'
import { lacksRunners, loadJobRunners } from '../model/late-jobs.ts'
import {
  isSystemTable,
  namedTables,
  type Region,
  REGIONS,
  type TableName,
  type TableRecords,
} from '../model/schema.ts'
import { type CallArguments, type CallHost, callOperation, type CallResponse } from './call.ts'
import { createClock, type SimulatorClock } from './clock.ts'
import { decodeRequest, type Decompress, isEncoded } from './content-coding.ts'
import { createFaults, type SimulatorFaults } from './faults.ts'
import {
  checkNamed,
  checkRequest,
  checkRunOptions,
  checkSnapshot,
  checkWhere,
  checkWorldInUse,
  refusedAsTypeError,
  type SimulatorSnapshot,
  stepNumber,
} from './argument-checks.ts'
import { applyStep, type StepHost } from './past/apply-step.ts'
import { Events } from './events.ts'
import type { EventFilter, EventListener, LoggedExchange } from './event.ts'
import { checkFailedRun, type FailedRun } from './past/failed-run.ts'
import { Past, type PastHost, pastIsReadOnly, type PastLimits, Recorder } from './past/past.ts'
import { Reports } from './reports.ts'
import { copyOf, copyOfResponse, withLowerCaseHeaders, withWorldHeader } from './requests.ts'
import { Snapshots } from './snapshots.ts'
import type { SentResponse } from '../scenario/timeline/step.ts'
import { Timelines } from './timeline.ts'
import { DEFAULT_WORLD, type FoundWorld, Worlds, type WorldsOptions, type WorldWatch } from './worlds.ts'
import { deepFreeze } from '../world/deep-freeze.ts'
import { type PastName, parsePastName } from '../world/world-name.ts'
import type { Snapshot, World } from '../world/world.ts'
import { VERSION } from '../version.ts'

/** Options of an adapter; in process there are none. */
export interface AdapterOptions {
  /** Origins whose pages may read the simulated interfaces; `*` for all. */
  readonly corsOrigins?: readonly string[]
  /** The network context for the control API. */
  readonly control?: ControlConnection
  /** The signed-in user if a caller cannot send a credential. */
  readonly as?: string
  /** What decodes compressed bodies; the streams of the platform otherwise. */
  readonly decompress?: Decompress
}

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
}

/** Options of `sim.trace`. */
export interface TraceOptions {
  /** Why the run failed, which the trace carries without credentials. */
  readonly failure?: FailedRun
}

/** Handles a request in place of the simulator, before or after it, or not at all. */
export type Intercept = (
  request: ExchangeRequest,
  next: () => Promise<HandledExchange>,
) => Promise<ExchangeResponse>

/** A response, with what the journal notes about it. */
export interface HandledExchange {
  readonly answer: ExchangeResponse
  readonly operation?: JournalEntry['operation']
  readonly user?: JournalEntry['user']
  readonly fault?: number | undefined
  readonly assumptions?: JournalEntry['assumptions']
  readonly transitions?: JournalEntry['transitions'] | undefined
  /** The journal entry with its credentials; absent for the control API. */
  readonly entry?: JournalEntry | undefined
  /** Its number in the journal. */
  readonly number?: number | undefined
}

/** The parts that a simulator consists of. */
export interface SimulatorBase {
  readonly world: World
  readonly loaded: LoadedScenario
  /** The scenario of the world, with its timeline; undefined without one. */
  readonly scenario?: ResolvedScenario | undefined
  /** The past of a world that this is a fork of. */
  readonly past?: Past | undefined
  /** How many unknown steps led to it, if it is not the world of the scenario. */
  readonly steps?: number | undefined
}

/** OpenAPI descriptions of the real service, and the operations that only they have. */
export interface Described {
  readonly reports: readonly DescriptionReport[]
  readonly added: readonly IndexedOperation[]
}

export interface SimulatorParts {
  readonly base: SimulatorBase
  /** Creates a `fetch` over exchanges. */
  readonly createFetch: (
    exchange: (request: ExchangeRequest) => Promise<ExchangeResponse>,
  ) => Simulator['fetch']
  readonly decompress: Decompress
  readonly control: ControlPart
  readonly trace: TracePart
  /** Wall-clock milliseconds, read in live mode and to find idle worlds. */
  readonly wallClock: () => number
  readonly worlds?: WorldsOptions | undefined
  readonly journal?: JournalLimits | undefined
  readonly past?: PastLimits | undefined
  /**
   * False if code is loaded over a network: response schemas, which the report checks, are then not loaded for that purpose
   * alone. They are available after a request with a body, a request to the control API, or `preload`.
   */
  readonly checksResponses?: boolean | undefined
  /** Called with each report that is deleted. */
  readonly onReportDiscarded?: ((report: Report) => void) | undefined
  /** The imported OpenAPI descriptions of the real service. */
  readonly described?: Described | undefined
  /** Called with each fork of this simulator, and of its forks. */
  readonly forkObservers?: readonly ((fork: Simulator) => void)[]
  /** Called with each request to a simulated interface. */
  readonly intercept?: Intercept | undefined
  /** Builds the world of a scenario object or ready scenario, for the control API. */
  readonly build: (scenario: unknown) => Promise<SimulatorBase>
}

const IN_PROCESS: ControlConnection = { loopback: true, allowedHosts: [] }

export class Simulator implements Controls {
  readonly clock: SimulatorClock
  /** The faults of the default world. */
  readonly faults: SimulatorFaults
  /**
   * Like the platform's `fetch`, in process. A path without a host belongs to the layout on one port, such as
   * `/wiki/rest/reqs/1/…`. Rejects like `fetch`, for example if a fault drops the connection.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly tokens: Controls['tokens']
  readonly sessions: Controls['sessions']
  readonly accountLinks: Controls['accountLinks']
  readonly sites: Controls['sites']
  readonly pages: Controls['pages']
  readonly issues: Controls['issues']
  readonly linkRequests: Controls['linkRequests']
  readonly rules: Controls['rules']
  readonly worlds: Controls['worlds']
  readonly exportWorld: Controls['exportWorld']
  readonly importWorld: Controls['importWorld']
  readonly #parts: SimulatorParts
  readonly #gateway: Gateway
  readonly #stepHost: StepHost
  readonly #events = new Events()
  readonly #snapshots = new Snapshots()
  readonly #worlds: Worlds
  readonly #timelines: Timelines
  readonly #journal: Journal
  readonly #reports: Reports
  /** Every operation. */
  readonly #operations: readonly IndexedOperation[]
  #frozenConfig: WorldConfig | undefined
  /** The last exchange that waits for code to load. */
  #turn: Promise<unknown> | undefined
  /** The last body that is being decoded. */
  #decoding: Promise<unknown> = Promise.resolve()
  #loaded: LoadedScenario
  #scenario: ResolvedScenario | undefined

  constructor(parts: SimulatorParts, gateway?: Gateway) {
    const added = parts.described?.added ?? []
    this.#parts = parts
    this.#operations = added.length === 0 ? operationIndex : [...operationIndex, ...added]
    this.#gateway = gateway ?? createGateway(operationIndex, added)
    this.#loaded = parts.base.loaded
    this.#scenario = parts.base.scenario
    this.#journal = new Journal(parts.journal)
    this.#reports = new Reports(operationIndex, parts.described?.reports)
    this.#stepHost = {
      gateway: this.#gateway,
      control: (world, request) => this.#control(world, request),
    }
    const pastHost: PastHost = {
      recorder: new Recorder(parts.past),
      apply: (world, step) => void applyStep(this.#stepHost, world, step),
    }
    const { world, past, steps } = parts.base
    const unknown = steps === undefined ? undefined : pastAfter(pastHost, world, steps)
    const begin = { world, past: past?.fork(world.snapshot(), pastHost) ?? unknown }
    const watch: WorldWatch = {
      moved: (name, world) => this.#reports.addTransitions(name, world),
      ended: (name) => {
        this.#journal.endLife(name)
        this.#reports.endLife(name)
      },
    }
    this.#worlds = new Worlds(begin, pastHost, parts.wallClock, this.#events, watch, parts.worlds)
    this.clock = createClock({
      catchUp: () => this.catchUp(),
      world: () => this.world,
      move: (action) => this.#worlds.move(DEFAULT_WORLD, action),
    })
    this.faults = createFaults({
      catchUp: () => this.catchUp(),
      world: () => this.world,
      note: (request) => this.#worlds.note(DEFAULT_WORLD, { kind: 'control', request }),
    })
    this.#timelines = new Timelines({
      scenario: () => this.#scenario,
      exchange: (request, as) => this.#exchangeOfStep(request, as),
      world: (name) => this.#worlds.get(name),
      move: (name, action) => this.#worlds.move(name, action),
      progressed: (name, progress) => this.#worlds.noteProgress(name, progress),
    })
    this.fetch = parts.createFetch((request) => this.exchange(request))
    const controls = createControls((request) => this.exchange(request))
    this.tokens = controls.tokens
    this.sessions = controls.sessions
    this.accountLinks = controls.accountLinks
    this.sites = controls.sites
    this.pages = controls.pages
    this.issues = controls.issues
    this.linkRequests = controls.linkRequests
    this.rules = controls.rules
    this.worlds = controls.worlds
    this.exportWorld = controls.exportWorld
    this.importWorld = controls.importWorld
  }

  /** The version of the package. */
  get version(): string {
    return VERSION
  }

  /** The name, seed and hash of the loaded scenario. */
  get scenario(): LoadedScenario {
    return deepFreeze(this.#loaded)
  }

  /** The steps of the loaded scenario's timeline; empty without a timeline. */
  get timeline(): readonly TimelineStep[] {
    return deepFreeze(this.#scenario?.timeline ?? [])
  }

  /** The differences between the loaded OpenAPI descriptions and the simulator; empty without descriptions. */
  get descriptions(): readonly DescriptionReport[] {
    return deepFreeze(this.#parts.described?.reports ?? [])
  }

  /** The default world. */
  get world(): World {
    return this.#worlds.default
  }

  /** The configuration of the default world. */
  get config(): WorldConfig {
    const config = readConfig(this.world.system)
    // Cached, because it is read with every body that arrives over HTTP.
    if (config !== this.#frozenConfig) this.#frozenConfig = deepFreeze(config)
    return config
  }

  /** The latest exchanges of all worlds, without credentials. Throws TypeError for an unknown filter. */
  readonly journal = {
    /** Returns the entries, oldest first; all of them, or those that match the filter. */
    entries: (filter: JournalFilter = {}): RecordedExchange[] => {
      refuseAsTypeError(complaintOfFilter(filter, this.#callNames()))
      return this.#journal.entries(filter)
    },
    /** Returns the entries as an HTTP Archive (HAR 1.2), for browser tools and `reqsim replay`. */
    har: (filter?: JournalFilter): Har => harOf(this.journal.entries(filter), VERSION),
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
      this.#events.subscribe(listener, filter),
    /** Calls `listener` with a summary of each exchange, for a log of requests. Returns a function that ends that. */
    watchExchanges: (listener: (exchange: LoggedExchange) => void): (() => void) =>
      this.#events.watchExchanges(listener),
  }

  /**
   * Handles one request to a simulated interface or the control API, and resolves with the response, including error responses.
   * Rejects only with TypeError, if the argument is not a request (for example, if the method or URL is not a string).
   */
  async exchange(request: ExchangeRequest, options: AdapterOptions = {}): Promise<ExchangeResponse> {
    checkRequest(request)
    const { intercept } = this.#parts
    const location = locate(request.url)
    if (intercept === undefined || location.target?.kind === 'control')
      return (await this.#handle(request, location, options)).answer
    return intercept(request, () => this.#handle(request, location, options))
  }

  /**
   * Whether a request fails whatever its body, such as by its address, its credential or a fault: `exchange` without the body
   * then gives the response. Makes the world that the request selects, and changes nothing in it. For adapters whose clients
   * wait to send a body.
   */
  async failsByHead(head: ExchangeRequest, options: AdapterOptions = {}): Promise<boolean> {
    // What stands in place of the simulator may want the body.
    if (this.#parts.intercept !== undefined) return false
    const request = withLowerCaseHeaders(head)
    const location = locate(request.url)
    if (location.target?.kind === 'control') {
      const { controlFailsByHead } = this.#parts.control.loaded() ?? (await this.#parts.control.load())
      return controlFailsByHead(withWorldHeader(request, location.world), options.control ?? IN_PROCESS)
    }
    const resolution = this.#gateway.resolve(request, location, this.#needsSchemas(request))
    await resolution.missing
    const { world, name, refused } = this.#findWorld(request, location, options)
    const call = { worldName: name, location, request, resolution, caller: { as: options.as } }
    return this.#gateway.failsByHead({ ...call, world: world.fork() }, refused)
  }

  /** An exchange of a step of a timeline, with its number in the journal. */
  async #exchangeOfStep(request: ExchangeRequest, as: string | undefined): Promise<SentResponse> {
    const { intercept } = this.#parts
    const location = locate(request.url)
    let number: number | undefined
    const handle = async () => {
      const handled = await this.#handle(request, location, as === undefined ? {} : { as })
      number = handled.number
      return handled
    }
    const isDirect = intercept === undefined || location.target?.kind === 'control'
    const answer = isDirect ? (await handle()).answer : await intercept(request, handle)
    return { ...answer, number }
  }

  async #handle(
    received: ExchangeRequest,
    location: Location,
    options: AdapterOptions,
  ): Promise<HandledExchange> {
    let request = withLowerCaseHeaders(received)
    if (isEncoded(request)) request = await this.#decoded(request, location, options)
    if (isRootPage(request, location))
      return { answer: allowing(request, rootPage(request, location, VERSION), options.corsOrigins) }
    const resolution = this.#gateway.resolve(request, location, this.#needsSchemas(request))
    const isControl = location.target?.kind === 'control'
    const part = this.#parts.control
    const pastWorld = parsePastName(location.world ?? header(request.headers, 'x-sim-world') ?? '')
    const missing =
      (isControl || pastWorld !== undefined) && part.loaded() === undefined
        ? Promise.all([resolution.missing, part.load()])
        : resolution.missing
    if (missing !== undefined || this.#turn !== undefined) {
      const turn = this.#takeTurn(missing)
      try {
        await turn
      } finally {
        if (this.#turn === turn) this.#turn = undefined
      }
    }
    const control = isControl ? part.loaded() : undefined
    if (control !== undefined) {
      const named = withWorldHeader(request, location.world)
      const answer = control.handleControl(named, this.#controlHost(), options.control ?? IN_PROCESS)
      // The handler runs before anything is awaited.
      const name = header(named.headers, 'x-sim-world') ?? DEFAULT_WORLD
      const world = this.#worlds.inUse(name)
      if (world !== undefined) this.#reports.addTransitions(name, world)
      return { answer: await answer }
    }
    const { entry, number } =
      pastWorld === undefined
        ? this.#handleService(request, location, resolution, options)
        : { entry: this.#handlePast(pastWorld, request, location, resolution, options), number: undefined }
    const { answer, operation, user, fault, assumptions, transitions } = entry
    return {
      answer: allowing(request, copyOfResponse(answer), options.corsOrigins),
      operation,
      user,
      fault,
      assumptions,
      transitions,
      entry,
      number,
    }
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
    if (input?.as !== undefined) this.checkAdapterOptions({ as: input.as })
    const host: CallHost = {
      operations: this.#operations,
      scenario: this.#scenario,
      now: (world) => (world === undefined ? this.world : this.worldOf(world)).now,
      exchange: (request, as) => this.exchange(request, as === undefined ? {} : { as }),
    }
    return callOperation(host, operation, input) as Promise<CallResponse<Id>>
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

  /**
   * Loads all operations and the control API. Without it, each is loaded on first use, and requests wait for that in their
   * order. Afterwards, a request takes effect before `exchange` returns, awaited or not. The exception is a request with a
   * spreadsheet, and those after it, because the spreadsheet has to be unpacked first.
   */
  async preload(): Promise<void> {
    await Promise.all([loadOperations(), this.#parts.control.load()])
  }

  /** Returns a snapshot of the default world. Its cost does not depend on the number of records. */
  snapshot(): SimulatorSnapshot {
    const { name, hash } = this.#loaded
    return { ...this.#worlds.snapshot(DEFAULT_WORLD), scenario: { name, hash } }
  }

  /** Restores the default world, with its clock, from a snapshot. Throws TypeError for a snapshot of another scenario. */
  restore(snapshot: Snapshot): void {
    checkSnapshot(snapshot, this.#loaded)
    this.#worlds.restore(DEFAULT_WORLD, snapshot)
    // The state may come from an earlier page, so exchanges wait for the code that its jobs need.
    if (lacksRunners(this.world)) this.#takeTurn(loadJobRunners())
  }

  /**
   * Returns a separate simulator that starts with, and resets to, the current state of the default world. Neither affects the
   * other. Its cost does not depend on the number of records. Throws TypeError for an option that does not exist.
   */
  fork(options: ForkOptions = {}): Simulator {
    checkFields('the options of fork', options, ['at', 'onFork', 'intercept'])
    const { at, onFork, intercept } = options
    const past = this.pastOf(DEFAULT_WORLD)
    const begin =
      at === undefined
        ? { world: this.world.fork(), past }
        : refusedAsTypeError(() => past.forkAt(stepNumber(at)))
    const base = { ...begin, loaded: this.#loaded, scenario: this.#scenario }
    const observers = [...(this.#parts.forkObservers ?? []), ...(onFork === undefined ? [] : [onFork])]
    const fork = new Simulator({ ...this.#parts, base, forkObservers: observers, intercept }, this.#gateway)
    for (const observe of this.#parts.forkObservers ?? []) observe(fork)
    return fork
  }

  /**
   * Resets every world to the loaded scenario, or only the named one. Resetting one world deletes its journal entries and its
   * own report, while the report over all worlds keeps its totals; resetting all deletes journal and report. Throws TypeError
   * for a world that is not in use.
   */
  reset(world: string | 'all' = 'all'): void {
    if (world === 'all') this.#discard()
    else checkWorldInUse(world, this.#worlds.names())
    this.#worlds.reset(world)
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
    return this.#load(scenario)
  }

  async #load(scenario: unknown): Promise<LoadedScenario> {
    const base = await this.#parts.build(scenario)
    this.#loaded = base.loaded
    this.#scenario = base.scenario
    this.#snapshots.clear()
    this.#discard()
    this.#worlds.load(base.world)
    return base.loaded
  }

  /**
   * Returns the report on the exchanges so far, over all worlds or one: coverage, stability, assumptions, unknown fields, rate
   * limits. Throws TypeError for a step of a past world that does not exist.
   */
  report(world?: string): Report {
    return refusedAsTypeError(() => this.#report(world))
  }

  #report(world: string | undefined): Report {
    const named = world === undefined ? undefined : this.#worlds.peek(world)
    return this.#reports.report(named === undefined ? this.config : readConfig(named.system), world)
  }

  /**
   * Checks that the expected calls were made. The result has `ok`, and the nearest calls if some are missing. A world that was
   * never used had no calls. Throws TypeError for an invalid expectation, and for one that no call can meet: an unknown
   * operation, method, user, status or path.
   */
  verify(expectation: Expectation): Verification {
    refuseAsTypeError(complaintOfExpectation(expectation, this.#callNames()))
    return verifyCalls(this.#journal, expectation, this.#operations)
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
    checkNamed('table', table, Object.keys(namedTables))
    checkNamed('region', region, REGIONS)
    const definition = namedTables[table]
    const store = isSystemTable(table) ? this.world.system : this.world.region(region)
    checkWhere(where, Object.keys(definition.fields))
    const fields = Object.entries(where)
    const records = store.table(definition as never).scan() as Iterable<TableRecords[N]>
    const found = [...records].filter((record) =>
      fields.every(([name, value]) => (record as Record<string, unknown>)[name] === value),
    )
    return deepFreeze(found)
  }

  /** The named world, created from the loaded scenario on first use. */
  worldOf(name: string): World {
    return this.#worlds.get(name)
  }

  /** The names of the worlds in use, `default` first. */
  worldNames(): readonly string[] {
    return this.#worlds.names()
  }

  /** The steps of a world, for tools. Throws TypeError for a world that is not in use. */
  pastOf(name: string): Past {
    const past = this.#worlds.past(name)
    if (past === undefined) throw new TypeError(`no world ${shown(name)} is in use`)
    return past
  }

  /**
   * Resolves with a trace of a world: a file with everything that changed it, which `openTrace` of `reqsim/trace` and
   * `reqsim show` open at any step. It contains no credentials. If the first steps were dropped (see `past` of
   * `createSimulator`), it begins with the world after them. Rejects with TypeError for a world that is not in use, and with a Refusal if no past is
   * kept. `failure` says why the run failed: `reqsim show` and the console then open on it.
   */
  async trace(world: string = DEFAULT_WORLD, options: TraceOptions = {}): Promise<Uint8Array> {
    checkWorldInUse(world, this.#worlds.names())
    checkFields('the options of trace', options, ['failure'])
    const { failure } = options
    if (failure !== undefined) checkFailedRun(failure)
    return this.#trace(this.pastOf(world), failure)
  }

  async #trace(past: Past, failure: FailedRun | undefined = past.failure): Promise<Uint8Array> {
    const [{ writeTrace }] = await Promise.all([this.#parts.trace.load(), this.#parts.control.load()])
    if (!past.isKept)
      throw stateConflict('the simulator keeps no past', 'set past.steps and past.bytes above 0')
    if (this.#scenario === undefined)
      throw stateConflict('the simulator has no scenario', 'create it from one')
    return writeTrace({
      version: VERSION,
      loaded: this.#loaded,
      scenario: this.#scenario,
      descriptions: this.descriptions.map((each) => each.surface),
      past,
      host: this.#stepHost,
      failure,
    })
  }

  /** Applies a step of a trace to the default world; journal, report and past note it like any other. */
  async applyStep(step: PastStep): Promise<void> {
    const ready = await this.#prepareStep(step)
    const { entry, noted } = this.#applyStep(this.world, DEFAULT_WORLD, ready)
    if (entry !== undefined && !isPreflight(entry.request)) this.#reports.add(entry, () => redactSent(entry))
    const { input, ...details } = noted
    this.#worlds.note(DEFAULT_WORLD, input, details)
  }

  /** Loads what a step needs, and prepares its operation. */
  async #prepareStep({ input, ...step }: PastStep): Promise<PastStep> {
    if (input.kind !== 'exchange') {
      await this.#parts.control.load()
      return { input, ...step }
    }
    const resolution = this.#gateway.resolve(input.request, locate(input.request.url), true)
    await resolution.missing
    return { input: { ...input, resolution }, ...step }
  }

  /** Applies a step to a world, which the journal notes under this name. */
  #applyStep(
    world: World,
    name: string,
    step: PastStep,
  ): { readonly entry: JournalEntry | undefined; readonly noted: PastStep } {
    const { input, at, progress } = step
    const applied = applyStep(this.#stepHost, world, step)
    const entry = applied && { ...applied, world: name }
    const exchange = entry && this.#journal.add(entry)
    const noted = {
      input,
      at,
      ...(entry === undefined ? {} : { entry }),
      ...(exchange === undefined ? {} : { exchange }),
      ...(progress === undefined ? {} : { progress }),
    }
    return { entry, noted }
  }

  /** Opens a trace as a further world, whose clock stands still. The report does not count its exchanges. */
  async #openTrace(bytes: Uint8Array, wanted: string | undefined) {
    const name = wanted ?? freeName('trace', this.#worlds.names())
    this.#worlds.checkNew(name)
    const [{ openInWorld }] = await Promise.all([this.#parts.trace.load(), this.#parts.control.load()])
    let made: { readonly world: World; readonly past: Past } | undefined
    try {
      const begin = (world: World, missing: number) => {
        const past = this.#worlds.beginPast(world, missing)
        made = { world, past }
        const apply = async (step: PastStep) => {
          const { noted } = this.#applyStep(world, name, await this.#prepareStep(step))
          past.note(world, noted)
        }
        return { world, past, apply }
      }
      const opened = await openInWorld(bytes, begin, VERSION)
      if (made === undefined) throw new Error('a trace was opened without a world')
      if (made.world.clock.mode === 'live') made.world.setClock({ mode: 'manual' })
      this.#worlds.adopt(name, made.world, made.past)
      return { world: name, ...opened }
    } catch (error) {
      made?.past.end()
      if (!this.#worlds.names().includes(name)) this.#journal.clear(name)
      throw error
    }
  }

  /** Moves the clocks of live worlds to the current wall time, and drops idle worlds. */
  catchUp(): void {
    this.#worlds.catchUp()
  }

  /**
   * Wall-clock milliseconds until the next pending job of a live world or the next check for idle worlds; undefined if there is
   * neither.
   */
  nextDue(): number | undefined {
    return this.#worlds.nextDue()
  }

  /** The valid names in filters of the journal and in expectations. */
  #callNames(): CallNames {
    const usersOf = (world: World | undefined) =>
      world === undefined ? new Set<string>() : namesOfWorld(world).users()
    return {
      operations: this.#operations,
      users: () => [...usersOf(this.world)],
      // The journal may have calls of users that no world has any more.
      isUser: (user) =>
        this.#worlds.names().some((name) => usersOf(this.#worlds.peek(name)).has(user)) ||
        this.#journal.page({ user }, { offset: 0, limit: 0 }).total > 0,
    }
  }

  /** Journal and report start over. */
  #discard(): void {
    this.#parts.onReportDiscarded?.(this.report())
    this.#journal.clear()
    this.#reports.clear()
  }

  /** Whether response schemas are needed that cannot be built yet. */
  #needsSchemas(request: ExchangeRequest): boolean {
    return (
      !schemasLoaded() &&
      (this.#parts.checksResponses !== false ||
        isExplained(request) ||
        chosenAlternative(this.config, 'A21') === 'null')
    )
  }

  /** The request with its body decoded, unless its world leaves bodies as they are sent. One body at a time takes memory. */
  #decoded(
    request: ExchangeRequest,
    location: Location,
    { control = IN_PROCESS, decompress = this.#parts.decompress }: AdapterOptions,
  ): Promise<ExchangeRequest> {
    const decode = async (): Promise<ExchangeRequest> => {
      if (location.target?.kind === 'control') {
        const { controlBodyLimit } = await this.#parts.control.load()
        const maximum = controlBodyLimit({ ...request, url: location.path }, control)
        return decodeRequest(request, maximum, decompress)
      }
      const name = location.world ?? header(request.headers, 'x-sim-world') ?? DEFAULT_WORLD
      const config = readConfig((this.#worlds.peek(name) ?? this.world).system)
      if (chosenAlternative(config, 'A271') !== 'read') return request
      return decodeRequest(request, config.maximumBodyBytes, decompress)
    }
    const decoded = this.#decoding.then(decode)
    this.#decoding = decoded.catch(() => {})
    return decoded
  }

  /** Resolves when `missing` is loaded and every earlier waiting exchange is done. */
  #takeTurn(missing: Promise<unknown> | undefined): Promise<unknown> {
    const before = this.#turn
    this.#turn = Promise.allSettled([before]).then(() => missing)
    return this.#turn
  }

  /** The world that a request selects, which it makes if it may. */
  #findWorld(request: ExchangeRequest, location: Location, options: AdapterOptions): FoundWorld {
    const name = location.world ?? header(request.headers, 'x-sim-world') ?? DEFAULT_WORLD
    const isForeign =
      isForeignPage(request) && allowedOrigin(request, options.corsOrigins ?? []) === undefined
    return this.#worlds.find(name, !isForeign)
  }

  #handleService(
    received: ExchangeRequest,
    location: Location,
    resolution: Resolution,
    options: AdapterOptions,
  ): { entry: JournalEntry; number: number | undefined } {
    // The past keeps the request; a caller in process may change what it sent.
    const request = copyOf(received)
    const { world, name, refused } = this.#findWorld(request, location, options)
    const caller = { as: options.as }
    const move = this.#events.beginMove(world)
    const call = { world, worldName: name, location, request, resolution, caller, onFired: move.onFired }
    const entry = this.#gateway.handle(call, refused)
    this.#reports.addTransitions(name, world)
    const kept = this.#journal.keep(entry)
    const number = kept?.number
    if (refused === undefined) {
      const input = { kind: 'exchange', request, world: name, as: options.as, resolution } as const
      const numbered = number === undefined ? {} : { exchange: number }
      this.#worlds.note(name, input, { at: entry.at, entry, ...numbered })
    }
    const redacted = () => kept?.entry ?? redactSent(entry)
    const exchange = this.#events.wantsExchanges ? { exchange: { entry: redacted(), number } } : {}
    this.#events.endMove(name, world, move, exchange)
    if (!isPreflight(request)) this.#reports.add(entry, redacted)
    return { entry, number }
  }

  /** A request to a past world, which it leaves as it is: it is handled in a fork, and refused if it writes. */
  #handlePast(
    { world: base, step }: PastName,
    request: ExchangeRequest,
    location: Location,
    resolution: Resolution,
    options: AdapterOptions,
  ): JournalEntry {
    const name = `${base}@${step}`
    const { world, refused } = this.#worlds.find(name)
    const call = { worldName: name, location, request, resolution, caller: { as: options.as } }
    const entry = this.#gateway.handle({ ...call, world: world.fork() }, refused)
    const reads = entry.stateful !== true || ['GET', 'HEAD'].includes(request.method)
    return reads ? entry : this.#gateway.handle({ ...call, world: world.fork() }, pastIsReadOnly(name))
  }

  /** Handles a request of the past to the control API, which is loaded. */
  #control(world: World, request: ExchangeRequest): void {
    const control = this.#parts.control.loaded()
    if (control === undefined) throw new Error('the control API was not loaded before the past was computed')
    control.applyControl(request, world, { ...this.#controlHost(), events: new Events() })
  }

  #controlHost(): ControlHost {
    return {
      version: VERSION,
      operations: this.#operations,
      descriptions: () => this.descriptions,
      loaded: () => this.#loaded,
      description: () => this.#scenario?.description,
      worlds: this.#worlds,
      trace: (past) => this.#trace(past),
      openTrace: (bytes, name) => this.#openTrace(bytes, name),
      note: (world, request) => this.#worlds.note(world, { kind: 'control', request: copyOf(request) }),
      reset: (world) => this.reset(world),
      snapshots: this.#snapshots,
      events: this.#events,
      journal: {
        ...this.journal,
        page: (filter, page) => {
          const pastWorld = parsePastName(filter.world ?? '')
          const known = pastWorld === undefined ? filter : { ...filter, world: pastWorld.world }
          refuseAsInvalid(complaintOfFilter(known, this.#callNames()))
          if (pastWorld === undefined) return this.#journal.page(filter, page)
          const until = this.#worlds.past(pastWorld.world)?.exchangeAt(pastWorld.step) ?? 0
          return this.#journal.page(known, { ...page, until })
        },
        har: (filter) => {
          refuseAsInvalid(filter === undefined ? undefined : complaintOfFilter(filter, this.#callNames()))
          return this.journal.har(filter)
        },
        find: (number) => this.#journal.find(number),
      },
      verify: (expectation) => {
        refuseAsInvalid(complaintOfExpectation(expectation, this.#callNames()))
        return this.verify(expectation)
      },
      report: (world) => this.#report(world),
      load: (scenario) => this.#load(scenario),
      timeline: () => this.timeline,
      runTimeline: (name, options) => this.#timelines.run(name, options),
    }
  }
}

/** `trace`, or `trace-2` and so on if that is taken. */
function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken)
  let free = name
  for (let number = 2; used.has(free); number++) free = `${name}-${number}`
  return free
}

/** The past of a world that unknown steps led to. */
function pastAfter(host: PastHost, world: World, steps: number): Past {
  const inherited = { last: steps, segments: [], family: { marks: new WeakMap(), drops: 0 } }
  return new Past(host, world.schema, world.snapshot(), false, inherited)
}

/** Throws a Refusal (INVALID) with this message, if there is one. */
function refuseAsInvalid(complaint: string | undefined): void {
  if (complaint !== undefined) throw invalidParts([complaint])
}
