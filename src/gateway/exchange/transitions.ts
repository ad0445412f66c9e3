/** Transitions of state machines, noted as they are made. */
import type { StepObserver, Transition } from '../../model/machine.ts'
import { machines } from '../../model/machines.ts'
import type { TakenTransition } from '../journal/entry.ts'

type AnyTransition = Transition<string, string>

/** Transitions as exchanges report them, by the objects of the machines' tables. */
const PUBLISHED: ReadonlyMap<AnyTransition, TakenTransition> = new Map(
  machines.flatMap(({ id, machine }) =>
    machine.transitions.map((transition) => {
      const { from, event, to } = transition
      return [transition, Object.freeze({ machine: id, from, event, to })] as const
    }),
  ),
)

const NONE: readonly TakenTransition[] = []

/** Notes transitions; hand `note` to the engine as its observer. */
export class TransitionLog {
  #taken: AnyTransition[] | undefined

  readonly note: StepObserver = (transition) => {
    // There are some dozens of transitions in all, and most exchanges make one.
    if (this.#taken === undefined) this.#taken = [transition]
    else if (!this.#taken.includes(transition)) this.#taken.push(transition)
  }

  /** Drops the steps noted so far. */
  discard(): void {
    this.#taken = undefined
  }

  /** What was noted so far, each once: a rule may ask the engine before it acts. */
  taken(): readonly TakenTransition[] {
    if (this.#taken === undefined) return NONE
    const published: TakenTransition[] = []
    for (const transition of this.#taken) {
      const known = PUBLISHED.get(transition)
      if (known !== undefined) published.push(known)
    }
    return published
  }
}
