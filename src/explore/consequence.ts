/** What a failure leaves behind, the worst first. */
import { faultOf } from './disturbance.ts'
import type { RunFailure, RunRecord } from './record.ts'

/**
 * `wrong data`: a check found the world or the result of the client wrong. `work not reported`: the client reports an error
 * although a write whose response was disturbed had worked. `no end`: the client does not end, or an error of it is
 * lost. `gave up`: it reports an error, and nothing is wrong with the data.
 */
export const CONSEQUENCES = ['wrong data', 'work not reported', 'no end', 'gave up'] as const
export type Consequence = (typeof CONSEQUENCES)[number]

export function consequenceOf({ calls }: RunRecord, { kind }: RunFailure): Consequence {
  if (kind === 'check') return 'wrong data'
  if (kind !== 'error') return 'no end'
  const isHidden = calls.some(
    ({ changed, fault }) => changed && fault !== undefined && faultOf(fault).hides === true,
  )
  return isHidden ? 'work not reported' : 'gave up'
}

/** The worst first; failures with the same consequence keep their order. */
export function worstFirst<T extends { readonly consequence: Consequence }>(failures: readonly T[]): T[] {
  return failures.toSorted(
    (one, other) => CONSEQUENCES.indexOf(one.consequence) - CONSEQUENCES.indexOf(other.consequence),
  )
}
