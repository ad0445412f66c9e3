/** Responses about events; the data of each type is the same in the stream. */
import * as z from 'zod'
import { nameSuggestion } from './journal.ts'
import type { EventType, FaultChange, WorldChange } from '../../simulator/event.ts'
import { CLOCK_MODES } from '../../world/time/clock-state.ts'
import { count, instant, listShape, type ResponseOf, shape, text, texts, whole } from './shape.ts'

const WORLD_CHANGES = [
  'created',
  'dropped',
  'reset',
  'restored',
  'loaded',
  'edited',
  'presented',
] as const satisfies readonly WorldChange[]
const FAULT_CHANGES = [
  'written',
  'switched',
  'removed',
  'cleared',
  'struck',
] as const satisfies readonly FaultChange[]

const data = {
  exchange: () => ({
    number: count().optional(),
    id: text(),
    method: text(),
    path: text(),
    operation: text().nullable(),
    status: count(),
    fault: count().nullable(),
    user: text().optional(),
    unknownParameters: texts().optional(),
    unknownFields: texts().optional(),
    suggestions: z.array(nameSuggestion()).optional(),
    diagnosis: z.object({ reason: text(), nearest: texts() }).optional(),
    remark: text().optional(),
    rateLimitExceeded: z.literal(true).optional(),
    pendingUntil: instant().optional(),
    defect: z.literal(true).optional(),
  }),
  clock: () => ({ now: instant(), mode: z.enum(CLOCK_MODES), speed: z.number(), fired: count() }),
  job: () => ({
    id: count(),
    kind: text(),
    due: instant(),
    outcome: text().optional(),
    failed: z.literal(true).optional(),
  }),
  world: () => ({
    change: z.enum(WORLD_CHANGES),
    reason: z.literal('idle').optional(),
    by: text().optional(),
    path: text().optional(),
    status: text().optional(),
  }),
  fault: () => ({
    change: z.enum(FAULT_CHANGES),
    fault: count().optional(),
    times: count().optional(),
  }),
} satisfies Record<EventType, () => z.ZodRawShape>

const eventOf = <T extends EventType, D extends z.ZodRawShape>(type: T, fields: D) =>
  z.object({
    id: whole(),
    type: z.literal(type),
    world: text(),
    at: instant(),
    data: z.object(fields),
  })

const eventResponse = shape('SimulatorEvent', () =>
  z.discriminatedUnion('type', [
    eventOf('exchange', data.exchange()),
    eventOf('clock', data.clock()),
    eventOf('job', data.job()),
    eventOf('world', data.world()),
    eventOf('fault', data.fault()),
  ]),
)
export type ServerEvent = ResponseOf<typeof eventResponse>

export const eventListResponse = listShape(eventResponse)
