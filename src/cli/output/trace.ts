/** Opened traces as text and as JSON. */
import { traceLines } from '../../adapters/shared/trace-failure.ts'
import type { StateDifference, Trace, TraceStep } from '../../adapters/trace.ts'
import { visible } from '../../replay/text.ts'
import { reasonsOf, stepLine } from '../../trace/summary.ts'

/** How many changed records the text lists. */
const MAXIMUM_CHANGES = 100

/** The failure, the last exchange before it and suspicious steps; empty if there is nothing to say. */
export function summaryText(trace: Trace): string {
  const summary = traceLines(trace)
  return summary.length === 0 ? '' : lines([...summary, ''])
}

/** The summary, and all steps in order; suspicious ones are marked. */
export function traceText(trace: Trace): string {
  const { steps, notes, scenario, version } = trace
  return (
    summaryText(trace) +
    lines([
      `Steps of scenario ${scenario.name}, seed ${scenario.seed}, written by reqsim ${version}`,
      ...notes.map((note) => `note: ${note}`),
      ...steps.flatMap((step) => [
        `${step.suspicious === undefined ? ' ' : '!'} ${String(step.step).padStart(5)}  ${step.at}  ${stepLine(step)}`,
        ...reasonsOf(step).map((reason) => `           ${reason}`),
      ]),
    ])
  )
}

export function traceJson(trace: Trace): string {
  return json({ ...head(trace), steps: trace.steps })
}

/** The same shape, with one step, its request, its response and what it changed. */
export function stepJson(trace: Trace, number: number): string {
  return json({ ...head(trace), steps: [{ ...trace.step(number), changes: changesOf(trace, number).items }] })
}

export function stepText(trace: Trace, number: number): string {
  const step = trace.step(number)
  const { request, answer, transitions = [] } = step
  const { items, total } = changesOf(trace, number)
  const more = total > MAXIMUM_CHANGES ? [`  and ${total - MAXIMUM_CHANGES} more`] : []
  return lines([
    `step ${number} of ${trace.missing + trace.steps.length}: ${step.title}`,
    `${step.kind} at ${step.at}${step.operation === undefined ? '' : `, ${step.operation}`}`,
    ...(step.ignored === undefined ? [] : [`ignored: ${step.ignored}`]),
    ...marks(step),
    ...(request === undefined
      ? []
      : ['', 'request', ...message(`${request.method} ${request.url}`, request.headers, request.body)]),
    ...(answer === undefined
      ? []
      : [
          '',
          'response',
          ...message(
            answer.status === 0 ? 'none: the connection was dropped' : String(answer.status),
            answer.headers,
            answer.body,
          ),
        ]),
    ...(transitions.length === 0
      ? []
      : ['', 'transitions', ...transitions.map(({ machine, from, to }) => `  ${machine}: ${from} → ${to}`)]),
    '',
    items.length === 0 ? 'no record changed' : 'changed records',
    ...items.slice(0, MAXIMUM_CHANGES).map(changeLine),
    ...more,
  ])
}

function head({ version, scenario, failure, lastExchange, missing, notes }: Trace) {
  return {
    version,
    scenario,
    failure: failure ?? null,
    lastExchange: lastExchange ?? null,
    missing,
    notes,
  }
}

function changesOf(trace: Trace, number: number): StateDifference {
  return trace.compare(number - 1, number)
}

function marks({ redacted, differs, ...step }: TraceStep): readonly string[] {
  return [
    ...reasonsOf(step).map((reason) => `suspicious: ${reason}`),
    ...(redacted === true
      ? ['redacted: the run had a different result, because the trace leaves out a secret']
      : []),
    ...(differs === true ? ['differs: the step had a different result when the trace was written'] : []),
  ]
}

function message(
  first: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string | Uint8Array | undefined,
): readonly string[] {
  return [
    first,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`),
    ...(body === undefined || body.length === 0 ? [] : ['', ...bodyLines(String(body))]),
  ].map((line) => `  ${line}`)
}

/** JSON with line breaks, other text as it is. */
function bodyLines(body: string): readonly string[] {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2).split('\n')
  } catch {
    return body.split('\n')
  }
}

function changeLine({ store, table, key, changed, before, after }: StateDifference['items'][number]): string {
  const name = `${store} ${table} ${typeof key === 'string' ? key : JSON.stringify(key)}`
  if (before === undefined) return `  ${name}: added`
  if (after === undefined) return `  ${name}: removed`
  const fields = changed.map((field) => `${field} ${short(before[field])} → ${short(after[field])}`)
  return `  ${name}: ${fields.join(', ')}`
}

const MAXIMUM_VALUE_LENGTH = 60

function short(value: unknown): string {
  const text = value === undefined ? 'none' : JSON.stringify(value)
  return text.length > MAXIMUM_VALUE_LENGTH ? `${text.slice(0, MAXIMUM_VALUE_LENGTH)}…` : text
}

function lines(all: readonly string[]): string {
  return `${all.map(visible).join('\n')}\n`
}

function json(data: object): string {
  return `${JSON.stringify(data, undefined, 2)}\n`
}
