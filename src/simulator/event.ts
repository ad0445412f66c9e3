/** Events of a simulator: what each type of event reports. */
import type { ClockState } from '../world/time/clock-state.ts'

export const EVENT_TYPES = ['exchange', 'clock', 'job', 'world', 'fault'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** What became of a world. */
export type WorldChange = 'created' | 'dropped' | 'reset' | 'restored' | 'loaded' | 'edited'

/** What became of a fault; `cleared` means all of them. */
export type FaultChange = 'written' | 'switched' | 'removed' | 'cleared' | 'struck'

/** The data of each type of event, as plain JSON; instants in ISO 8601. */
export interface EventData {
  /** An exchange was answered: what the journal says of it in a line, and its number there, if it is kept. */
  readonly exchange: {
    readonly number?: number
    /** What the answer carries as X-Request-Id: its number within the world. */
    readonly id: string
    readonly method: string
    /** Without query. */
    readonly path: string
    readonly operation: string | null
    readonly status: number
    /** The number of the fault that shaped the answer. */
    readonly fault: number | null
  }
  /** A clock was moved, or moves in another way from now on; `fired` jobs ran on the way. */
  readonly clock: Omit<ClockState, 'now' | 'start'> & { readonly now: string; readonly fired: number }
  /** A job ran. Of one move of the clock the first 500 are reported. */
  readonly job: {
    readonly id: number
    readonly kind: string
    readonly due: string
    /** What came of it, in words. */
    readonly outcome?: string
    /** Present if something that it was to do was not done. */
    readonly failed?: true
  }
  /** `edited`: the control API changed records; `by` is the route, `path` the requested path, `status` the new status of the record. */
  readonly world: {
    readonly change: WorldChange
    readonly reason?: 'idle'
    readonly by?: string
    readonly path?: string
    readonly status?: string
  }
  /** A fault was written or taken away, or struck so many `times` during one move of a clock or exchange. */
  readonly fault: { readonly change: FaultChange; readonly fault?: number; readonly times?: number }
}

export type SimulatorEvent = {
  readonly [T in EventType]: {
    /** Grows from event to event of one simulator. */
    readonly id: number
    readonly type: T
    readonly world: string
    /** The instant of the world, ISO 8601 in UTC. */
    readonly at: string
    readonly data: EventData[T]
  }
}[EventType]

/** The events that a listener wants; absent fields do not filter. */
export interface EventFilter {
  readonly world?: string | undefined
  readonly types?: readonly EventType[] | undefined
}

export type EventListener = (event: SimulatorEvent) => void
