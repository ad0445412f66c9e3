/** What an alternative of an assumption changed in the responses to the client, such as `status` ACTIVE instead of DONE. */
import { compareCodePoints } from '../world/order.ts'
import type { RecordedCall, RunRecord } from './record.ts'
import { isObject } from '../world/objects.ts'

export interface ChangedValue {
  readonly operation: string
  /** `HTTP status`, `header Deprecation`, or the path of a value in the body, such as `$.items[0].status`. */
  readonly at: string
  /** The value in the run under the usual alternative, as JSON; `nothing` if the field was absent. */
  readonly usual: string
  /** The value in the run under the alternative that breaks the client. */
  readonly changed: string
}

const ABSENT = 'nothing'
/** Longer bodies are not compared. */
const MAXIMUM_CHARACTERS = 100_000
/** Headers that say nothing of the resource. */
const UNCOMPARED = /^(?:x-sim-.*|x-request-id|date|content-length)$/i

/**
 * The first response that differs between two runs, and a value in it. Up to that response both runs are the same, so that any
 * difference comes from the alternative; later ones may be consequences of what the client did then.
 */
export function changedValue(usual: RunRecord, changed: RunRecord): ChangedValue | undefined {
  for (const [index, call] of changed.calls.entries()) {
    const other = usual.calls[index]
    if (other === undefined || other.method !== call.method || other.url !== call.url) return undefined
    const operation = call.operation ?? `${call.method} ${call.url}`
    if (other.status !== call.status)
      return { operation, at: 'HTTP status', usual: String(other.status), changed: String(call.status) }
    const found = differenceOf(valuesOf(other), valuesOf(call))
    if (found !== undefined) return { operation, ...found }
  }
  return undefined
}

/** `$.status of wiki.baseline.read was "ACTIVE" instead of "DONE"`. */
export function changedWords({ operation, at, usual, changed }: ChangedValue): string {
  return `${at} of ${operation} was ${changed} instead of ${usual}`
}

type Values = ReadonlyMap<string, string>

/** A word says more than a number, and a value of both runs more than a field that one of them lacks. */
function differenceOf(usual: Values, changed: Values): Omit<ChangedValue, 'operation'> | undefined {
  const differing = [...new Set([...usual.keys(), ...changed.keys()])]
    .map((at) => ({ at, usual: usual.get(at) ?? ABSENT, changed: changed.get(at) ?? ABSENT }))
    .filter((each) => each.usual !== each.changed)
  return (
    differing.find((each) => isWord(each.usual) && isWord(each.changed)) ??
    differing.find((each) => each.usual !== ABSENT && each.changed !== ABSENT) ??
    differing[0]
  )
}

function isWord(json: string): boolean {
  return json !== ABSENT && !/\d/.test(json)
}

/** Every value of a JSON body that is no object and no array, as JSON, by its path; then the headers. */
function valuesOf({ answer: { body, headers } }: RecordedCall): Values {
  const found = new Map<string, string>()
  const visit = (value: unknown, at: string): void => {
    if (Array.isArray(value) && value.length > 0)
      for (const [index, item] of value.entries()) visit(item, `${at}[${index}]`)
    else if (isObject(value) && Object.keys(value).length > 0)
      for (const [key, item] of Object.entries(value)) visit(item, `${at}.${key}`)
    else found.set(at, JSON.stringify(value))
  }
  if (typeof body === 'string' && body.length <= MAXIMUM_CHARACTERS)
    try {
      visit(JSON.parse(body), '$')
    } catch {
      found.set('body', JSON.stringify(body.slice(0, 100)))
    }
  for (const [name, value] of Object.entries(headers).toSorted(([a], [b]) => compareCodePoints(a, b)))
    if (!UNCOMPARED.test(name)) found.set(`header ${name}`, JSON.stringify(value))
  return found
}
