/** Applying events to requirements, and recording them. */
import type { Store } from '../../../world/store/store.ts'
import type { Writing } from '../../records/actor.ts'
import { changeOf, changesBetween } from '../../history/changes.ts'
import { recordHistories, recordHistory } from '../../history/history.ts'
import type { FieldChange, HistoryEvent } from '../../records/wiki/history.ts'
import { noteKeyUsed } from '../../finding/requirement-keys.ts'
import { announce } from '../../records/events.ts'
import { statusAfter } from '../../records/machines/requirement-machine.ts'
import {
  externalPropertyMetadata,
  type RequirementRecord,
  requirements,
} from '../../records/wiki/requirements.ts'

export type NewRequirement = Pick<
  RequirementRecord,
  'applicationId' | 'projectContainerId' | 'spaceKey' | 'variantId' | 'key'
> &
  Partial<Omit<RequirementRecord, 'id' | 'status' | 'createdAt'>>

const NONE: readonly never[] = []

/** Creates a row and notes that its key is in use. The caller has checked that the key is free. */
export function createRequirement(
  writing: Writing,
  event: HistoryEvent,
  fields: NewRequirement,
): RequirementRecord {
  const { world, store } = writing
  const status = statusAfter(store, 'none', event, fields.key)
  const bare = {
    id: store.nextId(requirements),
    html: '',
    text: '',
    properties: NONE,
    externalProperties: NONE,
    dependencies: NONE,
    htmlNeedsUpdating: false,
  }
  // Spreading the fields behind others takes twice as long, and creates are hot.
  const row = store.table(requirements).insert(Object.assign(bare, fields, { status, createdAt: world.now }))
  noteKeyUsed(store, row.projectContainerId, row.key)
  recordHistory(writing, row.id, event, initialChanges(store, row))
  announce(writing, { name: 'requirement appeared', row })
  return row
}

/** A row that was moved or copied into another variant has external properties from the beginning. */
function initialChanges(store: Store, row: RequirementRecord): readonly FieldChange[] {
  const changes = changesBetween(undefined, row)
  if (row.externalProperties.length === 0) return changes
  const external = row.externalProperties.flatMap(({ metadataId, value }) => {
    const metadata = store.table(externalPropertyMetadata).get(metadataId)
    return metadata === undefined ? [] : [changeOf(`ext@${metadata.name}`, undefined, String(value))]
  })
  return [...changes, ...external]
}

export type Losable = 'originContainerId' | 'pageId'

/** Applies an event to a row, which may lose fields by it. Throws a Refusal (CONFLICT) by its status. */
export function changeRequirement(
  writing: Writing,
  row: RequirementRecord,
  event: HistoryEvent,
  changes: Partial<RequirementRecord> = {},
  lost: readonly Losable[] = [],
): RequirementRecord {
  const { store } = writing
  const status = statusAfter(store, row.status, event, row.key)
  const table = store.table(requirements)
  const revived = status === 'ACTIVE' && row.status !== 'ACTIVE'
  for (const field of revived ? [...lost, 'endedBy' as const] : lost) {
    const before = table.get(row.id)
    if (before !== undefined) table.put(without(before, field))
  }
  const ends = row.status === 'ACTIVE' && status !== 'ACTIVE'
  const ended = ends ? { endedBy: store.last('historyEntry') + 1 } : {}
  const after = table.update(row.id, { ...changes, ...ended, status })
  if (after === undefined) throw new Error(`requirement ${row.id} is gone`)
  recordHistory(writing, row.id, event, changesBetween(row, after))
  if (revived) announce(writing, { name: 'requirement appeared', row: after })
  return after
}

function without(row: RequirementRecord, field: Losable | 'endedBy'): RequirementRecord {
  const { [field]: _lost, ...kept } = row
  return kept
}

/** Applies an event to many rows that are ACTIVE and stay so, as `changeRequirement` does to each. */
export function changeRequirements(
  writing: Writing,
  rows: readonly RequirementRecord[],
  event: HistoryEvent,
  changesOf: (row: RequirementRecord) => Partial<RequirementRecord>,
): void {
  const { store } = writing
  const [first] = rows
  if (first === undefined) return
  const other = rows.find(({ status }) => status !== 'ACTIVE')
  if (other !== undefined || statusAfter(store, 'ACTIVE', event, first.key) !== 'ACTIVE')
    throw new Error(`${event} is for rows that are ACTIVE and stay it, unlike ${(other ?? first).id}`)
  const after = rows.map((row): RequirementRecord => ({ ...row, ...changesOf(row) }))
  store.table(requirements).replaceMany(after)
  const notes = after.map((row, position) => {
    return { requirementId: row.id, changes: changesBetween(rows[position], row) }
  })
  recordHistories(writing, event, notes)
}
