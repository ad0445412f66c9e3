/**
 * Messages that wait while both products go on. What a message is about may be renamed meanwhile, and both products may
 * have changed the same link: then the wiki's word counts, so that both show the same once everything has arrived.
 */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { findProjectByKey } from '../containers/containers.ts'
import { issueOf, type LinkFacts } from '../links/faces.ts'
import type { IntegrationRecord, IssueRecord } from '../links/records.ts'
import { enqueueInbound } from '../messages/inbound.ts'
import { enqueueOutbound } from '../messages/outbound.ts'
import { currentVariantOf, findRequirementByKey } from '../requirements/lookup.ts'
import { isLive } from '../requirements/records.ts'
import { step } from '../machine.ts'
import { type MessageStatus, outboundMessages, type OutboundMessageRecord } from '../messages/records.ts'
import { type InboundMessage, trackerMessages, type TrackerMessageRecord } from '../tracker/records.ts'
import { messageMachine } from './machine.ts'
import type { TrackerMessage } from './messages.ts'

/** The relationship of a message from the tracker that names none. */
export const DEFAULT_RELATIONSHIP = 'implements'

/** More renamings than this of one thing are not followed. */
const MAXIMUM_RENAMINGS = 100

interface RequirementName {
  readonly spaceKey: string
  readonly key: string
}

/** What the wiki calls a requirement by now, of which the tracker has not heard. */
export function requirementNow(
  store: Store,
  { serviceId }: IntegrationRecord,
  { spaceKey, key }: RequirementName,
): RequirementName {
  let name = { spaceKey, key }
  let after = 0
  for (let count = 0; count < MAXIMUM_RENAMINGS; count++) {
    const renaming = firstWith(
      store.table(outboundMessages).range('waitingRequirement', [serviceId, name.spaceKey, name.key]),
      ({ id, operation }) => operation === 'REQUIREMENT_RENAMED' && id > after,
    )
    if (renaming === undefined) return name
    after = renaming.id
    name = { spaceKey: renaming.newSpaceKey ?? name.spaceKey, key: renaming.newKey ?? name.key }
  }
  return name
}

/**
 * Where the wiki has a requirement that was once under a name; DELETED where it was deleted in the end, undefined for a
 * name that no requirement ever had.
 */
export function fateOf(
  store: Store,
  { wikiApplicationId }: IntegrationRecord,
  name: RequirementName,
): RequirementName | 'DELETED' | undefined {
  let { spaceKey, key } = name
  for (let count = 0; count < MAXIMUM_RENAMINGS; count++) {
    const space = findProjectByKey(store, wikiApplicationId, spaceKey)
    const variantId = currentVariantOf(store, wikiApplicationId, spaceKey)
    const row =
      space === undefined || variantId === undefined
        ? undefined
        : findRequirementByKey(store, space, variantId, key)
    if (row === undefined) return count === 0 ? undefined : 'DELETED'
    if (isLive(row)) return { spaceKey, key }
    if (row.newSpaceKey === undefined || row.newKey === undefined) return 'DELETED'
    spaceKey = row.newSpaceKey
    key = row.newKey
  }
  return 'DELETED'
}

/** The issue that the wiki means by a key, which may be one of before a renaming that the wiki has not heard of. */
export function issueNow(
  store: Store,
  integration: IntegrationRecord,
  issueKey: string,
): IssueRecord | undefined {
  return issueOf(store, integration, keysSince(store, integration, issueKey).at(-1) ?? issueKey)
}

/** A key of an issue, and those that it got in renamings that the wiki has not heard of. */
function keysSince(store: Store, { serviceId }: IntegrationRecord, issueKey: string): string[] {
  const keys = [issueKey]
  let after = 0
  while (keys.length <= MAXIMUM_RENAMINGS) {
    const renaming = firstWith(
      store.table(trackerMessages).range('waitingIssue', [serviceId, keys.at(-1) ?? issueKey]),
      ({ id, operation }) => isIssueRenaming(operation) && id > after,
    )
    if (renaming?.newIssueKey === undefined) break
    after = renaming.id
    keys.push(renaming.newIssueKey)
  }
  return keys
}

/** The message by which the wiki is about to tell the tracker of a change of this very link. */
export function waitingChangeOfLink(
  store: Store,
  { serviceId }: IntegrationRecord,
  facts: LinkFacts,
): OutboundMessageRecord | undefined {
  const table = store.table(outboundMessages)
  let name: RequirementName = facts
  let before = Number.POSITIVE_INFINITY
  for (let count = 0; count < MAXIMUM_RENAMINGS; count++) {
    const change = firstWith(
      table.range('waitingRequirement', [serviceId, name.spaceKey, name.key]),
      (message) => message.id < before && isLinkChange(message.operation) && saysOf(message, facts),
    )
    if (change !== undefined || facts.baseline !== undefined) return change
    // What was queued before a renaming that waits too has the name of then.
    let renaming: OutboundMessageRecord | undefined
    for (const message of table.range('waitingArrival', [serviceId, name.spaceKey, name.key]))
      if (message.id < before) renaming = message
    if (renaming?.spaceKey === undefined || renaming.key === undefined) return undefined
    before = renaming.id
    name = { spaceKey: renaming.spaceKey, key: renaming.key }
  }
  return undefined
}

/**
 * A message of the wiki about a link arrived: what the tracker was about to say of the same link is out of date. Where the
 * tracker is about to reset the links of the issue, it says again that this one is there.
 */
export function supersedeTrackerMessages(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  issue: IssueRecord,
  operation: 'LINK_ADDED' | 'LINK_REMOVED',
  facts: LinkFacts,
): void {
  const table = store.table(trackerMessages)
  const { serviceId } = integration
  for (const message of table.range('waitingRequirement', [serviceId, facts.spaceKey, facts.key])) {
    const { id, issueKey, relationship = DEFAULT_RELATIONSHIP } = message
    if (!changesLink(message.operation) || issueKey === undefined) continue
    if (message.baseline !== facts.baseline || relationship !== facts.relationship) continue
    if (issueNow(store, integration, issueKey)?.id !== issue.id) continue
    table.update(id, superseded(message, ': the wiki has changed the link meanwhile'))
  }
  if (operation === 'LINK_REMOVED') return
  if (lastReset(store, integration, facts) === 0) return
  const { spaceKey, key, baseline, relationship } = facts
  const frozen = baseline === undefined ? {} : { baseline }
  const link = { spaceKey, key, ...frozen, issueKey: issue.key, relationship }
  enqueueInbound(world, store, undefined, integration, { operation: 'ADD_LINK', ...link })
}

/**
 * The tracker told of a link, and is yet to hear that the requirement was deleted and came back, upon which it lets its
 * links go: the wiki says again that this one is there.
 */
export function confirmAfterDeletion(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  { spaceKey, key, baseline, issueKey, relationship = DEFAULT_RELATIONSHIP }: InboundMessage,
): void {
  if (spaceKey === undefined || key === undefined || issueKey === undefined || baseline !== undefined) return
  const { serviceId, wikiApplinkId: applinkId } = integration
  const facts = { spaceKey, key, issueKey, relationship }
  const deletion = firstWith(
    store.table(outboundMessages).range('waitingRequirement', [serviceId, spaceKey, key]),
    ({ operation }) => operation === 'REQUIREMENT_DELETED',
  )
  if (deletion === undefined || waitingChangeOfLink(store, integration, facts) !== undefined) return
  enqueueOutbound(world, store, undefined, { serviceId, operation: 'LINK_ADDED', applinkId, ...facts })
}

/** A requirement was deleted, and its links went: the tracker has none to tell of any more. */
export function forgetNewLinks(
  store: Store,
  { serviceId }: IntegrationRecord,
  spaceKey: string,
  key: string,
): void {
  const table = store.table(trackerMessages)
  for (const message of table.range('waitingRequirement', [serviceId, spaceKey, key]))
    if (message.operation === 'ADD_LINK' && message.baseline === undefined)
      table.update(message.id, superseded(message, ': the wiki has deleted the requirement'))
}

/** A baseline was deleted, and the links to its frozen copies went: the tracker has none to tell of any more. */
export function forgetLinksToBaseline(
  store: Store,
  { serviceId }: IntegrationRecord,
  spaceKey: string,
  baseline: number,
): void {
  const table = store.table(trackerMessages)
  for (const message of table.range('waitingRequirement', [serviceId, spaceKey]))
    if (message.operation === 'ADD_LINK' && message.baseline === baseline)
      table.update(message.id, superseded(message, ': the wiki has deleted the baseline'))
}

/**
 * Repairing settled what becomes of a link in both products: waiting messages that say the contrary are out of date. Where
 * a message waits that takes more than this link away, another one says afterwards that it is there.
 */
export function supersedeContrary(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  facts: LinkFacts,
  there: boolean,
): void {
  const { serviceId } = integration
  const issueId = issueNow(store, integration, facts.issueKey)?.id
  const isAboutLink = ({ baseline, issueKey = '', relationship = DEFAULT_RELATIONSHIP }: AboutLink) =>
    baseline === facts.baseline &&
    relationship === facts.relationship &&
    (issueKey === facts.issueKey ||
      (issueId !== undefined && issueNow(store, integration, issueKey)?.id === issueId))
  const contrary = new Set<string>(there ? ['LINK_REMOVED', 'REMOVE_LINK'] : ['LINK_ADDED', 'ADD_LINK'])
  const outbound = store.table(outboundMessages)
  const inbound = store.table(trackerMessages)
  let name: RequirementName = facts
  let before = Number.POSITIVE_INFINITY
  let confirmed = 0
  for (let count = 0; count < MAXIMUM_RENAMINGS; count++) {
    const place = [serviceId, name.spaceKey, name.key]
    for (const message of outbound.range('waitingRequirement', place))
      if (message.id < before && isLinkChange(message.operation) && isAboutLink(message)) {
        if (contrary.has(message.operation)) outbound.update(message.id, superseded(message, REPAIRED))
        else confirmed = Number.POSITIVE_INFINITY
      }
    for (const message of inbound.range('waitingRequirement', place)) {
      if (!changesLink(message.operation) || !isAboutLink(message)) continue
      if (contrary.has(message.operation)) inbound.update(message.id, superseded(message, REPAIRED))
      else confirmed = Math.max(confirmed, message.id)
    }
    if (facts.baseline !== undefined) break
    let renaming: OutboundMessageRecord | undefined
    for (const message of outbound.range('waitingArrival', place)) if (message.id < before) renaming = message
    if (renaming?.spaceKey === undefined || renaming.key === undefined) break
    before = renaming.id
    name = { spaceKey: renaming.spaceKey, key: renaming.key }
  }
  if (!there) return
  const { issueKey, spaceKey, key, baseline, relationship } = facts
  const frozen = baseline === undefined ? {} : { baseline }
  const link = { operation: 'ADD_LINK', issueKey, spaceKey, key, ...frozen, relationship } as const
  // What the wiki is about to tell stands above a reset.
  if (lastReset(store, integration, facts) > confirmed)
    enqueueInbound(world, store, undefined, integration, link)
  confirmAfterDeletion(world, store, integration, link)
}

type AboutLink = Pick<TrackerMessage, 'baseline' | 'issueKey' | 'relationship'>

const REPAIRED = ': the link was repaired meanwhile'

/** The id of the last waiting message that resets the links of an issue, this one among them; 0 where there is none. */
function lastReset(store: Store, integration: IntegrationRecord, facts: LinkFacts): number {
  const { serviceId } = integration
  let last = 0
  for (const issueKey of keysSince(store, integration, facts.issueKey))
    for (const message of store.table(trackerMessages).range('waitingIssue', [serviceId, issueKey])) {
      const { id, operation, relationship = facts.relationship } = message
      if (operation === 'RESET_LINKS' && relationship === facts.relationship) last = Math.max(last, id)
    }
  return last
}

/** What waits about a requirement that was renamed is about the new name; a later use of the old name stays. */
export function followRequirement(
  store: Store,
  { serviceId }: Pick<IntegrationRecord, 'serviceId'>,
  renaming: TrackerMessage & { readonly id: number },
): void {
  const { id: before, operation, spaceKey, key, newSpaceKey = spaceKey, newKey = key } = renaming
  if (operation !== 'REQUIREMENT_RENAMED') return
  if (spaceKey === undefined || key === undefined) return
  if (newSpaceKey === undefined || newKey === undefined) return
  const now = { spaceKey: newSpaceKey, key: newKey }
  const outbound = store.table(outboundMessages)
  for (const { id, baseline } of outbound.range('waitingRequirement', [serviceId, spaceKey, key]))
    if (id < before && baseline === undefined) outbound.update(id, now)
  const inbound = store.table(trackerMessages)
  for (const { id, baseline } of inbound.range('waitingRequirement', [serviceId, spaceKey, key]))
    if (baseline === undefined) inbound.update(id, now)
}

/** What waits about an issue that was renamed is about the new key. */
export function followIssue(
  store: Store,
  { serviceId }: IntegrationRecord,
  issueKey: string,
  newIssueKey: string,
): void {
  const outbound = store.table(outboundMessages)
  for (const { id } of outbound.range('waitingIssue', [serviceId, issueKey]))
    outbound.update(id, { issueKey: newIssueKey })
}

/** What a message did leaves older ones of its queue that failed nothing to do: those about the same link, or about a requirement that is gone. */
export function supersedeOlderOutbound(store: Store, later: OutboundMessageRecord): void {
  const { serviceId, operation, spaceKey, key } = later
  const gone = operation === 'REQUIREMENT_DELETED'
  if (spaceKey === undefined || key === undefined || !(gone || isLinkChange(operation))) return
  const table = store.table(outboundMessages)
  for (const message of table.range('waitingRequirement', [serviceId, spaceKey, key])) {
    // Those of one requirement come in the order of their ids.
    if (message.id >= later.id) break
    if (!isLinkChange(message.operation)) continue
    if (gone ? message.baseline !== later.baseline : !saysOf(message, later)) continue
    table.update(message.id, superseded(message, ` by message ${later.id}`))
  }
}

/** As supersedeOlderOutbound, in the queue of the tracker; a renamed issue takes along what waits about it. */
export function supersedeOlderInbound(store: Store, later: TrackerMessageRecord): void {
  const { serviceId, operation, issueKey, newIssueKey } = later
  if (issueKey === undefined) return
  const renamed = isIssueRenaming(operation) ? newIssueKey : undefined
  const table = store.table(trackerMessages)
  for (const message of table.range('waitingIssue', [serviceId, issueKey])) {
    if (message.id >= later.id) break
    if (renamed !== undefined) table.update(message.id, { issueKey: renamed })
    else if (isOutdatedBy(message, later))
      table.update(message.id, superseded(message, ` by message ${later.id}`))
  }
}

/**
 * The older message that has to go before this one: one that renames or deletes the requirement that it is about. Sent in
 * another order, they would leave wiki and tracker apart.
 */
export function mustGoBefore(
  store: Store,
  { id, serviceId, spaceKey, key, newSpaceKey, newKey }: OutboundMessageRecord,
): OutboundMessageRecord | undefined {
  const table = store.table(outboundMessages)
  for (const [space, name] of [
    [spaceKey, key],
    [newSpaceKey, newKey],
  ]) {
    if (space === undefined || name === undefined) continue
    const found =
      firstWith(
        table.range('waitingRequirement', [serviceId, space, name]),
        (message) => message.id < id && ORDERED.has(message.operation),
      ) ?? firstWith(table.range('waitingArrival', [serviceId, space, name]), (message) => message.id < id)
    if (found !== undefined) return found
  }
  return undefined
}

function superseded({ status }: { readonly status: MessageStatus }, why: string) {
  const after = step(messageMachine, status, 'SUPERSEDE') as MessageStatus
  return { status: after, lastResponse: `superseded${why}` }
}

const ORDERED: ReadonlySet<string> = new Set(['REQUIREMENT_RENAMED', 'REQUIREMENT_DELETED'])

function isIssueRenaming(operation: InboundMessage['operation']): boolean {
  return operation === 'ISSUE_RENAMED' || operation === 'ISSUE_MOVED'
}

function changesLink(operation: InboundMessage['operation']): boolean {
  return operation === 'ADD_LINK' || operation === 'REMOVE_LINK'
}

function isLinkChange(operation: TrackerMessage['operation']): boolean {
  return operation === 'LINK_ADDED' || operation === 'LINK_REMOVED'
}

/** True when a message is about the link of these facts; its requirement is known to be theirs. */
function saysOf(
  message: Pick<TrackerMessage, 'baseline' | 'issueKey' | 'relationship'>,
  facts: Pick<TrackerMessage, 'baseline' | 'issueKey' | 'relationship'>,
): boolean {
  return (
    message.baseline === facts.baseline &&
    message.issueKey === facts.issueKey &&
    message.relationship === facts.relationship
  )
}

/** True when an older message about the same issue has nothing left to say after a later one. */
function isOutdatedBy(message: TrackerMessageRecord, later: TrackerMessageRecord): boolean {
  if (!changesLink(message.operation)) return false
  const { relationship = DEFAULT_RELATIONSHIP } = message
  if (later.operation === 'RESET_LINKS')
    return later.relationship === undefined || later.relationship === relationship
  const same = message.spaceKey === later.spaceKey && message.key === later.key
  return (
    same &&
    message.baseline === later.baseline &&
    relationship === (later.relationship ?? DEFAULT_RELATIONSHIP)
  )
}

function firstWith<T>(items: Iterable<T>, wanted: (item: T) => boolean): T | undefined {
  for (const item of items) if (wanted(item)) return item
  return undefined
}
