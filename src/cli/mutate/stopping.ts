/** What ends a run before all mutants had their turn: its budget, a signal, or the death of a server. */
import { ToolFailure } from '../../replay/failure.ts'
import { listenToSignals } from '../serving/signals.ts'

export interface Stopping {
  /** Aborted when no further mutant is to be tried. */
  readonly signal: AbortSignal
  /** Aborted when nothing is to be run, not even without a mutant. */
  readonly interrupted: AbortSignal
  /** What aborted it first; undefined if nothing did. */
  reason(): 'budget' | 'interrupted' | undefined
  /** Settles as the work does; rejects with ToolFailure if an error that nobody caught happens meanwhile. */
  orDeath<T>(work: Promise<T>): Promise<T>
  dispose(): void
}

/** Wall-clock milliseconds; no budget if undefined. A first signal ends the run, and later ones are ignored. */
export function startStopping(budget: number | undefined): Stopping {
  const controller = new AbortController()
  const interruption = new AbortController()
  let reason: ReturnType<Stopping['reason']>
  const stop = (why: 'budget' | 'interrupted') => {
    reason ??= why
    controller.abort()
  }
  const timer = budget === undefined ? undefined : setTimeout(() => stop('budget'), budget)
  const signals = listenToSignals()
  const interrupt = () => {
    stop('interrupted')
    interruption.abort()
  }
  void signals.stopped.then(interrupt)
  return {
    signal: controller.signal,
    interrupted: interruption.signal,
    reason: () => reason,
    async orDeath(work) {
      let onDeath = (_error: unknown): void => {}
      const died = new Promise<never>((_resolve, reject) => {
        onDeath = reject
      })
      process.on('uncaughtException', onDeath)
      try {
        return await Promise.race([work, died.catch(dead)])
      } catch (error) {
        interrupt()
        await work.catch(() => {})
        throw error
      } finally {
        process.off('uncaughtException', onDeath)
      }
    },
    dispose() {
      clearTimeout(timer)
      signals.dispose()
    },
  }
}

function dead(error: unknown): never {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  throw new ToolFailure(3, `the server died, and the commands were ended: ${text}`)
}
