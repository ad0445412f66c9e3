/** What waiting messages will rename: by which names each product knows requirements and issues until they arrive. */
import type { Store } from '../../../world/store/store.ts'
import { findCurrentVariant } from '../../finding/requirements/lookup.ts'
import { rowOfKey } from '../../finding/requirements/row-of-key.ts'
import type { Connected } from '../../links/connection.ts'
import {
  DEFAULT_ISSUE_RELATIONSHIP,
  findTrackerView,
  findWikiView,
  issueOf,
  type LinkFacts,
} from '../../links/views.ts'
import {
  type InboundMessage,
  type TrackerMessageRecord,
  trackerMessages,
} from '../../records/tracker/inbound-messages.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import { type OutboundMessageRecord, outboundMessages } from '../../records/tracker/outbound-messages.ts'
import type { IssueRecord } from '../../records/tracker/tracker.ts'
import { formerKeyId, formerKeys } from '../../records/wiki/requirement-keys.ts'
import { isLive, type RequirementRecord, requirements } from '../../records/wiki/requirements.ts'
import type { OutboundMessage } from './messages.ts'

export interface RequirementName {
  readonly spaceKey: string
  readonly key: string
}

/** The wiki's current name of a requirement, which the tracker may not know yet. */
export function requirementNow(connection: Connected, name: RequirementName): RequirementName {
  const { spaceKey, key } = namesUntilNow(connection, name).at(-1) ?? name
  return { spaceKey, key }
}

/** The current name of the requirement that a tracker view names; frozen copies keep theirs. */
export function currentName(
  connected: Connected,
  { spaceKey, key, baseline }: RequirementName & { readonly baseline: number | null },
): RequirementName {
  return baseline === null ? requirementNow(connected, { spaceKey, key }) : { spaceKey, key }
}

/** A name of a requirement, and the id of the waiting message that gave it; 0 for the name that the tracker knows. */
export interface NameSince extends RequirementName {
  readonly since: number
}

/** A name of a requirement, and later names that the tracker has not heard of. */
export function namesUntilNow(
  { store, integration: { serviceId } }: Connected,
  { spaceKey, key }: RequirementName,
): NameSince[] {
  const names: NameSince[] = [{ spaceKey, key, since: 0 }]
  let name = { spaceKey, key }
  // Terminates, as each renaming is younger than the one before.
  let after = 0
  for (;;) {
    const renaming = store
      .table(outboundMessages)
      .findWhere(
        'waitingDeparture',
        [serviceId, name.spaceKey, name.key],
        ({ id, operation }) => operation === 'REQUIREMENT_RENAMED' && id > after,
      )
    if (renaming === undefined) return names
    after = renaming.id
    name = { spaceKey: renaming.newSpaceKey ?? name.spaceKey, key: renaming.newKey ?? name.key }
    names.push({ ...name, since: after })
  }
}

/**
 * The waiting message that tells the tracker that the requirement it knows by this key was renamed or deleted. The
 * wiki may already use the key for another requirement. Undefined for frozen copies, which keep their names.
 */
export function departureOf(
  { store, integration: { serviceId } }: Connected,
  { spaceKey, key, baseline }: RequirementName & { readonly baseline?: number | undefined },
): OutboundMessageRecord | undefined {
  if (baseline !== undefined) return undefined
  return store.table(outboundMessages).find('waitingDeparture', [serviceId, spaceKey, key])
}

/** Why the tracker cannot link this key itself while such a message waits. */
export function problemOfDeparture({ operation, spaceKey, key }: OutboundMessageRecord): string {
  const happened = operation === 'REQUIREMENT_DELETED' ? 'deleted' : 'renamed'
  return `the tracker is yet to hear that the former requirement '${spaceKey}/${key}' was ${happened}: synchronise first`
}

/** The last waiting message before message `before` that renamed a requirement to this name. */
export function renamingTo(
  { store, integration: { serviceId } }: Connected,
  { spaceKey, key }: RequirementName,
  before: number,
): (OutboundMessageRecord & RequirementName) | undefined {
  const place = [serviceId, spaceKey, key]
  const renaming = store
    .table(outboundMessages)
    .findWhere('waitingArrival', place, ({ id }) => id < before, { reverse: true })
  if (renaming?.spaceKey === undefined || renaming.key === undefined) return undefined
  return { ...renaming, spaceKey: renaming.spaceKey, key: renaming.key }
}

/** A name of a requirement, and the id of the waiting message that replaces it; infinite for the current name. */
interface NameUntil extends RequirementName {
  readonly before: number
}

/** The current name of a requirement, then those that it had while messages wait, the youngest first. */
export function* namesFromNow(
  connection: Connected,
  { spaceKey, key }: RequirementName,
): Generator<NameUntil> {
  let name: NameUntil | undefined = { spaceKey, key, before: Number.POSITIVE_INFINITY }
  while (name !== undefined) {
    yield name
    const renaming = renamingTo(connection, name, name.before)
    name = renaming && { spaceKey: renaming.spaceKey, key: renaming.key, before: renaming.id }
  }
}

/** The current name of a requirement; GONE if deleted or in no current variant; undefined if no requirement had the name. */
export function whereaboutsOf(
  { store, integration: { wikiApplicationId } }: Connected,
  name: RequirementName,
): RequirementName | 'GONE' | undefined {
  const passed = new Set<RequirementRecord>()
  let { spaceKey, key } = name
  for (;;) {
    const variant = findCurrentVariant(store, wikiApplicationId, spaceKey)
    const row = variant && rowOfKey(store, { ...variant, variantId: variant.id, key })
    if (row !== undefined && isLive(row)) return { spaceKey, key }
    if (row === undefined)
      return variant && isKnownKey(store, variant.projectContainerId, key) ? 'GONE' : undefined
    // Moves under different current variants may lead back to the same row.
    if (row.newSpaceKey === undefined || row.newKey === undefined || passed.has(row)) return 'GONE'
    passed.add(row)
    spaceKey = row.newSpaceKey
    key = row.newKey
  }
}

/** True for a key that a requirement of the space has or had, in any variant, deleted or not. */
function isKnownKey(store: Store, projectContainerId: number, key: string): boolean {
  if (store.table(requirements).find('key', [projectContainerId, key]) !== undefined) return true
  return store.table(formerKeys).has(formerKeyId(projectContainerId, key))
}

/** The issue that a key means to the wiki, or to message `since` of the tracker; the key may be a former one. */
export function issueNow(connection: Connected, issueKey: string, since = 0): IssueRecord | undefined {
  return issueOf(connection, keysSince(connection, issueKey, since).at(-1) ?? issueKey)
}

/** A key of an issue, and its later keys, after message `since`, that the wiki has not heard of. */
function keysSince({ store, integration: { serviceId } }: Connected, issueKey: string, since = 0): string[] {
  const keys = [issueKey]
  let after = since
  for (;;) {
    const renaming = nextRenaming(store, serviceId, keys.at(-1) ?? issueKey, after)
    if (renaming?.newIssueKey === undefined) return keys
    after = renaming.id
    keys.push(renaming.newIssueKey)
  }
}

/** The first waiting message after message `after` that gives an issue with this key another one. */
function nextRenaming(
  store: Store,
  serviceId: string,
  issueKey: string,
  after: number,
): TrackerMessageRecord | undefined {
  let next: TrackerMessageRecord | undefined
  for (const operation of ISSUE_RENAMINGS) {
    const place = [serviceId, issueKey, operation]
    const found = store.table(trackerMessages).findWhere('waitingIssueChange', place, ({ id }) => id > after)
    if (found !== undefined && (next === undefined || found.id < next.id)) next = found
  }
  return next
}

/** Every key by which a waiting message may name an issue. Another issue may have had one of them too. */
export function possibleKeysOf(connection: Connected, issueKey: string): Set<string> {
  const { store, integration } = connection
  const keys = new Set(keysSince(connection, issueKey))
  const table = store.table(trackerMessages)
  // The set grows during the loop.
  for (const key of keys)
    for (const { issueKey: former } of table.range('waitingArrival', [integration.serviceId, key]))
      if (former !== undefined) keys.add(former)
  return keys
}

/** Waiting messages about a renamed requirement get the new name; a later use of the old name stays. */
export function followRequirement(
  store: Store,
  { serviceId }: Pick<IntegrationRecord, 'serviceId'>,
  renaming: OutboundMessage & { readonly id: number },
): void {
  const { id: before, operation, spaceKey, key, newSpaceKey = spaceKey, newKey = key } = renaming
  if (operation !== 'REQUIREMENT_RENAMED') return
  if (spaceKey === undefined || key === undefined) return
  if (newSpaceKey === undefined || newKey === undefined) return
  const now = { spaceKey: newSpaceKey, key: newKey }
  const outbound = store.table(outboundMessages)
  for (const { id, baseline } of outbound.range('waitingRequirement', [serviceId, spaceKey, key])) {
    // The messages of one requirement come in the order of their ids.
    if (id >= before) break
    if (baseline === undefined) outbound.update(id, now)
  }
  const inbound = store.table(trackerMessages)
  for (const { id, baseline } of inbound.range('waitingRequirement', [serviceId, spaceKey, key]))
    if (baseline === undefined) inbound.update(id, now)
}

/** Waiting messages about a renamed issue get the new key. */
export function followIssue(
  { store, integration: { serviceId } }: Connected,
  issueKey: string,
  newIssueKey: string,
): void {
  const outbound = store.table(outboundMessages)
  for (const { id } of outbound.range('waitingIssue', [serviceId, issueKey]))
    outbound.update(id, { issueKey: newIssueKey })
}

const ISSUE_RENAMINGS = ['ISSUE_RENAMED', 'ISSUE_MOVED'] as const

export function isIssueRenaming(operation: InboundMessage['operation']): boolean {
  return operation === 'ISSUE_RENAMED' || operation === 'ISSUE_MOVED'
}

/** True if a message removes a link that the tracker shows under another name that the requirement has or had. */
export function isShownUnderOtherName(
  connection: Connected,
  message: TrackerMessageRecord,
  now: RequirementName,
): boolean {
  if (!isRemovalOfCurrent(message)) return false
  for (const { spaceKey, key } of namesFromNow(connection, now)) {
    const isOther = spaceKey !== message.spaceKey || key !== message.key
    if (isOther && doesTrackerShow(connection, message, { spaceKey, key })) return true
  }
  return false
}

/** True if the wiki shows the link under another key that the issue has or had. */
export function isShownUnderOtherKey(connection: Connected, issue: IssueRecord, facts: LinkFacts): boolean {
  for (const issueKey of possibleKeysOf(connection, facts.issueKey)) {
    if (issueKey === facts.issueKey || issueNow(connection, issueKey)?.id !== issue.id) continue
    if (findWikiView(connection, { ...facts, issueKey }) !== undefined) return true
  }
  return false
}

/** True if a message removes a link to the current requirement, not to a copy. */
export function isRemovalOfCurrent({ operation, baseline }: InboundMessage): boolean {
  return operation === 'REMOVE_LINK' && baseline === undefined
}

/** Whether the tracker shows the link of a message to the current requirement of this name. */
export function doesTrackerShow(
  connection: Connected,
  { id, issueKey, relationship = DEFAULT_ISSUE_RELATIONSHIP }: TrackerMessageRecord,
  name: RequirementName,
): boolean {
  const issue = issueKey === undefined ? undefined : issueNow(connection, issueKey, id)
  return issue !== undefined && findTrackerView(connection, issue, { ...name, relationship }) !== undefined
}
