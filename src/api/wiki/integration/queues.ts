/** The queues between a wiki and its trackers (service §4.5, §6.2). */
import { withoutBlanks } from '../../../model/input/blank.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import {
  commonQueue,
  findMessage,
  flushQueue,
  listOutbound,
  nextSending,
  personalQueue,
  requireOwner,
  sendByHand,
} from '../../../model/integration/queues/outbound.ts'
import { forwardToTracker, receivePostedMessages } from '../../../model/integration/queues/inbound.ts'
import { MESSAGES_PER_RUN } from '../../../model/integration/queues/synchronisation.ts'
import type { IntegrationRecord } from '../../../model/records/tracker/integrations.ts'
import {
  outboundMessages,
  type OutboundMessageRecord,
} from '../../../model/records/tracker/outbound-messages.ts'
import { inboundAnswers, type InboundMessage } from '../../../model/records/tracker/inbound-messages.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { boolean, int32 } from '../../framework/parameter.ts'
import {
  limitOf,
  requireWikiAdministrator,
  signedIn,
  wikiCaller,
  wikiOperation,
  wikiSite,
} from '../common.ts'
import {
  findByIdOrUrl,
  findIntegration,
  readsIntegration,
  serviceId,
  serviceIdOrNull,
  url,
} from './descriptor-shape.ts'
import * as ledger from '../../framework/ledger-names.ts'
import {
  answer,
  ANSWER_EXAMPLE,
  answerListShape,
  contentOf,
  INBOUND_EXAMPLE,
  outboundMessageListShape,
  outboundMessageShape,
  relayedMessages,
  showAnswer,
  showMessage,
} from './queue-shape.ts'

const trackerUrl = { ...url, example: 'https://tracker.northwind.test' }
const messageId = int32({ minimum: 0, description: 'Number of the message.', example: '8001' })

const queueOperation = {
  ...wikiOperation,
  group: 'Queues',
  stability: 'internal',
  section: '4.5',
} as const
/** For every user who is signed in. */
const readsQueue = { ...readsIntegration, ...queueOperation } as const
/** For administrators of the wiki. */
const administersMessage = {
  ...queueOperation,
  path: '/integration/{serviceId}/queue/outbound/{messageId}',
  permission: { words: 'administrator' },
  pathParameters: { serviceId, messageId },
  authorise({ path }: { path: MessagePath }, context: Context) {
    requireWikiAdministrator(context)
    return messageOfQueue(context, path)
  },
} as const

const list = operation({
  ...readsQueue,
  id: 'wiki.queue.list',
  summary: 'Lists the messages that the next synchronisation sends to the tracker.',
  method: 'GET',
  path: '/integration/{serviceId}/queue/outbound',
  query: {
    limit: limitOf('messages', MESSAGES_PER_RUN, MESSAGES_PER_RUN),
    includeDone: boolean({
      default: false,
      description: 'Adds messages that are DONE after those that wait.',
    }),
    includeLastResponse: boolean({ default: false, description: 'Adds the result of the last attempt.' }),
  },
  success: { description: 'The messages.', shape: outboundMessageListShape },
  assumptions: ['A135', 'A136'],
  handle({ query }, context, integration) {
    const messages = listOutbound(context.store, integration, query.limit, query.includeDone)
    context.note(ledger.outboundOrder)
    return listed(context, messages, query.includeLastResponse)
  },
})

const send = operation({
  ...administersMessage,
  id: 'wiki.queue.send',
  summary: 'Sends one message to the tracker now.',
  description: 'The tracker gets 15 seconds for it.',
  method: 'PUT',
  success: { description: 'The message after the attempt.', shape: outboundMessageShape },
  refusals: {
    404: 'No such integration or message.',
    409: 'The message is DONE, or waits behind another.',
  },
  assumptions: ['A51', 'A135', 'A137', 'A138', 'A185', 'A238'],
  handle: (_input, context, { integration, message }) => sent(context, integration, message),
})

const remove = operation({
  ...administersMessage,
  id: 'wiki.queue.remove',
  summary: 'Removes one message from the queue.',
  description: 'The tracker does not receive it.',
  method: 'DELETE',
  success: { status: 204, description: 'The message is removed.' },
  refusals: { 404: 'No such integration or message.' },
  assumptions: ['A51'],
  handle(_input, { store }, { message }) {
    store.table(outboundMessages).remove(message.id)
  },
})

const flush = operation({
  ...queueOperation,
  id: 'wiki.queue.flush',
  summary: 'Sends all waiting messages to the tracker now.',
  description:
    'The tracker gets 15 seconds for all of them. Messages that it does not reach in time are NOT_EXECUTED.',
  method: 'GET',
  path: '/integration/{serviceId}/queue/flush',
  permission: { words: 'administrator' },
  pathParameters: { serviceId },
  success: {
    description: 'The outcome of each message, and the number of waiting ones.',
    shape: {
      name: 'QueueFlush',
      schema: () =>
        z.object({
          answers: z.array(answer()),
          waiting: z.int().min(0).describe('Messages that the next synchronisation sends.'),
          reason: z.string().optional().describe('The reason if the tracker did not respond.'),
        }),
      example: {
        answers: [{ ...ANSWER_EXAMPLE, id: 8001, operation: 'LINK_ADDED' }],
        waiting: 0,
      },
    },
  },
  refusals: { 404: 'No such integration.' },
  assumptions: ['A51', ...always('A137', 'A138', 'A185', 'A238')],
  authorise({ path }, context) {
    requireWikiAdministrator(context)
    return findIntegration(context, path.serviceId)
  },
  handle(_input, context, integration) {
    const { answers, ...rest } = flushQueue(context.world, context.store, integration)
    return { answers: answers.map((item) => showAnswer(item, item.operation)), ...rest }
  },
})

const answers = operation({
  ...readsQueue,
  id: 'wiki.queue.answers',
  summary: "Lists the outcomes of the tracker's messages.",
  method: 'GET',
  path: '/integration/{serviceId}/queue/inbound',
  pathParameters: { serviceId: serviceIdOrNull },
  query: { url: trackerUrl },
  success: { description: 'The answers, the oldest first.', shape: answerListShape },
  assumptions: [...always('A139')],
  authorise: ({ path, query }, context) => findByIdOrUrl(context, path.serviceId, query.url),
  handle(_input, context, integration) {
    const stored = [...context.store.table(inboundAnswers).range('service', [integration.serviceId])]
    return stored.map((item) => showAnswer(item, item.operation))
  },
})

const receive = operation({
  ...readsQueue,
  id: 'wiki.queue.receive',
  summary: 'Receives messages of the tracker, which add, remove or reset links or rename issues.',
  description: 'Messages beyond the timeout get the status NOT_EXECUTED and are not stored.',
  method: 'POST',
  path: '/integration/{serviceId}/queue/inbound',
  pathParameters: { serviceId: serviceIdOrNull },
  query: {
    url: trackerUrl,
    timeout: int32({
      minimum: 0,
      maximum: 180_000,
      default: 30_000,
      description: 'Milliseconds that the wiki may spend on the messages.',
    }),
  },
  body: {
    name: 'InboundQueueMessages',
    schema: relayedMessages,
    example: INBOUND_EXAMPLE,
  },
  success: {
    description: 'An answer for each message, in the order of the messages.',
    shape: answerListShape,
  },
  assumptions: ['A137', 'A139', 'A140'],
  authorise: ({ path, query }, context) => findByIdOrUrl(context, path.serviceId, query.url),
  handle({ query, body }, context, integration) {
    const { world, store } = context
    const user = wikiCaller(context)
    context.note(ledger.messageProcessing)
    context.note(ledger.inboundResponses)
    const messages = body.map(messageOf)
    const received = receivePostedMessages({ world, store, integration }, messages, user, query.timeout)
    if (context.choose(ledger.notifiedProducts) === 'tell')
      forwardToTracker({ world, store, integration, actor: user }, received)
    return received.map((item) => showAnswer(item, item.operation))
  },
})

const common = operation({
  ...queueOperation,
  ...signedIn,
  id: 'wiki.queue.common',
  summary: 'Lists the waiting messages of all queues of the wiki.',
  method: 'GET',
  path: '/common-queue',
  success: { description: 'The messages, the oldest first.', shape: outboundMessageListShape },
  assumptions: ['A135', 'A141'],
  handle(_input, context) {
    const unowned = context.choose(ledger.commonAndPersonalQueues) === 'unowned'
    const all = commonQueue(context.store, wikiSite(context))
    return listed(context, unowned ? all.filter(({ createdBy }) => createdBy === undefined) : all, true)
  },
})

const personal = operation({
  ...queueOperation,
  id: 'wiki.queue.personal',
  summary: 'Lists the waiting messages of the caller.',
  method: 'GET',
  path: '/personal-queue',
  permission: { words: 'signed-in' },
  success: { description: 'The messages, the oldest first.', shape: outboundMessageListShape },
  assumptions: ['A135', ...always('A141')],
  authorise: (_input, context) => wikiCaller(context),
  handle: (_input, context, caller) =>
    listed(context, personalQueue(context.store, wikiSite(context), caller), true),
})

const ownMessage = {
  ...queueOperation,
  path: '/personal-queue/{serviceId}/{messageId}',
  permission: { words: 'owner of the message' },
  pathParameters: { serviceId, messageId },
  authorise({ path }: { path: MessagePath }, context: Context) {
    const found = messageOfQueue(context, path)
    requireOwner(wikiCaller(context), found.message)
    return found
  },
} as const

const removeOwn = operation({
  ...ownMessage,
  id: 'wiki.queue.removeOwn',
  summary: 'Removes a message of the caller from the queue.',
  method: 'DELETE',
  success: { status: 204, description: 'The message is removed.' },
  refusals: { 403: 'The message belongs to another user.', 404: 'No such integration or message.' },
  assumptions: [],
  handle(_input, { store }, { message }) {
    store.table(outboundMessages).remove(message.id)
  },
})

const sendOwn = operation({
  ...ownMessage,
  id: 'wiki.queue.sendOwn',
  summary: 'Sends a message of the caller to the tracker now.',
  method: 'PUT',
  success: { description: 'The message after the attempt.', shape: outboundMessageShape },
  refusals: {
    403: 'The message belongs to another user.',
    404: 'No such integration or message.',
    409: 'The message is DONE, or waits behind another.',
  },
  assumptions: ['A135', 'A137', 'A138', 'A185', 'A238'],
  handle: (_input, context, { integration, message }) => sent(context, integration, message),
})

export const wikiQueueOperations: readonly Operation[] = [
  list,
  send,
  remove,
  flush,
  answers,
  receive,
  common,
  personal,
  removeOwn,
  sendOwn,
]

function listed(context: Context, messages: readonly OutboundMessageRecord[], lastResponse: boolean) {
  context.note(ledger.messageFields)
  const next = nextSending(context.world, context.store, messages)
  if (next !== undefined) context.waitsFor(next)
  return messages.map((message) => showMessage(message, lastResponse))
}

function sent(context: Context, integration: IntegrationRecord, message: OutboundMessageRecord) {
  for (const entry of [
    ledger.messageFields,
    ledger.messageProcessing,
    ledger.manualSending,
    ledger.issueRenaming,
    ledger.blockedMessages,
  ] as const)
    context.note(entry)
  return showMessage(sendByHand(context.world, context.store, integration, message), true)
}

interface MessagePath {
  readonly serviceId: string
  readonly messageId: number
}

/** An outbound message and its integration. Throws NOT_FOUND. */
function messageOfQueue(context: Context, { serviceId: id, messageId: number }: MessagePath) {
  const integration = findIntegration(context, id)
  return { integration, message: findMessage(context.store, integration, number) }
}

/** A message with trimmed texts and without null and blank fields. */
function messageOf(sentMessage: zod.infer<ReturnType<typeof relayedMessages>>[number]): InboundMessage {
  return withoutBlanks(contentOf(sentMessage)) as unknown as InboundMessage
}
