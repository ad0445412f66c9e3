/** Linking an issue to many requirements at once, at a cost that grows with their number only (service §6.2). */
import { recordLinkInWiki } from './wiki-history.ts'
import type { Connected, Connection } from '../../links/connection.ts'
import { addWikiView, type LinkFacts, trackerViewOf, wikiViewOf } from '../../links/views.ts'
import { type IssueLinkRecord, issueLinks } from '../../records/tracker/issue-links.ts'
import type { IssueRecord } from '../../records/tracker/tracker.ts'
import { enqueueInbound, enqueueOutbound } from '../messages/messages.ts'
import { problemOfCopy } from '../../finding/requirements/linkable-copies.ts'
import { whereMoved } from '../../finding/requirements/row-of-key.ts'
import { isLive, type RequirementRecord, requirements } from '../../records/wiki/requirements.ts'
import { recordIssueHistory } from './history.ts'
import { sentenceOf } from './tracker-view.ts'
import { doesWikiRespond, refreshText, wikiRequirement } from './tracker-texts.ts'
import { departureOf } from '../messages/names.ts'

export interface RequirementReference {
  readonly spaceKey: string
  readonly key: string
  /** The frozen copy of this baseline; absent: the current requirement. */
  readonly baseline?: number | undefined
  readonly relationship: string
  /** The row that had the name when the job began: the job keeps to it even if it is renamed. */
  readonly requirementId?: number | undefined
}

/** Adds the row that a reference names now, unless the wiki does not answer. */
export function withRow(connection: Connected, reference: RequirementReference): RequirementReference {
  const { spaceKey, key, baseline } = reference
  // A frozen copy is found by the number of its baseline, which never changes.
  if (baseline !== undefined || !doesWikiRespond(connection)) return reference
  const row = wikiRequirement(connection, spaceKey, key, null)
  return row === undefined ? reference : { ...reference, requirementId: row.id }
}

/** Follows a requirement to wherever it was moved, or returns a sentence that explains why it cannot be linked. */
export function requirementOf(
  connection: Connected,
  { requirementId, spaceKey, key, baseline }: RequirementReference,
): RequirementRecord | string {
  const { store } = connection
  const row =
    requirementId === undefined
      ? wikiRequirement(connection, spaceKey, key, baseline ?? null)
      : whereMoved(store, store.table(requirements).get(requirementId))
  if (row === undefined || !isLive(row)) {
    const where = baseline === undefined ? '' : ` in baseline ${baseline}`
    return `space '${spaceKey}' has no requirement '${key}'${where}`
  }
  if (wikiRequirement(connection, row.spaceKey, row.key, row.baseline ?? null) === undefined)
    return `requirement '${row.spaceKey}/${row.key}' is not of the current variant: only those are linked to issues`
  return problemOfCopy(store, row) ?? row
}

/**
 * Links an issue to requirements in both products. Products that do not answer, or use the name for another
 * requirement, get messages.
 */
export function linkIssueInBoth(
  connection: Connection,
  issue: IssueRecord,
  references: readonly RequirementReference[],
): void {
  const { integration } = connection
  const responds = doesWikiRespond(connection)
  const known = knownLinks(connection, issue)
  for (const { requirementId: _id, ...reference } of references) {
    const facts = { ...reference, issueKey: issue.key }
    const link = known.get(identityOf(facts))
    if (responds && link?.tracker === undefined && departureOf(connection, facts) !== undefined) {
      if (addWikiView(connection, issue, facts)) recordLinkInWiki(connection, facts, undefined, facts)
      notifyTracker(connection, facts)
      continue
    }
    const tracker = trackerViewOf(integration, issue, facts)
    const views = responds ? { wiki: wikiViewOf(integration, facts), tracker } : { tracker }
    if (link?.wiki !== undefined && link.tracker !== undefined) continue
    const kept = putLink(connection, link, views)
    known.set(identityOf(facts), kept)
    if (link?.tracker === undefined) recordIssueHistory(connection, issue.id, 'LINKED', sentenceOf(facts))
    refreshText(connection, facts.spaceKey, facts.key, facts.baseline ?? null)
    if (link?.wiki !== undefined) continue
    if (responds) recordLinkInWiki(connection, facts, undefined, facts)
    else if (link === undefined) notifyWiki(connection, facts)
  }
}

function putLink(
  { store, integration: { serviceId } }: Connected,
  known: IssueLinkRecord | undefined,
  views: Pick<IssueLinkRecord, 'wiki' | 'tracker'>,
): IssueLinkRecord {
  const table = store.table(issueLinks)
  if (known !== undefined) return table.put({ ...known, ...views })
  const id = store.nextId(issueLinks)
  return table.insert({ id, serviceId, ...views })
}

function notifyTracker(connection: Connection, { issueKey, spaceKey, key, relationship }: LinkFacts): void {
  const {
    integration: { serviceId, wikiApplinkId: applinkId },
  } = connection
  const link = { issueKey, spaceKey, key, relationship }
  enqueueOutbound(connection, { serviceId, operation: 'LINK_ADDED', applinkId, ...link })
}

function notifyWiki(connection: Connection, facts: LinkFacts): void {
  const { issueKey, spaceKey, key, baseline, relationship } = facts
  const title = `${issueKey} ${relationship} ${key}`
  const link = { issueKey, spaceKey, key, baseline, relationship }
  enqueueInbound(connection, connection.integration, { operation: 'ADD_LINK', title, ...link })
}

function knownLinks(
  { store, integration: { serviceId, wikiApplinkId } }: Connected,
  issue: IssueRecord,
): Map<string, IssueLinkRecord> {
  const known = new Map<string, IssueLinkRecord>()
  for (const link of store.table(issueLinks).range('wikiIssue', [wikiApplinkId, issue.key]))
    if (link.serviceId === serviceId && link.wiki !== undefined) known.set(identityOf(link.wiki), link)
  for (const link of store.table(issueLinks).range('issue', [issue.id])) {
    const { tracker } = link
    if (link.serviceId !== serviceId || tracker === undefined || tracker.key === null) continue
    const identity = identityOf({ ...tracker, key: tracker.key, baseline: tracker.baseline ?? undefined })
    known.set(identity, link)
  }
  return known
}

function identityOf({ spaceKey, key, baseline, relationship }: Omit<LinkFacts, 'issueKey'>): string {
  return JSON.stringify([spaceKey, key, baseline ?? null, relationship])
}
