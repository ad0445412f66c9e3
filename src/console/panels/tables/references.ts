/** Finds the record that a field refers to. */

import type { TableEntry } from '../../../control/responses/state.ts'

export type StoredRecord = Readonly<Record<string, unknown>>

export interface Reference {
  readonly table: string
  readonly key: string
}

/** The record that the value of a field refers to; undefined if there is none. */
export function referenceOf(
  entry: TableEntry,
  field: string,
  value: unknown,
  tables: readonly TableEntry[],
): Reference | undefined {
  if ((typeof value !== 'number' && typeof value !== 'string') || value === '') return undefined
  const name = Object.hasOwn(entry.references, field) ? entry.references[field] : undefined
  const found = tables.find(({ table, key }) => table === name && key !== undefined)
  return found === undefined ? undefined : { table: found.table, key: String(value) }
}

/** The text for a record in an address: its key, or every field that can be filtered if the key has several. */
export function addressOf({ key, fields }: TableEntry, record: StoredRecord): string {
  if (key !== undefined) return String(record[key])
  const presentFields = fields.filter((field) => record[field] !== undefined)
  return new URLSearchParams(presentFields.map((field) => [field, String(record[field])])).toString()
}

/** The key of a record; fields that make up a key are the first two of their table. */
export function keyOfRecord({ key, fields }: TableEntry, record: StoredRecord): string {
  return (key === undefined ? fields.slice(0, 2) : [key]).map((field) => String(record[field])).join(':')
}

/** The filters that find a record by its address. */
export function filtersOf({ key, fields }: TableEntry, address: string): Record<string, string> {
  if (key !== undefined) return { [key]: address }
  return Object.fromEntries([...new URLSearchParams(address)].filter(([field]) => fields.includes(field)))
}

export function isInstant({ instants }: TableEntry, field: string, value: unknown): value is number {
  return typeof value === 'number' && instants.includes(field)
}
