/** The differences between a hand-written handler and a simulator. */
import type { Difference } from '../paths.ts'

/** What differs: a test may notice any of these but `added`, which are fields that the handler leaves out. */
export const DIFFERENCE_KINDS = ['status', 'field', 'type', 'value', 'added'] as const

export interface AuditDifference extends Difference {
  readonly kind: (typeof DIFFERENCE_KINDS)[number]
}

export interface HandledResponse {
  /** 0 for a network error. */
  readonly status: number
  readonly body: string
}
