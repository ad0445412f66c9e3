/** The main entry of the library: creates simulators, in Node and in browsers. `reqsim/node` and the command line read files. */
import { decompress } from './platform/decompress.ts'
import { createFetch } from './platform/fetch.ts'
import { isPage } from './platform/platform.ts'
import { wallClock } from './platform/wall-clock.ts'
import { controlPart } from './control/loading.ts'
import { tracePart } from './trace/loading.ts'
import { createBase, type ScenarioOverrides } from './scenario/base.ts'
import type { ResolvedScenario } from './scenario/format/format.ts'
import type { ScenarioObject } from './scenario/input.ts'
import type { ScenarioName } from './scenario/ready/scenarios.generated.ts'
import type { Report } from './gateway/report/report.ts'
import type { JournalLimits } from './gateway/journal/journal.ts'
import { checkFields } from './model/input/option-checks.ts'
import { quoted } from './model/input/refusal.ts'
import type { GivenDescription } from './openapi-import/import.ts'
import type { Described } from './simulator/parts.ts'
import { type Mutant, putInForce } from './simulator/mutation.ts'
import { Simulator } from './simulator/simulator.ts'
import type { PastLimits } from './simulator/past/past.ts'
import type { WorldsOptions } from './simulator/worlds.ts'

export interface SimulatorOptions extends ScenarioOverrides {
  /** The name of a ready scenario, a scenario object, or a scenario that was loaded from a file. Default: `demo`. */
  readonly scenario?: ScenarioName | ScenarioObject | ResolvedScenario
  /** Returns the wall-clock time in milliseconds, for live mode. Default: the platform's clock. */
  readonly wallClock?: () => number
  /** The maximum number of worlds, and how long an unused one is kept. */
  readonly worlds?: WorldsOptions
  /** The maximum number of exchanges in the journal and of their bytes; 0 keeps none. */
  readonly journal?: JournalLimits
  /** The maximum number of steps in the past of worlds and of their bytes; 0 keeps none. */
  readonly past?: PastLimits
  /**
   * Your own OpenAPI descriptions of the real service, at most one for each interface. The simulator compares its operations
   * with them, and generates the responses of other operations from their schemas.
   */
  readonly openapi?: readonly GivenDescription[]
  /**
   * Called with each report that a reset of all worlds or another scenario deletes, here or in a fork, such as to add them up
   * with `mergeReports`.
   */
  readonly onReportDiscarded?: (report: Report) => void
  /** A small mistake that the simulator makes: one of `mutants` of `reqsim/mutate`. */
  readonly mutant?: Mutant
}

const OPTIONS = Object.keys({
  scenario: true,
  seed: true,
  clock: true,
  config: true,
  wallClock: true,
  worlds: true,
  journal: true,
  past: true,
  openapi: true,
  onReportDiscarded: true,
  mutant: true,
} satisfies Record<keyof SimulatorOptions, true>)

/**
 * Creates a simulator from a scenario. Other options override the scenario. Rejects with ScenarioError if the scenario or an
 * override is not valid, with OpenApiError if an OpenAPI description is not valid (both list every problem), and with
 * TypeError for unknown options and invalid limits.
 */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  checkFields('the options of createSimulator', options, OPTIONS)
  const {
    scenario = 'demo',
    wallClock: clock = wallClock,
    worlds,
    journal,
    past,
    openapi,
    onReportDiscarded,
    mutant,
    ...overrides
  } = options
  if (typeof clock !== 'function')
    throw new TypeError(
      `wallClock must be a function that returns milliseconds, such as Date.now, not ${quoted(String(clock))}`,
    )
  if (onReportDiscarded !== undefined && typeof onReportDiscarded !== 'function')
    throw new TypeError(
      `onReportDiscarded must be a function that takes a report, not ${quoted(String(onReportDiscarded))}`,
    )
  const inForce = mutant && putInForce(mutant)
  const base = await createBase(scenario, overrides)
  const parts = {
    base: { ...base, world: inForce?.world(base.world) ?? base.world },
    wallClock: clock,
    worlds,
    journal,
    past,
    onReportDiscarded,
    createFetch,
    decompress,
    control: controlPart,
    trace: tracePart,
    mutations: tracePart,
    described: openapi === undefined ? undefined : await importOnDemand(openapi),
    checksResponses: !isPage(),
    // The overrides, such as the mode of the clock, also apply to scenarios that the control API loads.
    build: (loaded: unknown) => createBase(loaded, overrides),
  }
  return new Simulator(parts, { mutant: inForce })
}

/** Loads the importer only if it is needed, because it is large. */
async function importOnDemand(descriptions: readonly GivenDescription[]): Promise<Described> {
  const { importDescriptions } = await import('./openapi-import/import.ts')
  return importDescriptions(descriptions)
}

export type {
  ChosenAlternatives,
  OperationId,
  OperationName,
  OperationPattern,
} from './api/framework/names.ts'
export type { Alternatives, MachineName, Operations } from './api/operation-types.generated.ts'
/** The bodies of requests and responses, by interface and schema: `wire.WikiBaseline`. */
export type * as wire from './api/wire-types.generated.ts'
export type { AssumptionId } from './api/framework/assumptions.ts'
export type { InterfaceName } from './api/framework/interfaces.ts'
export type {
  ExchangeRequest,
  ExchangeResponse,
  /** @deprecated The name of ExchangeResponse in 0.1. */
  ExchangeResponse as ExchangeAnswer,
} from './api/framework/exchange.ts'
export type { Har } from './gateway/journal/har.ts'
export type { JournalEntry, RecordedExchange } from './gateway/journal/entry.ts'
export type { JournalFilter, JournalLimits } from './gateway/journal/journal.ts'
export { checkReport, type ReportThresholds } from './gateway/report/check.ts'
export { reportHtml } from './gateway/report/html.ts'
export { reportMarkdown } from './gateway/report/markdown.ts'
export { mergeReports } from './gateway/report/merge.ts'
export type { DescriptionDifference, DescriptionReport, GeneratedReport } from './gateway/report/described.ts'
export type { Report } from './gateway/report/report.ts'
export type { NearCall, Verification } from './gateway/journal/verify.ts'
export type { Expectation } from './gateway/journal/expectation.ts'
export type { GivenDescription } from './openapi-import/import.ts'
export { type DescriptionProblem, OpenApiError } from './openapi-import/problems.ts'
export { ScenarioError, type ScenarioProblem } from './scenario/format/problems.ts'
export type { ResolvedScenario, ScenarioFile } from './scenario/format/format.ts'
export type { ScenarioConfig, ScenarioObject, TimelineStepInput } from './scenario/input.ts'
export type { UserName } from './scenario/names.ts'
export type { ScenarioName } from './scenario/ready/scenarios.generated.ts'
export type { TimelineStep } from './scenario/format/timeline.ts'
export type { StepResult, TimelineOptions, TimelineResult } from './scenario/timeline/timeline.ts'
export type {
  AdapterOptions,
  /** @deprecated The name of AdapterOptions in 0.1. */
  AdapterOptions as DoorOptions,
} from './simulator/parts.ts'
export { type ForkOptions, Simulator, type TraceOptions } from './simulator/simulator.ts'
export type { Mutant, MutantState } from './simulator/mutation.ts'
export type { FailedRun } from './simulator/past/failed-run.ts'
export type { StagePlace } from './simulator/past/past.ts'
export type { TimelineStepDetails } from './simulator/past/timeline-past.ts'
export type {
  DamageFault,
  DropFault,
  ExchangeFault,
  MutationFault,
  FaultInput,
  FreezeFault,
  MessageFault,
  OutageFault,
  StatusFault,
} from './scenario/faults/fault.ts'
export type { FaultView } from './scenario/faults/write.ts'
export type { SimulatorSnapshot } from './simulator/argument-checks.ts'
export type { CallArguments, CallInput, CallResponse, CallSettings } from './simulator/call.ts'
export type {
  AccountLink,
  AuthoredRequirement,
  Controls,
  CreatedSession,
  CreatedToken,
  Issue,
  IssueChanges,
  LinkRequest,
  NewAccountLink,
  NewPage,
  NewRecord,
  NewSession,
  NewToken,
  Page,
  PageChanges,
  Rule,
  RuleContent,
  SaveOptions,
  Site,
  StoredRecord,
  WorldInUse,
} from './simulator/controls.ts'
export type { SimulatorClock } from './simulator/clock.ts'
export type { SimulatorFaults } from './simulator/faults.ts'
export type { EventFilter, EventListener, SimulatorEvent } from './simulator/event.ts'
export type { WorldsOptions } from './simulator/worlds.ts'
export { VERSION as version } from './version.ts'
export { Refusal, type RefusalKind } from './model/input/refusal.ts'
export type { Region, RegionTableName, TableName, TableRecords } from './model/schema.ts'
export { ClockError } from './world/time/clock.ts'
export type { UnsavedRecords } from './scenario/saving/differences.ts'
export type { SavedScenario } from './scenario/saving/save.ts'
export type { WorldDocument } from './world/transfer.ts'
export type { Snapshot } from './world/world.ts'
