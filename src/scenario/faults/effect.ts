/** What a fault does to exchanges, as users write it: read and checked. */
import type { FaultEffect } from '../../model/records/world/faults.ts'
import { present } from '../../model/input/present.ts'
import { quoted } from '../../model/input/refusal.ts'
import { parseDuration } from '../../world/time/duration.ts'
import {
  DELAY_RULE,
  HEADER_NAME,
  HEADER_VALUE,
  isInPlace,
  MAXIMUM_DELAY,
} from '../../model/records/world/fault-limits.ts'
import type { FaultFields } from '../format/fault-shape.ts'
import type { Report } from '../check/reference-check.ts'

const REPLACING = ['status', 'drop'] as const
const CHANGING = ['body', 'headers', 'latency', 'truncate', 'malform', 'slow', 'pageSize', 'mutate'] as const
/** Statuses of responses without a body (RFC 9110). */
const BODILESS: ReadonlySet<number | undefined> = new Set([204, 205, 304])
const MAXIMUM_HEADERS = 50
const MAXIMUM_BODY = 100_000

/** What a fault does to exchanges; `report` is called with each error. */
export function readEffect(input: FaultFields, isExchange: boolean, report: Report): FaultEffect {
  const { status, message, drop, truncate, malform, pageSize, performed, mutate, field } = input
  if (isExchange) checkEffect(input, report)
  const body = input.body === undefined ? undefined : bodyOf(input.body, report)
  const headers = input.headers === undefined ? undefined : Object.entries(input.headers)
  if (headers !== undefined) checkHeaders(headers, report)
  return present({
    status,
    message,
    body,
    headers,
    latency: delay('latency', input.latency, report),
    drop,
    truncate: truncate === undefined ? undefined : truncationOf(truncate, report),
    malform,
    slow: delay('slow', input.slow, report),
    pageSize,
    performed: performed === true ? (true as const) : undefined,
    mutate,
    field,
  })
}

function checkEffect(input: FaultFields, report: Report): void {
  const { status, drop, body, message, performed, mutate, field } = input
  const specified = (names: readonly (keyof FaultFields)[]) =>
    names.filter((name) => input[name] !== undefined)
  const replacing = specified(REPLACING)
  const changing = specified(CHANGING)
  if (field !== undefined && (mutate === undefined || !isInPlace(mutate)))
    report(['field'], "'field' goes with a mistake in a place of the response, such as 'mutate: field-null'")
  if (replacing.length + changing.length === 0) {
    const effects = [...REPLACING, ...CHANGING].join(', ')
    return report([], `does nothing: give at least one of ${effects}, or one of freeze, queue, outage`)
  }
  if (mutate !== undefined) {
    for (const name of specified([...REPLACING, ...CHANGING, 'message', 'performed']))
      if (name !== 'mutate')
        report([name], `${quoted(name)} does not go with 'mutate': leave one of them out`)
    return undefined
  }
  if (drop !== undefined) {
    for (const name of ['status', 'message', 'body', 'headers', 'truncate', 'malform', 'slow'] as const)
      if (input[name] !== undefined)
        report([name], `${quoted(name)} needs a response, and 'drop' leaves none`)
  }
  const [replaces] = replacing
  if (input.pageSize !== undefined && replaces !== undefined)
    report(['pageSize'], `'pageSize' needs the page of the operation, and ${quoted(replaces)} replaces it`)
  if (BODILESS.has(status) && body !== undefined)
    report(['body'], `a response of status ${quoted(status)} has no body`)
  if (message !== undefined && (status === undefined || status < 400 || body !== undefined))
    report(['message'], "'message' is that of an error: give a 'status' from 400 and no 'body'")
  if (performed !== undefined && replacing.length === 0)
    report(
      ['performed'],
      "'performed' goes with 'status' or 'drop': without these the operation is carried out",
    )
  return undefined
}

/** Headers that adapters write themselves, since they frame the response. */
const FRAMING: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Headers that say something of the simulator itself. Those of the rate limit are the service's. */
const OWN_HEADER = /^x-(?:sim-|request-id$)/

function checkHeaders(headers: readonly (readonly [string, string])[], report: Report): void {
  if (headers.length > MAXIMUM_HEADERS)
    report(['headers'], `must have at most ${MAXIMUM_HEADERS} entries, not ${quoted(headers.length)}`)
  const seen = new Set<string>()
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    if (!HEADER_NAME.test(name)) report(['headers', name], `${quoted(name)} must be the name of a header`)
    if (FRAMING.has(lower)) report(['headers', name], `${quoted(name)} is written by what sends the answer`)
    if (OWN_HEADER.test(lower)) report(['headers', name], `${quoted(name)} is one of the simulator's own`)
    if (seen.has(lower)) report(['headers', name], `${quoted(name)} is given twice`)
    seen.add(lower)
    if (!HEADER_VALUE.test(value))
      report(['headers', name], `must be ASCII without line breaks or space around, not ${quoted(value)}`)
  }
}

function bodyOf(body: unknown, report: Report): FaultEffect['body'] {
  const text = typeof body === 'string' ? body : jsonText(body)
  if (text === undefined) report(['body'], 'must be text, or what can be written as JSON')
  else if (text.length > MAXIMUM_BODY)
    report(['body'], `must have at most ${MAXIMUM_BODY} characters, not ${quoted(text.length)}`)
  return { text: text ?? '', json: typeof body !== 'string' }
}

/** A library caller may give anything: circles, functions, big integers. */
function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

const PERCENTAGE = /^(?:0|[1-9]\d?)(?:\.\d{1,3})?%$/

function truncationOf(truncate: string | number, report: Report): FaultEffect['truncate'] {
  if (typeof truncate === 'number') return { bytes: truncate }
  if (PERCENTAGE.test(truncate)) return { percent: Number(truncate.slice(0, -1)) }
  const message = `must be a number of bytes, or a percentage below 100 such as 50%, not ${quoted(truncate)}`
  report(['truncate'], message)
  return undefined
}

function delay(field: string, value: string | undefined, report: Report): number | undefined {
  if (value === undefined) return undefined
  const milliseconds = parseDuration(value)
  if (milliseconds !== undefined && milliseconds <= MAXIMUM_DELAY) return milliseconds
  report([field], `${DELAY_RULE}, not ${quoted(value)}`)
  return undefined
}
