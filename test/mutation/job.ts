/** What a run of the test runner is told, and what it writes: a line of JSON for each test, or for each trial of a mutant. */

/** The variable that names the file with the job. */
export const JOB_VARIABLE = 'MUTATION_JOB'

interface AnyJob {
  /** One more than the largest number of a mutant. */
  readonly numbers: number
  /** The file that lines are added to. */
  readonly results: string
}

/** Finds out which mutants each test comes to. */
export interface CoverJob extends AnyJob {
  readonly kind: 'cover'
}

interface TrialsJob extends AnyJob {
  /** Where the trial stands that is being made, as JSON `[test or file, mutant]`; empty between trials. */
  readonly current: string
}

/** Tries mutants in single tests. */
export interface TryJob extends TrialsJob {
  readonly kind: 'try'
  /** By the id of a test: the mutants that it tries, in order. */
  readonly trials: Readonly<Record<string, readonly number[]>>
  /** Whether modules are fresh for its one trial, so that a failure needs no second look. */
  readonly fresh: boolean
}

/** Tries mutants in whole files, whose modules are loaded anew each time. */
export interface LoadJob extends TrialsJob {
  readonly kind: 'load'
  /** By file: the mutants that it tries, in order. */
  readonly trials: Readonly<Record<string, readonly number[]>>
  /** By file: the names of the tests that may tell. */
  readonly tests: Readonly<Record<string, readonly string[]>>
}

export type Job = CoverJob | TryJob | LoadJob

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
  /** Other mutants that were come to before it or in its first run: what is done once for all tests. */
  readonly once: readonly number[]
}

/**
 * `suspect`: the test failed, and failed again without a mutant, so that either the mutant left something behind or one
 * before it did. `unreached`: the test did not come to the mutant. `broken`: the test failed before any mutant.
 */
export type Outcome = 'killed' | 'survived' | 'timeout' | 'unreached' | 'suspect' | 'broken'

/** The line of a trial: the test or file, the mutant (-1 where the test was broken), and the outcome. */
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
