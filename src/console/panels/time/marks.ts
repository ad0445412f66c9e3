/** The marks of the timeline, past and future, each in a row. They come from events, the journal and pending jobs. */
import type { ServerEvent } from '../../../control/responses/events.ts'
import type { Exchange } from '../../../control/responses/journal.ts'
import type { PendingJob } from '../../../control/responses/worlds.ts'
import { SYNCHRONISATION_PERIOD, SYNCHRONISE_JOB } from '../../../model/records/world/job-kinds.ts'
import { editText } from '../../words/edit-text.ts'
import { jobName } from '../../words/job-names.ts'

/** How a mark is drawn: done, refused, failed or due later. Its row says what it is a mark of. */
export type Look = 'good' | 'warn' | 'bad' | 'pending'

export interface Mark {
  /** Unique among all marks. */
  readonly key: string
  /** Virtual milliseconds since 1970. */
  readonly at: number
  /** The id of its row. */
  readonly row: string
  readonly look: Look
  /** A description in one line. */
  readonly text: string
  /** Its outcome or state, in a word or two. */
  readonly outcome: string
  /** The outcome that a job reports, a sentence of any length. */
  readonly detail?: string
  /** The parts of its address in the console. */
  readonly link?: readonly string[]
  /** Further details. */
  readonly facts: Readonly<Record<string, string>>
  /** A job that ran, or a fault that applied: nothing that somebody asked for. */
  readonly isRoutine?: boolean
}

/** The fields of a journal entry that the timeline uses. */
export type JournalEntry = Pick<
  Exchange,
  'number' | 'at' | 'interface' | 'operation' | 'user' | 'fault' | 'request' | 'answer'
>

/** The most future runs that are drawn. If more are visible, a text counts them. */
export const MAXIMUM_EXPECTED = 400

/** The look of a response: 5xx or none, 4xx, others. */
export function lookOf(status: number): Look {
  if (status === 0 || status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}

/** The row of an exchange by its interface, or by its path if the interface is not known. */
export function interfaceOf(path: string, operation: string | null | undefined): string {
  const hosted = /^\/(?:_world\/[^/]+\/)?(?:eu|us)\/(wiki|tracker)(?:\/|$)/.exec(path)?.[1]
  if (hosted !== undefined) return `hosted-${hosted}`
  const named = operation?.split('.')[0]
  if (named !== undefined && named !== '') return named
  const first = /^\/(?:_world\/[^/]+\/)?(?:(?:eu|us)\/)?([^/?]+)/.exec(path)?.[1]
  return first === 'wiki' || first === 'tracker' ? first : first === 'api' ? 'standalone' : 'other'
}

/** The mark of an event, if the timeline shows it. */
export function markOfEvent({ id, type, at, data }: ServerEvent): Mark | undefined {
  const instant = Date.parse(at)
  if (type === 'exchange') return exchangeMark(instant, data)
  if (type === 'job') {
    const { id: job, kind, outcome } = data
    const failed = data.failed === true
    return {
      key: `job ${job}`,
      at: instant,
      row: `job ${kind}`,
      look: failed ? 'bad' : 'good',
      text: jobName(kind),
      outcome: failed ? 'failed' : 'ran',
      ...(outcome === undefined ? {} : { detail: outcome }),
      ...linkOfJob(kind, undefined),
      facts: { Kind: kind, Job: String(job) },
      isRoutine: !failed,
    }
  }
  if (type === 'fault') {
    const { change, fault, times = 1 } = data
    const struck = change === 'struck'
    return {
      key: `event ${id}`,
      at: instant,
      row: 'faults',
      look: struck ? 'bad' : 'good',
      text: fault === undefined ? 'Every fault' : `Fault ${fault}`,
      outcome: struck ? `applied ${times}×` : change,
      link: ['faults'],
      facts: {},
      isRoutine: struck,
    }
  }
  if (type === 'world' && data.change === 'edited') {
    const { by = '', path = '', status } = data
    return {
      key: `event ${id}`,
      at: instant,
      // Sites that are taken down belong to the row of faults.
      row: by === 'PATCH /sites/{id}' ? 'faults' : 'edits',
      look: status === 'DISABLED' ? 'bad' : 'good',
      text: editText(by, path) ?? by,
      outcome: outcomeOfEdit(status),
      facts: { Route: by, Path: path },
    }
  }
  return undefined
}

function outcomeOfEdit(status: string | undefined): string {
  if (status === 'DISABLED') return 'is down'
  if (status === 'ACTIVE') return 'is up'
  return status ?? 'done'
}

type ExchangeSummary = Pick<
  (ServerEvent & { readonly type: 'exchange' })['data'],
  'number' | 'id' | 'method' | 'path' | 'operation' | 'status' | 'fault'
>

function exchangeMark(at: number, exchange: ExchangeSummary): Mark {
  const { number, id, method, path, operation, status, fault } = exchange
  return {
    key: `exchange ${number ?? `without number ${id}`}`,
    at,
    row: `interface ${interfaceOf(path, operation)}`,
    look: lookOf(status),
    text: `${method} ${path}`,
    outcome: status === 0 ? 'no response' : String(status),
    ...(number === undefined ? {} : { link: ['journal', String(number)] }),
    facts: {
      Operation: operation ?? 'none matched',
      ...(fault === null ? {} : { Fault: String(fault) }),
    },
  }
}

/** The mark of an exchange from the journal. */
export function markOfEntry(entry: JournalEntry): Mark {
  const { number, at, operation, request, answer, fault, user } = entry
  const mark = exchangeMark(at, {
    number,
    id: '',
    method: request.method,
    path: request.url.split('?')[0] ?? '',
    operation: operation ?? null,
    status: answer.status,
    fault: fault ?? null,
  })
  const row = entry.interface === undefined ? mark.row : `interface ${entry.interface}`
  return { ...mark, row, facts: { ...mark.facts, User: user ?? 'nobody' } }
}

/** The mark of a pending job. */
export function markOfJob({ id, kind, due, created, payload }: PendingJob): Mark {
  const facts = Object.entries(payload ?? {}).map(([name, value]) => [name, String(value)])
  return {
    key: `job ${id}`,
    at: Date.parse(due),
    row: `job ${kind}`,
    look: 'pending',
    text: jobName(kind),
    outcome: 'pending',
    ...linkOfJob(kind, payload),
    facts: { Kind: kind, Job: String(id), Created: created, ...Object.fromEntries(facts) },
  }
}

function linkOfJob(kind: string, payload: PendingJob['payload']): { readonly link?: readonly string[] } {
  if (kind === SYNCHRONISE_JOB) {
    const service = payload?.['serviceId']
    return { link: ['queues', ...(typeof service === 'string' ? [service] : [])] }
  }
  if (kind === 'baseline.freeze') return { link: ['tables', 'task'] }
  if (kind === 'fault.outage') return { link: ['faults'] }
  return { link: ['tables', 'bulkJob'] }
}

/** The expected runs of synchronisations between two instants, after the pending ones. None if there are too many to draw. */
export function expectedRuns(jobs: readonly PendingJob[], from: number, to: number): readonly Mark[] {
  const runs = jobs.filter(({ kind }) => kind === SYNCHRONISE_JOB)
  if ((runs.length * (to - from)) / SYNCHRONISATION_PERIOD > MAXIMUM_EXPECTED) return []
  return runs.flatMap((job) => {
    const due = Date.parse(job.due)
    const first = Math.max(1, Math.ceil((from - due) / SYNCHRONISATION_PERIOD))
    const last = Math.floor((to - due) / SYNCHRONISATION_PERIOD)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset): Mark => {
      const at = due + (first + offset) * SYNCHRONISATION_PERIOD
      return {
        ...markOfJob(job),
        key: `expected ${job.id} ${at}`,
        at,
        outcome: 'expected',
        facts: { Kind: job.kind, 'Expected if': 'the integration stays as it is' },
      }
    })
  })
}

/** Merges marks by time. If both lists have the same key, the mark of the first one wins. */
export function merge(...lists: readonly (readonly Mark[])[]): readonly Mark[] {
  const known = new Map<string, Mark>()
  for (const mark of lists.flat()) if (!known.has(mark.key)) known.set(mark.key, mark)
  return [...known.values()].toSorted((a, b) => a.at - b.at)
}
