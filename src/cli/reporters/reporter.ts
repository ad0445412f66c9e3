/** The interface of the reporters of `reqsim run`, and their shared functions. */
import type { StepResult, TimelineResult } from '../../scenario/timeline/timeline.ts'
import { countText } from '../../world/count-text.ts'

export const REPORTERS = ['tty', 'tap', 'junit', 'json'] as const
export type ReporterName = (typeof REPORTERS)[number]

/** A scenario from the command line. */
export interface ReportedScenario {
  /** The file, or the name of a ready scenario. */
  readonly source: string
  readonly name: string
  readonly seed: string
  /** The location of a step: `file:line:column`, or its path without a file. */
  readonly placeOf: (path: string) => string
}

/** Receives all events in order. */
export interface Reporter {
  begin?(): void
  /** `total` is the number of steps that will run. */
  beginScenario(scenario: ReportedScenario, total: number): void
  /** A step of the timeline has ended. A fork includes its inner steps. */
  step(result: StepResult, scenario: ReportedScenario): void
  endScenario(result: TimelineResult, scenario: ReportedScenario): void
  end(counts: Counts): void
}

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** A step, and the inner steps of a fork, in the order of the file. */
export function* withInner(result: StepResult): Generator<StepResult> {
  yield result
  for (const inner of result.steps ?? []) yield* withInner(inner)
}

/** The number of steps by outcome, including those inside forks. */
export function countSteps(results: Iterable<StepResult>): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const result of results) for (const { outcome } of withInner(result)) counts[outcome]++
  return counts
}

/** The step in one line: its name, if it has one, and its action. */
export function labelOf({ name, title, status, tries }: StepResult): string {
  const response = status === undefined ? '' : ` → ${status === 0 ? 'dropped' : status}`
  const calls = tries === undefined || tries === 1 ? '' : ` (${countText(tries, 'call')})`
  return `${name === undefined ? '' : `${name}: `}${title}${response}${calls}`
}

/** Counts in words: `12 steps passed, 1 failed`. */
export function countsText({ passed, failed, skipped }: Counts): string {
  return [
    `${countText(passed, 'step')} passed`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
  ].join(', ')
}
