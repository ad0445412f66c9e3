/**
 * A world: the tables of every region, the virtual clock, pending jobs, sequences and the seed. Nothing that shapes a
 * response lives anywhere else. Forks, snapshots and restores share all records and cost the number of tables.
 */
import type { ClockState } from './time/clock-state.ts'
import { type JobOutcome, type JobRecord, jobs } from './time/jobs.ts'
import { type Random, random, randomFields } from './random/random.ts'
import { sequences, Store, type StoreImage } from './store/store.ts'
import {
  type Difference,
  differencesOfImages,
  type TableDefinition,
  type Transaction,
} from './store/table.ts'

/** Runs one job at its due instant. May schedule further jobs, and return its outcome. */
export type JobHandler = (world: World, job: JobRecord) => JobOutcome | void

/** Is called with what happened to a record, within the transaction that wrote it. */
export type Listener<Event> = (event: Event) => void

export interface WorldSchema {
  readonly regions: readonly string[]
  readonly tables: readonly TableDefinition<never, string>[]
  readonly systemTables: readonly TableDefinition<never, string>[]
  readonly jobs: Readonly<Record<string, JobHandler>>
  readonly listeners?: readonly Listener<never>[]
}

export interface Snapshot {
  readonly seed: string
  readonly clock: ClockState
  readonly stores: ReadonlyMap<string, StoreImage>
}

const NO_TRANSITIONS: readonly object[] = []

/** The store of records that belong to no region. */
export const SYSTEM = 'system'

export class World {
  readonly schema: WorldSchema
  readonly system: Store
  readonly #stores = new Map<string, Store>()
  readonly #transaction: Transaction = { open: false, touched: 0, tables: [], transitions: [] }
  #seed: string
  #clock: ClockState
  #writes = 0

  constructor(schema: WorldSchema, begin: { seed: string; clock: ClockState } | Snapshot) {
    this.schema = schema
    this.#seed = begin.seed
    this.#clock = begin.clock
    const images = 'stores' in begin ? begin.stores : undefined
    for (const name of [SYSTEM, ...schema.regions]) {
      this.#stores.set(name, new Store(name, this.#transaction, images?.get(name)))
    }
    this.system = this.#stores.get(SYSTEM) as Store
  }

  get seed(): string {
    return this.#seed
  }

  get clock(): ClockState {
    return this.#clock
  }

  /** The current instant in milliseconds since 1970-01-01T00:00:00Z. */
  get now(): number {
    return this.#clock.now
  }

  /** How many transactions wrote something since this object was made; in no snapshot. */
  get writes(): number {
    return this.#writes
  }

  /** Does not run jobs; see advanceTo. */
  setClock(changes: Partial<ClockState>): void {
    this.#clock = Object.freeze({ ...this.#clock, ...changes })
  }

  region(name: string): Store {
    const store = this.#stores.get(name)
    if (store === undefined || name === SYSTEM) throw new Error(`no region '${name}'`)
    return store
  }

  /** Values for one field of an entity. */
  random(kind: string, key: string | number, field: string): Random {
    return random(this.#seed, kind, key, field)
  }

  /** Values for one entity, by field. */
  randomFields(kind: string, key: string | number): (field: string) => Random {
    return randomFields(this.#seed, kind, key)
  }

  /** If `action` throws, every record is as before. A transaction inside another joins it. */
  transact<T>(action: () => T): T {
    const transaction = this.#transaction
    if (transaction.open) return action()
    transaction.open = true
    const transitionsBefore = transaction.transitions.length
    let done = false
    try {
      const result = action()
      done = true
      return result
    } finally {
      transaction.open = false
      if (done && transaction.touched > 0) this.#writes++
      for (let position = 0; position < transaction.touched; position++) {
        if (done) transaction.tables[position]?.commit()
        else transaction.tables[position]?.rollback()
      }
      transaction.touched = 0
      if (!done) transaction.transitions.length = transitionsBefore
    }
  }

  /**
   * The transitions of state machines since the last call, each once; the list starts anew. It shapes no response, and
   * snapshots and forks leave it out.
   */
  takeTransitions(): readonly object[] {
    const { transitions } = this.#transaction
    return transitions.length === 0 ? NO_TRANSITIONS : transitions.splice(0)
  }

  /** Runs an action whose transitions are not reported. */
  withoutTransitions<T>(action: () => T): T {
    const { transitions } = this.#transaction
    const before = transitions.length
    try {
      return action()
    } finally {
      transitions.length = before
    }
  }

  fork(): World {
    return new World(this.schema, this.snapshot())
  }

  /** Not inside a transaction. */
  snapshot(): Snapshot {
    if (this.#transaction.open) throw new Error('no snapshot inside a transaction')
    const stores = new Map<string, StoreImage>()
    for (const [name, store] of this.#stores) stores.set(name, store.image())
    return { seed: this.#seed, clock: this.#clock, stores }
  }

  /** Restores a snapshot with its clock, and drops the transitions that were not taken. */
  restore(snapshot: Snapshot): void {
    if (this.#transaction.open) throw new Error('no restore inside a transaction')
    this.#seed = snapshot.seed
    this.#clock = snapshot.clock
    this.takeTransitions()
    for (const [name, store] of this.#stores) store.restore(snapshot.stores.get(name) ?? new Map())
  }
}

/** By name, in the order in which exports list them. */
export function tablesOf(schema: WorldSchema, store: string): readonly TableDefinition<never, string>[] {
  const own = store === SYSTEM ? [jobs, ...schema.systemTables] : schema.tables
  return [sequences, ...own] as readonly TableDefinition<never, string>[]
}

export interface TableDifference {
  readonly store: string
  readonly table: string
  readonly records: readonly Difference<object>[]
}

export function differencesOfSnapshots(
  schema: WorldSchema,
  before: Snapshot,
  after: Snapshot,
): TableDifference[] {
  const found: TableDifference[] = []
  for (const store of [SYSTEM, ...schema.regions]) {
    const left = before.stores.get(store)
    const right = after.stores.get(store)
    if (left === right) continue
    for (const definition of tablesOf(schema, store)) {
      const records = differencesOfImages(left?.get(definition), right?.get(definition))
      if (records.length > 0) found.push({ store, table: definition.name, records })
    }
  }
  return found
}
