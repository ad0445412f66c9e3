/** What a trace says about a failure, in lines: the test, its error, the last exchange before it, and suspicious steps. */
import type { FailedRun } from '../simulator/past/failed-run.ts'
import type { StepDescription } from '../simulator/past/step-description.ts'
import { countText } from '../world/count-text.ts'
import { cutText } from '../world/cut-text.ts'

/** The part of an opened trace that the lines need. */
export interface SummarisedTrace {
  readonly failure?: FailedRun
  readonly steps: readonly StepDescription[]
  /** The number of the last exchange. */
  readonly lastExchange?: number
}

/** The maximum of suspicious steps, the latest ones, and of lines of an error and of an output. */
const MAXIMUM_STEPS = 12
const MAXIMUM_LINES = 24
const MAXIMUM_LINE_LENGTH = 500

/** Empty for a trace that says nothing about a failure, and in which nothing is suspicious. `body` is that of the last response. */
export function traceSummary(trace: SummarisedTrace, body = ''): readonly string[] {
  const { failure, steps } = trace
  if (failure !== undefined) return [...failureLines(failure), '', ...exchangeLines(trace, body)]
  return steps.some(({ suspicious }) => suspicious !== undefined) ? exchangeLines(trace, body) : []
}

/** The last exchange and suspicious steps. */
export function exchangeLines(trace: SummarisedTrace, body = ''): readonly string[] {
  const { failure, steps, lastExchange } = trace
  const last = steps.find(({ step }) => step === lastExchange)
  const suspicious = steps.filter((step) => step.suspicious !== undefined && step !== last)
  const left = suspicious.length - MAXIMUM_STEPS
  return [
    ...(last === undefined
      ? ['No request reached the simulator.']
      : [
          failure === undefined ? 'Last exchange' : 'Last exchange before the failure',
          ...stepLines(last),
          ...((last.status ?? 0) >= 400 && body !== '' ? [`    ${cutText(body, MAXIMUM_LINE_LENGTH)}`] : []),
        ]),
    ...(suspicious.length === 0
      ? []
      : [
          '',
          'Suspicious steps',
          ...(left > 0 ? [`  (${countText(left, 'earlier suspicious step')} omitted)`] : []),
          ...suspicious.slice(-MAXIMUM_STEPS).flatMap(stepLines),
        ]),
  ]
}

/** `Failed: releases > freezes once (vitest, test/freeze.test.ts)`, its error, and where it was thrown. */
function failureLines(failure: FailedRun): readonly string[] {
  const { runner, title, error, thrownAt, file, exitCode, output } = failure
  const where = [runner, thrownAt === undefined ? file : undefined].filter((part) => part !== undefined)
  const name = title ?? 'the run'
  return [
    `Failed: ${name}${where.length === 0 ? '' : ` (${where.join(', ')})`}`,
    ...indented(error),
    ...(exitCode === undefined ? [] : [`  exit code ${exitCode}`]),
    ...(thrownAt === undefined ? [] : [`  at ${thrownAt}`]),
    ...(output === undefined || output.trim() === ''
      ? []
      : ['', 'The end of its output', ...indented(output, true)]),
  ]
}

/** `step 12  POST /rest/reqs/1/baseline as alice → 409 (wiki.baseline.freeze)`, and why it is suspicious. */
export function stepLines(step: StepDescription): readonly string[] {
  return [`  step ${step.step}  ${stepLine(step)}`, ...reasonsOf(step).map((reason) => `    ! ${reason}`)]
}

/** `POST /rest/reqs/1/baseline as alice → 409 (wiki.baseline.freeze)`. */
export function stepLine({ title, status, operation, name }: StepDescription): string {
  const named = name === undefined ? title : `${name}: ${title}`
  if (status === undefined) return cutText(named, MAXIMUM_LINE_LENGTH)
  const got = status === 0 ? 'no response' : String(status)
  return cutText(`${named} → ${got}${operation === undefined ? '' : ` (${operation})`}`, MAXIMUM_LINE_LENGTH)
}

export function reasonsOf({ suspicious = [] }: StepDescription): readonly string[] {
  return suspicious.map(({ reason }) => reason)
}

/** The beginning of a text, or its end. */
function indented(text: string, fromEnd = false): readonly string[] {
  const lines = text.trimEnd().split('\n')
  const kept = fromEnd ? lines.slice(-MAXIMUM_LINES) : lines.slice(0, MAXIMUM_LINES)
  const more = lines.length > kept.length ? ['  …'] : []
  const shown = kept.map((line) => `  ${cutText(line, MAXIMUM_LINE_LENGTH)}`)
  return fromEnd ? [...more, ...shown] : [...shown, ...more]
}
