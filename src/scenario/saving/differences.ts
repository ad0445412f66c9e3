/** What a world loses when it is saved as a scenario: its records compared with those of the world that the file makes. */
import { frozenRows, type FrozenSetRecord, frozenSets } from '../../model/finding/requirements/frozen.ts'
import { namedTables, type TableName } from '../../model/schema.ts'
import type { Difference } from '../../world/store/table.ts'
import { compareCodePoints } from '../../world/order.ts'
import { differencesOfSnapshots, SYSTEM, type World } from '../../world/world.ts'
import { canonical } from './canonical.ts'

/** The records of one table that a saved scenario does not hold as they are. */
export interface UnsavedRecords {
  /** `eu` or `us`, or `system` for tables of the world itself. */
  readonly store: string
  readonly table: string
  /** Records of the world that the file does not make. */
  readonly absent: number
  /** Records that the file makes with other values in these fields. */
  readonly different: number
  readonly fields: readonly string[]
  /** Records that only the file makes, such as jobs that begin with the world. */
  readonly additional: number
}

type Fields = Readonly<Record<string, unknown>>

/** Compares all tables; the hashes of credentials do not count, as those have new values. */
export function unsavedRecords(world: World, loaded: World): UnsavedRecords[] {
  return differencesOfSnapshots(world.schema, world.snapshot(), loaded.snapshot()).flatMap(
    ({ store, table, records: all }) => {
      const records = all.filter(({ before, after }) => !isEmptySet(table, before ?? after))
      const shown = records.map(({ before, after }) => ({
        before: before && visible(world, store, table, before),
        after: after && visible(loaded, store, table, after),
      }))
      const unsaved = { store, table, ...counted(shown) }
      return unsaved.absent + unsaved.different + unsaved.additional === 0 ? [] : [unsaved]
    },
  )
}

/** Whether nobody sees a set: it has no copies, or none yet. */
function isEmptySet(table: string, record: object | undefined): boolean {
  return table === frozenSets.name && (record as FrozenSetRecord).copied === 0
}

function counted(records: readonly Pick<Difference<Fields>, 'before' | 'after'>[]) {
  const added = records.flatMap(({ before, after }) => (before === undefined && after ? [after] : []))
  // A session is found by its hash, so that the same session with another value is another record.
  const unmatched = new Map<string, number>()
  for (const record of added) {
    const text = canonical(record)
    unmatched.set(text, (unmatched.get(text) ?? 0) + 1)
  }
  let absent = 0
  let matched = 0
  let different = 0
  const fields = new Set<string>()
  for (const { before, after } of records) {
    if (before === undefined) continue
    if (after === undefined) {
      const text = canonical(before)
      const left = unmatched.get(text) ?? 0
      unmatched.set(text, left - 1)
      if (left > 0) matched++
      else absent++
      continue
    }
    const names = fieldsThatDiffer(before, after)
    if (names.length > 0) different++
    for (const name of names) fields.add(name)
  }
  return {
    absent,
    different,
    fields: [...fields].sort(compareCodePoints),
    additional: added.length - matched,
  }
}

/** A record without secrets; the copies of a baseline as readers see them. */
function visible(world: World, store: string, table: string, record: object): Fields {
  const shown = { ...(record as Fields) }
  for (const [name, field] of Object.entries(namedTables[table as TableName].fields))
    if (field.isSecret === true) delete shown[name]
  if (table !== frozenSets.name || store === SYSTEM) return shown
  const set = record as FrozenSetRecord
  const { sources: _sources, pageVersions: _versions, historyPosition: _position, ...rest } = set
  return { ...rest, copies: [...frozenRows(world.region(store), set)] }
}

function fieldsThatDiffer(before: Fields, after: Fields): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => canonical(before[name]) !== canonical(after[name]))
}
