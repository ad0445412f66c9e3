/** What a world differs by from where it began, as JSON: small where few records changed, however many there are. */
import { type ClockState, isSpeed } from './time/clock-state.ts'
import type { KeyPart } from './order.ts'
import type { Table, TableDefinition } from './store/table.ts'
import { differencesOfSnapshots, type Snapshot, SYSTEM, tablesOf, World, type WorldSchema } from './world.ts'

/** Keys of records that were removed or replaced, and the new records. */
interface TableChanges {
  readonly store: string
  readonly table: string
  readonly removed: readonly KeyPart[]
  readonly records: readonly object[]
}

/** Changes since a snapshot; only valid for worlds that begin with the same one. */
export interface WorldChanges {
  readonly clock: ClockState
  readonly tables: readonly TableChanges[]
}

export function changesBetween(schema: WorldSchema, origin: Snapshot, now: Snapshot): WorldChanges {
  const tables = differencesOfSnapshots(schema, origin, now).map(({ store, table, records }) => ({
    store,
    table,
    removed: records.flatMap(({ key, before }) => (before === undefined ? [] : [key])),
    records: records.flatMap(({ after }) => (after === undefined ? [] : [after])),
  }))
  return { clock: now.clock, tables }
}

/**
 * Applies changes to `origin`. Throws for changes of another beginning, and for invalid ones: they may come from
 * anywhere.
 */
export function applyChanges(schema: WorldSchema, origin: Snapshot, changes: WorldChanges): Snapshot {
  const world = new World(schema, origin)
  const { now, start, mode, speed } = changes.clock
  if (!Number.isSafeInteger(now) || start !== origin.clock.start || !isSpeed(speed))
    throw new Error('changes of another clock')
  world.setClock({ now, mode, speed })
  const tables = changes.tables.map((change) => ({ change, table: tableOf(world, change) }))
  // Removes first: a new record may take over a unique key.
  for (const { change, table } of tables)
    for (const key of change.removed) {
      if (!table.remove(key)) throw new Error(`table ${change.table} has no record ${JSON.stringify(key)}`)
    }
  for (const { change, table } of tables) for (const record of change.records) table.insert(record)
  return world.snapshot()
}

function tableOf(world: World, { store, table }: TableChanges): Table<object, string> {
  const definition = tablesOf(world.schema, store).find(({ name }) => name === table)
  if (definition === undefined) throw new Error(`no table ${table}`)
  const from = store === SYSTEM ? world.system : world.region(store)
  return from.table(definition as unknown as TableDefinition<object, string>)
}
