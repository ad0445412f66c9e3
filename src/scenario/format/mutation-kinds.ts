/** The mistakes of a service that a mutant can make, by group; each name is unique. */
export const MUTATION_KINDS = {
  response: [
    'field-missing',
    'field-null',
    'field-swapped',
    'other-choice',
    'id-as-text',
    'date-shifted',
    'list-empty',
    'list-short',
    'item-twice',
    'list-reversed',
    'page-repeated',
    'page-skips',
    'total-off',
    'status-200',
    'wrong-error-status',
  ],
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
