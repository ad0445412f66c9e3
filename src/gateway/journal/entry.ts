/** An exchange as the journal stores it. */
import type { MachineName } from '../../api/operation-types.generated.ts'
import type { AssumptionId } from '../../api/framework/assumptions.ts'
import type { ExchangeResponse, ExchangeRequest } from '../../api/framework/exchange.ts'
import type { Region } from '../../model/schema.ts'
import type { NameSuggestion } from './ignored-names.ts'

/** A transition of a state machine by an exchange or the clock. */
export interface TakenTransition {
  /** The name of the machine, as `GET /_sim/machines` lists it. */
  readonly machine: MachineName
  readonly from: string
  readonly event: string
  readonly to: string
}

export type PermissionVerdict = 'allowed' | 'refused'

export interface JournalEntry {
  /** The number in X-Request-Id of the response. */
  readonly id: string
  /** The virtual time, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  readonly world: string
  readonly interface: string | undefined
  readonly region: Region | undefined
  /** The id of the operation; absent if none matched. */
  readonly operation: string | undefined
  readonly user: string | undefined
  /** The header `traceparent` of the request, if it is valid by W3C Trace Context. */
  readonly traceparent?: string
  /** The request as it arrived. */
  readonly request: ExchangeRequest
  readonly answer: ExchangeResponse
  /** The assumptions that shaped the response. */
  readonly assumptions: readonly AssumptionId[]
  /** Parameters and body fields that the operation does not know. */
  readonly unknownParameters: readonly string[]
  readonly unknownFields: readonly string[]
  /** The names that the client probably meant by unknown ones; absent if none is near. */
  readonly suggestions?: readonly NameSuggestion[]
  /** The instant until which what the response shows is pending, in virtual milliseconds; absent if nothing is. */
  readonly pendingUntil?: number
  /** Why the exchange matched no operation, and the nearest operations. */
  readonly diagnosis?: { readonly reason: string; readonly nearest: readonly string[] }
  /** What a client may not expect of the response, such as that it is a frozen copy, or where a requirement went. */
  readonly remark?: string
  /** True if it is over the rate limit, enforced or not. */
  readonly rateLimitExceeded: boolean
  /** The error of a defect of the simulator. */
  readonly defect?: string
  /** The id of the fault that affected the response, which then proves nothing about the service. */
  readonly fault?: number
  /**
   * Whether the caller had the permission that the operation requires; absent if the response was decided before that, such
   * as by validation. A 404 for a record that the caller may not see counts as refused.
   */
  readonly permission?: PermissionVerdict
  /** True if it changed records of the world. */
  readonly stateful?: boolean
  /** The application that the caller's token is scoped to; absent for other credentials. */
  readonly application?: number
  /** True if the response was generated from a schema of your own OpenAPI, so that it proves nothing. */
  readonly generated?: 'schema'
  /** Its transitions of state machines. */
  readonly transitions?: readonly TakenTransition[]
}

/** An entry whose bodies are text. */
export interface TextEntry extends JournalEntry {
  readonly request: ExchangeRequest & { readonly body?: string | undefined }
  readonly answer: ExchangeResponse & { readonly body: string }
}

/** An entry as the journal returns it. */
export interface RecordedExchange extends TextEntry {
  /** Increases with every exchange of the simulator, over all worlds. `id` is the number within the world. */
  readonly number: number
}
