/** The journal as lines of text, for the output of a failed test. */
import type { JournalEntry } from '../../gateway/journal/entry.ts'
import { formatInstant } from '../../world/time/duration.ts'

/** The maximum number of characters of an error body. */
const LONGEST_BODY = 300

/**
 * The latest exchanges, oldest first, one per line: number, virtual time, caller, request, status, operation, and the message
 * of an error. A last line counts omitted earlier exchanges.
 */
export function journalLines(entries: readonly JournalEntry[], most = 20): string[] {
  const shown = entries.slice(Math.max(0, entries.length - most))
  const left = entries.length - shown.length
  const lines = shown.flatMap(linesOf)
  return left === 0 ? lines : [`(${left} earlier exchanges omitted)`, ...lines]
}

function linesOf(entry: JournalEntry): string[] {
  const { id, at, user = 'nobody', request, answer, operation = 'no operation', fault } = entry
  const marks = fault === undefined ? '' : `, by fault ${fault}`
  const line = `#${id} ${formatInstant(at)} ${user}: ${request.method} ${request.url} → ${answer.status} (${operation}${marks})`
  if (answer.status < 400) return [line]
  const said = typeof answer.body === 'string' ? answer.body : ''
  return [
    line,
    ...(said === '' ? [] : [`    ${cut(said)}`]),
    ...(entry.diagnosis === undefined ? [] : [`    ${cut(entry.diagnosis.reason)}`]),
    ...(entry.defect === undefined ? [] : [`    ${entry.defect}`]),
  ]
}

function cut(text: string): string {
  return text.length <= LONGEST_BODY ? text : `${text.slice(0, LONGEST_BODY)}…`
}
