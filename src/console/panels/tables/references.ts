/** Finds the record that a field refers to. */

import type { TableEntry } from '../../../control/responses/state.ts'

export interface Reference {
  readonly table: string
  readonly key: string
}

/** Fields whose name does not contain the table that they refer to. */
const OTHERWISE: Readonly<Record<string, string>> = {
  serviceId: 'integration',
  metadataId: 'externalPropertyMetadata',
  templateId: 'issueTemplate',
  typeId: 'requirementType',
  ownerId: 'user',
  by: 'user',
  heldBy: 'user',
  clockJobId: 'job',
}

/**
 * Fields that are named like one table and refer to another: jobs of the service are tasks, projects of a tracker are
 * containers.
 */
const NEVER = new Set(['jobId', 'projectId', 'spaceId', 'workspaceId', 'accountId', 'applinkId'])

/** The record that the value of a field refers to; undefined if there is none. `of` is the table of the field's own record. */
export function referenceOf(
  of: string,
  field: string,
  value: unknown,
  tables: readonly TableEntry[],
): Reference | undefined {
  if ((typeof value !== 'number' && typeof value !== 'string') || value === '' || NEVER.has(field))
    return undefined
  const name = Object.hasOwn(OTHERWISE, field) ? OTHERWISE[field] : calledAfter(field, tables)
  const found = tables.find(({ table, key }) => table === name && key !== undefined)
  if (found === undefined || (found.table === of && found.key === field)) return undefined
  return { table: found.table, key: String(value) }
}

/**
 * `parentContainerId` refers to `container`, `createdBy` to `user`: the field ends with the longest matching name of a table.
 */
function calledAfter(field: string, tables: readonly TableEntry[]): string | undefined {
  if (/^[a-z]+By$/.test(field)) return 'user'
  const name = /^(.+)Id$/.exec(field)?.[1]
  if (name === undefined) return undefined
  const ends = tables.filter(
    ({ table }) => name === table || name.endsWith(table.charAt(0).toUpperCase() + table.slice(1)),
  )
  return ends.toSorted((a, b) => b.table.length - a.table.length)[0]?.table
}

/** The text for a record in an address: its key, or every field that can be filtered if the key has several. */
export function addressOf({ key, fields }: TableEntry, record: Readonly<Record<string, unknown>>): string {
  if (key !== undefined) return String(record[key])
  const presentFields = fields.filter((field) => record[field] !== undefined)
  return new URLSearchParams(presentFields.map((field) => [field, String(record[field])])).toString()
}

/** The filters that find a record by its address. */
export function filtersOf({ key, fields }: TableEntry, address: string): Record<string, string> {
  if (key !== undefined) return { [key]: address }
  return Object.fromEntries([...new URLSearchParams(address)].filter(([field]) => fields.includes(field)))
}

/** Whether a number is an instant: milliseconds since 1970 in a field such as `createdAt`. */
export function isInstant(field: string, value: unknown): value is number {
  return (
    typeof value === 'number' &&
    value > 1e11 &&
    value < 8.64e15 &&
    /(At|^at|^due|^created|^now|^start)$/.test(field)
  )
}
