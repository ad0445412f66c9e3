/** The queue of messages from the tracker to a wiki (service §4.7). */
import { z } from '../framework/zod.ts'
import { present } from '../../model/input/present.ts'
import { MESSAGES_PER_RUN } from '../../model/integration/queues/synchronisation.ts'
import { enqueueInbound } from '../../model/integration/messages/messages.ts'
import { nextSending } from '../../model/integration/queues/outbound.ts'
import {
  emptyQueue,
  findTrackerMessage,
  listInbound,
  sendTrackerMessage,
} from '../../model/integration/queues/inbound.ts'
import {
  INBOUND_OPERATIONS,
  trackerMessages,
  type TrackerMessageRecord,
} from '../../model/records/tracker/inbound-messages.ts'
import { MESSAGE_STATUSES } from '../../model/records/tracker/outbound-messages.ts'
import { formatInstant } from '../../world/time/duration.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { boolean, int32 } from '../framework/parameter.ts'
import { INBOUND_EXAMPLE, inboundMessages } from '../wiki/integration/queue-shape.ts'
import { applinkId, identifier, instant, onApplicationLink, trackerOperation } from './common.ts'

const group = { ...trackerOperation, ...onApplicationLink, group: 'Tracker queue' } as const

const all = {
  ...group,
  path: '/queue/{applinkId}/messages',
  assumptions: ['A134', ...always('A171')],
} as const

const one = {
  ...group,
  path: '/queue/{applinkId}/messages/{messageId}',
  pathParameters: {
    applinkId,
    messageId: int32({ minimum: 0, description: 'Number of the message.', example: '1' }),
  },
  refusals: { 404: 'No such application link or message.' },
  authorise({ path }: { path: { applinkId: string; messageId: number } }, context: Context) {
    const integration = group.authorise({ path }, context)
    return { integration, message: findTrackerMessage(context.store, integration, path.messageId) }
  },
} as const

const message = () =>
  z.object({
    id: identifier(),
    serviceId: z.string(),
    applinkId: z.string().describe("The tracker's id of the application link."),
    operation: z.enum(INBOUND_OPERATIONS),
    title: z.string().optional(),
    templateId: identifier().optional(),
    spaceKey: z.string().optional(),
    key: z.string().optional(),
    baseline: z.int().min(0).optional(),
    issueKey: z.string().optional(),
    newIssueKey: z.string().optional(),
    relationship: z.string().optional(),
    createdBy: identifier().optional().describe('The user whose action created the message.'),
    createdAt: instant(),
    status: z.enum(MESSAGE_STATUSES),
    lastResponse: z.string().optional().describe('The result of the last attempt.'),
    attempts: z.int().min(0),
  })

const example = {
  id: 1,
  serviceId: 'svc-0001-demo',
  applinkId: '99999999-8888-4777-8666-555555555555',
  operation: 'ADD_LINK',
  title: 'DRN-3 implements REQ-003',
  spaceKey: 'ENG',
  key: 'REQ-003',
  issueKey: 'DRN-3',
  relationship: 'implements',
  createdBy: 2,
  createdAt: '2026-01-05T09:00:00.000Z',
  status: 'PENDING',
  attempts: 0,
}
const listShape = {
  name: 'TrackerQueueMessages',
  schema: () => z.array(message()),
  example: [example],
} as const
const messageShape = { name: 'TrackerQueueMessage', schema: message, example } as const

const list = operation({
  ...all,
  id: 'tracker.queue.list',
  summary: 'Lists the messages that wait for the wiki.',
  method: 'GET',
  query: {
    limit: int32({
      minimum: 1,
      maximum: MESSAGES_PER_RUN,
      default: MESSAGES_PER_RUN,
      description: 'Maximum number of messages to return.',
    }),
    includeDone: boolean({
      default: false,
      description: 'Whether to list DONE messages too, after the others.',
    }),
  },
  success: { description: 'The messages.', shape: listShape },
  handle({ query }, context, integration) {
    const { world, store } = context
    const messages = listInbound(store, integration, query.limit, query.includeDone)
    const next = nextSending(world, store, messages)
    if (next !== undefined) context.waitsFor(next)
    return messages.map(show)
  },
})

const afterAdd = [
  { operation: 'tracker.queue.add', parameters: { messageId: '$response.body#/0/id' } },
] as const

const add = operation({
  ...all,
  id: 'tracker.queue.add',
  summary: 'Adds messages for the wiki to the queue.',
  description: 'The next synchronisation sends them, unless they are sent by hand before.',
  method: 'POST',
  body: {
    name: 'TrackerQueueInput',
    schema: inboundMessages,
    example: INBOUND_EXAMPLE,
  },
  success: { description: 'The messages, in the order of the body.', shape: listShape },
  handle({ body }, context, integration) {
    const writing = { world: context.world, store: context.store, actor: context.user }
    return body.map((message) => show(enqueueInbound(writing, integration, present(message))))
  },
})

const empty = operation({
  ...all,
  id: 'tracker.queue.empty',
  summary: 'Deletes all messages of the queue.',
  description: 'Waiting messages are not sent.',
  method: 'DELETE',
  success: { status: 204, description: 'The queue is empty.' },
  handle: (_input, context, integration) => emptyQueue(context.store, integration),
})

const send = operation({
  ...one,
  id: 'tracker.queue.send',
  exampleAfter: afterAdd,
  summary: 'Sends one message to the wiki now.',
  method: 'POST',
  success: { description: 'The updated message.', shape: messageShape },
  refusals: {
    ...one.refusals,
    409: 'The message is DONE, or waits behind another.',
  },
  assumptions: ['A134', ...always('A137', 'A171', 'A185', 'A238')],
  handle: (_input, context, { integration, message: found }) =>
    show(sendTrackerMessage(context.world, context.store, integration, found)),
})

const remove = operation({
  ...one,
  id: 'tracker.queue.remove',
  exampleAfter: afterAdd,
  summary: 'Deletes a message of the queue.',
  description: 'The message is not sent.',
  method: 'DELETE',
  success: { status: 204, description: 'The message was deleted.' },
  assumptions: ['A134'],
  handle({ path }, { store }) {
    store.table(trackerMessages).remove(path.messageId)
  },
})

export const trackerQueueOperations: readonly Operation[] = [list, add, empty, send, remove]

function show(record: TrackerMessageRecord) {
  return { ...record, createdAt: formatInstant(record.createdAt) }
}
