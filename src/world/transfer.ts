/** Export and import: a whole world as versioned JSON. */
import type { ClockState } from './clock.ts'
import type { KeyPart } from './order.ts'
import type { Table, TableDefinition } from './table.ts'
import { SYSTEM, tablesOf, World, type WorldSchema } from './world.ts'

/** A world as plain JSON; `version` grows when the shape changes. */
export interface WorldDocument {
  readonly format: 'reqsim.world'
  readonly version: 1
  readonly seed: string
  readonly clock: ClockState
  readonly stores: Readonly<Record<string, Readonly<Record<string, readonly object[]>>>>
}

/** A document that is no world of this schema; the message names the place. */
export class WorldDocumentError extends Error {}

/** Writes a world as plain data; records are shared, not copied. Empty tables are left out. */
export function exportWorld(world: World): WorldDocument {
  const stores: Record<string, Record<string, readonly object[]>> = {}
  for (const name of [SYSTEM, ...world.schema.regions]) {
    const store = name === SYSTEM ? world.system : world.region(name)
    const tables: Record<string, readonly object[]> = {}
    for (const definition of tablesOf(world.schema, name)) {
      const records = [...anyTable(store.table(definition)).scan()]
      if (records.length > 0) tables[definition.name] = records
    }
    stores[name] = tables
  }
  return { format: 'reqsim.world', version: 1, seed: world.seed, clock: world.clock, stores }
}

/**
 * Makes the world that a document describes. `checkRecord` may refuse a record by answering what is wrong with it.
 * Throws WorldDocumentError for anything that is not a world of this schema.
 */
export function importWorld(
  schema: WorldSchema,
  document: unknown,
  checkRecord: (table: string, record: object) => string | undefined = () => undefined,
): World {
  const head = readHead(document)
  const world = new World(schema, { seed: head.seed, clock: head.clock })
  for (const [name, tables] of Object.entries(head.stores)) {
    if (name !== SYSTEM && !schema.regions.includes(name)) throw new WorldDocumentError(`stores: no store '${name}'`)
    const store = name === SYSTEM ? world.system : world.region(name)
    const definitions = new Map(tablesOf(schema, name).map((definition) => [definition.name, definition]))
    for (const [table, records] of Object.entries(asObject(tables, `stores.${name}`))) {
      const definition = definitions.get(table)
      const place = `stores.${name}.${table}`
      if (definition === undefined) throw new WorldDocumentError(`${place}: no such table`)
      if (!Array.isArray(records)) throw new WorldDocumentError(`${place}: must be a list`)
      fill(anyTable(store.table(definition)), records, place, checkRecord)
    }
  }
  return world
}

function fill(
  table: Table<object, string>,
  records: readonly unknown[],
  place: string,
  checkRecord: (table: string, record: object) => string | undefined,
): void {
  const name = table.definition.name
  records.forEach((value, position) => {
    const where = `${place}[${position}]`
    const record = asObject(value, where)
    const complaint = checkRecord(name, record)
    if (complaint !== undefined) throw new WorldDocumentError(`${where}: ${complaint}`)
    if (!isKey(readKey(table.definition, record))) throw new WorldDocumentError(`${where}: has no key`)
    try {
      table.insert(deepFreeze(record))
    } catch (error) {
      throw new WorldDocumentError(`${where}: ${error instanceof Error ? error.message : 'cannot be stored'}`)
    }
  })
}

function readHead(document: unknown): { seed: string; clock: ClockState; stores: Record<string, unknown> } {
  const { format, version, seed, clock, stores } = asObject(document, 'document')
  if (format !== 'reqsim.world') throw new WorldDocumentError("format: must be 'reqsim.world'")
  if (version !== 1) throw new WorldDocumentError(`version: this release reads version 1, not ${JSON.stringify(version)}`)
  if (typeof seed !== 'string') throw new WorldDocumentError('seed: must be a string')
  const { now, start, mode, speed } = asObject(clock, 'clock')
  if (!Number.isSafeInteger(now) || !Number.isSafeInteger(start)) {
    throw new WorldDocumentError('clock: now and start must be whole milliseconds')
  }
  if (mode !== 'manual' && mode !== 'auto' && mode !== 'live') {
    throw new WorldDocumentError('clock.mode: must be manual, auto or live')
  }
  if (typeof speed !== 'number' || !(speed > 0)) throw new WorldDocumentError('clock.speed: must be a positive number')
  return {
    seed,
    clock: Object.freeze({ now: now as number, start: start as number, mode, speed }),
    stores: asObject(stores, 'stores'),
  }
}

function readKey(definition: TableDefinition<object, string>, record: object): unknown {
  try {
    return definition.key(record)
  } catch {
    return undefined
  }
}

function isKey(value: unknown): value is KeyPart {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}

function asObject(value: unknown, place: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new WorldDocumentError(`${place}: must be an object`)
  }
  return value as Record<string, unknown>
}

function anyTable(table: unknown): Table<object, string> {
  return table as Table<object, string>
}

/** Freezes plain JSON data through and through, without recursion. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    Object.freeze(next)
    for (const member of Object.values(next)) open.push(member)
  }
  return value
}
