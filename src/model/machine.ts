/** State machines as data: one table for each machine; the engine refuses what the table lacks. */
import { stateConflict } from './errors.ts'
import { shown } from './refusal.ts'

/** `none` stands for a record that does not exist. */
export interface Transition<S extends string, E extends string> {
  readonly from: S | 'none'
  readonly event: E
  readonly to: S | 'none'
  /** What else happens, in words. */
  readonly effects?: string
  /** The section of the service's description, where it documents the transition. */
  readonly section?: string
}

export interface Machine<S extends string, E extends string> {
  /** What the machine moves, in the words of messages: `link request`. */
  readonly name: string
  readonly states: readonly S[]
  readonly events: readonly E[]
  readonly transitions: readonly Transition<S, E>[]
  /** How messages say a state after `is`; its name where absent. */
  readonly stateWords?: Readonly<Partial<Record<S, string>>>
  /** What callers can do, as messages say it after `it can`: `be deleted`. Events without words are the service's own. */
  readonly deeds?: Readonly<Partial<Record<E, string>>>
}

/** Is told each transition that a machine makes; what it does with that shapes no answer. */
export type StepObserver = (transition: Transition<string, string>) => void

/** Of the action that runs now: all work on worlds is synchronous. */
let observer: StepObserver | undefined

/** Runs an action and tells the observer each transition that is made meanwhile, but for those of an inner call of this. */
export function observeSteps<T>(watch: StepObserver, action: () => T): T {
  const outer = observer
  observer = watch
  try {
    return action()
  } finally {
    observer = outer
  }
}

/** Runs an action whose transitions are observed once it has succeeded; those of an action that throws never are. */
export function observedWhenDone<T>(action: () => T): T {
  const outer = observer
  if (outer === undefined) return action()
  const made: Transition<string, string>[] = []
  const result = observeSteps((transition) => made.push(transition), action)
  for (const transition of made) outer(transition)
  return result
}

/** Runs an action whose transitions nobody is told: those that a fault makes are no evidence of what the service does. */
export function unobserved<T>(action: () => T): T {
  return observer === undefined ? action() : observeSteps(() => {}, action)
}

/** The state that an event leads to. Throws a Refusal (CONFLICT) that says what can be done instead. */
export function step<S extends string, E extends string>(
  machine: Machine<S, E>,
  from: S | 'none',
  event: E,
  key?: string,
): S | 'none' {
  const transition = machine.transitions.find(
    (candidate) => candidate.from === from && candidate.event === event,
  )
  if (transition !== undefined) {
    observer?.(transition)
    return transition.to
  }
  throw stateConflict(complaint(machine, from, event, key))
}

/** Which state it is in, what that forbids, and what can be done instead. */
function complaint<S extends string, E extends string>(
  { name, transitions, stateWords, deeds }: Machine<S, E>,
  from: S | 'none',
  event: E,
  key: string | undefined,
): string {
  const subject = key === undefined ? name : `${name} ${shown(key)}`
  const possible = transitions.flatMap((candidate) =>
    candidate.from === from ? (deeds?.[candidate.event] ?? []) : [],
  )
  const state = from === 'none' ? 'does not exist' : `is ${stateWords?.[from] ?? from}`
  const rest =
    possible.length === 0
      ? 'nothing can be done with it now'
      : `it can ${[...new Set(possible)].join(' or ')}`
  return `the ${subject} ${state}: it cannot ${deeds?.[event] ?? `take ${event}`}; ${rest}`
}
