/** Ends workers in which a test holds up everything, such as a loop without an end. */
import type { StartLine } from './plan.ts'
import { readWorkers } from './worker-lines.ts'

/** Milliseconds of real time. */
const EVERY = 250
/** A worker ends a test itself if it can, and what then cleans up takes time too. */
const GRACE = 1500

/** Calls `onEnded` for each try whose worker is ended. Returns what stops it. */
export function watchWorkers(folder: string, onEnded: (line: StartLine) => void): () => void {
  const ended = new Set<number>()
  const timer = setInterval(() => {
    for (const [pid, { pending }] of readWorkers(folder)) {
      if (pending?.limit === undefined || ended.has(pid)) continue
      if (Date.now() < pending.at + 1.5 * pending.limit + GRACE) continue
      ended.add(pid)
      onEnded(pending)
      end(pid)
    }
  }, EVERY)
  return () => clearInterval(timer)
}

/** Ends the workers that are in a try: they may not notice that nobody waits for them. */
export function endWorkers(folder: string): void {
  for (const [pid, { pending }] of readWorkers(folder)) if (pending !== undefined) end(pid)
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
