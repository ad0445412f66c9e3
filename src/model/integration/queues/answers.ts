/** How messages are answered, and what a wiki keeps of its answers (service §4.5, inbound queue). */
import { present } from '../../input/present.ts'
import type { Connection } from '../../links/connection.ts'
import type { MessageStatus } from '../../records/tracker/outbound-messages.ts'
import {
  type InboundAnswerRecord,
  inboundAnswers,
  type InboundMessage,
} from '../../records/tracker/inbound-messages.ts'

/** How many responses a wiki keeps for each integration. */
const KEPT_ANSWERS = 1000

/** The response to one message. */
export interface Answered {
  readonly id: number
  readonly status: Exclude<MessageStatus, 'PENDING'>
  readonly message: string
}

/** The response to a message if the time of its receiver ran out first. */
export const TIME_IS_UP = { status: 'NOT_EXECUTED', message: 'the time of the run was up' } as const

/** Stores the wiki's response; the oldest go if there are too many. */
export function keepAnswer(
  { world, store, integration: { serviceId } }: Omit<Connection, 'actor'>,
  sent: InboundMessage,
  { status, message }: Pick<Answered, 'status' | 'message'>,
): InboundAnswerRecord {
  const { operation, title, templateId, spaceKey, key, baseline, issueKey, newIssueKey, relationship } = sent
  const fields = { title, templateId, spaceKey, key, baseline, issueKey, newIssueKey, relationship }
  const table = store.table(inboundAnswers)
  const id = store.nextId(inboundAnswers)
  const answer = { ...present(fields), id, operation, serviceId, receivedAt: world.now, status, message }
  const kept = table.insert(answer)
  if (table.count('service', [serviceId]) > KEPT_ANSWERS) {
    const oldest = table.find('service', [serviceId])
    if (oldest !== undefined) table.remove(oldest.id)
  }
  return kept
}
