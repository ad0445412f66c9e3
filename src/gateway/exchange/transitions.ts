/** Transitions of state machines, as exchanges and reports list them. */
import type { MachineName } from '../../api/operation-types.generated.ts'
import { machines } from '../../model/machine-list.ts'
import type { World } from '../../world/world.ts'
import type { TakenTransition } from '../journal/entry.ts'

/** By the objects of the machines' tables. */
const PUBLISHED: ReadonlyMap<object, TakenTransition> = new Map(
  machines.flatMap(({ id, machine }) =>
    machine.transitions.map((transition) => {
      const { from, event, to } = transition
      return [transition, Object.freeze({ machine: id as MachineName, from, event, to })] as const
    }),
  ),
)

const NONE: readonly TakenTransition[] = []

/** The transitions that a world has made since the last call, in order, each once. */
export function takeTransitions(world: World): readonly TakenTransition[] {
  const taken = world.takeTransitions()
  return taken.length === 0 ? NONE : taken.flatMap((transition) => PUBLISHED.get(transition) ?? [])
}
