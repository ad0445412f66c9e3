/** Faults of exchanges: whether one strikes, and what becomes of the response. */
import { BODILESS, byteLengthOf, type Delivery, type ExchangeResponse } from '../../api/framework/exchange.ts'
import { type FaultEffect, type FaultRecord, faults } from '../../model/records/world/faults.ts'
import type { World } from '../../world/world.ts'

/** False in most worlds: this check of a table size is the only cost of faults there. */
export function hasFaults(world: World): boolean {
  return world.system.table(faults).size > 0
}

/** How often each fault of messages has struck. */
export function struckMessages(world: World): ReadonlyMap<number, number> {
  const ofMessages = world.system.table(faults).range('kind', ['message'])
  return new Map(Array.from(ofMessages, ({ id, struck }) => [id, struck]))
}

/** The first fault of messages that has struck since. */
export function struckSince(world: World, before: ReadonlyMap<number, number>): FaultRecord | undefined {
  for (const [id, struck] of before) {
    const fault = world.system.table(faults).get(id)
    if (fault !== undefined && fault.struck > struck) return fault
  }
  return undefined
}

/** True if the operation does not run, because of a status, a drop or an outage of its site. */
export function standsForOperation({ target, effect }: FaultRecord): boolean {
  return target.kind === 'outage' || (effect.performed !== true && isReplaced(effect))
}

/** True if nothing is left of the operation's response. */
export function replacesResponse({ target, effect }: FaultRecord): boolean {
  return target.kind === 'outage' || isReplaced(effect)
}

function isReplaced({ status, drop }: FaultEffect): boolean {
  return status !== undefined || drop === true
}

/** Status of a site that does not respond. */
const UNAVAILABLE = 503

/**
 * The response that a fault makes of an exchange; `carriedOut` is the response of the operation, if it was carried out.
 * `errorResponse` writes an error in the shape of the interface.
 */
export function faultedResponse(
  fault: FaultRecord,
  carriedOut: ExchangeResponse | undefined,
  errorResponse: (status: number, message: string) => ExchangeResponse,
): ExchangeResponse {
  const { id, target, effect } = fault
  const error = (status: number, without: string) =>
    errorResponse(status, effect.message ?? `${without} (fault ${id})`)
  if (target.kind === 'outage') return error(UNAVAILABLE, 'the site does not respond')
  const { status, drop } = effect
  if (drop === true) return { status: 0, headers: {}, body: '' }
  let response = carriedOut ?? { status: UNAVAILABLE, headers: {}, body: '' }
  if (status !== undefined) {
    response =
      status >= 400 && effect.body === undefined
        ? error(status, `returned ${status}`)
        : { status, headers: {}, body: '' }
  }
  return altered(response, effect)
}

function altered(response: ExchangeResponse, { body, malform }: FaultEffect): ExchangeResponse {
  const changed = { ...response.headers }
  let text = response.body
  if (body !== undefined) {
    text = body.text
    setHeader(changed, 'Content-Type', body.json ? 'application/json' : 'text/plain; charset=UTF-8')
  }
  if (malform === true) text = malformed(text)
  return { status: response.status, headers: changed, body: text }
}

/** Sets a header in place of one that is the same in other letter case. */
function setHeader(headers: Record<string, string>, name: string, value: string): void {
  const lower = name.toLowerCase()
  for (const known of Object.keys(headers)) if (known.toLowerCase() === lower) delete headers[known]
  headers[name] = value
}

/** Half of a body and a comma, with which no JSON text ends. */
export function malformed(body: string | Uint8Array): string {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const points = Array.from(text)
  return `${points.slice(0, Math.ceil(points.length / 2)).join('')},`
}

/** What a fault does to the response on its way; undefined for nothing. `waits` on a live clock. */
export function deliveryOf(
  { effect }: FaultRecord,
  status: number,
  body: string | Uint8Array,
  waits: boolean,
): Delivery | undefined {
  const { latency, drop, truncate, slow } = effect
  const length = BODILESS.has(status) ? 0 : byteLengthOf(body)
  const cut = truncate === undefined || length === 0 ? undefined : cutOf(truncate, length)
  const delivery = {
    ...(latency === undefined ? {} : { latency }),
    ...(drop === true ? { dropped: true } : {}),
    ...(cut === undefined ? {} : { truncatedTo: cut }),
    ...(slow === undefined || length === 0 ? {} : { slow }),
  }
  return Object.keys(delivery).length === 0 ? undefined : { ...delivery, waits }
}

/** The bytes that arrive, fewer than there are. */
function cutOf(truncate: NonNullable<FaultEffect['truncate']>, length: number): number {
  const wanted = 'bytes' in truncate ? truncate.bytes : Math.floor((length * truncate.percent) / 100)
  return Math.min(wanted, length - 1)
}

/**
 * Sets the headers of a fault, in place of any that the response has otherwise, and those that report the fault and its
 * delays that are not waited for.
 */
export function setFaultHeaders(
  headers: Record<string, string>,
  { id, effect }: FaultRecord,
  delivery: Delivery | undefined,
): void {
  for (const [name, value] of effect.headers ?? []) setHeader(headers, name, value)
  headers['X-Sim-Fault'] = String(id)
  if (delivery === undefined || delivery.waits) return
  if (delivery.latency !== undefined) headers['X-Sim-Latency'] = String(delivery.latency)
  if (delivery.slow !== undefined) headers['X-Sim-Slow'] = String(delivery.slow)
}
