/** The shape of a fault as users write it: in scenario files, to the control API, and in the library. */
import * as z from 'zod'
import { INTERFACES } from '../../api/framework/interfaces.ts'
import { MESSAGE_FAILURES, QUEUES } from '../../model/records/world/faults.ts'
import { REGIONS } from '../../model/schema.ts'
import {
  BEGIN_RULE,
  DELAY_RULE,
  FAULT_MUTATION_NAMES,
  LASTING_RULE,
  MAXIMUM_BYTES,
  MAXIMUM_COUNT,
  MAXIMUM_PAGE,
  MAXIMUM_STATUS,
  METHODS,
  MINIMUM_STATUS,
} from '../../model/records/world/fault-limits.ts'

const name = (what: string) => z.string().min(1).max(255).describe(what).optional()
const ruled = (rule: string, what: string) =>
  z.string(rule).min(1, rule).max(40, rule).describe(what).optional()
const count = (minimum: number, what: string) =>
  z.int().min(minimum).max(MAXIMUM_COUNT).describe(what).optional()

const targets = {
  operation: name('Exchanges of this operation; `wiki.baseline.*` means all whose ids begin so'),
  interface: z.enum(INTERFACES).describe('Exchanges with this interface').optional(),
  region: z.enum(REGIONS).describe('Exchanges with this region').optional(),
  method: z.enum(METHODS).describe('Exchanges of this method').optional(),
  path: z
    .string()
    .min(1)
    .max(1000)
    .describe(
      'Exchanges with this path below the interface; {name} and * stand for one segment, a last * for the rest',
    )
    .optional(),
  user: name('Exchanges of this user, by name'),
  freeze: name('Freezings in this space (KEY or SITE/KEY), or * for all'),
  at: z.number().min(0).max(100).describe('The percentage at which a freezing fails').optional(),
  queue: z
    .enum([...QUEUES, '*'])
    .describe('Messages of this queue, or * for both')
    .optional(),
  service: name('Messages of this integration, by service id'),
  messageOperation: name('Messages of this operation, such as LINK_ADDED'),
  answer: z
    .enum(MESSAGE_FAILURES)
    .describe('The result of a message; NONE is no response. Default: FAILED')
    .optional(),
  outage: z
    .union([z.string().min(1).max(255), z.int().min(1)], { error: "must be a site's name or id" })
    .describe('A wiki or tracker that does not respond, by name or id')
    .optional(),
  from: ruled(BEGIN_RULE, 'When it begins: an instant, or a duration'),
  for: ruled(LASTING_RULE, 'How long it lasts, such as 2s'),
}

const moments = {
  after: count(0, 'Matches to let through first'),
  times: count(1, 'How often to strike at most'),
  every: count(1, 'Strikes each n-th match'),
  probability: z.number().gt(0).max(1).describe('The chance of each match, drawn from the seed').optional(),
}

const effects = {
  status: z
    .int()
    .min(MINIMUM_STATUS)
    .max(MAXIMUM_STATUS)
    .describe("The status in place of the operation's")
    .optional(),
  message: z.string().min(1).max(1000).describe('What the error says').optional(),
  body: z.unknown().describe('The body: text as it is, anything else as JSON').optional(),
  headers: z.record(z.string().max(100), z.string().max(1000)).describe('Headers of the answer').optional(),
  latency: ruled(DELAY_RULE, 'How long the response takes, such as 2s'),
  drop: z.literal(true).describe('The connection ends without an answer').optional(),
  truncate: z
    .union([z.int().min(0).max(MAXIMUM_BYTES), z.string().max(20)], {
      error: 'must be a number of bytes, or a percentage below 100 such as 50%',
    })
    .describe('The connection ends after so many bytes, or so much, of the body')
    .optional(),
  malform: z.literal(true).describe('The body is no JSON any more').optional(),
  slow: ruled(DELAY_RULE, 'How long the body takes to arrive, such as 2s'),
  pageSize: z
    .int()
    .min(1)
    .max(MAXIMUM_PAGE)
    .describe('The most items on a page of a list; other calls do not match')
    .optional(),
  performed: z
    .boolean()
    .describe('Carries the operation out although status or drop replaces its response')
    .optional(),
  mutate: z.enum(FAULT_MUTATION_NAMES).describe('A mistake of the service').optional(),
  field: z
    .string()
    .min(1)
    .max(255)
    .describe('The place of the mistake in the response, such as results[].key; the first if absent')
    .optional(),
}

/** The fields of a fault that say what misbehaves, when, and how. */
export const faultFields = () => ({ ...targets, ...moments, ...effects })

/** Builds the shape, which costs more than most starts have use for. */
export function buildFaultShape() {
  return z
    .strictObject({
      id: z.int().min(1).max(MAXIMUM_COUNT).describe('The next free number where absent').optional(),
      enabled: z.boolean().describe('true where absent').optional(),
      ...faultFields(),
    })
    .describe('A fault: what misbehaves, when, and how')
}

export type FaultFields = z.infer<ReturnType<typeof buildFaultShape>>
