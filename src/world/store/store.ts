/** A store: the tables of one region, or of the world itself, and the sequences that number their records. */
import {
  type Difference,
  defineTable,
  differencesOfImages,
  Table,
  type TableDefinition,
  type TableImage,
  type Transaction,
} from './table.ts'

/** The last number that a sequence gave. */
export interface SequenceRecord {
  readonly name: string
  readonly value: number
}

/** Every store numbers its records with this table. */
export const sequences = defineTable<SequenceRecord>()({
  name: 'sequence',
  key: (record) => record.name,
  indexes: {},
})

type AnyDefinition = TableDefinition<never, string>

/** The state of a store at one moment. */
export type StoreImage = ReadonlyMap<AnyDefinition, TableImage>

export class Store {
  readonly name: string
  readonly #transaction: Transaction
  /** The last image taken or put back; a table is opened from it when first asked for, so that an idle fork is small. */
  #image: StoreImage
  readonly #tables = new Map<AnyDefinition, Table<never, string>>()
  readonly #derived = new WeakMap<object, unknown>()

  constructor(name: string, transaction: Transaction, image: StoreImage = new Map()) {
    this.name = name
    this.#transaction = transaction
    this.#image = image
  }

  /** The table of this definition; empty until something is written. */
  table<R extends object, I extends string>(definition: TableDefinition<R, I>): Table<R, I> {
    const known = this.#tables.get(definition as unknown as AnyDefinition)
    if (known !== undefined) return known as unknown as Table<R, I>
    const image = this.#image.get(definition as unknown as AnyDefinition)
    const created = new Table(definition, this.#transaction, image)
    this.#tables.set(definition as unknown as AnyDefinition, created as unknown as Table<never, string>)
    return created
  }

  /** What is made of a value that never changes, by the one function that makes anything of it; kept as long as the value is. */
  derive<V extends object, D>(value: V, make: (value: V) => D): D {
    if (!this.#derived.has(value)) this.#derived.set(value, make(value))
    return this.#derived.get(value) as D
  }

  /** The next number of a sequence; the first one is 1. */
  next(sequence: string): number {
    const table = this.table(sequences)
    const before = table.get(sequence)
    return table.replace({ name: sequence, value: (before?.value ?? 0) + 1 }, before).value
  }

  /** The next number of a table's own sequence that no record has: a scenario may have taken some. */
  nextId<R extends object, I extends string>(definition: TableDefinition<R, I>): number {
    const table = this.table(definition)
    let id = this.next(definition.name)
    while (table.has(id)) id = this.next(definition.name)
    return id
  }

  /** The last number that a sequence gave; 0 when it gave none. */
  last(sequence: string): number {
    return this.table(sequences).get(sequence)?.value ?? 0
  }

  /** Raises a sequence so that the next number is above `value`; never lowers it. */
  raise(sequence: string, value: number): void {
    const table = this.table(sequences)
    const before = table.get(sequence)
    if (value > (before?.value ?? 0)) table.replace({ name: sequence, value }, before)
  }

  /** Adds to what the world observed; see `World.takeObserved`. Values are compared by identity. */
  observe(event: object): void {
    const { observed } = this.#transaction
    if (!observed.includes(event)) observed.push(event)
  }

  /** The state of this moment. */
  image(): StoreImage {
    let changed: Map<AnyDefinition, TableImage> | undefined
    for (const [definition, table] of this.#tables) {
      const before = this.#image.get(definition)
      const now = table.image()
      if (now === before || (before === undefined && table.size === 0)) continue
      changed ??= new Map(this.#image)
      changed.set(definition, now)
    }
    if (changed !== undefined) this.#image = changed
    return this.#image
  }

  /** Puts an image back; tables that it lacks become empty. */
  restore(image: StoreImage): void {
    this.#image = image
    for (const [definition, table] of this.#tables) {
      table.restore(image.get(definition) ?? emptyImage(definition))
    }
  }
}

function emptyImage(definition: AnyDefinition): TableImage {
  return new Table(definition, { open: false, touched: 0, tables: [], observed: [] }).image()
}

/** The records of one table that differ between two images of a store, in order of key. */
export function storeDifferences<R extends object, I extends string>(
  definition: TableDefinition<R, I>,
  before: StoreImage,
  after: StoreImage,
): Difference<R>[] {
  const key = definition as unknown as AnyDefinition
  const nothing = emptyImage(key)
  return differencesOfImages<R>(before.get(key) ?? nothing, after.get(key) ?? nothing)
}
