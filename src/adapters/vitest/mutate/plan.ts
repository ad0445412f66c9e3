/** What a worker is to do in a run for mutants, and the lines that it writes while it does. */

/** How often a test is tried, and with which mutants. */
export interface TestPlan {
  /** A try for each entry: the number of a mutant in the plan's list, or null for one without a mutant. */
  readonly tries: readonly (number | null)[]
  /** Milliseconds of real time after which a try is ended; absent in the run without mutants. */
  readonly limit?: number
}

/** A mutant by its id, with the operations that reach it; absent if any may. */
export interface PlannedMutant {
  readonly id: string
  readonly operations?: readonly string[]
}

/** The plan of one run of Vitest. */
export interface RunPlan {
  /** The folder for the lines of each worker. */
  readonly folder: string
  readonly mutants: readonly PlannedMutant[]
  /** By the id of the test. Other tests are left out. Absent if all tests run, as often as `everyTest` says. */
  readonly tests?: Readonly<Record<string, TestPlan>>
  readonly everyTest?: TestPlan
  /** Whether tests print, and write their traces. */
  readonly isSilent: boolean
}

/** A try begins. */
export interface StartLine {
  readonly kind: 'start'
  readonly test: string
  readonly mutant: number | null
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  readonly limit?: number
}

/** A try ended. */
export interface EndLine {
  readonly kind: 'end'
  readonly test: string
  readonly mutant: number | null
  /** The file, the suites and the test. */
  readonly name: string
  readonly state: 'pass' | 'fail' | 'skip' | 'timeout'
  /** How often the mutant changed a response or a record. */
  readonly reached: number
  /** The operations that it called; absent for a test without the fixture `sim`. */
  readonly operations?: readonly string[]
  readonly milliseconds: number
  /** The first line of the first error. */
  readonly message?: string
}

/** The mutants of the plan that this version does not have. */
export interface UnknownLine {
  readonly kind: 'unknown'
  readonly ids: readonly string[]
}

export type Line = StartLine | EndLine | UnknownLine

declare module 'vitest' {
  interface ProvidedContext {
    readonly reqsimMutants?: RunPlan
  }
}
