/** The record of one run of the client. */
import type { AssumptionId } from '../api/framework/assumptions.ts'
import type { ExchangeResponse, ExchangeRequest } from '../api/framework/exchange.ts'
import type { TakenTransition } from '../gateway/journal/entry.ts'
import type { Simulator } from '../simulator/simulator.ts'
import type { Disturbance, FaultName } from './disturbance.ts'

/** An exchange of the client. */
export interface ExploredExchange {
  /** From 1, in the order in which the simulator handled them. */
  readonly number: number
  readonly method: string
  /** The address as the client wrote it. */
  readonly url: string
  readonly operation: string | undefined
  readonly user: string | undefined
  /** The status that the client saw; undefined if it got no response. */
  readonly status: number | undefined
  /** The virtual time when the client sent it, in milliseconds since 1970. */
  readonly sentAt: number
  /** The virtual time when the response arrived, or was lost. */
  readonly endedAt: number
  /** The seconds in the Retry-After header of the response. */
  readonly retryAfter?: number
  /** The fault that the exploration injected. */
  readonly fault?: FaultName
}

/** How a run failed. */
export type FailureKind = 'error' | 'unhandled rejection' | 'endless' | 'check'

export interface RunFailure {
  readonly kind: FailureKind
  readonly error: unknown
}

/** An exchange with its request, for the scenario of a failure. */
export interface RecordedCall extends ExploredExchange {
  readonly request: ExchangeRequest
  readonly answer: ExchangeResponse
  /** How long the client waited before it, in milliseconds of virtual time. */
  readonly waited: number
  /** Whether it changed the world. */
  readonly changed: boolean
}

export interface RunRecord {
  readonly calls: readonly RecordedCall[]
  /** How long the client waited after the last call, in milliseconds of virtual time. */
  readonly waited: number
  /** The disturbances that happened, in order. */
  readonly applied: readonly Disturbance[]
  /** Those that could not happen: the client had ended, or the call had failed often enough. */
  readonly missed: readonly Disturbance[]
  readonly failure?: RunFailure
  /** The error with which the client gave up, if it may. */
  readonly gaveUp?: { readonly error: unknown }
  readonly assumptions: ReadonlySet<AssumptionId>
  readonly transitions: ReadonlySet<TakenTransition>
  /** True if two requests were under way at the same time. */
  readonly overlaps: boolean
  /** The state of the world at the end of the run. */
  readonly end: Simulator
}
