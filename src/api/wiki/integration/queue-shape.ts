/** Queue messages and answers as the wiki shows them (service §2.4, §6.2). */
import { z } from '../../framework/zod.ts'
import type { Answered } from '../../../model/integration/queues/answers.ts'
import {
  OUTBOUND_OPERATIONS,
  MESSAGE_STATUSES,
  type OutboundMessageRecord,
} from '../../../model/integration/queues/records.ts'
import { INBOUND_OPERATIONS, type InboundAnswerRecord } from '../../../model/tracker/records.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import type { Shape } from '../../framework/operation.ts'
import { identifier, instant } from '../common.ts'

const baselineNumber = () => z.int().min(0).describe('Number of the baseline whose frozen copy is meant.')

/** One message to the tracker; see showMessage. */
export const outboundMessage = () =>
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
    newSpaceKey: z.string().optional().describe('Where a renamed requirement went.'),
    newKey: z.string().optional(),
    issueKey: z.string().optional(),
    relationship: z.string().optional(),
    createdBy: identifier().optional().describe('The user whose action made it.'),
    createdAt: instant(),
    status: z.enum(MESSAGE_STATUSES),
    lastResponse: z.string().optional().describe('What came of the last attempt.'),
    attempts: z.int().min(0),
  })

export const OUTBOUND_EXAMPLE = {
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

export const outboundMessageShape: Shape = {
  name: 'OutboundQueueMessage',
  schema: outboundMessage,
  example: OUTBOUND_EXAMPLE,
}

export const outboundMessageListShape: Shape = {
  name: 'OutboundQueueMessages',
  schema: () => z.array(outboundMessage()),
  example: [OUTBOUND_EXAMPLE],
}

/** A message as answers show it; what came of the last attempt only where it is wanted. */
export function showMessage(record: OutboundMessageRecord, lastResponse: boolean) {
  const { lastResponse: response, createdAt, ...rest } = record
  const known = lastResponse && response !== undefined ? { lastResponse: response } : {}
  return { ...rest, createdAt: formatInstant(createdAt), ...known }
}

/** How one message was answered; see showAnswer. */
export const answer = () =>
  z.object({
    id: identifier(),
    operation: z.enum([...OUTBOUND_OPERATIONS, ...INBOUND_OPERATIONS]),
    status: z.enum(['DONE', 'FAILED', 'NOT_EXECUTED']),
    message: z.string(),
  })

export const ANSWER_EXAMPLE = { id: 1, operation: 'ADD_LINK', status: 'DONE', message: 'link added' }

export const answerListShape: Shape = {
  name: 'Answers',
  schema: () => z.array(answer()),
  example: [ANSWER_EXAMPLE],
}

/** An answer, with the operation that it answers. */
export function showAnswer(
  { id, status, message }: Answered,
  operation: OutboundMessageRecord['operation'] | InboundAnswerRecord['operation'],
) {
  return { id, operation, status, message }
}

const text = (maximum: number) => z.string().max(maximum)

/** What a caller posts to the inbound queue, at most this many messages at once. */
export const MAXIMUM_INBOUND = 3000
export const inboundMessages = () =>
  z
    .array(
      z.object({
        operation: z.enum(INBOUND_OPERATIONS).describe('What the tracker tells.'),
        title: text(255).nullish(),
        templateId: z.int().min(0).nullish(),
        spaceKey: text(255).nullish(),
        key: text(255).nullish(),
        baseline: baselineNumber().nullish(),
        issueKey: text(255).nullish(),
        newIssueKey: text(255).nullish().describe('The key that a renamed or moved issue has from now on.'),
        relationship: text(255).nullish().describe('implements where absent; all of them for RESET_LINKS.'),
      }),
    )
    .max(MAXIMUM_INBOUND)
