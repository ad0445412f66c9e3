/** Reads the records of a world by table, in the library. */
import {
  isSystemTable,
  namedTables,
  type Region,
  REGIONS,
  type TableName,
  type TableRecords,
} from '../model/schema.ts'
import { deepFreeze } from '../world/deep-freeze.ts'
import type { World } from '../world/world.ts'
import { checkNamed, checkWhere } from './argument-checks.ts'
import { recordFields } from './record-fields.generated.ts'

/** Throws TypeError for an unknown table, region or field. */
export function readState<N extends TableName>(
  world: World,
  table: N,
  where: Partial<TableRecords[N]>,
  region: Region,
): readonly TableRecords[N][] {
  checkNamed('table', table, Object.keys(namedTables))
  checkNamed('region', region, REGIONS)
  const definition = namedTables[table]
  const store = isSystemTable(table) ? world.system : world.region(region)
  checkWhere(where, (recordFields[table] ?? '').split(' '))
  const fields = Object.entries(where)
  const records = store.table(definition as never).scan() as Iterable<TableRecords[N]>
  const found = [...records].filter((record) =>
    fields.every(([name, value]) => (record as Record<string, unknown>)[name] === value),
  )
  return deepFreeze(found)
}
