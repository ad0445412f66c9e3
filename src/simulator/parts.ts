/** What a simulator consists of, and what it takes and returns with each request. */
import type { ExchangeResponse, ExchangeRequest } from '../api/framework/exchange.ts'
import type { IndexedOperation } from '../api/operation-index.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import type { JournalLimits } from '../gateway/journal/journal.ts'
import type { DescriptionReport } from '../gateway/report/described.ts'
import type { Report } from '../gateway/report/report.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { World } from '../world/world.ts'
import type { Decompress } from './content-coding.ts'
import type { ControlConnection, ControlPart, LoadedScenario, TracePart } from './control-host.ts'
import type { MutationPart } from './mutating-faults.ts'
import type { Past, PastLimits } from './past/past.ts'
import type { WorldsOptions } from './worlds.ts'

/** Options of an adapter; in process there are none. */
export interface AdapterOptions {
  /** Origins whose pages may read the simulated interfaces; `*` for all. */
  readonly corsOrigins?: readonly string[] | undefined
  /** The network context for the control API. */
  readonly control?: ControlConnection
  /** The signed-in user if a caller cannot send a credential. */
  readonly as?: string | undefined
  /** What decodes compressed bodies; the streams of the platform otherwise. */
  readonly decompress?: Decompress
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
  ) => (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly decompress: Decompress
  readonly control: ControlPart
  readonly trace: TracePart
  /** Makes the mistakes that faults name. */
  readonly mutations: MutationPart
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
  /** Builds the world of a scenario object or ready scenario, for the control API. */
  readonly build: (scenario: unknown) => Promise<SimulatorBase>
}
