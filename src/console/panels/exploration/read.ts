/** An exploration as `reqsim explore --json` prints it, read from a file. */
import { type Fields, isObject } from '../../../world/objects.ts'

export interface ExploredCall {
  readonly number: number
  readonly method: string
  readonly url: string
  readonly status: number | null
  readonly fault: string | null
}

export interface Failure {
  readonly sentence: string
  readonly message: string
  readonly times: number
  readonly seed: string
  readonly output: string
  readonly scenario: object
  readonly exchanges: readonly ExploredCall[]
}

export interface OperationCoverage {
  readonly operation: string
  readonly pairs: readonly {
    readonly kind: string
    readonly happened: number
    readonly missed: number
    readonly failed: number
  }[]
  readonly untried: readonly string[]
}

export interface Exploration {
  readonly schedules: number
  readonly failures: readonly Failure[]
  readonly assumptions: readonly {
    readonly assumption: string
    readonly title: string
    readonly alternative: string
    readonly behaviour: string
    readonly degree: string
    readonly changed?: {
      readonly operation: string
      readonly at: string
      readonly usual: string
      readonly changed: string
    }
    readonly message: string
  }[]
  readonly coverage: { readonly operations: readonly OperationCoverage[] }
}

/** Throws an error that says what to select instead. */
export function readExploration(text: string, name: string): Exploration {
  const value = parsed(text)
  if (isExploration(value)) return value
  throw new Error(`${name} is not an exploration. Select a file that reqsim explore --json printed`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isExploration(value: unknown): value is Exploration {
  if (!isObject(value)) return false
  const { failures, assumptions, coverage, schedules } = value
  return (
    typeof schedules === 'number' &&
    isListOf(failures, ({ sentence, exchanges, scenario }) => {
      return typeof sentence === 'string' && isListOf(exchanges, isObject) && isObject(scenario)
    }) &&
    isListOf(assumptions, ({ assumption }) => typeof assumption === 'string') &&
    isObject(coverage) &&
    isListOf(coverage['operations'], ({ operation, pairs, untried }) => {
      return typeof operation === 'string' && isListOf(pairs, isObject) && Array.isArray(untried)
    })
  )
}

function isListOf(value: unknown, holds: (item: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isObject(item) && holds(item))
}

/** All kinds of disturbance, in the order in which operations first have them. */
export function kindsOf({ coverage }: Exploration): readonly string[] {
  const kinds = coverage.operations.flatMap(({ pairs, untried }) => [
    ...pairs.map(({ kind }) => kind),
    ...untried,
  ])
  return [...new Set(kinds)].sort()
}

/** A cell of the table: how often it happened, or why it did not. */
export function coverageText({ pairs }: OperationCoverage, kind: string): string {
  const pair = pairs.find((each) => each.kind === kind)
  if (pair === undefined) return 'not tried'
  if (pair.happened === 0) return 'could not happen'
  return pair.failed === 0 ? `${pair.happened}` : `${pair.happened}, ${pair.failed} failed`
}
