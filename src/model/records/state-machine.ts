/** State machines as data: one table for each machine; the engine refuses what the table lacks. */
import type { Store } from '../../world/store/store.ts'
import { stateConflict } from '../input/errors.ts'
import { present } from '../input/present.ts'
import { quoted } from '../input/refusal.ts'

/** `none` stands for a record that does not exist. */
export interface Transition<S extends string, E extends string> {
  readonly from: S | 'none'
  readonly event: E
  readonly to: S | 'none'
  readonly effects?: string
  /** The section of the service's description, where it documents the transition. */
  readonly section?: string
}

/** A row of a machine's table; see Transition. */
export function move<S extends string, E extends string>(
  from: S | 'none',
  event: E,
  to: S | 'none',
  effects?: string,
  section?: string,
): Transition<S, E> {
  return { from, event, to, ...present({ effects, section }) }
}

export interface Machine<S extends string, E extends string> {
  /** The record in messages: `link request`. */
  readonly name: string
  readonly states: readonly S[]
  readonly events: readonly E[]
  readonly transitions: readonly Transition<S, E>[]
  /** A state in messages, after `is`; default: its name. */
  readonly stateWords?: Readonly<Partial<Record<S, string>>>
  /** What callers can do, in messages after `cannot` and `it can`: `be deleted`. Other events are the service's own. */
  readonly actions?: Readonly<Partial<Record<E, string>>>
}

/**
 * The state that an event leads to; the store notes the transition, for journal and report. For an event that changes a
 * record. Throws a Refusal as `stateAfter` does.
 */
export function applyEvent<S extends string, E extends string>(
  store: Store,
  machine: Machine<S, E>,
  from: S | 'none',
  event: E,
  key?: string | number,
): S | 'none' {
  const state = stateAfter(machine, from, event, key)
  noteEvent(store, machine, from, event)
  return state
}

/**
 * The state that an event would lead to, for one that may turn out to change nothing; `noteEvent` follows if it changes a
 * record. Throws a Refusal (CONFLICT) that names the record by its key, and says what can be done instead.
 */
export function stateAfter<S extends string, E extends string>(
  machine: Machine<S, E>,
  from: S | 'none',
  event: E,
  key?: string | number,
): S | 'none' {
  const transition = find(machine, from, event)
  if (transition !== undefined) return transition.to
  throw stateConflict(problem(machine, from, event, key))
}

/** Notes the transition of an event that changed a record, for journal and report. */
export function noteEvent<S extends string, E extends string>(
  store: Store,
  machine: Machine<S, E>,
  from: S | 'none',
  event: E,
): void {
  const transition = find(machine, from, event)
  if (transition !== undefined) store.noteTransition(transition)
}

function find<S extends string, E extends string>(
  { transitions }: Machine<S, E>,
  from: S | 'none',
  event: E,
): Transition<S, E> | undefined {
  return transitions.find((candidate) => candidate.from === from && candidate.event === event)
}

function problem<S extends string, E extends string>(
  { name, transitions, stateWords, actions }: Machine<S, E>,
  from: S | 'none',
  event: E,
  key: string | number | undefined,
): string {
  const subject = key === undefined ? `the ${name}` : `${name} ${quoted(key)}`
  const state = from === 'none' ? 'does not exist' : `is ${stateWords?.[from] ?? from}`
  const action = actions?.[event] ?? `take the event ${event}`
  const next = transitions.filter((each) => each.from === from)
  const possible = [...new Set(next.flatMap((each) => actions?.[each.event] ?? []))]
  const refusal = `${subject} ${state} and cannot ${action}`
  if (possible.length > 0) return `${refusal}: it can ${listed(possible)}`
  if (from === 'none') return refusal
  return `${refusal}: ${next.length > 0 ? 'wait until its state changes' : 'this state is final'}`
}

/** `be frozen, reset to PREVIEW or deleted`. */
function listed(actions: readonly string[]): string {
  const parts = actions.every((action) => action.startsWith('be '))
    ? actions.map((action, index) => (index === 0 ? action : action.slice(3)))
    : actions
  return parts.join(', ').replace(/, (?=[^,]*$)/, ' or ')
}
