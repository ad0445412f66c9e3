/** The journal as lines of text, for people who look at a test that failed. */
import type { JournalEntry } from '../../gateway/journal/entry.ts'
import { formatInstant } from '../../world/time/duration.ts'

/** What of a refusal's body is shown. */
const LONGEST_BODY = 300

/**
 * The latest exchanges, oldest first, a line each: number, virtual instant, who, what, status, operation; refusals also
 * with what they said. A last line tells how many earlier ones are left out.
 */
export function journalLines(entries: readonly JournalEntry[], most = 20): string[] {
  const shown = entries.slice(Math.max(0, entries.length - most))
  const left = entries.length - shown.length
  const lines = shown.flatMap(linesOf)
  return left === 0 ? lines : [`(${left} earlier exchanges left out)`, ...lines]
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
