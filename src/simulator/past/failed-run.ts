/** Why a run failed. A trace carries it, so that whoever opens the trace sees the reason first. */
import { checkFields } from '../../model/input/option-checks.ts'
import { quoted } from '../../model/input/refusal.ts'

export interface FailedRun {
  /** What ran it, such as `vitest`, `playwright` or `reqsim exec`. */
  readonly runner?: string
  /** The title of the test with its suites, such as `releases > freezes once`, or the command. */
  readonly title?: string
  /** The file of the test, from the root of the project. */
  readonly file?: string
  /** The message of the error, in one line or several. */
  readonly error: string
  /** The line that threw, such as `test/freeze.test.ts:12:5`. */
  readonly thrownAt?: string
  /** Of a command. */
  readonly exitCode?: number
  /** The end of what a command printed. */
  readonly output?: string
}

/** The maximum number of characters of each text. */
export const FAILED_RUN_LIMITS = {
  runner: 100,
  title: 1000,
  file: 1000,
  error: 8000,
  thrownAt: 1000,
  output: 8000,
} as const satisfies Partial<Record<keyof FailedRun, number>>

const FIELDS = [...Object.keys(FAILED_RUN_LIMITS), 'exitCode']

/** Throws a TypeError that names the field, the value and the correction. */
export function checkFailedRun(failure: FailedRun): void {
  checkFields('failure', failure, FIELDS)
  for (const [name, value] of Object.entries(failure)) {
    if (value === undefined) continue
    if (name === 'exitCode') {
      if (!Number.isSafeInteger(value) || Number(value) < 0)
        throw new TypeError(`failure.exitCode must be a whole number of at least 0, not ${quoted(value)}`)
    } else if (typeof value !== 'string')
      throw new TypeError(`failure.${name} must be a text, not ${quoted(value)}`)
  }
  if (failure.error === undefined)
    throw new TypeError("failure.error is required: give the error's message, such as error.message")
}
