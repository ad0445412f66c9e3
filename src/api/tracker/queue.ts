/** The queue of the tracker towards a wiki, and the repair of an application link (service §4.7). */
import { z } from '../framework/zod.ts'
import { repairApplicationLink } from '../../model/integration/repair/link-repair.ts'
import { MESSAGES_PER_RUN } from '../../model/integration/queues/synchronisation.ts'
import { enqueueInbound } from '../../model/integration/queues/inbound.ts'
import { nextSending } from '../../model/integration/queues/outbound-queue.ts'
import { emptyQueue, findTrackerMessage, listInbound, sendTrackerMessage } from '../../model/tracker/queue.ts'
import {
  INBOUND_OPERATIONS,
  type InboundMessage,
  MESSAGE_STATUSES,
  trackerMessages,
  type TrackerMessageRecord,
} from '../../model/tracker/records.ts'
import { formatInstant } from '../../world/time/duration.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { boolean, int32 } from '../framework/parameter.ts'
import { inboundMessages } from '../wiki/integration/queue-shape.ts'
import {
  applinkId,
  authorisedIntegration,
  findIntegration,
  identifier,
  instant,
  trackerOperation,
} from './common.ts'

const shared = {
  ...trackerOperation,
  group: 'Tracker queue',
  permission: { words: 'application link or administrator', assumed: true },
} as const

const all = {
  ...shared,
  path: '/queue/{applinkId}/messages',
  pathParameters: { applinkId },
  refusals: { 404: 'No such application link.' },
  authorise: ({ path }: { path: { applinkId: string } }, context: Context) =>
    authorisedIntegration(context, findIntegration(context, path.applinkId)),
} as const

const one = {
  ...shared,
  path: '/queue/{applinkId}/messages/{messageId}',
  pathParameters: {
    applinkId,
    messageId: int32({ minimum: 0, description: 'Number of the message.', example: '1' }),
  },
  authorise({ path }: { path: { applinkId: string; messageId: number } }, context: Context) {
    const integration = authorisedIntegration(context, findIntegration(context, path.applinkId))
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
    createdBy: identifier().optional().describe('The user whose action made it.'),
    createdAt: instant(),
    status: z.enum(MESSAGE_STATUSES),
    lastResponse: z.string().optional().describe('What came of the last attempt.'),
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
  summary: 'Lists what the tracker has to tell the wiki.',
  method: 'GET',
  query: {
    limit: int32({
      minimum: 1,
      maximum: MESSAGES_PER_RUN,
      default: MESSAGES_PER_RUN,
      description: 'How many messages to answer at most.',
    }),
    includeDone: boolean({ default: false, description: 'Also those that are DONE, after those that wait.' }),
  },
  success: { description: 'The messages.', shape: listShape },
  assumptions: ['A134', ...always('A171')],
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
  summary: 'Puts messages for the wiki into the queue.',
  description: 'They go with the next synchronisation, or when they are sent by hand.',
  method: 'POST',
  body: {
    name: 'TrackerQueueInput',
    schema: inboundMessages,
    example: [
      {
        operation: 'ADD_LINK',
        spaceKey: 'ENG',
        key: 'REQ-003',
        issueKey: 'DRN-3',
        relationship: 'implements',
      },
    ],
  },
  success: { description: 'The messages, in the order given.', shape: listShape },
  assumptions: ['A134', ...always('A171')],
  handle({ body }, context, integration) {
    const added = body.map((given) => {
      const known = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
      return enqueueInbound(
        { world: context.world, store: context.store, actor: context.user },
        integration,
        Object.fromEntries(known) as InboundMessage & object,
      )
    })
    return added.map(show)
  },
})

const empty = operation({
  ...all,
  id: 'tracker.queue.empty',
  summary: 'Takes every message out of the queue.',
  description: 'The wiki does not receive the waiting ones.',
  method: 'DELETE',
  success: { status: 204, description: 'The queue is empty.' },
  assumptions: ['A134', ...always('A171')],
  handle(_input, context, integration) {
    emptyQueue(context.store, integration)
  },
})

const send = operation({
  ...one,
  id: 'tracker.queue.send',
  exampleAfter: afterAdd,
  summary: 'Sends one message to the wiki now.',
  method: 'POST',
  success: { description: 'The message as it is now.', shape: messageShape },
  refusals: {
    404: 'No such application link or message.',
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
  summary: 'Takes one message out of the queue.',
  description: 'The wiki does not receive it.',
  method: 'DELETE',
  success: { status: 204, description: 'The message is gone.' },
  refusals: { 404: 'No such application link or message.' },
  assumptions: ['A134'],
  handle({ path }, { store }) {
    store.table(trackerMessages).remove(path.messageId)
  },
})

const repair = operation({
  ...shared,
  id: 'tracker.queue.repairApplicationLink',
  summary: 'Repairs an application link: identifiers, version and synchronisation.',
  method: 'POST',
  path: '/queue/{applinkId}/repair-applink',
  pathParameters: { applinkId },
  success: {
    description: 'What was mended.',
    shape: {
      name: 'ApplicationLinkRepair',
      schema: () =>
        z.object({
          applinkId: z.string(),
          links: z.int().min(0).describe('Links that named another application link.'),
          messages: z.int().min(0).describe('Messages that named another application link.'),
          retried: z.int().min(0).describe('Messages that had failed and are PENDING again.'),
          version: z.int().describe('The version that both products go by, or the tracker alone.'),
          synchronises: z.boolean().describe('A next synchronisation is to come.'),
          obstacle: z.string().optional().describe('Why no messages move over the link.'),
        }),
      example: {
        applinkId: '99999999-8888-4777-8666-555555555555',
        links: 0,
        messages: 0,
        retried: 0,
        version: 8,
        synchronises: true,
      },
    },
  },
  refusals: { 404: 'No such application link.' },
  assumptions: ['A134', ...always('A172')],
  authorise: all.authorise,
  handle(_input, context, integration) {
    const { trackerApplinkId } = integration
    const repaired = repairApplicationLink({ world: context.world, store: context.store, integration })
    return { applinkId: trackerApplinkId, ...repaired }
  },
})

export const trackerQueueOperations: readonly Operation[] = [list, add, empty, send, remove, repair]

function show(record: TrackerMessageRecord) {
  return { ...record, createdAt: formatInstant(record.createdAt) }
}
