/** The life of a requirement (service §4.1) as a state machine. */
import type { Store } from '../../../world/store/store.ts'
import { HISTORY_EVENTS, type HistoryEvent } from '../wiki/history.ts'
import { type Machine, move, applyEvent, noteEvent, stateAfter } from '../state-machine.ts'
import { REQUIREMENT_STATUSES, type RequirementRecord, type RequirementStatus } from '../wiki/requirements.ts'

export const requirementMachine: Machine<RequirementStatus, HistoryEvent> = {
  name: 'requirement',
  states: REQUIREMENT_STATUSES,
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
