/** The displayed time: the server's clock, extrapolated between two reads while the clock runs. */
import type { Clock } from '../../control/responses/worlds.ts'
import { effect, signal } from '@preact/signals'
import { clock } from './store.ts'

/** Wall-clock milliseconds between two updates of the display. */
const TICK = 200

/** Virtual milliseconds since 1970, or 0 before the clock is known. An estimate between reads while the clock runs. */
export const shownNow = signal(0)

/** The time of the clock `elapsed` wall-clock milliseconds after it was read. */
export function estimate(
  { now, mode, speed }: Pick<Clock, 'now' | 'mode' | 'speed'>,
  elapsed: number,
): number {
  const read = Date.parse(now)
  return mode === 'live' ? Math.floor(read + Math.max(0, elapsed) * speed) : read
}

/**
 * The next time to display. A slow response may be earlier than the displayed time, which then waits, so that it never goes
 * backwards. A clock that was reset is followed.
 */
export function follow(shown: number, next: number, { mode, speed }: Pick<Clock, 'mode' | 'speed'>): number {
  const behind = shown - next
  return mode === 'live' && behind > 0 && behind < 2000 * speed ? shown : next
}

let read = 0
let timer: ReturnType<typeof setInterval> | undefined

function tick(): void {
  const current = clock.peek()
  if (current === undefined) return
  shownNow.value = follow(shownNow.peek(), estimate(current, performance.now() - read), current)
}

effect(() => {
  const current = clock.value
  if (current === undefined) return
  read = performance.now()
  tick()
  if (current.mode === 'live') timer ??= setInterval(tick, TICK)
  else {
    clearInterval(timer)
    timer = undefined
  }
})
