/** The reports: one over all worlds, and one for each world. */
import type { IndexedOperation } from '../api/operation-index.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import { ReportBuilder } from '../gateway/report/builder.ts'
import type { DescriptionReport } from '../gateway/report/described.ts'
import { createReport, type Report } from '../gateway/report/report.ts'
import { takeTransitions } from '../gateway/exchange/transitions.ts'
import type { WorldConfig } from '../model/records/world/config.ts'
import type { World } from '../world/world.ts'

/** The maximum number of worlds with a report of their own. */
const MAXIMUM_WORLDS = 1000
/** The builder of all other worlds; not the name of a world. */
const REST = ''

export class Reports {
  readonly #operations: readonly IndexedOperation[]
  /** The OpenAPI descriptions of the real service; undefined without one. */
  readonly #descriptions: readonly DescriptionReport[] | undefined
  /** Created on the first report, because most forks are too short-lived to need one. */
  #byIds: ReadonlyMap<string, IndexedOperation> | undefined
  readonly #builders = new Map<string, ReportBuilder>()

  constructor(operations: readonly IndexedOperation[], descriptions?: readonly DescriptionReport[]) {
    this.#operations = operations
    this.#descriptions = descriptions
  }

  get #byId(): ReadonlyMap<string, IndexedOperation> {
    this.#byIds ??= new Map(this.#operations.map((operation) => [operation.id, operation]))
    return this.#byIds
  }

  /** `redacted` is the entry without credentials: the report keeps names and paths that callers wrote. */
  add(entry: JournalEntry, redacted: () => JournalEntry): void {
    const { operation, unknownParameters, unknownFields } = entry
    const isPlain = operation !== undefined && unknownParameters.length === 0 && unknownFields.length === 0
    this.#builder(entry.world).add(isPlain ? entry : { ...redacted(), answer: entry.answer })
  }

  /** Counts other activity of a world, such as the transitions of jobs. */
  addTransitions(name: string, world: World): void {
    const taken = takeTransitions(world)
    if (taken.length > 0) this.#builder(name).addTransitions(taken)
  }

  /** The report over all worlds, or over one. `config` has the alternatives of the ledger in force. */
  report(config: WorldConfig, world?: string): Report {
    const builder =
      world === undefined ? this.#together() : (this.#builders.get(world) ?? new ReportBuilder())
    return createReport(builder, this.#operations, config, this.#descriptions)
  }

  /** All worlds share one builder, because a report lists every operation and building it is slow. */
  #together(): ReportBuilder {
    const together = new ReportBuilder()
    for (const builder of this.#builders.values()) together.addAll(builder, this.#byId)
    return together
  }

  /** The world ended: its counts go to the report of the simulator. */
  endLife(world: string): void {
    const builder = this.#builders.get(world)
    if (builder === undefined) return
    this.#builders.delete(world)
    this.#builder(REST).takeOver(builder, this.#byId)
  }

  clear(): void {
    this.#builders.clear()
  }

  #builder(world: string): ReportBuilder {
    const known = this.#builders.get(world)
    if (known !== undefined) return known
    if (this.#builders.size >= MAXIMUM_WORLDS && world !== REST) return this.#builder(REST)
    const builder = new ReportBuilder()
    this.#builders.set(world, builder)
    return builder
  }
}
