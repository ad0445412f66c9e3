/** The interface between a simulator and what it receives at construction: the control API, and traces. */
import type { ExchangeResponse, ExchangeRequest } from '../api/framework/exchange.ts'
import type { OperationHead } from '../api/framework/operation.ts'
import type { Journal } from '../gateway/journal/journal.ts'
import type { DescriptionReport } from '../gateway/report/described.ts'
import type { Report } from '../gateway/report/report.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { TimelineStep } from '../scenario/format/timeline.ts'
import type { TimelineOptions, TimelineResult } from '../scenario/timeline/timeline.ts'
import type { StepHost } from './past/apply-step.ts'
import type { CheckedJournal } from './checked-journal.ts'
import type { Events } from './events.ts'
import type { FailedRun } from './past/failed-run.ts'
import type { Past, PastHost } from './past/past.ts'
import type { PastStep } from './past/step.ts'
import type { Reports } from './reports.ts'
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
    access: ControlAccess,
    connection: ControlConnection,
  ): Promise<ExchangeResponse>
  /**
   * Handles a request that changed a world again, in a world in the state before it; `wasAccepted` if this simulator did so
   * before. Throws a Refusal.
   */
  applyControl(request: ExchangeRequest, world: World, access: ControlAccess, wasAccepted: boolean): void
  /** Whether a request fails whatever its body, which is not sent yet. */
  controlFailsByHead(request: ExchangeRequest, connection: ControlConnection): boolean
  /** The largest body that a request may have, in bytes. */
  controlBodyLimit(request: Omit<ExchangeRequest, 'body'>, connection: ControlConnection): number
}

/** The part of a simulator that traces use. */
export interface TraceHost {
  readonly parts: { readonly control: ControlPart }
  readonly loaded: LoadedScenario
  readonly scenario: ResolvedScenario | undefined
  readonly descriptions: readonly DescriptionReport[]
  readonly worlds: Worlds
  readonly journal: Journal
  readonly reports: Reports
  readonly pastHost: PastHost
  readonly stepHost: StepHost
}

/** The part of a simulator that the control API uses. */
export interface ControlAccess {
  readonly core: TraceHost & {
    readonly parts: { readonly trace: TracePart }
    readonly operations: readonly OperationHead[]
    readonly timeline: readonly TimelineStep[]
    readonly events: Events
    readonly snapshots: Snapshots
    report(world?: string): Report
    reset(world: string | 'all'): void
    load(scenario: unknown): Promise<LoadedScenario>
  }
  readonly journal: CheckedJournal
  readonly timelines: { run(world: string, options: TimelineOptions): Promise<TimelineResult> }
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
  load(): Promise<TraceApi>
}

export interface TraceApi {
  /** `failure` is why the run failed. Rejects with a Refusal (CONFLICT) if no past is kept, and without a scenario. */
  writeTrace(host: TraceHost, past: Past, failure?: FailedRun): Promise<Uint8Array>
  /** Applies a step of a trace to the default world. */
  applyTraceStep(host: TraceHost, step: PastStep): Promise<void>
  /**
   * Opens a trace as a further world, of this name or of a free one. Its clock stands still, and the report does not count its
   * exchanges. Rejects with a Refusal for bytes that are no trace, and for a name that is in use.
   */
  openTrace(
    host: TraceHost,
    bytes: Uint8Array,
    name: string | undefined,
  ): Promise<OpenedTrace & { readonly world: string }>
}
