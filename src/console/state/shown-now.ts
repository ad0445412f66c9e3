/** The time that is shown: that of the server's clock, carried on between two readings while the clock runs. */
import { effect, signal } from '@preact/signals'
import { type Clock, clock } from './store.ts'

/** Wall milliseconds between two updates of what is shown. */
const TICK = 200

/** Virtual milliseconds since 1970, or 0 before the clock is known. Between readings an estimate, while the clock is live. */
export const shownNow = signal(0)

/** What the clock says `elapsed` wall milliseconds after it was read. */
export function estimate(
  { now, mode, speed }: Pick<Clock, 'now' | 'mode' | 'speed'>,
  elapsed: number,
): number {
  const read = Date.parse(now)
  return mode === 'live' ? Math.floor(read + Math.max(0, elapsed) * speed) : read
}

/**
 * What to show next. A reading that took some time to arrive may lie behind what is shown: the shown time then waits for
 * it, so that it never ticks backwards. A clock that was put back is followed.
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
