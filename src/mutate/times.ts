/** Mutants of time: jobs, messages, rate limits and credentials that expire. */
import { jobMutants } from './jobs.ts'
import { limitMutants } from './limits.ts'
import { messageMutants } from './messages.ts'
import type { ServiceMutant } from './mutant.ts'

export function timeMutants(): readonly ServiceMutant[] {
  return [...jobMutants(), ...messageMutants(), ...limitMutants()]
}
