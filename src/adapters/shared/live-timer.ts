/** The one timer of a live clock: it wakes the simulator when its next job is due, so that jobs run with nobody calling. */

/** What a timer can hold; a later job is reached in several steps. */
export const LONGEST_DELAY = 2 ** 31 - 1
/** Wall milliseconds until the next attempt after catching up failed: never a busy loop. */
const DELAY_AFTER_FAILURE = 1000

export interface LiveClock {
  /** Moves the clock to the wall clock; jobs due meanwhile run. */
  catchUp(): void
  /** Wall milliseconds until the next pending job; undefined when the clock is not live or nothing is pending. */
  nextDue(): number | undefined
}

/** The timers and the wall clock of the platform, which tests replace. */
export interface Timers<T> {
  /** Wall milliseconds since any fixed moment. */
  now(): number
  /** Calls `action` once, after so many wall milliseconds; does not keep the process alive. */
  set(action: () => void, delay: number): T
  clear(timer: T): void
}

export interface LiveTimer {
  /** To be called whenever the next job may have changed. */
  rearm(): void
  /** Stops for good. */
  stop(): void
}

/** Owns one timer over a clock; `onFailure` is told what catching up throws. */
export function createLiveTimer<T>(
  clock: LiveClock,
  timers: Timers<T>,
  onFailure: (error: unknown) => void,
): LiveTimer {
  let armed: { readonly timer: T; readonly at: number } | undefined
  let stopped = false

  function arm(shortest: number): void {
    const due = stopped ? undefined : clock.nextDue()
    if (due === undefined) return disarm()
    const delay = Math.min(Math.max(Math.ceil(due), shortest), LONGEST_DELAY)
    const at = timers.now() + delay
    // A timer that is early anyway finds out, when it fires, how long there is still to wait.
    if (armed !== undefined && armed.at <= at) return
    disarm()
    armed = { timer: timers.set(wake, delay), at }
  }

  function wake(): void {
    armed = undefined
    attempt(() => {
      clock.catchUp()
      arm(1)
    })
  }

  /** Whatever fails, the timer goes on; jobs that fail are left out by the clock, so the next attempt finds others. */
  function attempt(action: () => void): void {
    try {
      action()
    } catch (error) {
      onFailure(error)
      disarm()
      armed = { timer: timers.set(wake, DELAY_AFTER_FAILURE), at: timers.now() + DELAY_AFTER_FAILURE }
    }
  }

  function disarm(): void {
    if (armed !== undefined) timers.clear(armed.timer)
    armed = undefined
  }

  return {
    rearm: () => attempt(() => arm(1)),
    stop: () => {
      stopped = true
      disarm()
    },
  }
}
