/** From a fault as users write it to the rule that a world keeps, or everything that is wrong with it. */
import type { FaultMoment, FaultRule, FaultTarget, MessageTarget } from '../../model/records/world/faults.ts'
import { present } from '../../model/input/present.ts'
import { isOperation } from '../../model/finding/faults/matching.ts'
import { OUTBOUND_OPERATIONS } from '../../model/records/tracker/outbound-messages.ts'
import { quoted } from '../../model/input/refusal.ts'
import { INBOUND_OPERATIONS } from '../../model/records/tracker/inbound-messages.ts'
import { LAST_INSTANT, parseDuration, parseInstant } from '../../world/time/duration.ts'
import { nearestName } from '../../world/nearest.ts'
import { BEGIN_RULE, LASTING_RULE } from '../../model/records/world/fault-limits.ts'
import { type FaultNames, type NamedSite, operationIds, pagedOperationIds } from './names.ts'
import { checkReach } from './reach.ts'
import { readEffect } from './effect.ts'
import type { FaultFields } from '../format/fault-shape.ts'
import type { Report } from '../check/reference-check.ts'

/** The fields that only one kind of fault has; all others are of exchanges, besides those of every kind. */
const FIELDS_OF_KIND = {
  freeze: ['freeze', 'at'],
  queue: ['queue', 'service', 'messageOperation', 'answer'],
  outage: ['outage', 'from', 'for'],
} as const
const OF_EVERY_KIND = ['id', 'enabled', 'message']
const MOMENT_FIELDS = ['after', 'times', 'every', 'probability']

/**
 * The rule of a fault that is written at `now`; undefined if `report` was called with a problem, by the place within the
 * fault. `names` is what it may name.
 */
export function readFault(
  input: FaultFields,
  names: FaultNames,
  now: number,
  report: Report,
): FaultRule | undefined {
  let problems = 0
  const reportProblem: Report = (path, message, nearest) => {
    problems++
    report(path, message, nearest)
  }
  const target = readTarget(input, names, now, reportProblem)
  const isExchange = target?.kind === 'exchange' || target?.kind === 'mutation'
  const effect = readEffect(input, isExchange, reportProblem)
  if (target === undefined || problems > 0) return undefined
  return { enabled: input.enabled ?? true, target, moment: momentOf(input), effect }
}

function momentOf({ after = 0, every = 1, times, probability }: FaultFields): FaultMoment {
  return {
    after,
    every,
    ...present({ times, probability }),
  }
}

function readTarget(
  input: FaultFields,
  names: FaultNames,
  now: number,
  report: Report,
): FaultTarget | undefined {
  const fields = Object.keys(input).filter((field) => input[field as keyof FaultFields] !== undefined)
  const kind = (['freeze', 'queue', 'outage'] as const).find((name) => input[name] !== undefined)
  const known: readonly string[] = kind === undefined ? [] : FIELDS_OF_KIND[kind]
  for (const field of fields) {
    if (known.includes(field) || OF_EVERY_KIND.includes(field)) continue
    const owner = ownerOf(field)
    const isMoment = MOMENT_FIELDS.includes(field) && kind !== 'outage'
    if (kind !== undefined && !isMoment)
      report([field], `${quoted(field)} does not go with ${quoted(kind)}: leave one of them out`)
    else if (owner !== undefined)
      report([field], `${quoted(field)} goes with ${quoted(owner)}: give that, or leave it out`)
  }
  if (kind === 'freeze') return freezeTarget(input, names, report)
  if (kind === 'queue') return messageTarget(input, names, report)
  if (kind === 'outage') return outageTarget(input, names, now, report)
  checkExchangeTarget(input, names, report)
  const { operation, interface: surface, region, method, path, user } = input
  const target = { operation, interface: surface, region, method, path, user }
  return { kind: input.mutate === undefined ? 'exchange' : 'mutation', ...present(target) }
}

/** The field that determines the kind of a fault with this field. */
function ownerOf(field: string): string | undefined {
  return Object.entries(FIELDS_OF_KIND).find(([, fields]) =>
    (fields as readonly string[]).includes(field),
  )?.[0]
}

function checkExchangeTarget(input: FaultFields, names: FaultNames, report: Report): void {
  const { operation, path, user } = input
  const ids = operationIds()
  const isKnown = operation === undefined || ids.some((id) => isOperation(operation, id))
  if (!isKnown) {
    const [beginning = ''] = operation.split('*')
    const what = operation.includes('*') ? 'no operation begins like' : 'no operation'
    const suggestion = operation.slice(0, -1).includes('*') ? ": '*' stands at the end" : ''
    report(
      ['operation'],
      `${what} ${quoted(operation)}${suggestion}`,
      nearestOperation(operation, beginning, ids),
    )
  }
  if (isKnown && operation !== undefined && input.pageSize !== undefined) {
    const paged = pagedOperationIds()
    if (!paged.some((id) => isOperation(operation, id)))
      report(['operation'], `${quoted(operation)} returns no pages: name a list, such as '${paged[0]}'`)
  }
  if (path !== undefined && !path.startsWith('/')) {
    const message = `must begin with '/' and be the path below the address of an interface, not ${quoted(path)}`
    report(['path'], message)
  } else if (isKnown) checkReach(input, report)
  if (user !== undefined && !names.users().has(user))
    report(['user'], `no user ${quoted(user)}`, nearestName(user, names.users()))
}

function nearestOperation(named: string, beginning: string, ids: readonly string[]): string | undefined {
  if (!named.includes('*')) return nearestName(named, ids)
  const parts = beginning.split('.').length
  const groups = new Set(
    ids.map(
      (id) =>
        `${id
          .split('.')
          .slice(0, parts - 1)
          .join('.')}.*`,
    ),
  )
  return nearestName(named, groups)
}

function freezeTarget(
  { freeze = '*', at = 0 }: FaultFields,
  names: FaultNames,
  report: Report,
): FaultTarget | undefined {
  if (freeze === '*') return { kind: 'freeze', at }
  const spaces = names.spaces()
  if (spaces.some(({ key }) => key === freeze)) return { kind: 'freeze', spaceKey: freeze, at }
  const slash = freeze.indexOf('/')
  const spaceKey = freeze.slice(slash + 1)
  const site = slash === -1 ? undefined : findSite(names, freeze.slice(0, slash))[0]
  if (site !== undefined && spaces.some((space) => space.key === spaceKey && space.site === site))
    return { kind: 'freeze', spaceKey, applicationId: site.id ?? 0, at }
  const nearest = nearestName(
    freeze,
    spaces.map(({ key }) => key),
  )
  report(['freeze'], `no space ${quoted(freeze)}: give KEY, SITE/KEY or *`, nearest)
  return undefined
}

function messageTarget(input: FaultFields, names: FaultNames, report: Report): MessageTarget {
  const { queue, service, messageOperation, answer = 'FAILED' } = input
  if (service !== undefined && !names.services().has(service))
    report(['service'], `no integration ${quoted(service)}`, nearestName(service, names.services()))
  const outbound: readonly string[] = queue === 'inbound' ? [] : OUTBOUND_OPERATIONS
  const inbound: readonly string[] = queue === 'outbound' ? [] : INBOUND_OPERATIONS
  const known = [...outbound, ...inbound]
  if (messageOperation !== undefined && !known.includes(messageOperation)) {
    const nearest = nearestName(messageOperation, known)
    const message = `no message of this queue has the operation ${quoted(messageOperation)}`
    report(['messageOperation'], message, nearest)
  }
  return {
    kind: 'message',
    answer,
    ...(queue === undefined || queue === '*' ? {} : { queue }),
    ...present({ serviceId: service, operation: messageOperation }),
  }
}

function outageTarget(
  { outage = '', from, for: lasting }: FaultFields,
  names: FaultNames,
  now: number,
  report: Report,
): FaultTarget | undefined {
  const found = findSite(names, outage)
  const [site] = found
  if (found.length > 1) report(['outage'], `several sites are called ${quoted(outage)}: give the id`)
  if (site === undefined) {
    const known = names.sites.flatMap((each) => each.names.filter((name) => typeof name === 'string'))
    report(['outage'], `no wiki or tracker ${quoted(outage)}`, nearestName(String(outage), known))
  }
  const begin = from === undefined ? now : (parseInstant(from) ?? later(now, parseDuration(from)))
  if (begin === undefined) report(['from'], `${BEGIN_RULE}, not ${quoted(from)}`)
  else if (begin > LAST_INSTANT)
    report(['from'], `${quoted(from)} is beyond the year 9999: give an earlier time`)
  const length = lasting === undefined ? undefined : parseDuration(lasting)
  const until = later(begin ?? now, length)
  if (lasting !== undefined && (length === undefined || length === 0))
    report(['for'], `${LASTING_RULE}, not ${quoted(lasting)}`)
  else if (until !== undefined && until > LAST_INSTANT)
    report(['for'], `${quoted(lasting)} ends beyond the year 9999: give a shorter one`)
  if (site === undefined || begin === undefined) return undefined
  const window = { from: begin, ...(until === undefined ? {} : { until }) }
  return { kind: 'outage', region: site.region, applicationId: site.id ?? 0, ...window }
}

function later(instant: number, duration: number | undefined): number | undefined {
  return duration === undefined ? undefined : instant + duration
}

function findSite({ sites }: FaultNames, reference: string | number): readonly NamedSite[] {
  // An id or a handle is meant before a name that another site may have too.
  for (let place = 0; place < 4; place++) {
    const found = sites.filter(
      ({ names }) => place < names.length && String(names[place]) === String(reference),
    )
    if (found.length > 0) return found
  }
  return []
}
