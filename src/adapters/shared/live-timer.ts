/** The timer of a live clock: runs jobs when they are due, without any request. */

/** The longest delay of a timer. A later job takes several steps. */
export const MAXIMUM_TIMER_DELAY = 2 ** 31 - 1
/** Wall-clock milliseconds until the next attempt after a failure, so that it never loops without a pause. */
const DELAY_AFTER_FAILURE = 1000

export interface LiveClock {
  /** Moves the clock to the wall-clock time and runs the jobs that are due. */
  catchUp(): void
  /** Wall-clock milliseconds until the next pending job; undefined if the clock is not live or no job is pending. */
  nextDue(): number | undefined
}

/** The timers and the wall clock of the platform, which tests replace. */
export interface Timers<T> {
  /** Wall-clock milliseconds since any fixed moment. */
  now(): number
  /** Calls `action` once after the given wall-clock milliseconds, without keeping the process running. */
  set(action: () => void, delay: number): T
  clear(timer: T): void
}

export interface LiveTimer {
  /** Call it whenever the next job may have changed. */
  rearm(): void
  /** Stops the timer permanently. */
  stop(): void
}

/** Creates the timer of a clock. `onFailure` receives errors. */
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
    const delay = Math.min(Math.max(Math.ceil(due), shortest), MAXIMUM_TIMER_DELAY)
    const at = timers.now() + delay
    // If the timer fires early, it computes the remaining delay again.
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

  /** The timer continues after errors. The clock drops jobs that fail, so the next attempt runs others. */
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
