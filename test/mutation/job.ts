/** What a run of the test runner is told, and what it writes: a line of JSON for each test, or for each trial of a mutant. */

/** The variable that names the file with the job. */
export const JOB_VARIABLE = 'MUTATION_JOB'

/** A run that finds out which mutants each test comes to. */
export interface CoverJob {
  readonly kind: 'cover'
  /** Mutants there are, or more. */
  readonly mutants: number
  /** The file that lines are added to. */
  readonly results: string
}

/** A run that tries mutants. */
export interface TryJob {
  readonly kind: 'try'
  readonly mutants: number
  readonly results: string
  /** Where the trial stands that is being made, as JSON `[test, mutant]`; empty between trials. */
  readonly current: string
  /** By the id of a test: the mutants that it tries, in order. */
  readonly trials: Readonly<Record<string, readonly number[]>>
  /** Whether modules are fresh for its one trial, so that a failure needs no second look. */
  readonly fresh: boolean
}

export type Job = CoverJob | TryJob

/** What a test does without a mutant. */
export interface CoveredTest {
  readonly id: string
  /** From the project's folder on. */
  readonly file: string
  readonly name: string
  /** `failed`: here, without a mutant. `unrepeatable`: it passes once only. */
  readonly state: 'passed' | 'failed' | 'unrepeatable' | 'skipped'
  /** Why it failed, cut short. */
  readonly reason?: string
  /** Milliseconds of its second run. */
  readonly duration: number
  /** How often it passed a mutated place. */
  readonly passes: number
  /** Bits of the mutants that it came to when it ran again, in base64. */
  readonly covered: string
  /** Bits of those that were come to before it or in its first run: what is done once for all tests. */
  readonly once: string
}

/**
 * `suspect`: the test failed, and failed again without a mutant, so that either the mutant left something behind or one
 * before it did.
 */
export type Outcome = 'killed' | 'survived' | 'timeout' | 'unreached' | 'suspect' | 'broken'

/** The line of a trial: test, mutant (-1 where the test failed without one: `broken`), outcome. */
export type TrialLine = readonly [test: string, mutant: number, outcome: Outcome]

/** The bits of the places that were counted. */
export function bitsOf(counts: Uint32Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(counts.length / 8))
  counts.forEach((count, place) => {
    if (count > 0) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
  })
  return bits
}

export const toText = (bits: Uint8Array): string => Buffer.from(bits).toString('base64')
export const fromText = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))
export const hasBit = (bits: Uint8Array, place: number): boolean =>
  ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0
