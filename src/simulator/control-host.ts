/** What a simulator offers the control API, which is handed to it, and what it calls of that. */
import type { ExchangeAnswer, ExchangeRequest } from '../api/framework/exchange.ts'
import type { OperationHead } from '../api/framework/operation.ts'
import type { Har } from '../gateway/journal/har.ts'
import type { RecordedExchange } from '../gateway/journal/entry.ts'
import type { JournalFilter, JournalPage } from '../gateway/journal/journal.ts'
import type { DescriptionReport } from '../gateway/report/described.ts'
import type { Report } from '../gateway/report/report.ts'
import type { Verification } from '../gateway/journal/verify.ts'
import type { Expectation } from '../gateway/journal/expectation.ts'
import type { TimelineStep } from '../scenario/format/timeline.ts'
import type { TimelineOptions, TimelineResult } from '../scenario/timeline/timeline.ts'
import type { Events } from './events.ts'
import type { Snapshots } from './snapshots.ts'
import type { Worlds } from './worlds.ts'

/** What is loaded: the answer of `/_sim/health` and `/_sim/scenario`. */
export interface LoadedScenario {
  readonly name: string
  readonly seed: string
  /** SHA-256 of the resolved scenario, in hexadecimal. */
  readonly hash: string
}

export interface ControlHost {
  readonly version: string
  readonly operations: readonly OperationHead[]
  /** What descriptions of the real service say otherwise. */
  descriptions(): readonly DescriptionReport[]
  /** What every new world begins from. */
  loaded(): LoadedScenario
  /** What the loaded scenario is for, in its own words, if it says so. */
  description(): string | undefined
  readonly worlds: Worlds
  /** Puts a world, or all, back to the loaded scenario. */
  reset(world: string | 'all'): void
  /** Kept until another scenario is loaded. */
  readonly snapshots: Snapshots
  readonly events: Events
  /** What was exchanged, with credentials taken out. */
  readonly journal: {
    page(filter: JournalFilter, page: JournalPage): { items: RecordedExchange[]; total: number }
    find(number: number): RecordedExchange | undefined
    har(filter?: JournalFilter): Har
    clear(world?: string): void
  }
  verify(expectation: Expectation): Verification
  report(world?: string): Report
  /** Loads a scenario object, or a ready one by name, makes it the base and resets every world. */
  load(scenario: unknown): Promise<LoadedScenario>
  /** The steps of the loaded scenario's timeline. */
  timeline(): readonly TimelineStep[]
  /** Runs the timeline in a world after the last step that ran. Refuses steps that do not exist or ran already. */
  runTimeline(name: string, options: TimelineOptions): Promise<TimelineResult>
}

/** How a control request came in; in process there is no network to distrust. */
export interface ControlDoor {
  /** True when the server listens on loopback only, and in process. */
  readonly loopback: boolean
  /** Host names accepted besides loopback names and the control address. */
  readonly allowedHosts: readonly string[]
  /** Compulsory off loopback; writes and reads then send it as `Authorization: Bearer`. */
  readonly token?: string
}

/** The control API. It is loaded on first use: most tests and pages do without. */
export interface ControlPart {
  load(): Promise<ControlApi>
  /** Undefined until it is loaded. */
  loaded(): ControlApi | undefined
}

export interface ControlApi {
  answerControl(request: ExchangeRequest, host: ControlHost, door: ControlDoor): Promise<ExchangeAnswer>
  /** The largest body that a request may have, in bytes. */
  controlBodyLimit(request: Omit<ExchangeRequest, 'body'>, door: ControlDoor): number
}
