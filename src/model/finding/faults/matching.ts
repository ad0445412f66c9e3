/** Which faults are meant for what happens, and which of their matches they strike. */
import type { World } from '../../../world/world.ts'
import {
  type ExchangeTarget,
  type FaultMoment,
  type FaultRecord,
  faults,
  type FreezeTarget,
  type MessageTarget,
  outages,
  type QueueName,
} from '../../records/world/faults.ts'
import { segmentsOf } from '../../../world/path-segments.ts'
import { decodedSegment } from '../../../world/percent-encoding.ts'

/** What faults can tell of an exchange. */
export interface ExchangeFacts {
  readonly operation: string | undefined
  readonly interface: string | undefined
  readonly region: string | undefined
  readonly method: string
  /** Below the address of the interface, still percent-encoded. */
  readonly path: string
  readonly user: string | undefined
  /** The application id of the site that is addressed. */
  readonly site: number | undefined
  /** Whether the operation returns pages. */
  readonly paged?: boolean | undefined
}

/** Finds the fault that applies to an exchange, and counts its match. */
export function strikeExchange(world: World, facts: ExchangeFacts): FaultRecord | undefined {
  return strike(world, ({ id, target, effect }) => {
    if (target.kind === 'exchange')
      return isMeant(target, facts) && (effect.pageSize === undefined || facts.paged === true)
    if (target.kind !== 'outage' || target.region !== facts.region) return false
    return target.applicationId === facts.site && world.region(target.region).table(outages).has(String(id))
  })
}

export interface FreezeFacts {
  readonly spaceKey: string
  readonly applicationId: number
  readonly before: number
  readonly after: number
}

export function strikeFreeze(world: World, facts: FreezeFacts): FaultRecord | undefined {
  return strike(world, ({ target }) => target.kind === 'freeze' && isFreezeMeant(target, facts))
}

/** The next percentage at which a fault may interrupt a freezing; undefined for none. */
export function freezeFaultAhead(world: World, facts: Omit<FreezeFacts, 'after'>): number | undefined {
  let next: number | undefined
  for (const { enabled, target } of world.system.table(faults).scan()) {
    if (!enabled || target.kind !== 'freeze' || !isFreezeMeant(target, { ...facts, after: 100 })) continue
    if (next === undefined || target.at < next) next = target.at
  }
  return next
}

function isFreezeMeant({ spaceKey, applicationId, at }: FreezeTarget, facts: FreezeFacts): boolean {
  if (spaceKey !== undefined && spaceKey !== facts.spaceKey) return false
  if (applicationId !== undefined && applicationId !== facts.applicationId) return false
  return at === 0 ? facts.before === 0 : facts.before < at && at <= facts.after
}

export interface MessageFacts {
  readonly queue: QueueName
  readonly serviceId: string
  readonly operation: string
}

/** The first fault that replaces the response to a message, or with `silent` suppresses it. */
export function strikeMessage(world: World, facts: MessageFacts, silent: boolean): FaultRecord | undefined {
  return strike(world, ({ target }) => {
    if (target.kind !== 'message' || (target.answer === 'NONE') !== silent) return false
    return isMessageMeant(target, facts)
  })
}

function isMessageMeant({ queue, serviceId, operation }: MessageTarget, facts: MessageFacts): boolean {
  if (queue !== undefined && queue !== facts.queue) return false
  if (serviceId !== undefined && serviceId !== facts.serviceId) return false
  return operation === undefined || operation === facts.operation
}

/** The first fault in order of id that matches and strikes; every match before it is counted. */
function strike(world: World, isMeantFor: (fault: FaultRecord) => boolean): FaultRecord | undefined {
  const table = world.system.table(faults)
  if (table.size === 0) return undefined
  for (const fault of table.scan()) {
    if (!fault.enabled || !isMeantFor(fault)) continue
    const matched = fault.matched + 1
    const strikes = isMoment(world, fault, matched)
    table.put({ ...fault, matched, struck: fault.struck + (strikes ? 1 : 0) })
    if (strikes) return fault
  }
  return undefined
}

/** Whether a fault strikes at this match, counted from 1. */
export function isMoment(world: World, { id, moment, struck }: FaultRecord, ordinal: number): boolean {
  const { after, every, times, probability = 1 }: FaultMoment = moment
  if (ordinal <= after || (ordinal - after) % every !== 0) return false
  if (times !== undefined && struck >= times) return false
  return probability === 1 || world.random('fault', id, String(ordinal)).fraction() < probability
}

export function isMeant(target: ExchangeTarget, facts: Omit<ExchangeFacts, 'site'>): boolean {
  if (target.operation !== undefined && !isOperation(target.operation, facts.operation)) return false
  if (target.interface !== undefined && target.interface !== facts.interface) return false
  if (target.region !== undefined && target.region !== facts.region) return false
  if (target.method !== undefined && target.method !== facts.method) return false
  if (target.user !== undefined && target.user !== facts.user) return false
  return target.path === undefined || isPath(target.path, facts.path)
}

/** An exact id, or a prefix with `*` at the end. */
export function isOperation(named: string, id: string | undefined): boolean {
  if (id === undefined) return false
  return named.endsWith('*') ? id.startsWith(named.slice(0, -1)) : id === named
}

/** In a template `{name}` and `*` stand for one segment, a final `*` for one and all that follow. */
export function isPath(template: string, path: string): boolean {
  const templateSegments = segmentsOf(template)
  const pathSegments = segmentsOf(path)
  const open = templateSegments.at(-1) === '*'
  if (open ? pathSegments.length < templateSegments.length : pathSegments.length !== templateSegments.length)
    return false
  return templateSegments.every(
    (segment, at) => isAny(segment) || segment === decodedSegment(pathSegments[at] as string),
  )
}

function isAny(segment: string): boolean {
  return segment === '*' || (segment.startsWith('{') && segment.endsWith('}'))
}
