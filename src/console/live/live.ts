/** Keeps the console up to date with server-sent events, in batches, so that many exchanges per second stay cheap to show. */
import type { StepList } from '../../control/responses/past.ts'
import type { ServerEvent } from '../../control/responses/events.ts'
import type { ClockAdvance, LoadedWorld } from '../../control/responses/worlds.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, control } from '../calls/api.ts'
import { backend } from '../calls/backend.ts'
import { received, failed, type Live, type Reading, shownFor } from '../state/reading.ts'
import {
  changes,
  clock,
  connection,
  epoch,
  events,
  failedRun,
  health,
  KEPT_EVENTS,
  range,
  step,
  showToast,
  type Toast,
  world,
} from '../state/store.ts'
import { movedText } from '../words/moved-text.ts'

/** Wall-clock milliseconds between two updates of the page: four per second, however many events there are. */
const BEAT = 250

let unfollow = (): void => {}
let batch: ServerEvent[] = []
let beating = false

/**
 * Connects to a world, as it is now or after a step, and discards the data of the previous one. The page's address keeps both
 * over a reload.
 */
export function follow(name: string, at?: number): void {
  unfollow()
  world.value = name
  step.value = at
  range.value = undefined
  failedRun.value = undefined
  keepInAddress()
  events.value = []
  batch = []
  connection.value = 'connecting'
  unfollow = backend.follow(name, {
    opened() {
      connection.value = 'open'
      void refresh(true)
    },
    lost() {
      connection.value = 'lost'
    },
    gap: beginAnew,
    event: receive,
  })
  void refresh(true)
}

/** Events were missed, or the server was restarted, so everything is read again. */
function beginAnew(): void {
  events.value = []
  batch = []
  epoch.value++
  void refresh()
}

/** Shows the world as it was after a step, or as it is now. */
export function showStep(at: number | undefined): void {
  if (step.peek() === at) return
  step.value = at
  keepInAddress()
  void refresh()
}

function keepInAddress(): void {
  const page = new URL(location.href)
  const shown = { world: world.peek() === 'default' ? undefined : world.peek(), step: step.peek() }
  for (const [name, value] of Object.entries(shown)) {
    if (value === undefined) page.searchParams.delete(name)
    else page.searchParams.set(name, String(value))
  }
  if (page.href !== location.href) history.replaceState(undefined, '', page)
}

function receive(event: ServerEvent): void {
  batch.push(event)
  if (beating) return
  beating = true
  setTimeout(beat, BEAT)
}

function beat(): void {
  beating = false
  const arrived = batch
  batch = []
  const name = world.peek()
  if (
    arrived.some((event) => event.world === name && event.type === 'world' && event.data.change === 'dropped')
  ) {
    // Another request would create it again.
    showToast('bad', `The world ${name} was deleted. The world default is shown instead.`)
    follow('default')
    return
  }
  events.value = [...events.peek(), ...arrived].slice(-KEPT_EVENTS)
  const isAnew = ({ type, data }: ServerEvent) =>
    type === 'world' && (data.change === 'reset' || data.change === 'loaded')
  if (step.peek() !== undefined && arrived.some((event) => event.world === name && isAnew(event))) {
    showToast('info', `The history of the world ${name} was reset. The world is shown as it is now.`)
    showStep(undefined)
  }
  // What is past does not change.
  if (step.peek() === undefined) void refresh()
  else void readRange()
}

let readingRange = false

/** Reads which steps the world has. */
async function readRange(): Promise<void> {
  if (readingRange) return
  readingRange = true
  const name = world.peek()
  try {
    const { first, last, failure, lastExchange } = await control<StepList>('/past?limit=0', { world: name })
    if (world.peek() !== name) return
    if (range.peek()?.first !== first || range.peek()?.last !== last) range.value = { first, last }
    const failed = failure && { ...failure, ...(lastExchange === undefined ? {} : { lastExchange }) }
    if (JSON.stringify(failed) !== JSON.stringify(failedRun.peek())) failedRun.value = failed
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  } finally {
    readingRange = false
  }
}

/** Reads clock and health again, and notifies the panels that records may have changed. `mayMake` allows creating the world. */
export async function refresh(mayMake = false): Promise<void> {
  try {
    const read = await control<LoadedWorld>('/health', { mayMake })
    health.value = read
    clock.value = read.clock
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (step.peek() !== undefined && error.status === 404) {
      showToast('bad', `${error.message}. The world is shown as it is now.`)
      return showStep(undefined)
    }
    connection.value = 'lost'
  }
  void readRange()
  changes.value++
}

/** Runs an action and shows its result as a notice of type `kind`. The panels are updated in any case. */
export async function attempt<T>(
  what: string,
  action: () => Promise<T>,
  kind: Toast['kind'] = 'good',
): Promise<T | undefined> {
  try {
    const result = await action()
    if (what !== '') showToast(kind, what)
    return result
  } catch (error) {
    showToast('bad', error instanceof Error ? error.message : String(error))
    return undefined
  } finally {
    void refresh()
  }
}

/** Moves the clock, and reports how many jobs ran and which failed. */
export function advance(step: { by?: string; to?: string; jobs?: number }): Promise<unknown> {
  return attempt('', async () => {
    const moved = await control<ClockAdvance>('/clock/advance', { method: 'POST', body: step })
    // A job fails as the world makes it fail; the move itself was done.
    showToast(moved.failedTotal > 0 ? 'warn' : 'info', movedText(moved))
  })
}

/**
 * Data that is read again whenever something changes in the world. `asking` names the request to the selected world; another one
 * or another world starts over. Only one read runs at a time; a change meanwhile causes one more. `ofNow` says that the data does not
 * depend on the step that is shown; then `read` addresses the world itself.
 */
export function useLive<T>(
  asking: string,
  read: (signal: AbortSignal) => Promise<T>,
  { ofNow = false }: { readonly ofNow?: boolean } = {},
): Live<T> {
  const at = ofNow ? undefined : step.value
  const key = at === undefined ? asking : `${asking}@${at}`
  const [reading, setReading] = useState<Reading<T> | undefined>(undefined)
  const name = world.value
  const question = JSON.stringify([name, key])
  const latest = useRef({ question, read })
  latest.current = { question, read }
  const version = changes.value
  const busy = useRef<{ question: string; again: boolean } | undefined>(undefined)
  const abort = useRef<AbortController | undefined>(undefined)
  useEffect(() => {
    if (busy.current?.question === question) {
      busy.current.again = true
      return
    }
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    const own = { question, again: false }
    busy.current = own
    void readWhileCurrent(own, controller.signal)

    async function readWhileCurrent(
      turn: { question: string; again: boolean },
      signal: AbortSignal,
    ): Promise<void> {
      do {
        turn.again = false
        // The page may already request something else.
        if (latest.current.question !== turn.question) break
        try {
          const data = await latest.current.read(signal)
          if (!signal.aborted) setReading(received(name, key, data))
        } catch (error) {
          const text = error instanceof Error ? error.message : String(error)
          if (!signal.aborted) setReading((before) => failed(before, name, key, text))
        }
      } while (turn.again && !signal.aborted)
      if (busy.current === turn) busy.current = undefined
    }
  }, [question, version])
  useEffect(() => () => abort.current?.abort(), [])
  return shownFor(reading, name, key)
}
