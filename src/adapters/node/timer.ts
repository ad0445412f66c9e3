/** The live timer of a server, on Node's timers. */
import { createLiveTimer, type LiveClock, type LiveTimer } from '../shared/live-timer.ts'

/** Moves the clock of a simulator when a job is due; `onFailure` receives what a job throws. */
export function createServerTimer(simulator: LiveClock, onFailure: (error: unknown) => void): LiveTimer {
  return createLiveTimer(
    simulator,
    {
      now: () => performance.now(),
      set: (action, delay) => setTimeout(action, delay).unref(),
      clear: clearTimeout,
    },
    onFailure,
  )
}
