/** Faults: rules by which the simulator misbehaves on purpose. They are records, so that forks and exports carry them. */
import { defineTable } from '../../world/store/table.ts'

/** Exchanges that a fault is about; what is absent narrows nothing. */
export interface ExchangeTarget {
  readonly kind: 'exchange'
  /** An operation's id, or the beginning of several with `*` at the end. */
  readonly operation?: string
  readonly interface?: string
  readonly region?: string
  /** Upper case. */
  readonly method?: string
  /** Segments below the address of an interface; `{name}` and `*` stand for any one, a last `*` for any number. */
  readonly path?: string
  /** The name of the caller. */
  readonly user?: string
}

/** Freezings of baselines. */
export interface FreezeTarget {
  readonly kind: 'freeze'
  readonly spaceKey?: string
  readonly applicationId?: number
  /** The percentage of the requirements at which it fails. */
  readonly at: number
}

export const MESSAGE_FAILURES = ['FAILED', 'NOT_EXECUTED', 'NONE'] as const
/** How a receiver answers a message that a fault strikes; NONE is no answer at all. */
export type MessageFailure = (typeof MESSAGE_FAILURES)[number]
export const QUEUES = ['outbound', 'inbound'] as const
export type QueueName = (typeof QUEUES)[number]

/** Messages on their way from one product to the other. */
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
  /** The first instant of the outage, and the first after it; without end where absent. */
  readonly from: number
  readonly until?: number
}

export type FaultTarget = ExchangeTarget | FreezeTarget | MessageTarget | OutageTarget
export type FaultKind = FaultTarget['kind']

/** What a fault does to the exchanges that it strikes. */
export interface FaultEffect {
  /** Answered with this status in place of the operation's. */
  readonly status?: number
  /** What the error says, whatever kind of fault it is. */
  readonly message?: string
  readonly body?: { readonly text: string; readonly json: boolean }
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Milliseconds before the answer begins. */
  readonly latency?: number
  /** The connection ends without an answer. */
  readonly drop?: true
  /** The connection ends after so much of the body. */
  readonly truncate?: { readonly bytes: number } | { readonly percent: number }
  /** The body is no JSON any more. */
  readonly malform?: true
  /** Milliseconds over which the body arrives. */
  readonly slow?: number
  /** The operation is carried out although its answer is lost or replaced. */
  readonly performed?: true
}

/** Which of its matches a fault strikes. */
export interface FaultMoment {
  /** Matches that it lets through first. */
  readonly after: number
  /** Of the matches after those, each so-manieth. */
  readonly every: number
  /** How often it strikes at most; no limit where absent. */
  readonly times?: number
  /** Above 0 to 1; drawn from the world's seed, the fault and the ordinal of the match. */
  readonly probability?: number
}

/** A fault without its number and its counters. */
export interface FaultRule {
  readonly enabled: boolean
  readonly target: FaultTarget
  readonly moment: FaultMoment
  readonly effect: FaultEffect
}

export interface FaultRecord extends FaultRule {
  readonly id: number
  /** What it was asked about and was meant for, and how often it struck. */
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

/** Faults that a world holds at most. */
export const MAXIMUM_FAULTS = 1000

/** A site that does not answer right now; in the tables of its region. */
export interface OutageRecord {
  /** The number of the fault that says so, as text: numbers are of sequences of the region. */
  readonly id: string
  readonly applicationId: number
}

export const outages = defineTable<OutageRecord>()({
  name: 'outage',
  key: (record) => record.id,
  indexes: { application: { keys: (record) => [record.applicationId] } },
})
