/** What wiki and tracker disagree on (service §4.6): both views of the links are read directly, whatever waits in the queues. */
import type { Connected } from '../../links/connection.ts'
import type { Store } from '../../../world/store/store.ts'
import {
  DEFAULT_ISSUE_RELATIONSHIP,
  findTrackerView,
  findWikiView,
  issueOf,
  type LinkFacts,
} from '../../links/views.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import {
  type IssueLinkRecord,
  issueLinks,
  type TrackerView,
  type WikiView,
} from '../../records/tracker/issue-links.ts'
import { type IssueRecord, issues } from '../../records/tracker/tracker.ts'
import { trackerMessages } from '../../records/tracker/inbound-messages.ts'
import { placeOf, sentenceOf } from '../issues/tracker-view.ts'
import { trackerSilence } from '../../finding/reachability.ts'
import { listIntegrations } from '../integrations.ts'
import { currentName, departureOf, issueNow } from '../messages/names.ts'
import { wikiRequirement } from '../issues/tracker-texts.ts'
import { waitingChangeOfLink } from '../messages/superseding.ts'

export const DISCREPANCY_KINDS = [
  'MISSING_IN_TRACKER',
  'MISSING_IN_WIKI',
  'DIFFERENT',
  'UNKNOWN_ISSUE',
  'UNKNOWN_REQUIREMENT',
  'LOST_KEY',
] as const
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number]

export interface Discrepancy {
  readonly integration: IntegrationRecord
  /** With only the views that the products disagree on. */
  readonly link: IssueLinkRecord
  readonly kind: DiscrepancyKind
  readonly issue?: IssueRecord
  /** The product that has yet to report a change of the link. */
  readonly waitsIn?: 'wiki' | 'tracker'
  readonly detail: string
}

export interface Unreachable {
  readonly serviceId: string
  readonly reason: string
}

export interface Findings {
  readonly discrepancies: readonly Discrepancy[]
  readonly unreachable: readonly Unreachable[]
}

/** All disagreements of a wiki and its trackers. */
export function findDiscrepancies(store: Store, wikiId: number): Findings {
  const reachable = new Map<string, IntegrationRecord>()
  const unreachable: Unreachable[] = []
  for (const integration of listIntegrations(store, wikiId)) {
    const { serviceId } = integration
    const reason = trackerSilence(store, integration)
    if (reason === undefined) reachable.set(serviceId, integration)
    else unreachable.push({ serviceId, reason })
  }
  const found: Discrepancy[] = []
  for (const link of linksThrough(store, wikiId, reachable).values()) {
    const integration = reachable.get(link.serviceId)
    const discrepancy = integration && examine({ store, integration }, link)
    if (discrepancy !== undefined) found.push(discrepancy)
  }
  return { discrepancies: found.toSorted((a, b) => a.link.id - b.link.id), unreachable }
}

function linksThrough(
  store: Store,
  wikiId: number,
  reachable: ReadonlyMap<string, IntegrationRecord>,
): Map<number, IssueLinkRecord> {
  const found = new Map<number, IssueLinkRecord>()
  const table = store.table(issueLinks)
  const add = (links: Iterable<IssueLinkRecord>) => {
    for (const link of links) if (reachable.has(link.serviceId)) found.set(link.id, link)
  }
  add(table.range('requirement', [wikiId]))
  for (const { serviceId, trackerApplicationId } of reachable.values()) {
    add(table.range('trackerRequirement', [serviceId]))
    if (trackerApplicationId !== undefined) add(table.range('lostKey', [trackerApplicationId]))
  }
  return found
}

/** The disagreement about a link, if any. After renamings, the views of one record can belong to two links. */
export function examine(connection: Connected, record: IssueLinkRecord): Discrepancy | undefined {
  const { store, integration } = connection
  const link = withoutAgreed(connection, record)
  const { wiki, tracker } = link
  if (tracker === undefined) return wiki === undefined ? undefined : ofWikiOnly(connection, link, wiki)
  const issue = store.table(issues).get(tracker.issueId)
  const shared = { integration, link, ...(issue === undefined ? {} : { issue }) }
  const sentence = sentenceOf(tracker)
  if (tracker.key === null)
    return { ...shared, kind: 'LOST_KEY', detail: `the tracker shows ${sentence}, and has lost the key` }
  const facts = factsNow(connection, issue, { ...tracker, key: tracker.key })
  const waitsIn = waiting(connection, facts, issue)
  const more = waitsIn === undefined ? {} : { waitsIn }
  if (wiki === undefined) {
    if (wikiRequirement(connection, facts.spaceKey, facts.key, tracker.baseline) === undefined)
      return {
        ...shared,
        ...more,
        kind: 'UNKNOWN_REQUIREMENT',
        detail: `the wiki has no ${placeOf(tracker)}`,
      }
    return { ...shared, ...more, kind: 'MISSING_IN_WIKI', detail: `only the tracker shows ${sentence}` }
  }
  if (wikiRequirement(connection, wiki.spaceKey, wiki.key, wiki.baseline ?? null) === undefined)
    return { ...shared, ...more, kind: 'UNKNOWN_REQUIREMENT', detail: `the wiki has no ${placeOf(wiki)}` }
  if (isAgreed(store, tracker, wiki)) return undefined
  const detail = `the wiki shows ${wiki.issueKey} ${sentenceOf(wiki)}, the tracker ${issue?.key ?? ''} ${sentence}`
  return { ...shared, ...more, kind: 'DIFFERENT', detail }
}

/** Removes the views whose other side is in another record, unless that record makes the link double. */
function withoutAgreed(connection: Connected, record: IssueLinkRecord): IssueLinkRecord {
  const { store } = connection
  const { wiki, tracker, ...rest } = record
  const isElsewhere = (other: IssueLinkRecord | undefined) =>
    other !== undefined && other.id !== record.id && !hasAgreedViews(store, other)
  const agreedByTracker = wiki !== undefined && isElsewhere(trackerViewFor(connection, wiki))
  const agreedByWiki = tracker !== undefined && isElsewhere(wikiViewFor(connection, tracker))
  return {
    ...rest,
    ...(wiki === undefined || agreedByTracker ? {} : { wiki }),
    ...(tracker === undefined || agreedByWiki ? {} : { tracker }),
  }
}

/** True if the two views of a record agree. */
export function hasAgreedViews(store: Store, { wiki, tracker }: IssueLinkRecord): boolean {
  return wiki !== undefined && tracker !== undefined && isAgreed(store, tracker, wiki)
}

function isAgreed(store: Store, tracker: TrackerView, wiki: WikiView): boolean {
  const { issueId, key } = tracker
  return key !== null && isSame(wiki, factsOf(store.table(issues).get(issueId), { ...tracker, key }))
}

function trackerViewFor(connection: Connected, wiki: WikiView) {
  const issue = issueOf(connection, wiki.issueKey)
  if (issue === undefined || !isMeantByBoth(connection, issue, wiki)) return undefined
  return findTrackerView(connection, issue, wiki)
}

/** The record in which the wiki shows the tracker's link; undefined if the wiki lacks the requirement. */
function wikiViewFor(connection: Connected, { issueId, ...tracker }: TrackerView) {
  const issue = connection.store.table(issues).get(issueId)
  const { spaceKey, key, baseline } = tracker
  if (issue === undefined || key === null) return undefined
  if (wikiRequirement(connection, spaceKey, key, baseline) === undefined) return undefined
  const facts = factsOf(issue, { ...tracker, key })
  return isMeantByBoth(connection, issue, facts) ? findWikiView(connection, facts) : undefined
}

/** Whether both products mean the same by these names: waiting messages may reassign them. */
function isMeantByBoth(connection: Connected, issue: IssueRecord, facts: LinkFacts): boolean {
  if (departureOf(connection, facts) !== undefined) return false
  return issueNow(connection, facts.issueKey)?.id === issue.id
}

function ofWikiOnly(connection: Connected, link: IssueLinkRecord, wiki: WikiView): Discrepancy | undefined {
  const { integration } = connection
  const exists = wikiRequirement(connection, wiki.spaceKey, wiki.key, wiki.baseline ?? null)
  if (exists === undefined) return undefined
  const issue = issueNow(connection, wiki.issueKey)
  if (issue === undefined)
    return { integration, link, kind: 'UNKNOWN_ISSUE', detail: `the tracker has no ${wiki.issueKey}` }
  const waitsIn = waiting(connection, wiki, issue)
  const more = waitsIn === undefined ? {} : { waitsIn }
  const detail = `only the wiki shows ${wiki.issueKey} ${sentenceOf(wiki)}`
  return { integration, link, issue, ...more, kind: 'MISSING_IN_TRACKER', detail }
}

function factsOf(
  issue: IssueRecord | undefined,
  link: {
    readonly spaceKey: string
    readonly key: string
    readonly baseline: number | null
    readonly relationship: string
  },
): LinkFacts {
  const { spaceKey, key, baseline, relationship } = link
  return { issueKey: issue?.key ?? '', spaceKey, key, baseline: baseline ?? undefined, relationship }
}

/** The facts of the tracker's view, with the current name of its requirement. */
export function factsNow(
  connected: Connected,
  issue: IssueRecord | undefined,
  view: TrackerView & { readonly key: string },
): LinkFacts {
  return factsOf(issue, { ...view, ...currentName(connected, view) })
}

export function isSame(wiki: WikiView, facts: LinkFacts): boolean {
  return (
    wiki.issueKey === facts.issueKey &&
    wiki.spaceKey === facts.spaceKey &&
    wiki.key === facts.key &&
    wiki.baseline === facts.baseline &&
    wiki.relationship === facts.relationship
  )
}

/** The product that has yet to report a change of the link: the wiki if both have. */
function waiting(
  connection: Connected,
  facts: LinkFacts,
  issue: IssueRecord | undefined,
): 'wiki' | 'tracker' | undefined {
  const { store, integration } = connection
  if (waitingChangeOfLink(connection, facts) !== undefined) return 'wiki'
  const { serviceId } = integration
  const { spaceKey, key, baseline, relationship } = facts
  const table = store.table(trackerMessages)
  for (const issueKey of new Set([facts.issueKey, issue?.key ?? facts.issueKey])) {
    const resets = table.range('waitingIssueChange', [serviceId, issueKey, 'RESET_LINKS'])
    for (const reset of resets) if ((reset.relationship ?? relationship) === relationship) return 'tracker'
    for (const message of table.range('waitingLink', [serviceId, issueKey, spaceKey, key]))
      if (
        message.baseline === baseline &&
        (message.relationship ?? DEFAULT_ISSUE_RELATIONSHIP) === relationship
      )
        return 'tracker'
  }
  return undefined
}
