/** The rule of faults that makes the mistake of a mutant. */
import {
  FAULT_MUTATION_NAMES,
  FAULT_MUTATIONS,
  type FaultMutation,
  isInPlace,
} from '../../../model/records/world/fault-limits.ts'
import { countText } from '../../words/text.ts'
import type { Mutant } from './read.ts'

export interface MutationRule {
  readonly mutate: FaultMutation
  readonly operation?: string
  readonly field?: string
}

/** The mistakes that can be made in requests of a method; all of them without one. */
export function mistakesOf(method: string | undefined): readonly FaultMutation[] {
  return FAULT_MUTATION_NAMES.filter(
    (kind) => method === undefined || (FAULT_MUTATIONS[kind] as readonly string[]).includes(method),
  )
}

/** What a form says; fields that the mistake does not take are left out. */
export function ruleOf(mutate: FaultMutation, operation: string, field: string): MutationRule {
  return {
    mutate,
    ...(operation === '' ? {} : { operation }),
    ...(field === '' || !isInPlace(mutate) ? {} : { field }),
  }
}

/** Mistakes at no operation, but at a rate class or a credential: the rule is about all operations. */
const OF_ALL: ReadonlySet<FaultMutation> = new Set(['limit-never', 'limit-early', 'outlives-expiry'])

/** The rule with the mistake of a mutant. Undefined for what no rule can do: jobs and messages. */
export function ruleOfMutant({
  place,
  kind,
  field = '',
}: Pick<Mutant, 'place' | 'kind' | 'field'>): MutationRule | undefined {
  const mutate = FAULT_MUTATION_NAMES.find((name) => name === kind)
  if (mutate === undefined) return undefined
  return ruleOf(mutate, OF_ALL.has(mutate) ? '' : place, field)
}

/** Whether its place was reached: it is, if it changed a response or a record. */
export function reachedText(matched: number, struck: number): string {
  if (matched === 0) return 'Not reached: no request has matched yet.'
  const matching = countText(matched, 'matching request')
  return struck === 0
    ? `Not reached: the mistake would have changed nothing in ${matching}.`
    : `Reached ${countText(struck, 'time')}, in ${matching}.`
}
