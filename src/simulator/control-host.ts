/** The interface between a simulator and the control API, which it receives at construction. */
import type { ExchangeResponse, ExchangeRequest } from '../api/framework/exchange.ts'
import type { OperationHead } from '../api/framework/operation.ts'
import type { Har } from '../gateway/journal/har.ts'
import type { RecordedExchange } from '../gateway/journal/entry.ts'
import type { JournalFilter, JournalPage } from '../gateway/journal/journal.ts'
import type { DescriptionReport } from '../gateway/report/described.ts'
import type { Report } from '../gateway/report/report.ts'
import type { Verification } from '../gateway/journal/verify.ts'
import type { Expectation } from '../gateway/journal/expectation.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { TimelineStep } from '../scenario/format/timeline.ts'
import type { TimelineOptions, TimelineResult } from '../scenario/timeline/timeline.ts'
import type { StepHost } from './past/apply-step.ts'
import type { Events } from './events.ts'
import type { FailedRun } from './past/failed-run.ts'
import type { Past } from './past/past.ts'
import type { PastStep } from './past/step.ts'
import type { Snapshots } from './snapshots.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from './worlds.ts'

/** The loaded scenario, as in `/_sim/health` and `/_sim/scenario`. */
export interface LoadedScenario {
  readonly name: string
  readonly seed: string
  /** SHA-256 of the resolved scenario, in hexadecimal. */
  readonly hash: string
}

export interface ControlHost {
  readonly version: string
  readonly operations: readonly OperationHead[]
  /** The differences from OpenAPI descriptions of the real service. */
  descriptions(): readonly DescriptionReport[]
  /** The initial state of every new world. */
  loaded(): LoadedScenario
  /** The description of the loaded scenario, if it has one. */
  description(): string | undefined
  readonly worlds: Worlds
  /** Notes a request of the control API that changed records of a world. */
  note(world: string, request: ExchangeRequest): void
  /** Writes a trace of a past. */
  trace(past: Past): Promise<Uint8Array>
  /** Opens a trace as a world of this name, or of a free one. Throws a Refusal. */
  openTrace(bytes: Uint8Array, name: string | undefined): Promise<OpenedTrace & { readonly world: string }>
  /** Resets a world, or all worlds, to the loaded scenario. */
  reset(world: string | 'all'): void
  /** Kept until another scenario is loaded. */
  readonly snapshots: Snapshots
  readonly events: Events
  /** The exchanges, without credentials. */
  readonly journal: {
    page(filter: JournalFilter, page: JournalPage): { items: RecordedExchange[]; total: number }
    find(number: number): RecordedExchange | undefined
    har(filter?: JournalFilter): Har
    clear(world?: string): void
  }
  verify(expectation: Expectation): Verification
  report(world?: string): Report
  /** Loads a scenario object, or a ready one by name, and resets every world to it. */
  load(scenario: unknown): Promise<LoadedScenario>
  /** The steps of the loaded scenario's timeline. */
  timeline(): readonly TimelineStep[]
  /** Runs the timeline in a world after the last step that ran. Refuses steps that do not exist or ran already. */
  runTimeline(name: string, options: TimelineOptions): Promise<TimelineResult>
}

/** How a control request arrived. In process there is no network to protect against. */
export interface ControlConnection {
  /** True when the server listens on loopback only, and in process. */
  readonly loopback: boolean
  /** Host names accepted in addition to loopback names and the control address. */
  readonly allowedHosts: readonly string[]
  /** Required unless the server listens on loopback. Callers send it as `Authorization: Bearer`. */
  readonly token?: string
  /** Whether the server is about to end, so that its health check fails. */
  readonly draining?: () => boolean
}

/** The control API. It is loaded on first use, because most tests and pages do not need it. */
export interface ControlPart {
  load(): Promise<ControlApi>
  /** Undefined until it is loaded. */
  loaded(): ControlApi | undefined
}

export interface ControlApi {
  handleControl(
    request: ExchangeRequest,
    host: ControlHost,
    connection: ControlConnection,
  ): Promise<ExchangeResponse>
  /** Handles a request that changed a world again, in a world in the state before it. Throws a Refusal. */
  applyControl(request: ExchangeRequest, world: World, host: ControlHost): void
  /** Whether a request fails whatever its body, which is not sent yet. */
  controlFailsByHead(request: ExchangeRequest, connection: ControlConnection): boolean
  /** The largest body that a request may have, in bytes. */
  controlBodyLimit(request: Omit<ExchangeRequest, 'body'>, connection: ControlConnection): number
}

/** What a trace of a world is written from. */
export interface TraceSource {
  readonly version: string
  readonly loaded: LoadedScenario
  readonly scenario: ResolvedScenario
  /** The interfaces with an OpenAPI description. */
  readonly descriptions: readonly string[]
  readonly past: Past
  readonly host: StepHost
  /** Why the run failed; absent if it did not. */
  readonly failure?: FailedRun | undefined
}

/** A world in which a trace is opened, and that is not in use yet. */
export interface TraceWorld {
  /** Makes it in this state; `missing` is the number of the step that led to it. */
  begin(
    world: World,
    missing: number,
  ): {
    readonly world: World
    readonly past: Past
    readonly apply: (step: PastStep) => Promise<void>
  }
}

/** What is known of a trace that was opened as a world. */
export interface OpenedTrace {
  /** The version of the package that wrote it. */
  readonly version: string
  /** The name of its scenario. */
  readonly scenario: string
  readonly failure?: FailedRun
  /** The number of the last exchange. */
  readonly lastExchange?: number
  /** How many steps of the run came before and are not in the trace. */
  readonly missing: number
  readonly steps: number
  readonly notes: readonly string[]
}

/** Writes and opens traces. It is loaded on first use, because most tests do neither. */
export interface TracePart {
  load(): Promise<{
    writeTrace(source: TraceSource): Uint8Array
    openInWorld(bytes: Uint8Array, begin: TraceWorld['begin'], version: string): Promise<OpenedTrace>
  }>
}
