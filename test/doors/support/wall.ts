/** A wall clock and its timers, which move only when told. */
import type { Timers } from '../../../src/adapters/shared/live-timer.ts'

interface PendingTimer {
  readonly action: () => void
  readonly at: number
}

export interface Wall extends Timers<PendingTimer> {
  /** Lets wall time pass; timers go off at their own moments. */
  pass(milliseconds: number): void
  readonly pending: ReadonlySet<PendingTimer>
}

export function createWall(): Wall {
  let now = 1000
  const pending = new Set<PendingTimer>()
  return {
    pending,
    now: () => now,
    set(action, delay) {
      const timer = { action, at: now + delay }
      pending.add(timer)
      return timer
    },
    clear: (timer) => void pending.delete(timer),
    pass(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const [next] = [...pending]
          .filter(({ at }) => at <= end)
          .toSorted((left, right) => left.at - right.at)
        if (next === undefined) break
        now = Math.max(now, next.at)
        pending.delete(next)
        next.action()
      }
      now = end
    },
  }
}
