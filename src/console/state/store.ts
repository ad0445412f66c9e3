/** The shared state of all panels: the selected world, its clock, its events, and notices. */
import type { StepList } from '../../control/responses/past.ts'
import type { ServerEvent } from '../../control/responses/events.ts'
import type { Clock, LoadedWorld } from '../../control/responses/worlds.ts'
import { computed, signal } from '@preact/signals'

/** Why the run of a trace failed. */
export type FailedRun = NonNullable<StepList['failure']> & Pick<StepList, 'lastExchange'>

export interface Toast {
  readonly id: number
  /** `good`: success; `info`: news; `warn`: done, with a drawback; `bad`: what the user did not ask for. */
  readonly kind: 'good' | 'info' | 'warn' | 'bad'
  readonly text: string
  readonly link?: Link | undefined
}

/** A link of a notice, to what it is about. */
interface Link {
  readonly text: string
  readonly href: string
}

/** How many past events panels can read. */
export const KEPT_EVENTS = 5000

/** The name of the selected world. */
export const world = signal('default')
/** The step after which the world is shown; undefined for the world as it is now. */
export const step = signal<number | undefined>(undefined)
/** The world that panels read: `default`, or `default@12` for a moment of its past, which takes no writes. */
export const address = computed(() =>
  step.value === undefined ? world.value : `${world.value}@${step.value}`,
)
/** The steps of the selected world that can be shown; undefined before they are known. */
export const range = signal<{ readonly first: number; readonly last: number } | undefined>(undefined)
/** Why the run of the selected world failed; undefined unless the world is that of a trace that says so. */
export const failedRun = signal<FailedRun | undefined>(undefined)
export const health = signal<LoadedWorld | undefined>(undefined)
export const clock = signal<Clock | undefined>(undefined)
/** The state of the event stream. */
export const connection = signal<'connecting' | 'open' | 'lost'>('connecting')
/** The latest events of the selected world, oldest first. Replaced, never changed. */
export const events = signal<readonly ServerEvent[]>([])
/** Increases when events were missed or the server was restarted: older data is no longer valid. */
export const epoch = signal(0)
/** Increases with every batch of events that may have changed records. `useLive` listens to it. */
export const changes = signal(0)
export const toasts = signal<readonly Toast[]>([])
export const openDialogs = signal(0)

/** The clock in virtual milliseconds since 1970, or 0 before it is known. */
export const now = computed(() => (clock.value === undefined ? 0 : Date.parse(clock.value.now)))

/** A further notice replaces the oldest. */
const MAXIMUM_TOASTS = 2

let lastToast = 0

/** Shows a notice for some seconds; failures stay longer. */
export function showToast(kind: Toast['kind'], text: string, link?: Link): void {
  const id = ++lastToast
  toasts.value = [...toasts.peek(), { id, kind, text, link }].slice(-MAXIMUM_TOASTS)
  setTimeout(() => dismiss(id), kind === 'bad' ? 10_000 : 4000)
}

export function dismiss(id: number): void {
  toasts.value = toasts.peek().filter((toast) => toast.id !== id)
}
