/** What an exploration needs from the platform; an adapter provides it. */
import type { ScenarioOverrides } from '../scenario/base.ts'
import type { Simulator } from '../simulator/simulator.ts'

export interface Platform {
  /** Milliseconds of real time since any instant. */
  readonly wallClock: () => number
  /** Resolves when all callbacks that are ready have run. */
  readonly nextTask: () => Promise<void>
  /** Starts a timer; `expired` resolves when it ends, unless it is cancelled. */
  readonly timer: (milliseconds: number) => { readonly expired: Promise<void>; readonly cancel: () => void }
  /** Catches unhandled rejections instead of the platform, until `stop`. */
  readonly watchRejections: () => RejectionWatch
  /** Creates a simulator of a scenario. */
  readonly create: (scenario: unknown, overrides: Omit<ScenarioOverrides, 'seed'>) => Promise<Simulator>
}

export interface RejectionWatch {
  /** The reasons since the last call. */
  readonly take: () => readonly unknown[]
  readonly stop: () => void
}
