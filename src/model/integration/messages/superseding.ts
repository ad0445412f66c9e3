/**
 * Waiting messages that are out of date: what arrived, or was repaired, left them nothing to say (service §6.2). If both products
 * changed a link meanwhile, the wiki's change counts.
 */
import type { Store } from '../../../world/store/store.ts'
import type { Given } from '../../input/present.ts'
import type { Connected, Connection } from '../../links/connection.ts'
import { DEFAULT_ISSUE_RELATIONSHIP, type LinkFacts } from '../../links/views.ts'
import { messageMachine } from '../../records/machines/message-machine.ts'
import { applyEvent } from '../../records/state-machine.ts'
import {
  type InboundMessage,
  type TrackerMessageRecord,
  trackerMessages,
} from '../../records/tracker/inbound-messages.ts'
import {
  type MessageStatus,
  type OutboundMessageRecord,
  outboundMessages,
} from '../../records/tracker/outbound-messages.ts'
import type { IssueRecord } from '../../records/tracker/tracker.ts'
import { enqueueInbound, enqueueOutbound, type OutboundMessage } from './messages.ts'
import {
  doesTrackerShow,
  isIssueRenaming,
  isRemovalOfCurrent,
  issueNow,
  type NameSince,
  namesFromNow,
  possibleKeysOf,
  renamingTo,
  type RequirementName,
} from './names.ts'

/** A message of the wiki about a link arrived: the tracker's waiting messages about it are outdated. */
export function supersedeTrackerMessages(
  connection: Omit<Connection, 'actor'>,
  issue: IssueRecord,
  operation: 'LINK_ADDED' | 'LINK_REMOVED',
  facts: LinkFacts,
): void {
  const { world, store, integration } = connection
  const table = store.table(trackerMessages)
  const { serviceId } = integration
  for (const issueKey of possibleKeysOf(connection, facts.issueKey)) {
    const place = [serviceId, issueKey, facts.spaceKey, facts.key]
    for (const message of table.range('waitingLink', place)) {
      const { id, relationship = DEFAULT_ISSUE_RELATIONSHIP } = message
      if (message.baseline !== facts.baseline || relationship !== facts.relationship) continue
      if (issueNow(connection, issueKey, id)?.id !== issue.id) continue
      table.update(id, superseded(store, message, ': the wiki has changed the link meanwhile'))
    }
  }
  if (operation === 'LINK_REMOVED') return
  if (lastReset(connection, facts, issue.id) === 0) return
  const { spaceKey, key, baseline, relationship } = facts
  const link = { spaceKey, key, baseline, issueKey: issue.key, relationship }
  enqueueInbound({ world, store, actor: undefined }, integration, { operation: 'ADD_LINK', ...link })
}

/** Repeats that a link exists, if the tracker has yet to hear that its requirement was deleted and restored. */
export function confirmAfterDeletion(
  connection: Omit<Connection, 'actor'>,
  { baseline, issueKey, relationship = DEFAULT_ISSUE_RELATIONSHIP }: Given<InboundMessage>,
  names: readonly NameSince[],
): void {
  const { world, store, integration } = connection
  const now = names.at(-1)
  if (now === undefined || issueKey === undefined || baseline !== undefined) return
  const { serviceId, wikiApplinkId: applinkId } = integration
  const table = store.table(outboundMessages)
  const isDeleted = names.some((name) =>
    table.findWhere(
      'waitingDeparture',
      [serviceId, name.spaceKey, name.key],
      ({ id, operation }) => operation === 'REQUIREMENT_DELETED' && id > name.since,
    ),
  )
  const facts = { spaceKey: now.spaceKey, key: now.key, issueKey, relationship }
  if (!isDeleted || waitingChangeOfLink(connection, facts) !== undefined) return
  enqueueOutbound(
    { world, store, actor: undefined },
    { serviceId, operation: 'LINK_ADDED', applinkId, ...facts },
  )
}

/** A requirement was deleted with its links: the tracker's waiting messages about new ones are outdated. */
export function forgetNewLinks(
  { store, integration: { serviceId } }: Connected,
  spaceKey: string,
  key: string,
): void {
  const table = store.table(trackerMessages)
  for (const message of table.range('waitingRequirement', [serviceId, spaceKey, key]))
    if (message.operation === 'ADD_LINK' && message.baseline === undefined)
      table.update(message.id, superseded(store, message, ': the wiki has deleted the requirement'))
}

/** A baseline was deleted with the links to its copies: the tracker's waiting messages about new ones are outdated. */
export function forgetLinksToBaseline(
  { store, integration: { serviceId } }: Connected,
  spaceKey: string,
  baseline: number,
): void {
  const table = store.table(trackerMessages)
  for (const message of table.range('waitingBaseline', [serviceId, spaceKey, baseline]))
    if (message.operation === 'ADD_LINK')
      table.update(message.id, superseded(store, message, ': the wiki has deleted the baseline'))
}

/** A repair settled a link in both products: waiting messages that contradict it are outdated. */
export function supersedeContrary(
  connection: Omit<Connection, 'actor'>,
  facts: LinkFacts,
  there: boolean,
  issue: IssueRecord | undefined = issueNow(connection, facts.issueKey),
): void {
  const { world, store, integration } = connection
  const issueId = issue?.id
  const issueKeys = possibleKeysOf(connection, facts.issueKey)
  const isOfIssue = (issueKey: string, since: number) =>
    issueId === undefined
      ? issueKey === facts.issueKey
      : issueNow(connection, issueKey, since)?.id === issueId
  let confirmed = 0
  for (const { before, ...name } of namesFromNow(connection, facts)) {
    for (const issueKey of issueKeys) {
      const renamed = { ...facts, ...name, issueKey }
      confirmed = Math.max(confirmed, supersedeContraryOf(connection, renamed, there, before, isOfIssue))
    }
    // Frozen copies keep their names.
    if (facts.baseline !== undefined) break
  }
  if (!there) return
  const { issueKey, spaceKey, key, baseline, relationship } = facts
  const link = { operation: 'ADD_LINK', issueKey, spaceKey, key, baseline, relationship } as const
  // A waiting message of the wiki overrides a reset.
  if (lastReset(connection, facts, issueId) > confirmed)
    enqueueInbound({ world, store, actor: undefined }, integration, link)
  const since = renamingTo(connection, facts, Number.POSITIVE_INFINITY)?.id ?? 0
  confirmAfterDeletion(connection, link, [{ spaceKey, key, since }])
}

/** As supersedeContrary, for one name of the link. Returns the id of the last message that agrees, or 0. */
function supersedeContraryOf(
  { store, integration: { serviceId } }: Connected,
  { issueKey, spaceKey, key, baseline, relationship }: LinkFacts,
  there: boolean,
  before: number,
  isOfIssue: (issueKey: string, since: number) => boolean,
): number {
  const isAboutLink = (message: Pick<OutboundMessage, 'baseline' | 'relationship'>) =>
    message.baseline === baseline && (message.relationship ?? DEFAULT_ISSUE_RELATIONSHIP) === relationship
  let confirmed = 0
  const outbound = store.table(outboundMessages)
  for (const message of outbound.range('waitingLink', [serviceId, spaceKey, key, issueKey])) {
    if (message.id >= before || !isOfIssue(issueKey, 0)) break
    if (!isAboutLink(message)) continue
    if ((message.operation === 'LINK_ADDED') === there) confirmed = Number.POSITIVE_INFINITY
    else outbound.update(message.id, superseded(store, message, REPAIRED))
  }
  const inbound = store.table(trackerMessages)
  for (const message of inbound.range('waitingLink', [serviceId, issueKey, spaceKey, key])) {
    if (!isAboutLink(message) || !isOfIssue(issueKey, message.id)) continue
    if ((message.operation === 'ADD_LINK') === there) confirmed = Math.max(confirmed, message.id)
    else inbound.update(message.id, superseded(store, message, REPAIRED))
  }
  return confirmed
}

const REPAIRED = ': the link was repaired meanwhile'

/** The id of the last waiting message that resets the links of an issue including this one; 0 if there is none. */
function lastReset(connection: Connected, facts: LinkFacts, issueId: number | undefined): number {
  const { store, integration } = connection
  const { serviceId } = integration
  let last = 0
  for (const issueKey of possibleKeysOf(connection, facts.issueKey))
    for (const { id, relationship = facts.relationship } of store
      .table(trackerMessages)
      .range('waitingIssueChange', [serviceId, issueKey, 'RESET_LINKS']))
      if (relationship === facts.relationship && issueNow(connection, issueKey, id)?.id === issueId)
        last = Math.max(last, id)
  return last
}

/** A renaming reached the tracker, which shows a link under the new name: messages that remove it are outdated. */
export function supersedeRemovals(
  connection: Connected,
  { operation, newSpaceKey, newKey }: OutboundMessage,
): void {
  const { store, integration } = connection
  if (operation !== 'REQUIREMENT_RENAMED' || newSpaceKey === undefined || newKey === undefined) return
  const table = store.table(trackerMessages)
  const name = { spaceKey: newSpaceKey, key: newKey }
  for (const message of table.range('waitingRequirement', [integration.serviceId, newSpaceKey, newKey]))
    if (isRemovalOfCurrent(message) && doesTrackerShow(connection, message, name))
      table.update(message.id, superseded(store, message, ': the tracker shows the link under its new name'))
}

/** A delivered message makes older failed ones obsolete: those about the same link, or about a deleted requirement. */
export function supersedeOlderOutbound(store: Store, later: OutboundMessageRecord): void {
  const { serviceId, operation, spaceKey, key, issueKey } = later
  if (spaceKey === undefined || key === undefined) return
  const table = store.table(outboundMessages)
  const isDeletion = operation === 'REQUIREMENT_DELETED'
  if (!isDeletion && (!isLinkChange(operation) || issueKey === undefined)) return
  const older = isDeletion
    ? table.range('waitingRequirement', [serviceId, spaceKey, key])
    : table.range('waitingLink', [serviceId, spaceKey, key, issueKey ?? ''])
  for (const message of older) {
    // The messages of one requirement, and of one link, come in the order of their ids.
    if (message.id >= later.id) break
    if (!isLinkChange(message.operation)) continue
    if (isDeletion ? message.baseline !== later.baseline : !saysOf(message, later)) continue
    table.update(message.id, superseded(store, message, ` by message ${later.id}`))
  }
}

/** As supersedeOlderOutbound, in the tracker's queue; messages about a renamed issue get its new key. */
export function supersedeOlderInbound(store: Store, later: TrackerMessageRecord): void {
  const { serviceId, operation, issueKey, newIssueKey, spaceKey, key } = later
  if (issueKey === undefined) return
  const renamed = isIssueRenaming(operation) ? newIssueKey : undefined
  const table = store.table(trackerMessages)
  const older =
    changesLink(operation) && spaceKey !== undefined && key !== undefined
      ? table.range('waitingLink', [serviceId, issueKey, spaceKey, key])
      : table.range('waitingIssue', [serviceId, issueKey])
  for (const message of older) {
    // The messages of one issue, and of one link, come in the order of their ids.
    if (message.id >= later.id) break
    if (renamed !== undefined) table.update(message.id, { issueKey: renamed })
    else if (isOutdatedBy(message, later))
      table.update(message.id, superseded(store, message, ` by message ${later.id}`))
  }
}

function superseded(store: Store, { status }: { readonly status: MessageStatus }, why: string) {
  const after = applyEvent(store, messageMachine, status, 'SUPERSEDE') as MessageStatus
  return { status: after, lastResponse: `superseded${why}` }
}

/** True if a later message makes an older one about the same issue obsolete. */
function isOutdatedBy(message: TrackerMessageRecord, later: TrackerMessageRecord): boolean {
  if (!changesLink(message.operation)) return false
  const { relationship = DEFAULT_ISSUE_RELATIONSHIP } = message
  if (later.operation === 'RESET_LINKS')
    return later.relationship === undefined || later.relationship === relationship
  const same = message.spaceKey === later.spaceKey && message.key === later.key
  return (
    same &&
    message.baseline === later.baseline &&
    relationship === (later.relationship ?? DEFAULT_ISSUE_RELATIONSHIP)
  )
}

function changesLink(operation: InboundMessage['operation']): boolean {
  return operation === 'ADD_LINK' || operation === 'REMOVE_LINK'
}

function isLinkChange(operation: OutboundMessage['operation']): boolean {
  return operation === 'LINK_ADDED' || operation === 'LINK_REMOVED'
}

/** The waiting change of this link; changes before the name `since` do not count, unless that name was given up too. */
export function waitingChangeOfLink(
  connection: Connected,
  facts: LinkFacts,
  since?: RequirementName,
): OutboundMessageRecord | undefined {
  const { store, integration } = connection
  const { serviceId } = integration
  const table = store.table(outboundMessages)
  let name: RequirementName = facts
  let before = Number.POSITIVE_INFINITY
  for (;;) {
    const { after, renaming } = timeOfName(connection, name, before)
    const change = table.findWhere(
      'waitingLink',
      [serviceId, name.spaceKey, name.key, facts.issueKey],
      (message) =>
        (facts.baseline !== undefined || (message.id > after && message.id < before)) &&
        saysOf(message, facts),
    )
    if (change !== undefined || facts.baseline !== undefined) return change
    if (since !== undefined && name.spaceKey === since.spaceKey && name.key === since.key) {
      const place = [serviceId, since.spaceKey, since.key]
      if (table.find('waitingDeparture', place) === undefined) return undefined
    }
    if (renaming === undefined) return undefined
    before = renaming.id
    name = { spaceKey: renaming.spaceKey, key: renaming.key }
  }
}

/**
 * From which waiting message on a name means the requirement that has it just before message `before`: `after` is the id of
 * the message that gave it the name, or of the last one that took the name from another requirement. `renaming` is the
 * former, if there is one.
 */
function timeOfName(
  connection: Connected,
  name: RequirementName,
  before: number,
): { readonly after: number; readonly renaming: ReturnType<typeof renamingTo> } {
  const { store, integration } = connection
  const renaming = renamingTo(connection, name, before)
  const place = [integration.serviceId, name.spaceKey, name.key]
  const departure = store
    .table(outboundMessages)
    .findWhere('waitingDeparture', place, ({ id }) => id < before, { reverse: true })
  const arrived = renaming?.id ?? 0
  return departure === undefined || departure.id < arrived
    ? { after: arrived, renaming }
    : { after: departure.id, renaming: undefined }
}

/** True if a message is about the link of these facts; the caller has checked the requirement. */
export function saysOf(
  message: Pick<OutboundMessage, 'baseline' | 'issueKey' | 'relationship'>,
  facts: Pick<OutboundMessage, 'baseline' | 'issueKey' | 'relationship'>,
): boolean {
  return (
    message.baseline === facts.baseline &&
    message.issueKey === facts.issueKey &&
    message.relationship === facts.relationship
  )
}
