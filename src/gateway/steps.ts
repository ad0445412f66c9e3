/** Transitions of state machines, noted as they are made. */
import type { StepObserver, Transition } from '../model/machine.ts'
import { machines } from '../model/machines.ts'
import type { TakenTransition } from './journal.ts'

type AnyTransition = Transition<string, string>

/** Machines by their transitions: the engine knows these as the very objects of the tables. */
const MACHINE_OF: ReadonlyMap<AnyTransition, string> = new Map(
  machines.flatMap(({ id, machine }) => machine.transitions.map((transition) => [transition, id] as const)),
)

const NONE: readonly TakenTransition[] = []

/** Notes transitions; hand `note` to the engine as its observer. */
export class StepNotes {
  #taken: Set<AnyTransition> | undefined

  readonly note: StepObserver = (transition) => {
    this.#taken ??= new Set()
    this.#taken.add(transition)
  }

  /** What was noted so far, each once: a rule may ask the engine before it acts. */
  taken(): readonly TakenTransition[] {
    if (this.#taken === undefined) return NONE
    return [...this.#taken].flatMap((transition) => {
      const { from, event, to } = transition
      const machine = MACHINE_OF.get(transition)
      return machine === undefined ? [] : [{ machine, from, event, to }]
    })
  }
}
