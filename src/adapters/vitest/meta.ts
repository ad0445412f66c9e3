/** What the fixture `sim` passes on to the reporter, with Vitest's own means, so that it works in every pool. */
import type { ReportCounts } from '../../gateway/report/counts.ts'
import type { DescriptionReport } from '../../gateway/report/described.ts'
import type { SetupOptions } from '../setup/options.ts'
import type { TraceFailure } from '../shared/trace-failure.ts'

/**
 * In the meta of a test: its reports and its trace. In that of a file: descriptions, which are large and the same for many
 * tests, and the traces of the run.
 */
export interface TestMeta {
  /** Of `sim` and its forks, as they were when the test ended. */
  readonly reports?: readonly ReportCounts[]
  /** How often `test.explore` ran the client; the reports then add up all of these runs. */
  readonly runs?: number
  readonly descriptions?: readonly DescriptionReport[]
  /** The path of the trace of a failed test. */
  readonly trace?: string
  /** Why the test failed, in a run whose failures the reporter writes down. */
  readonly failure?: TraceFailure
  /** The paths of all traces that tests of the file wrote in this run. */
  readonly traces?: readonly string[]
}

declare module 'vitest' {
  interface ProvidedContext {
    /** What the reporter of the run needs: the counts of all tests, or also why tests failed. Absent without it. */
    readonly reqsimReporter?: 'counts' | 'failures'
    /** The options of `reqsim/vitest/setup`. */
    readonly reqsim?: SetupOptions
  }
  interface TaskMeta {
    reqsim?: TestMeta
  }
}
