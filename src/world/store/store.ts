/** A store: the tables of one region, or of the world itself, and the sequences that number their records. */
import * as field from './fields.ts'
import {
  defineTable,
  type RecordOf,
  Table,
  type TableDefinition,
  type TableImage,
  type Transaction,
} from './table.ts'

export const sequences = defineTable({
  name: 'sequence',
  fields: {
    name: field.key(field.text),
    value: field.count,
  },
  indexes: {},
})
export type SequenceRecord = RecordOf<typeof sequences>

/** The highest number that a record may come with, far below the last safe integer: new ones get numbers above it. */
export const MAXIMUM_ID = 2 ** 51

/** A table is found by the identity of its definition. */
type DefinitionKey = Pick<TableDefinition<never>, 'name'>

export type StoreImage = ReadonlyMap<DefinitionKey, TableImage>

/** A table of any records. */
type StoredTable = Pick<Table<object>, 'size' | 'image' | 'restore'>

export class Store {
  readonly name: string
  readonly #transaction: Transaction
  /** The last image taken or restored. Tables are opened from it on first use, so that an idle fork stays small. */
  #image: StoreImage
  readonly #tables = new Map<DefinitionKey, StoredTable>()
  readonly #derived = new WeakMap<object, unknown>()

  constructor(name: string, transaction: Transaction, image: StoreImage = new Map()) {
    this.name = name
    this.#transaction = transaction
    this.#image = image
  }

  /** Empty until the first write. */
  table<R extends object, I extends string>(definition: TableDefinition<R, I>): Table<R, I> {
    const known = this.#tables.get(definition)
    if (known !== undefined) return known as Table<R, I>
    const created = new Table(definition, this.#transaction, this.#image.get(definition))
    this.#tables.set(definition, created)
    return created
  }

  /** Caches what a function makes of an immutable value; each value must always be used with the same function. */
  derive<V extends object, D>(value: V, make: (value: V) => D): D {
    if (!this.#derived.has(value)) this.#derived.set(value, make(value))
    return this.#derived.get(value) as D
  }

  /** The first number is 1. Throws RangeError after the last safe integer. */
  next(sequence: string): number {
    const table = this.table(sequences)
    const before = table.get(sequence)
    const value = (before?.value ?? 0) + 1
    if (!Number.isSafeInteger(value)) throw new RangeError(`sequence '${sequence}' has no number left`)
    return table.replace({ name: sequence, value }, before).value
  }

  /** Skips numbers of existing records, which a scenario may have used. */
  nextId<R extends object, I extends string>(definition: TableDefinition<R, I>): number {
    const table = this.table(definition)
    let id = this.next(definition.name)
    while (table.has(id)) id = this.next(definition.name)
    return id
  }

  /** The last number of a sequence; 0 if it gave none. */
  last(sequence: string): number {
    return this.table(sequences).get(sequence)?.value ?? 0
  }

  /** Raises a sequence so that the next number is above `value`. */
  raise(sequence: string, value: number): void {
    const table = this.table(sequences)
    const before = table.get(sequence)
    if (value > (before?.value ?? 0)) table.replace({ name: sequence, value }, before)
  }

  /** Adds to the list of `World.takeTransitions`, once for each object. */
  noteTransition(transition: object): void {
    const { transitions } = this.#transaction
    if (!transitions.includes(transition)) transitions.push(transition)
  }

  image(): StoreImage {
    let changed: Map<DefinitionKey, TableImage> | undefined
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

  /** Tables that the image lacks become empty. */
  restore(image: StoreImage): void {
    this.#image = image
    for (const [definition, table] of this.#tables) table.restore(image.get(definition))
  }
}
