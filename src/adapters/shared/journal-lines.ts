/** The latest events of a simulator as lines of text, for the output of a failed test. */
import { isPreflight } from '../../gateway/addresses/cors.ts'
import type { RecordedExchange } from '../../gateway/journal/entry.ts'
import { exchangeLine } from '../../gateway/journal/exchange-text.ts'
import { pageText } from '../../gateway/journal/response-text.ts'
import type { EventData, EventType, SimulatorEvent } from '../../simulator/event.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { countText } from '../../world/count-text.ts'
import { formatInstant } from '../../world/time/duration.ts'

/** The maximum length of a response body, and of the outcome of a job. */
const MAXIMUM_TEXT_LENGTH = 300
/** The events that are kept. */
const KEPT_EVENTS = 500
/** The latest exchanges, clock moves, edits and runs of jobs that are shown. */
const SHOWN = 40
/** The jobs that are shown of those that ran one after the other. */
const SHOWN_JOBS = 5

const TYPES = ['exchange', 'clock', 'job', 'world'] as const satisfies readonly EventType[]

/** An event, and how many that differ from it only in time followed at once. */
interface Noted {
  readonly event: SimulatorEvent
  repeats: number
  /** The instant of the latest of them. */
  until: string
}

/** What is shown together: one event, or jobs that ran one after the other. */
type Step = readonly [Noted, ...Noted[]]

/**
 * Records what happens in a simulator from now on. The returned function lists the latest of it, oldest first: exchanges with
 * number, virtual instant, user, called address, status and operation; clock moves; and jobs with their outcome.
 */
export function recordRun(sim: Simulator): () => string[] {
  const notes: Noted[] = []
  let dropped = 0
  sim.events.subscribe(
    (event) => {
      const last = notes.at(-1)
      if (last !== undefined && isSameJob(last.event, event)) {
        last.repeats++
        last.until = event.at
        return
      }
      notes.push({ event, repeats: 0, until: event.at })
      if (notes.length >= 2 * KEPT_EVENTS) dropped += countOf(notes.splice(0, KEPT_EVENTS))
    },
    { types: TYPES },
  )
  return () => {
    const steps = stepsOf(notes)
    const left = dropped + countOf(steps.slice(0, -SHOWN).flat())
    const exchanges = new Map(sim.journal.entries().map((entry) => [entry.number, entry]))
    return [
      ...(left === 0 ? [] : [`(${countText(left, 'earlier event')} omitted)`]),
      ...steps.slice(-SHOWN).flatMap((step) => linesOf(step, exchanges)),
    ]
  }
}

/**
 * The latest exchanges in the journal of a simulator as lines of text, oldest first, for the output of a failed test in a
 * runner without an entry of its own, such as `node:test`.
 */
export function journalLines(sim: Pick<Simulator, 'journal'>): string[] {
  const entries = sim.journal.entries()
  const left = entries.length - SHOWN
  return [
    ...(left > 0 ? [`(${countText(left, 'earlier exchange')} omitted)`] : []),
    ...entries.slice(-SHOWN).flatMap(exchangeLines),
  ]
}

/** What a failed test prints: the lines of its run, and what follows them, such as the path of its trace. */
export function failureOutput(title: string, lines: readonly string[], notes: readonly string[]): string {
  const shown = lines.length === 0 ? ['no request reached the simulator'] : lines
  return [`reqsim, in '${title}':`, ...[...shown, ...notes].map((line) => `  ${line}`)].join('\n')
}

/** Whether both are jobs of one kind with one outcome, such as a synchronisation for which nothing waits. */
function isSameJob(one: SimulatorEvent, other: SimulatorEvent): boolean {
  if (one.type !== 'job' || other.type !== 'job') return false
  return (
    one.world === other.world && one.data.kind === other.data.kind && one.data.outcome === other.data.outcome
  )
}

function countOf(notes: readonly Noted[]): number {
  return notes.reduce((sum, { repeats }) => sum + 1 + repeats, 0)
}

function stepsOf(notes: readonly Noted[]): Step[] {
  const steps: [Noted, ...Noted[]][] = []
  for (const noted of notes) {
    const last = steps.at(-1)
    if (noted.event.type === 'job' && last?.[0].event.type === 'job') last.push(noted)
    else steps.push([noted])
  }
  return steps
}

function linesOf(step: Step, exchanges: ReadonlyMap<number | undefined, RecordedExchange>): string[] {
  const [{ event }] = step
  switch (event.type) {
    case 'exchange': {
      const entry = exchanges.get(event.data.number)
      return entry === undefined ? [unrecordedLine(event.at, event.data)] : exchangeLines(entry)
    }
    case 'clock':
      return [clockText(event.at, event.data)]
    case 'world':
      return [`${event.at} ${worldText(event.data)}`]
    case 'job':
      return jobLines(step)
    case 'fault':
      return []
  }
}

function exchangeLines(entry: RecordedExchange): string[] {
  const { request, answer } = entry
  const line = exchangeLine({
    ...entry,
    at: formatInstant(entry.at),
    method: request.method,
    address: calledAddress(request),
    status: answer.status,
    page: pageText(answer.body),
    isPreflight: isPreflight(request),
  })
  if (answer.status < 400) return [line]
  const body = typeof answer.body === 'string' ? answer.body : ''
  return [
    line,
    ...(body === '' ? [] : [`    ${cut(body)}`]),
    ...(entry.diagnosis === undefined ? [] : [`    ${cut(entry.diagnosis.reason)}`]),
    ...(entry.defect === undefined ? [] : [`    ${entry.defect}`]),
  ]
}

/** The address as the client wrote it; a server knows the host by the header only. */
function calledAddress({ url, address, scheme = 'http', headers }: RecordedExchange['request']): string {
  if (address !== undefined) return address
  const { host } = headers
  return url.startsWith('/') && typeof host === 'string' ? `${scheme}://${host}${url}` : url
}

/** An exchange that the journal no longer has. */
function unrecordedLine(at: string, data: EventData['exchange']): string {
  return exchangeLine({ ...data, at, address: data.path })
}

function clockText(at: string, { mode, speed, fired }: EventData['clock']): string {
  const how = mode === 'manual' ? '' : `, ${mode}${speed === 1 ? '' : `:${speed}x`}`
  return `${at} clock moved to here${how}${fired === 0 ? '' : `, ${countText(fired, 'job')} ran`}`
}

function worldText({ change, by, path, status }: EventData['world']): string {
  const what = [by, path, status].filter((part) => part !== undefined).join(' ')
  return `world ${change}${what === '' ? '' : `: ${what}`}`
}

/** Of many jobs those that failed are shown first of all. */
function jobLines(step: Step): string[] {
  const hasFailed = ({ event }: Noted) => event.type === 'job' && event.data.failed === true
  const byInterest = [...step.filter(hasFailed), ...step.filter((noted) => !hasFailed(noted))]
  const shown = new Set(byInterest.slice(0, SHOWN_JOBS))
  const left = countOf(step.filter((noted) => !shown.has(noted)))
  return [
    ...step.filter((noted) => shown.has(noted)).map(jobLine),
    ...(left === 0 ? [] : [`    (${countText(left, 'more job')})`]),
  ]
}

function jobLine({ event, repeats, until }: Noted): string {
  if (event.type !== 'job') return ''
  const { id, kind, outcome, failed } = event.data
  const end = failed === true ? ', failed' : ''
  const again = repeats === 0 ? '' : ` (and ${repeats} more like it, until ${until})`
  return `${event.at} job ${id}, ${kind}${end}${outcome === undefined ? '' : `: ${cut(outcome)}`}${again}`
}

function cut(text: string): string {
  return text.length <= MAXIMUM_TEXT_LENGTH ? text : `${text.slice(0, MAXIMUM_TEXT_LENGTH)}…`
}
