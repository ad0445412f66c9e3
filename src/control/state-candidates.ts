/** Which records of a table a filter can mean: those that an index finds where it has the fields that are named, else all. */
import { compareParts, type KeyPart } from '../world/order.ts'
import type { Table, TableDefinition } from '../world/store/table.ts'

type AnyDefinition = TableDefinition<object, string>
type AnyTable = Table<object, string>

/** Fields and the texts that they should equal. */
export type Filters = readonly (readonly [name: string, value: string])[]

/** Values of an index's first field that are tried one by one where a filter names the second. */
const MOST_BEGINNINGS = 64

/** An index that finds more than this share of a table is no better than a scan. */
const LARGEST_SHARE = 1 / 8

/** At least every record that passes all filters, in order of key. */
export function candidatesOf(table: AnyTable, definition: AnyDefinition, filters: Filters): Iterable<object> {
  for (const [name, value] of filters) {
    if (!isKey(definition, name)) continue
    return [table.get(value), table.get(Number(value))].filter((record) => record !== undefined)
  }
  return byIndex(table, definition, new Map(filters)) ?? table.scan()
}

/** Whether a field alone is the key of its table. */
export function isKey(definition: AnyDefinition, field: string): boolean {
  const sample = `value of ${field}`
  try {
    return definition.key({ [field]: sample }) === sample
  } catch {
    return false
  }
}

function byIndex(
  table: AnyTable,
  definition: AnyDefinition,
  wanted: ReadonlyMap<string, string>,
): readonly object[] | undefined {
  for (const [index, { fields = [] }] of Object.entries(definition.indexes)) {
    const beginnings = beginningsOf(table, index, fields, wanted)
    const found = beginnings && readFew(table, index, beginnings)
    if (found !== undefined) return found.sort((a, b) => compareParts(definition.key(a), definition.key(b)))
  }
  return undefined
}

/** What the index keys of records that pass can begin with; undefined where the filters do not narrow that. */
function beginningsOf(
  table: AnyTable,
  index: string,
  fields: readonly string[],
  wanted: ReadonlyMap<string, string>,
): KeyPart[][] | undefined {
  let beginnings: KeyPart[][] = [[]]
  let isNarrow = false
  for (const [position, field] of fields.entries()) {
    const value = wanted.get(field)
    if (value !== undefined) {
      beginnings = beginnings.flatMap((members) => formsOf(value).map((form) => [...members, form]))
      isNarrow = true
    } else if (position === 0 && wanted.has(fields[1] ?? '')) {
      for (const first of table.distinct(index, [])) {
        if (beginnings.length > MOST_BEGINNINGS) return undefined
        beginnings.push([first])
      }
      beginnings.shift()
    } else break
  }
  return isNarrow ? beginnings : undefined
}

/** The members of index keys that read as a text. */
function formsOf(text: string): KeyPart[] {
  const number = Number(text)
  return Number.isFinite(number) && String(number) === text ? [text, number] : [text]
}

function readFew(table: AnyTable, index: string, beginnings: readonly KeyPart[][]): object[] | undefined {
  const found: object[] = []
  for (const beginning of beginnings)
    for (const record of table.range(index, beginning)) {
      if (found.length > table.size * LARGEST_SHARE) return undefined
      found.push(record)
    }
  return found
}
