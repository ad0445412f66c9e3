/** Faults: rules by which the simulator misbehaves on purpose. They are records, so that forks and exports carry them. */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'
import {
  FAULT_MUTATION_NAMES,
  HEADER_NAME,
  HEADER_VALUE,
  MAXIMUM_DELAY,
  MAXIMUM_PAGE,
  MAXIMUM_STATUS,
  MINIMUM_STATUS,
} from './fault-limits.ts'
import { REGIONS } from './regions.ts'

/** Absent fields match every exchange. A mutation is a mistake of the service; other faults replace or damage its response. */
const exchangeTarget = field.object({
  kind: field.oneOf(['exchange', 'mutation']),
  /** An operation's id, or the beginning of several with `*` at the end. */
  operation: field.optional(field.text),
  interface: field.optional(field.text),
  region: field.optional(field.text),
  /** Upper case. */
  method: field.optional(field.text),
  /** Segments below the address of an interface; `{name}` and `*` stand for any one, a final `*` for any number. */
  path: field.optional(field.text),
  user: field.optional(field.text),
})
export type ExchangeTarget = field.ValueOf<typeof exchangeTarget>

const freezeTarget = field.object({
  kind: field.oneOf(['freeze']),
  spaceKey: field.optional(field.text),
  applicationId: field.optional(field.looseRef('application')),
  /** The percentage of the requirements at which the freezing fails. */
  at: field.number({ from: 0, to: 100 }),
})
export type FreezeTarget = field.ValueOf<typeof freezeTarget>

export const MESSAGE_FAILURES = ['FAILED', 'NOT_EXECUTED', 'NONE'] as const
/** The response to a message; NONE is no response at all. */
export type MessageFailure = (typeof MESSAGE_FAILURES)[number]
export const QUEUES = ['outbound', 'inbound'] as const
export type QueueName = (typeof QUEUES)[number]

const messageTarget = field.object({
  kind: field.oneOf(['message']),
  queue: field.optional(field.oneOf(QUEUES)),
  serviceId: field.optional(field.looseRef('integration', field.text)),
  operation: field.optional(field.text),
  answer: field.oneOf(MESSAGE_FAILURES),
})
export type MessageTarget = field.ValueOf<typeof messageTarget>

/** A site that does not answer for a while, on the virtual clock. */
const outageTarget = field.object({
  kind: field.oneOf(['outage']),
  region: field.oneOf(REGIONS),
  applicationId: field.looseRef('application'),
  /** The first instant of the outage, and the first after it; no end if absent. */
  from: field.instant,
  until: field.optional(field.instant),
})
export type OutageTarget = field.ValueOf<typeof outageTarget>

const faultTarget = field.either(exchangeTarget, freezeTarget, messageTarget, outageTarget)
export type FaultTarget = field.ValueOf<typeof faultTarget>
export type FaultKind = FaultTarget['kind']

const faultEffect = field.object({
  /** Replaces the operation's status. */
  status: field.optional(field.wholeNumber(MINIMUM_STATUS, MAXIMUM_STATUS)),
  /** The message of the error. */
  message: field.optional(field.text),
  body: field.optional(
    field.where(field.object({ text: field.text, json: field.flag }), 'must be JSON, as it says', isAsItSays),
  ),
  headers: field.optional(field.list(field.pair(field.matching(HEADER_NAME), field.matching(HEADER_VALUE)))),
  /** Milliseconds before the response begins. */
  latency: field.optional(field.wholeNumber(0, MAXIMUM_DELAY)),
  /** Closes the connection without a response. */
  drop: field.optional(field.oneOf([true])),
  /** Closes the connection after this much of the body. */
  truncate: field.optional(
    field.either(
      field.object({ bytes: field.count }),
      field.object({ percent: field.number({ from: 0, to: 100 }) }),
    ),
  ),
  /** Makes the body invalid JSON. */
  malform: field.optional(field.oneOf([true])),
  /** Milliseconds over which the body arrives. */
  slow: field.optional(field.wholeNumber(0, MAXIMUM_DELAY)),
  /** The most items on a page; the fault then matches only operations that return pages. */
  pageSize: field.optional(field.wholeNumber(1, MAXIMUM_PAGE)),
  /** Carries the operation out although its response is lost or replaced. */
  performed: field.optional(field.oneOf([true])),
  /** The kind of a mutation. */
  mutate: field.optional(field.oneOf(FAULT_MUTATION_NAMES)),
  /** The place of the response in which it is made, such as `results[].key`. */
  field: field.optional(field.text),
})
export type FaultEffect = field.ValueOf<typeof faultEffect>

const faultMoment = field.object({
  /** How many matches pass first. */
  after: field.count,
  /** Strikes every nth match after those. */
  every: field.ordinal,
  /** Absent: no limit. */
  times: field.optional(field.ordinal),
  /** Above 0 to 1; drawn from the world's seed, the fault and the number of the match. */
  probability: field.optional(field.number({ above: 0, to: 1 })),
})
export type FaultMoment = field.ValueOf<typeof faultMoment>

const ruleFields = {
  enabled: field.flag,
  target: faultTarget,
  moment: faultMoment,
  effect: faultEffect,
}
export type FaultRule = field.ObjectOf<typeof ruleFields>

export const faults = defineTable({
  name: 'fault',
  fields: {
    ...ruleFields,
    id: field.key(),
    /** How often it matched, and how often it struck. */
    matched: field.count,
    struck: field.count,
  },
  indexes: {
    kind: { keys: (record) => [record.target.kind] },
  },
})
export type FaultRecord = RecordOf<typeof faults>

export const MAXIMUM_FAULTS = 1000

/** A site that does not answer now; in the tables of its region. */
export const outages = defineTable({
  name: 'outage',
  fields: {
    /** The number of the fault, as text: numbers come from sequences of the region. */
    id: field.key(field.text),
    applicationId: field.ref('application'),
  },
  indexes: { application: { keys: (record) => [record.applicationId] } },
})
export type OutageRecord = RecordOf<typeof outages>

function isAsItSays(body: { readonly text: string; readonly json: boolean }): boolean {
  if (!body.json) return true
  try {
    JSON.parse(body.text)
    return true
  } catch {
    return false
  }
}
