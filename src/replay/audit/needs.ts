/** What a simulator would need to respond as a hand-written handler does. */
import type { RecordedExchange } from '../../gateway/journal/entry.ts'
import { parsed } from '../differences.ts'
import { fieldsOf, textOf } from '../json.ts'
import type { AuditDifference, HandledResponse } from './difference.ts'

export const NEED_KINDS = [
  'token',
  'permission',
  'record',
  'values',
  'fault',
  'request',
  'operation',
] as const

export interface Need {
  readonly kind: (typeof NEED_KINDS)[number]
  /** `space 'DOC'`, or what the simulator says. */
  readonly text: string
}

/** Values of records that are named. */
const NAMED = 3
const MAXIMUM_LENGTH = 300
/** A body that fits into the text of a need. */
const MAXIMUM_BODY = 160

export function needsOf(
  handled: HandledResponse,
  entry: RecordedExchange,
  differences: readonly AuditDifference[],
): Need[] {
  const { status, body } = entry.answer
  const isOk = (one: number): boolean => one >= 200 && one < 400
  const hint = textOf(fieldsOf(parsed(body)?.value)?.['message']) ?? `the status ${status}`
  const need = (kind: Need['kind'], text: string): Need[] => [{ kind, text: text.slice(0, MAXIMUM_LENGTH) }]
  if (entry.diagnosis !== undefined) return need('operation', entry.diagnosis.reason)
  if (isOk(status) && !isOk(handled.status)) return need(...failureNeed(handled, entry.operation))
  if (!isOk(handled.status)) return []
  if (status === 401) return need('token', hint)
  if (status === 403) return need('permission', hint)
  if (status === 404) return need('record', absentRecord(hint))
  if (!isOk(status)) return need('request', hint)
  const values = differences.filter(({ kind }) => kind === 'value')
  if (values.length === 0) return []
  const named = values.slice(0, NAMED).map(({ place, text }) => {
    const [now = '', before = ''] = text.split(' instead of ')
    return `${place} ${before}${/^\d+ items?$/.test(now) ? ' items' : ''}`
  })
  const more = values.length > NAMED ? ` and ${values.length - NAMED} more` : ''
  return need('values', `${named.join(', ')}${more}`)
}

/** A failure that a handler makes up is a fault of the simulator; another refusal has a cause in its records. */
function failureNeed(
  { status, body }: HandledResponse,
  operation: string | undefined,
): [Need['kind'], string] {
  const named = operation === undefined ? '' : `operation: '${operation}', `
  if (status === 0) return ['fault', `sim.faults.add({ ${named}drop: true })`]
  if (status === 429 || status >= 500)
    return ['fault', `sim.faults.add({ ${named}status: ${status}${bodyOfFault(body)} })`]
  if (status === 401 || status === 403)
    return ['permission', `a caller whom the service refuses with ${status}`]
  if (status === 404) return ['record', 'another key or id, which the scenario does not have']
  return ['request', `a request that the service refuses with ${status}`]
}

/** The body of the handler as that of the fault, which tests may compare; a long one is left to the reader. */
function bodyOfFault(body: string): string {
  if (body === '') return ''
  const json = JSON.stringify(parsed(body)?.value ?? body)
  return json.length > MAXIMUM_BODY ? ', body: …' : `, body: ${json}`
}

/** `no requirement 'REQ-9' in space 'ENG': create it first` is the record `requirement 'REQ-9' in space 'ENG'`. */
function absentRecord(hint: string): string {
  const [, record] = /\bno ((?:[\w ]+?) '[^']*'(?: in [\w ]+? '[^']*')?)/.exec(hint) ?? []
  return record ?? hint
}
