/** The life of a requirement: its state machine, and the functions that apply and record its events. */
import type { Store } from '../../../world/store/store.ts'
import type { Writing } from '../../actor.ts'
import { changeOf, changesBetween } from '../../history/changes.ts'
import { recordHistories, recordHistory } from '../../history/history.ts'
import { type FieldChange, HISTORY_EVENTS, type HistoryEvent } from '../../history/records.ts'
import { noteKeyUsed } from '../../requirement-keys/keys.ts'
import { notifyTrackerOfLinks } from '../../integration/queues/requirement-messages.ts'
import { type Machine, move, applyEvent, noteEvent, stateAfter } from '../../state-machine.ts'
import {
  externalPropertyMetadata,
  type RequirementRecord,
  requirements,
  type RequirementStatus,
} from '../records/records.ts'

export const requirementMachine: Machine<RequirementStatus, HistoryEvent> = {
  name: 'requirement',
  states: ['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED'],
  events: HISTORY_EVENTS,
  actions: {
    RESERVED: 'be reserved',
    DEFINED: 'be defined on a page',
    WRITTEN: 'be written',
    REMOVED: 'be taken off its page',
    DELETED: 'be deleted',
    RESTORED: 'be restored by a page that defines it',
    MOVED: 'be moved',
    PROPERTY_SET: 'be given external properties',
    LINKED: 'be linked to an issue',
    UNLINKED: 'lose its issue links',
  },
  transitions: [
    move('none', 'RESERVED', 'ACTIVE', "no excerpt yet: flagged 'needs excerpt'"),
    move('none', 'DEFINED', 'ACTIVE', "a page defines it: flagged 'needs excerpt'"),
    move('none', 'WRITTEN', 'ACTIVE', 'its definition goes on the page that is named, whose version rises'),
    move('none', 'ARRIVED', 'ACTIVE', 'it continues a requirement that was moved'),
    move('none', 'ARCHIVED', 'ARCHIVED', 'a baseline froze a copy'),
    move('ACTIVE', 'RESERVED', 'ACTIVE', 'it goes to the page that reserves it'),
    move('ACTIVE', 'DEFINED', 'ACTIVE', 'a page comes to define what was reserved'),
    move('ACTIVE', 'REINDEXED', 'ACTIVE', "its page still defines it: flagged 'needs excerpt'", '3'),
    move(
      'ACTIVE',
      'GATHERED',
      'ACTIVE',
      'a view of its page saves excerpt and properties, clears the flag and sends a message to the tracker',
      '3',
    ),
    move('ACTIVE', 'WRITTEN', 'ACTIVE', 'its definition is rewritten on its page, whose version rises'),
    move('ACTIVE', 'PROPERTY_SET', 'ACTIVE'),
    move('ACTIVE', 'LINKED', 'ACTIVE'),
    move('ACTIVE', 'UNLINKED', 'ACTIVE'),
    move(
      'ACTIVE',
      'REMOVED',
      'DELETED',
      'its page no longer defines it; the tracker receives a message',
      '3',
    ),
    move('ACTIVE', 'DELETED', 'DELETED', 'its definition leaves its page; the tracker receives a message'),
    move(
      'ACTIVE',
      'MOVED',
      'MOVED',
      'a new requirement continues it; issue links follow, and the tracker receives a message',
    ),
    move('DELETED', 'RESTORED', 'ACTIVE', "its page defines it again: flagged 'needs excerpt'", '3'),
    move('DELETED', 'UNLINKED', 'DELETED'),
    move('MOVED', 'UNLINKED', 'MOVED'),
    move('ARCHIVED', 'PROPERTY_SET', 'ARCHIVED', 'external properties are not frozen'),
    move('ARCHIVED', 'LINKED', 'ARCHIVED'),
    move('ARCHIVED', 'UNLINKED', 'ARCHIVED'),
  ],
}

export function statusAfter(
  store: Store,
  from: RequirementStatus | 'none',
  event: HistoryEvent,
  key: string,
): RequirementStatus {
  return applyEvent(store, requirementMachine, from, event, key) as RequirementStatus
}

/** Throws a Refusal (CONFLICT) unless a row can take the event; for a write that may turn out to change nothing. */
export function requireEvent({ status, key }: RequirementRecord, event: HistoryEvent): void {
  stateAfter(requirementMachine, status, event, key)
}

/** Notes an event of a row that changed records beside it, such as its links, and kept its status. */
export function noteEventOf(
  store: Store,
  { status }: Pick<RequirementRecord, 'status'>,
  event: HistoryEvent,
): void {
  noteEvent(store, requirementMachine, status, event)
}

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
  notifyTrackerOfLinks(writing, row)
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
  if (revived) notifyTrackerOfLinks(writing, after)
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
