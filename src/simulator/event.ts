/** Events of a simulator: what each type of event reports. */
import type { NameSuggestion } from '../gateway/journal/ignored-names.ts'
import type { NotableExchange } from '../gateway/journal/exchange-text.ts'
import type { ClockState } from '../world/time/clock-state.ts'

export const EVENT_TYPES = ['exchange', 'clock', 'job', 'world', 'fault'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** A change of a world. */
export type WorldChange = 'created' | 'dropped' | 'reset' | 'restored' | 'loaded' | 'edited' | 'presented'

/** A change of a fault. `cleared` means that all were removed. */
export type FaultChange = 'written' | 'switched' | 'removed' | 'cleared' | 'struck'

/** The data of each type of event, as plain JSON; instants in ISO 8601. */
export interface EventData {
  /** An exchange ended: a summary of its journal entry, with the number of that entry if it is kept. */
  readonly exchange: {
    readonly number?: number
    /** The value of X-Request-Id: its number within the world. */
    readonly id: string
    readonly method: string
    /** The path without the query. */
    readonly path: string
    readonly operation: string | null
    readonly status: number
    /** The id of the fault that shaped the response. */
    readonly fault: number | null
    /** Who called; absent without a valid credential. */
    readonly user?: string
    /** Parameters and body fields that nothing read, and the names that the client probably meant. */
    readonly unknownParameters?: readonly string[]
    readonly unknownFields?: readonly string[]
    readonly suggestions?: readonly NameSuggestion[]
    /** Why it matched no operation, and the nearest ones. */
    readonly diagnosis?: { readonly reason: string; readonly nearest: readonly string[] }
    /** What a client may not expect of the response, such as that it is a frozen copy. */
    readonly remark?: string
    /** Present if it is over the rate limit, enforced or not. */
    readonly rateLimitExceeded?: true
    /** The instant until which what the response shows is pending, in ISO 8601. */
    readonly pendingUntil?: string
    /** Present if a defect of the simulator occurred. */
    readonly defect?: true
  }
  /** A clock was moved, or its mode or speed changed. `fired` is the number of jobs that ran. */
  readonly clock: Omit<ClockState, 'now' | 'start'> & { readonly now: string; readonly fired: number }
  /** A job ran. Of one move of the clock the first 500 are reported. */
  readonly job: {
    readonly id: number
    readonly kind: string
    readonly due: string
    /** A description of its outcome. */
    readonly outcome?: string
    /** Present if a part of its work failed. */
    readonly failed?: true
  }
  /**
   * `edited` means that the control API changed records: `by` is the route as in its reference, `path` the request path,
   * `status` the new status of the record. `presented` means that a presenter went to another slide of the stage.
   */
  readonly world: {
    readonly change: WorldChange
    readonly reason?: 'idle'
    readonly by?: string
    readonly path?: string
    readonly status?: string
  }
  /** A fault was added or removed, or applied `times` times during one move of a clock or one exchange. */
  readonly fault: { readonly change: FaultChange; readonly fault?: number; readonly times?: number }
}

export type SimulatorEvent = {
  readonly [T in EventType]: {
    /** Increases with every event of a simulator. */
    readonly id: number
    readonly type: T
    readonly world: string
    /** The virtual time of the world, as ISO 8601 in UTC. */
    readonly at: string
    readonly data: EventData[T]
  }
}[EventType]

/** The events that a listener wants; absent fields do not filter. */
export interface EventFilter {
  readonly world?: string | undefined
  readonly types?: readonly EventType[] | undefined
}

/** What the request log reads of an exchange; no credential of its request is in it. */
export interface LoggedExchange extends NotableExchange {
  readonly id: string
  /** Virtual milliseconds since 1970. */
  readonly at: number
  readonly world: string
  readonly user: string | undefined
  readonly method: string
  readonly url: string
  readonly status: number
}

/** `body` is that of the response: it may be long, so read what is needed of it at once. */
export type ExchangeWatcher = (exchange: LoggedExchange, body: string | Uint8Array) => void

export type EventListener = (event: SimulatorEvent) => void
