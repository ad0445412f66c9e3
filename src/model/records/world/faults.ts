/** Faults: rules by which the simulator misbehaves on purpose. They are records, so that forks and exports carry them. */
import { defineTable } from '../../../world/store/table.ts'

/** Absent fields match every exchange. */
export interface ExchangeTarget {
  readonly kind: 'exchange'
  /** An operation's id, or the beginning of several with `*` at the end. */
  readonly operation?: string
  readonly interface?: string
  readonly region?: string
  /** Upper case. */
  readonly method?: string
  /** Segments below the address of an interface; `{name}` and `*` stand for any one, a final `*` for any number. */
  readonly path?: string
  readonly user?: string
}

export interface FreezeTarget {
  readonly kind: 'freeze'
  readonly spaceKey?: string
  readonly applicationId?: number
  /** The percentage of the requirements at which the freezing fails. */
  readonly at: number
}

export const MESSAGE_FAILURES = ['FAILED', 'NOT_EXECUTED', 'NONE'] as const
/** The response to a message; NONE is no response at all. */
export type MessageFailure = (typeof MESSAGE_FAILURES)[number]
export const QUEUES = ['outbound', 'inbound'] as const
export type QueueName = (typeof QUEUES)[number]

export interface MessageTarget {
  readonly kind: 'message'
  readonly queue?: QueueName
  readonly serviceId?: string
  readonly operation?: string
  readonly answer: MessageFailure
}

/** A site that does not answer for a while, on the virtual clock. */
export interface OutageTarget {
  readonly kind: 'outage'
  readonly region: string
  readonly applicationId: number
  /** The first instant of the outage, and the first after it; no end if absent. */
  readonly from: number
  readonly until?: number
}

export type FaultTarget = ExchangeTarget | FreezeTarget | MessageTarget | OutageTarget
export type FaultKind = FaultTarget['kind']

export interface FaultEffect {
  /** Replaces the operation's status. */
  readonly status?: number
  /** The message of the error. */
  readonly message?: string
  readonly body?: { readonly text: string; readonly json: boolean }
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Milliseconds before the response begins. */
  readonly latency?: number
  /** Closes the connection without a response. */
  readonly drop?: true
  /** Closes the connection after this much of the body. */
  readonly truncate?: { readonly bytes: number } | { readonly percent: number }
  /** Makes the body invalid JSON. */
  readonly malform?: true
  /** Milliseconds over which the body arrives. */
  readonly slow?: number
  /** The most items on a page; the fault then matches only operations that return pages. */
  readonly pageSize?: number
  /** Carries the operation out although its response is lost or replaced. */
  readonly performed?: true
}

export interface FaultMoment {
  /** How many matches pass first. */
  readonly after: number
  /** Strikes every nth match after those. */
  readonly every: number
  /** Absent: no limit. */
  readonly times?: number
  /** Above 0 to 1; drawn from the world's seed, the fault and the number of the match. */
  readonly probability?: number
}

export interface FaultRule {
  readonly enabled: boolean
  readonly target: FaultTarget
  readonly moment: FaultMoment
  readonly effect: FaultEffect
}

export interface FaultRecord extends FaultRule {
  readonly id: number
  /** How often it matched, and how often it struck. */
  readonly matched: number
  readonly struck: number
}

export const faults = defineTable<FaultRecord>()({
  name: 'fault',
  key: (record) => record.id,
  indexes: {
    kind: { keys: (record) => [record.target.kind] },
  },
})

export const MAXIMUM_FAULTS = 1000

/** A site that does not answer now; in the tables of its region. */
export interface OutageRecord {
  /** The number of the fault, as text: numbers come from sequences of the region. */
  readonly id: string
  readonly applicationId: number
}

export const outages = defineTable<OutageRecord>()({
  name: 'outage',
  key: (record) => record.id,
  indexes: { application: { keys: (record) => [record.applicationId] } },
})
