/** What the sections of the tools are made of. */
import type { Simulator } from '../../simulator/simulator.ts'

export interface Tools {
  readonly simulator: Simulator
  /** Runs an action of the user, and says `done` or the message of its error in the status line. */
  act(done: string, action: () => void): void
}

export interface Section {
  readonly element: HTMLElement
  /** Shows the current state of the simulator. */
  update(): void
}
