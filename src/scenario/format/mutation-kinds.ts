/** The mistakes of a service that a mutant can make, by group; each name is unique. Those that a fault can name stand with its limits. */
import { RESPONSE_MUTATIONS } from '../../model/records/world/fault-limits.ts'

export const MUTATION_KINDS = {
  response: RESPONSE_MUTATIONS,
  effect: ['lost-write', 'kept-record', 'applied-twice', 'wrong-record', 'undoes-previous', 'stale-read'],
  time: [
    'never-ends',
    'ends-at-once',
    'ends-in-error',
    'message-late',
    'message-twice',
    'message-reordered',
    'limit-never',
    'limit-early',
    'outlives-expiry',
  ],
  permission: ['allowed', 'refused'],
} as const

export type MutationGroup = keyof typeof MUTATION_KINDS
export type MutationKind = (typeof MUTATION_KINDS)[MutationGroup][number]
