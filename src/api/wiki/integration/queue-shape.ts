/** Queue messages and their answers in responses of the wiki (service §2.4, §6.2). */
import { ignoredFields } from '../../framework/ignored-fields.ts'
import { z } from '../../framework/zod.ts'
import type { Answered } from '../../../model/integration/queues/sending.ts'
import {
  OUTBOUND_OPERATIONS,
  MESSAGE_STATUSES,
  type OutboundMessageRecord,
} from '../../../model/records/tracker/outbound-messages.ts'
import {
  INBOUND_OPERATIONS,
  type InboundAnswerRecord,
} from '../../../model/records/tracker/inbound-messages.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { identifier, instant, listOf } from '../common.ts'

const baselineNumber = () => z.int32().min(0).describe('Number of the baseline, for a frozen copy.')

/** One message to the tracker; see showMessage. */
const outboundMessage = () =>
  z.object({
    id: identifier(),
    serviceId: z.string(),
    operation: z.enum(OUTBOUND_OPERATIONS),
    title: z.string().optional(),
    templateId: identifier().optional(),
    applinkId: z.string().describe("The wiki's id of the application link."),
    spaceKey: z.string().optional(),
    key: z.string().optional(),
    baseline: baselineNumber().optional(),
    newSpaceKey: z.string().optional().describe('The new space of a requirement that moved.'),
    newKey: z.string().optional(),
    issueKey: z.string().optional(),
    relationship: z.string().optional(),
    createdBy: identifier().optional().describe('The user who caused the message.'),
    createdAt: instant(),
    status: z.enum(MESSAGE_STATUSES),
    lastResponse: z.string().optional().describe('The result of the last attempt.'),
    attempts: z.int().min(0),
  })

const OUTBOUND_EXAMPLE = {
  id: 8002,
  serviceId: 'svc-0001-demo',
  operation: 'REQUIREMENT_UPDATED',
  title: 'REQ-002 was changed',
  applinkId: '11111111-2222-4333-8444-555555555555',
  spaceKey: 'ENG',
  key: 'REQ-002',
  createdBy: 2,
  createdAt: '2026-01-05T09:00:00.000Z',
  status: 'PENDING',
  attempts: 0,
}

export const outboundMessageShape = {
  name: 'OutboundQueueMessage',
  schema: outboundMessage,
  example: OUTBOUND_EXAMPLE,
}

export const outboundMessageListShape = listOf(outboundMessageShape, 'OutboundQueueMessages')

/** A message in a response, with the result of its last attempt if `lastResponse` is true. */
export function showMessage(record: OutboundMessageRecord, lastResponse: boolean) {
  const { lastResponse: response, createdAt, ...rest } = record
  return { ...rest, createdAt: formatInstant(createdAt), lastResponse: lastResponse ? response : undefined }
}

/** The answer to one message; see showAnswer. */
export const answer = () =>
  z.object({
    id: identifier(),
    operation: z.enum([...OUTBOUND_OPERATIONS, ...INBOUND_OPERATIONS]),
    status: z.enum(['DONE', 'FAILED', 'NOT_EXECUTED']),
    message: z.string(),
  })

export const ANSWER_EXAMPLE = { id: 1, operation: 'ADD_LINK', status: 'DONE', message: 'link added' }

export const answerListShape = listOf({ schema: answer, example: ANSWER_EXAMPLE }, 'Answers')

/** An answer with the operation of its message. */
export function showAnswer(
  { id, status, message }: Answered,
  operation: OutboundMessageRecord['operation'] | InboundAnswerRecord['operation'],
) {
  return { id, operation, status, message }
}

const QUEUE_FIELDS = [
  'id',
  'applinkId',
  'serviceId',
  'createdBy',
  'createdAt',
  'status',
  'lastResponse',
  'attempts',
] as const

/** Fields that queues list with a message. Clients that relay messages send them too, and they have no effect. */
export const queueFields = () => ignoredFields(...QUEUE_FIELDS)

/** A message as it was posted, without the fields of the queue that it was listed in. */
export function contentOf<M extends object>(postedMessage: M): Omit<M, (typeof QUEUE_FIELDS)[number]> {
  const content = Object.entries(postedMessage).filter(([name]) => !QUEUE_NAMES.has(name))
  return Object.fromEntries(content) as Omit<M, (typeof QUEUE_FIELDS)[number]>
}

const QUEUE_NAMES: ReadonlySet<string> = new Set(QUEUE_FIELDS)

const text = (maximum: number) => z.string().max(maximum)

const inboundMessage = () =>
  z.object({
    operation: z.enum(INBOUND_OPERATIONS).describe('What happened in the tracker.'),
    title: text(1000).nullish(),
    templateId: z.int().min(0).nullish(),
    spaceKey: text(255).nullish(),
    key: text(255).nullish(),
    baseline: baselineNumber().nullish(),
    issueKey: text(255).nullish(),
    newIssueKey: text(255).nullish().describe('The new key of a renamed or moved issue.'),
    relationship: text(255)
      .nullish()
      .describe('Default: implements. RESET_LINKS without it covers all relationships.'),
  })

/** Messages that one call can post to the inbound queue. */
const MAXIMUM_INBOUND = 3000
export const inboundMessages = () => z.array(inboundMessage()).max(MAXIMUM_INBOUND)

/** Messages that are relayed as the queue of the tracker lists them, or made for the call. */
export const relayedMessages = () => z.array(inboundMessage().extend(queueFields())).max(MAXIMUM_INBOUND)

export const INBOUND_EXAMPLE = [
  { operation: 'ADD_LINK', spaceKey: 'ENG', key: 'REQ-003', issueKey: 'DRN-3', relationship: 'implements' },
]
