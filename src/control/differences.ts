/** Compares two states of a world record by record, as the control API shows it. */
import type { Difference } from '../world/store/table.ts'
import {
  differencesOfSnapshots,
  type Snapshot,
  type TableDifference,
  type WorldSchema,
} from '../world/world.ts'
import { withoutHashes, withoutSecrets } from '../simulator/record-secrets.ts'
import type { SnapshotDifference } from './responses/worlds.ts'
import { listOf } from './route.ts'

/** One page of the records that differ, of one table or of all, and how many differ in each table. */
export function compareStates(
  schema: WorldSchema,
  [before, after]: readonly [before: Snapshot, after: Snapshot],
  page: { readonly offset: number; readonly limit: number; readonly table?: string | undefined },
): SnapshotDifference {
  const all = serviceFirst(differencesOfSnapshots(schema, before, after).flatMap(withoutEqual))
  const wanted = all.filter(({ table }) => page.table === undefined || table === page.table)
  const { items, total } = listOf(recordsOf(wanted), page)
  return { items: items.map(describeDifference), total, tables: all.map(describeTable) }
}

/** Tables that no client sees anything of. */
const OWN_TABLES = new Set(['sequence', 'job', 'rateWindow', 'timeline'])

function serviceFirst(tables: readonly TableDifference[]): TableDifference[] {
  const isOwn = ({ table }: TableDifference) => OWN_TABLES.has(table)
  return [...tables.filter((each) => !isOwn(each)), ...tables.filter(isOwn)]
}

/** What differs besides records that were written again as they were; nothing where that is all. */
function withoutEqual({ store, table, records }: TableDifference): TableDifference[] {
  const differing = records.filter(
    ({ before, after }) =>
      before === undefined || after === undefined || fieldsThatDiffer(before, after).length > 0,
  )
  return differing.length === 0 ? [] : [{ store, table, records: differing }]
}

function describeTable({ store, table, records }: TableDifference): SnapshotDifference['tables'][number] {
  return { store, table, records: records.length, ...(OWN_TABLES.has(table) ? { own: true } : {}) }
}

interface FoundDifference extends Difference<object> {
  readonly store: string
  readonly table: string
}

function* recordsOf(tables: readonly TableDifference[]): Generator<FoundDifference> {
  for (const { store, table, records } of tables)
    for (const record of records) yield { store, table, ...record }
}

function describeDifference({ store, table, key, before, after }: FoundDifference) {
  const shownKey = typeof key === 'string' ? withoutHashes(key) : key
  return {
    store,
    table,
    key: shownKey,
    changed: before === undefined || after === undefined ? [] : fieldsThatDiffer(before, after),
    ...(before === undefined ? {} : { before: withoutSecrets(table, before as Fields) }),
    ...(after === undefined ? {} : { after: withoutSecrets(table, after as Fields) }),
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Names of fields whose values differ as JSON, in the order of the later record; those of secrets too, without values. */
function fieldsThatDiffer(before: object, after: object): string[] {
  const [left, right] = [before as Fields, after as Fields]
  const names = new Set([...Object.keys(right), ...Object.keys(left)])
  return [...names].filter((name) => JSON.stringify(left[name]) !== JSON.stringify(right[name]))
}
