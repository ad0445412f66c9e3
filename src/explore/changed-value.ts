/** What an alternative of an assumption changed in the responses to the client, such as `status` ACTIVE instead of DONE. */
import { isMap } from '../scenario/timeline/json-path.ts'
import type { RecordedCall, RunRecord } from './record.ts'

export interface ChangedValue {
  readonly operation: string
  /** `HTTP status`, or the path of a value in the body, such as `$.items[0].status`. */
  readonly at: string
  /** The value in the run under the usual alternative, as JSON; `nothing` if the field was absent. */
  readonly usual: string
  /** The value in the run under the alternative that breaks the client. */
  readonly changed: string
}

const ABSENT = 'nothing'
/** Longer bodies are not compared. */
const MOST_CHARACTERS = 100_000

/**
 * Compares the last response to each operation in two runs. Numbers and text with digits are left out: clocks and ids change
 * with every further call.
 */
export function changedValue(usual: RunRecord, changed: RunRecord): ChangedValue | undefined {
  const before = lastByOperation(usual)
  for (const [operation, call] of lastByOperation(changed)) {
    const other = before.get(operation)
    if (other === undefined) continue
    if (other.status !== call.status)
      return { operation, at: 'HTTP status', usual: String(other.status), changed: String(call.status) }
    const values = valuesOf(call)
    for (const [at, value] of valuesOf(other)) {
      const now = values.get(at) ?? ABSENT
      if (now !== value && isWord(value) && isWord(now)) return { operation, at, usual: value, changed: now }
    }
  }
  return undefined
}

/** `$.status of wiki.baseline.read was "ACTIVE" instead of "DONE"`. */
export function changedWords({ operation, at, usual, changed }: ChangedValue): string {
  return `${at} of ${operation} was ${changed} instead of ${usual}`
}

function lastByOperation({ calls }: RunRecord): ReadonlyMap<string, RecordedCall> {
  return new Map(
    calls.flatMap((call) => (call.operation === undefined ? [] : [[call.operation, call] as const])),
  )
}

function isWord(json: string): boolean {
  return !/\d/.test(json)
}

/** Every value of a JSON body that is no object and no array, as JSON, by its path. */
function valuesOf({ answer: { body } }: RecordedCall): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (value: unknown, at: string): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, `${at}[${index}]`)
    else if (isMap(value)) for (const [key, item] of Object.entries(value)) visit(item, `${at}.${key}`)
    else found.set(at, JSON.stringify(value))
  }
  if (typeof body !== 'string' || body.length > MOST_CHARACTERS) return found
  try {
    visit(JSON.parse(body), '$')
  } catch {
    // Only JSON is compared.
  }
  return found
}
