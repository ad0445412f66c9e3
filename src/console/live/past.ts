/** The past of the selected world: the step that is shown, and what it changed. */
import type { SnapshotDifference } from '../../control/responses/worlds.ts'
import type { StepEntry } from '../../control/responses/past.ts'
import { computed, effect, signal } from '@preact/signals'
import { ApiError, control, query } from '../calls/api.ts'
import { showStep } from './live.ts'
import { range, step, world } from '../state/store.ts'

export interface Suspicion {
  readonly kind: 'ignored' | 'unmatched' | 'fault' | 'defect' | 'refused' | 'repeated' | 'remarked'
  readonly reason: string
}

export interface ShownStep {
  readonly world: string
  readonly number: number
  /** Undefined for the beginning, which no step led to. */
  readonly entry: StepEntry | undefined
  /** What the step changed; undefined if the state before it is not kept. */
  readonly changes: SnapshotDifference | undefined
}

/** Records whose change is marked in tables. */
const MARKED = 1000

const read = signal<ShownStep | undefined>(undefined)

/** The step that is shown, once it is read. */
export const shownStep = computed(() =>
  read.value?.world === world.value && read.value.number === step.value ? read.value : undefined,
)

/** How many records of the service the shown step changed, without the simulator's own. */
export const changedRecords = computed(() =>
  (shownStep.value?.changes?.tables ?? []).reduce(
    (sum, { records, own }) => (own === true ? sum : sum + records),
    0,
  ),
)

const marked = computed(
  () =>
    new Set(
      (shownStep.value?.changes?.items ?? []).map(({ store, table, key }) => markOf(table, store, key)),
    ),
)

/** Whether the shown step changed or added a record. */
export function isChanged(table: string, store: string, key: unknown): boolean {
  return marked.value.has(markOf(table, store, key))
}

const markOf = (table: string, store: string, key: unknown): string => `${store} ${table} ${String(key)}`

/** Before the latest step is the one before it; before now is the latest. */
export function goEarlier(): void {
  const { first, last } = range.peek() ?? { first: 0, last: 0 }
  if (last > first || step.peek() !== undefined) goTo(Math.max(first, (step.peek() ?? last + 1) - 1))
}

/** After the latest step is now. */
export function goLater(): void {
  const current = step.peek()
  if (current !== undefined) goTo(current + 1)
}

/** A step, or now for a number after the latest one. */
export function goTo(number: number): void {
  showStep(number > (range.peek()?.last ?? number) ? undefined : number)
}

let reading = new AbortController()

effect(() => {
  const [name, number] = [world.value, step.value]
  reading.abort()
  if (number === undefined) return
  reading = new AbortController()
  void readStep(name, number, reading.signal)
})

async function readStep(name: string, number: number, stop: AbortSignal): Promise<void> {
  const ask = <T>(path: string) =>
    control<T>(path, { world: name, signal: stop }).catch((error: unknown) => {
      if (error instanceof ApiError) return undefined
      throw error
    })
  try {
    const [entry, changes] = await Promise.all([
      number === 0 ? undefined : ask<StepEntry>(`/past/${number}`),
      number === 0
        ? undefined
        : ask<SnapshotDifference>(`/past/${number - 1}/diff/${number}${query({ limit: MARKED })}`),
    ])
    if (!stop.aborted) read.value = { world: name, number, entry, changes }
  } catch (error) {
    if (!stop.aborted) throw error
  }
}
