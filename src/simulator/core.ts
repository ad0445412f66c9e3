/** What the groups of one simulator share: its worlds, and what is kept about them. */
import { type IndexedOperation, operationIndex } from '../api/operation-index.ts'
import { createGateway, type Gateway } from '../gateway/gateway.ts'
import { Journal } from '../gateway/journal/journal.ts'
import type { DescriptionReport } from '../gateway/report/described.ts'
import type { Report } from '../gateway/report/report.ts'
import { readConfig, type WorldConfig } from '../model/records/world/config.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { TimelineStep } from '../scenario/format/timeline.ts'
import { deepFreeze } from '../world/deep-freeze.ts'
import { checkWorldInUse } from './argument-checks.ts'
import type { LoadedScenario } from './control-host.ts'
import { Events } from './events.ts'
import { withMutations } from './mutating-faults.ts'
import type { MutantInForce } from './mutation.ts'
import type { SimulatorParts } from './parts.ts'
import { applyStep, type StepHost } from './past/apply-step.ts'
import { pastAfter, type PastHost, Recorder } from './past/past.ts'
import { Reports } from './reports.ts'
import { Snapshots } from './snapshots.ts'
import { Worlds } from './worlds.ts'

export class Core {
  readonly parts: SimulatorParts
  /** Every operation. */
  readonly operations: readonly IndexedOperation[]
  readonly descriptions: readonly DescriptionReport[]
  readonly gateway: Gateway
  readonly stepHost: StepHost
  readonly pastHost: PastHost
  readonly events = new Events()
  readonly snapshots = new Snapshots()
  readonly journal: Journal
  readonly reports: Reports
  readonly worlds: Worlds
  readonly mutant: MutantInForce | undefined
  loaded: LoadedScenario
  scenario: ResolvedScenario | undefined
  #frozenConfig: WorldConfig | undefined

  /** `control` handles a request of the past to the control API again; a fork has the `gateway` of what it is a fork of. */
  constructor(
    parts: SimulatorParts,
    control: StepHost['control'],
    gateway?: Gateway,
    mutant?: MutantInForce,
  ) {
    const { base, described } = parts
    const added = described?.added ?? []
    this.parts = parts
    this.operations = added.length === 0 ? operationIndex : [...operationIndex, ...added]
    this.descriptions = deepFreeze(described?.reports ?? [])
    this.mutant = mutant
    const own = gateway ?? withMutations(createGateway(operationIndex, added), parts.mutations)
    this.gateway = gateway === undefined && mutant !== undefined ? mutant.gateway(own) : own
    this.loaded = base.loaded
    this.scenario = base.scenario
    this.journal = new Journal(parts.journal)
    this.reports = new Reports(operationIndex, described?.reports)
    const stepHost = { gateway: this.gateway, control }
    this.stepHost = stepHost
    this.pastHost = {
      recorder: new Recorder(parts.past),
      apply: (world, step) => void applyStep(stepHost, world, step),
    }
    const { world, steps } = base
    const unknown = steps === undefined ? undefined : pastAfter(this.pastHost, world, steps)
    const begin = { world, past: base.past?.fork(world.snapshot(), this.pastHost) ?? unknown }
    this.worlds = new Worlds(begin, this.pastHost, parts.wallClock, this, parts.worlds)
  }

  get timeline(): readonly TimelineStep[] {
    return deepFreeze(this.scenario?.timeline ?? [])
  }

  /** The configuration of the default world. */
  get config(): WorldConfig {
    const config = readConfig(this.worlds.default.system)
    // Cached, because it is read with every body that arrives over HTTP.
    if (config !== this.#frozenConfig) this.#frozenConfig = deepFreeze(config)
    return config
  }

  /** Throws a Refusal for a step of a past world that does not exist. */
  report(name?: string): Report {
    const named = name === undefined ? undefined : this.worlds.peek(name)
    return this.reports.report(named === undefined ? this.config : readConfig(named.system), name)
  }

  reset(name: string | 'all'): void {
    if (name === 'all') this.#discard()
    else checkWorldInUse(name, this.worlds.names())
    this.worlds.reset(name)
  }

  async load(scenario: unknown): Promise<LoadedScenario> {
    const base = await this.parts.build(scenario)
    this.loaded = base.loaded
    this.scenario = base.scenario
    this.snapshots.clear()
    this.#discard()
    this.worlds.load(this.mutant?.world(base.world) ?? base.world)
    return base.loaded
  }

  /** Journal and report start over. */
  #discard(): void {
    this.parts.onReportDiscarded?.(this.report())
    this.journal.clear()
    this.reports.clear()
  }
}
