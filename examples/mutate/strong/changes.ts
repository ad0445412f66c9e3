/** What an action changes in the whole world, so that a test also proves what it leaves alone. */
import type { Simulator } from 'reqsim/vitest'

type TableName = Parameters<Simulator['state']>[0]

/** Every table whose records a user of the service can see, directly or through another interface. */
const TABLES: readonly TableName[] = [
  'organization',
  'membership',
  'user',
  'token',
  'session',
  'accountLink',
  'grant',
  'application',
  'container',
  'variant',
  'page',
  'requirement',
  'historyEntry',
  'baseline',
  'frozenSet',
  'task',
  'externalPropertyMetadata',
  'propertyName',
  'requirementType',
  'keyHold',
  'formerKey',
  'matrix',
  'setting',
  'notification',
  'testCaseLink',
  'issue',
  'issueLink',
  'issueHistory',
  'issueTemplate',
  'integration',
  'outboundMessage',
  'trackerMessage',
  'inboundAnswer',
  'trackerText',
]

/** By table and key of a record: what is different afterwards, a whole record if it is new, or `removed`. */
export type Changes = Readonly<Record<string, unknown>>

/** Performs an action and resolves with what differs in the world afterwards. */
export async function changesOf(sim: Simulator, action: () => unknown): Promise<Changes> {
  const before = recordsOf(sim)
  await action()
  return changedFields(before, recordsOf(sim))
}

function recordsOf(sim: Simulator): Changes {
  const records = TABLES.flatMap((table) =>
    (sim.state(table) as readonly Changes[]).map((record) => [`${table} ${nameOf(record)}`, record] as const),
  )
  return Object.fromEntries(records)
}

function nameOf(item: unknown): string | undefined {
  const { id, key, name, metadataId } = Object(item) as Changes
  const found = id ?? key ?? name ?? metadataId
  return found === undefined ? undefined : String(found)
}

function changedFields(before: Changes, after: Changes): Changes {
  const changed: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      changed[name] = difference(before[name], after[name])
  return changed
}

/** Of two lists in the same order, the items that differ; of two objects, the fields; otherwise the later value. */
function difference(before: unknown, after: unknown): unknown {
  if (after === undefined) return 'removed'
  const [earlier, later] = [fieldsOf(before), fieldsOf(after)]
  if (earlier === undefined || later === undefined) return after
  const common = (fields: Changes, others: Changes) => Object.keys(fields).filter((name) => name in others)
  const sameOrder = String(common(earlier, later)) === String(common(later, earlier))
  return sameOrder || !Array.isArray(after) ? changedFields(earlier, later) : after
}

/** The fields of an object, or the items of a list by their names; undefined for other values and for duplicates. */
function fieldsOf(value: unknown): Changes | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!Array.isArray(value)) return value as Changes
  const names = value.map((item, index) => nameOf(item) ?? String(index))
  if (new Set(names).size < names.length) return undefined
  return Object.fromEntries(names.map((name, index) => [name, value[index] as unknown]))
}
