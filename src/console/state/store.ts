/** What all panels share: the world that is looked at, its clock, what happens in it, and what is to be told. */
import { computed, signal } from '@preact/signals'

/** A clock as the control API shows it. */
export interface Clock {
  readonly now: string
  readonly start: string
  readonly mode: 'manual' | 'auto' | 'live'
  readonly speed: number
  readonly pendingJobs: number
  readonly nextJobAt?: string
}

export interface Health {
  readonly version: string
  readonly scenario: string
  readonly seed: string
  readonly scenarioHash: string
  readonly world: string
  readonly clock: Clock
}

/** An event of the server, as it comes in; see `GET /_sim/events`. */
export interface ServerEvent {
  readonly id: number
  readonly type: 'exchange' | 'clock' | 'job' | 'world' | 'fault'
  readonly world: string
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface Toast {
  readonly id: number
  /** `good`: it worked; `info`: it happened; `warn`: it worked, and something does not work because of it; `bad`: it failed. */
  readonly kind: 'good' | 'info' | 'warn' | 'bad'
  readonly text: string
}

/** How many events panels can look back on. */
export const KEPT_EVENTS = 5000

/** The name of the world that is looked at. */
export const world = signal('default')
export const health = signal<Health | undefined>(undefined)
export const clock = signal<Clock | undefined>(undefined)
/** Whether events arrive. */
export const connection = signal<'connecting' | 'open' | 'lost'>('connecting')
/** The latest events of the world that is looked at, oldest first. Replaced, never changed. */
export const events = signal<readonly ServerEvent[]>([])
/** Grows when events were missed, or the server may be another one: what is kept from before proves nothing any more. */
export const epoch = signal(0)
/** Grows with every batch of events that may have changed records: what `useLive` listens to. */
export const changes = signal(0)
export const toasts = signal<readonly Toast[]>([])

/** Virtual milliseconds since 1970 of the clock, or 0 before it is known. */
export const now = computed(() => (clock.value === undefined ? 0 : Date.parse(clock.value.now)))

let lastToast = 0

/** Tells something for some seconds; a failure stays longer. */
export function tell(kind: Toast['kind'], text: string): void {
  const id = ++lastToast
  toasts.value = [...toasts.peek().slice(-2), { id, kind, text }]
  setTimeout(() => dismiss(id), kind === 'bad' ? 10_000 : 4000)
}

export function dismiss(id: number): void {
  toasts.value = toasts.peek().filter((toast) => toast.id !== id)
}
