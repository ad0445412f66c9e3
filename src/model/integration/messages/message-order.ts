/**
 * The order in which the messages of one queue go (service §6.2): a message waits behind each older one that waits and
 * changes, as a whole, a requirement, an issue or a baseline that both are about. It renames, moves or deletes it, resets
 * its links, or tells of the baseline; sent in another order, the two would leave wiki and tracker apart for ever. The
 * rule is the same for both queues, in runs and by hand. Messages about single links and texts wait behind nothing else:
 * each of them leaves the same behind whichever goes first, or makes the older one out of date. A renaming waits behind
 * each older message that uses its new name, since that means what had the name before.
 */
import type { Table } from '../../../world/store/table.ts'
import { conflict } from '../../input/errors.ts'
import { newNameOf, type SubjectFields, subjectsOf } from '../../records/tracker/message-subjects.ts'

/** The fields that the order needs; records of both queues have them. */
export interface Queued extends SubjectFields {
  readonly id: number
  readonly serviceId: string
}

type QueueTable<M extends Queued> = Pick<Table<M, 'waitingChange' | 'waitingSubject'>, 'find'>

/** The messages of its queue that one waits behind: for each of its subjects, the oldest. */
export function messagesAhead<M extends Queued>(table: QueueTable<M>, message: M): M[] {
  const { id, serviceId } = message
  const newName = newNameOf(message)
  return [
    ...subjectsOf(message).map((subject) => table.find('waitingChange', [serviceId, ...subject])),
    newName && table.find('waitingSubject', [serviceId, ...newName]),
  ].filter((oldest): oldest is M => oldest !== undefined && oldest.id < id)
}

/** Throws a Refusal (CONFLICT) if a message must wait behind another of its queue. */
export function requireTurn<M extends Queued>(table: QueueTable<M>, message: M): void {
  const [ahead] = messagesAhead(table, message)
  if (ahead === undefined) return
  const why = `message ${ahead.id} (${ahead.operation}) is older and changes what it is about`
  throw conflict('message', message.id, `waits: ${why}`, 'send that one first')
}
