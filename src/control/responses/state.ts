/** Responses about records, queues and faults. */
import * as z from 'zod'
import { faultFields } from '../../scenario/format/fault-shape.ts'
import { MESSAGE_STATUSES } from '../../model/records/tracker/outbound-messages.ts'
import { count, fields, instant, listShape, type ResponseOf, shape, text, texts, whole } from './shape.ts'

const tableResponse = shape('Table', () =>
  z.object({
    table: text(),
    store: text(),
    records: count(),
    key: text().optional(),
    fields: texts(),
    references: z.record(z.string(), text()),
    instants: texts(),
  }),
)
export const tableListResponse = listShape(tableResponse)
export type TableEntry = ResponseOf<typeof tableResponse>

export const recordResponse = shape('StoredRecord', fields)
export const recordListResponse = listShape(recordResponse)

const fieldResponse = shape('TableField', () =>
  z.object({
    name: text(),
    form: text(),
    optional: z.boolean(),
    values: z.array(z.union([text(), z.boolean()])).optional(),
    refersTo: text().optional(),
  }),
)
export const fieldListResponse = listShape(fieldResponse)
export type TableField = ResponseOf<typeof fieldResponse>

const messageResponse = shape('QueueMessage', () =>
  z.object({
    id: whole(),
    operation: text(),
    status: z.enum(MESSAGE_STATUSES),
    applinkId: text(),
    title: text().optional(),
    templateId: whole().optional(),
    spaceKey: text().optional(),
    key: text().optional(),
    baseline: whole().optional(),
    newSpaceKey: text().optional(),
    newKey: text().optional(),
    issueKey: text().optional(),
    newIssueKey: text().optional(),
    relationship: text().optional(),
    createdBy: whole().optional(),
    createdAt: instant(),
    lastResponse: text().optional(),
    attempts: count(),
  }),
)

export type QueueMessage = ResponseOf<typeof messageResponse>

const waitingMessagesResponse = shape(
  'WaitingMessages',
  () =>
    z.object({
      waiting: count(),
      counts: z.object({ PENDING: count(), DONE: count(), FAILED: count(), NOT_EXECUTED: count() }),
      first: z.array(messageResponse.schema()),
    }),
  [messageResponse],
)

const queueResponse = shape(
  'Queue',
  () =>
    z.object({
      serviceId: text(),
      label: text(),
      wikiApplicationId: whole(),
      trackerApplicationId: whole().optional(),
      mode: text(),
      status: text(),
      nextSynchronisation: instant().optional(),
      obstacle: text().optional(),
      outbound: waitingMessagesResponse.schema(),
      inbound: waitingMessagesResponse.schema(),
    }),
  [waitingMessagesResponse],
)
export const queueListResponse = listShape(queueResponse)
export type Queue = ResponseOf<typeof queueResponse>

export const faultResponse = shape('Fault', () =>
  z.object({
    ...faultFields(),
    outage: whole().describe('The application id of the wiki or tracker that does not respond').optional(),
    id: count(),
    enabled: z.boolean(),
    matched: count(),
    struck: count(),
  }),
)
export const faultListResponse = listShape(faultResponse)
export type Fault = ResponseOf<typeof faultResponse>
