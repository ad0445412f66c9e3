/** Issue links as the tracker writes them (service §4.7): its own view at once, the wiki's by messages. */
import type { Connection } from '../../links/connection.ts'
import type { Store } from '../../../world/store/store.ts'
import { problemOfDeparture, currentName, departureOf, issueNow } from '../messages/names.ts'
import { doesWikiRespond, refreshText, wikiRequirement } from '../issues/tracker-texts.ts'
import { findTrackerView, findWikiView, type LinkFacts, trackerViewOf } from '../../links/views.ts'
import { type IntegrationRecord, integrations } from '../../records/tracker/integrations.ts'
import { type IssueLinkRecord, issueLinks, type TrackerView } from '../../records/tracker/issue-links.ts'
import { type IssueRecord, trackerTextId, trackerTexts } from '../../records/tracker/tracker.ts'
import { type InboundOperation } from '../../records/tracker/inbound-messages.ts'
import { enqueueInbound } from '../messages/messages.ts'
import { conflict, notFound, stateConflict } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import { problemOfCopy } from '../../finding/requirements/linkable-copies.ts'
import type { Writing } from '../../records/actor.ts'
import { removeView, sentenceOf, type TrackerIssueLink } from '../issues/tracker-view.ts'
import { recordIssueHistory } from '../issues/history.ts'

/** A link that a caller wants, and the integration of its application link. */
export interface WantedLink {
  readonly integration: IntegrationRecord
  readonly spaceKey: string
  readonly key: string
  /** The frozen copy of this baseline; absent: the current requirement. */
  readonly baseline?: number | undefined
  readonly relationship: string
}

export function linksOfIssue(store: Store, issue: IssueRecord, relationship?: string): TrackerIssueLink[] {
  const place = [issue.id, ...(relationship === undefined ? [] : [relationship])]
  return [...store.table(issueLinks).range('issue', place)].filter(hasTrackerView).sort((a, b) => a.id - b.id)
}

export function hasTrackerView(link: IssueLinkRecord): link is TrackerIssueLink {
  return link.tracker !== undefined
}

/** The tracker's copy of the text of the requirement that a link names. */
export function textOfLink(store: Store, { applinkId, spaceKey, key, baseline }: TrackerView) {
  return key === null
    ? undefined
    : store.table(trackerTexts).get(trackerTextId(applinkId, spaceKey, key, baseline))
}

/** Throws a Refusal for the first requirement that the wiki lacks (NOT_FOUND), or that may still vanish (CONFLICT). */
export function requireRequirements(store: Store, wanted: readonly WantedLink[]): void {
  for (const { integration, spaceKey, key, baseline } of wanted) {
    if (!doesWikiRespond({ store, integration })) continue
    const row = wikiRequirement({ store, integration }, spaceKey, key, baseline ?? null)
    const departure = departureOf({ store, integration }, { spaceKey, key, baseline })
    const problem = row && (departure ? problemOfDeparture(departure) : problemOfCopy(store, row))
    if (problem !== undefined) throw stateConflict(problem)
    if (row !== undefined) continue
    const frozen = baseline === undefined ? '' : ` in baseline ${baseline}`
    throw notFound('requirement', key, { at: 'key', in: `space ${quoted(spaceKey)}${frozen}` })
  }
}

/**
 * Links an issue to requirements and queues ADD_LINK for each new link. Existing ones stay, or are refused
 * (CONFLICT).
 */
export function addLinks(
  writing: Writing,
  issue: IssueRecord,
  wanted: readonly WantedLink[],
  repeated: 'keep' | 'refuse' = 'keep',
): TrackerIssueLink[] {
  const known = knownLinks(writing.store, issue, wanted)
  const links = wanted.map((link) => {
    const there = known.shown.get(identityOf(link))
    if (there !== undefined && repeated === 'refuse') {
      throw conflict(
        'issue',
        issue.key,
        `${quoted(link.relationship)} requirement ${quoted(link.key)} already`,
      )
    }
    if (there !== undefined) return there
    const added = addView(writing, issue, link, known)
    enqueueLinkMessage(writing, issue, link, 'ADD_LINK')
    return added
  })
  refreshTexts(writing, wanted)
  return links
}

/** Removes links from an issue and queues REMOVE_LINK for each. Throws a Refusal (NOT_FOUND). */
export function removeLinks(writing: Writing, issue: IssueRecord, unwanted: readonly WantedLink[]): void {
  const { shown: there } = knownLinks(writing.store, issue, unwanted)
  const found = new Map<number, readonly [TrackerIssueLink, WantedLink]>()
  for (const wanted of unwanted) {
    const link = there.get(identityOf(wanted))
    if (link === undefined) {
      const { key, spaceKey, baseline } = wanted
      const frozen = baseline === undefined ? '' : ` in baseline ${baseline}`
      const what = `requirement ${quoted(key)} of space ${quoted(spaceKey)}${frozen}`
      throw notFound('link', wanted.relationship, { in: `issue ${quoted(issue.key)} to ${what}` })
    }
    found.set(link.id, [link, wanted])
  }
  for (const [link, wanted] of found.values()) {
    removeView(writing, issue, link)
    enqueueLinkMessage(writing, issue, wanted, 'REMOVE_LINK')
    enqueueOutdatedViewRemoval({ ...writing, integration: wanted.integration }, issue, link)
  }
}

/** Replaces the links of an issue, of one relationship or all, by RESET_LINKS and ADD_LINK. */
export function overwriteLinks(
  writing: Writing,
  issue: IssueRecord,
  wanted: readonly WantedLink[],
  relationship: string | undefined,
): void {
  const { store } = writing
  const before = linksOfIssue(store, issue, relationship)
  const known = knownLinks(store, issue, wanted)
  const kept = new Set<number>()
  const through = new Map<string, IntegrationRecord>()
  for (const link of wanted) {
    through.set(link.integration.serviceId, link.integration)
    kept.add((known.shown.get(identityOf(link)) ?? addView(writing, issue, link, known)).id)
  }
  for (const link of before) {
    const integration = store.table(integrations).get(link.serviceId)
    if (integration !== undefined) through.set(link.serviceId, integration)
    if (!kept.has(link.id)) removeView(writing, issue, link)
  }
  for (const integration of through.values()) {
    const title = `Links of ${issue.key} overwritten`
    const fields = { title, issueKey: issue.key, relationship }
    enqueueInbound(writing, integration, { operation: 'RESET_LINKS', ...fields })
  }
  for (const link of before) {
    const integration = through.get(link.serviceId)
    if (integration !== undefined) enqueueOutdatedViewRemoval({ ...writing, integration }, issue, link)
  }
  const notified = new Set<string>()
  for (const link of wanted) {
    if (notified.has(identityOf(link))) continue
    notified.add(identityOf(link))
    enqueueLinkMessage(writing, issue, link, 'ADD_LINK')
  }
  refreshTexts(writing, wanted)
}

/** Copies the texts of requirements from the wiki into the tracker, unless the wiki does not answer. */
export function refreshTexts({ world, store }: Writing, wanted: readonly WantedLink[]): void {
  for (const { integration, spaceKey, key, baseline } of wanted)
    refreshText({ world, store, integration }, spaceKey, key, baseline ?? null)
}

export function enqueueLinkMessage(
  writing: Writing,
  { key: issueKey }: Pick<IssueRecord, 'key'>,
  { integration, spaceKey, key, baseline, relationship }: WantedLink,
  operation: InboundOperation,
): void {
  const title = `${issueKey} ${relationship} ${key}`
  const link = { issueKey, spaceKey, key, relationship, baseline }
  enqueueInbound(writing, integration, { operation, title, ...link })
}

/** Queues REMOVE_LINK for what the wiki shows instead of a link because it missed a renaming. */
function enqueueOutdatedViewRemoval(
  connection: Connection,
  issue: IssueRecord,
  { wiki, tracker }: TrackerIssueLink,
): void {
  if (wiki === undefined || tracker.key === null) return
  const name = currentName(connection, { ...tracker, key: tracker.key })
  const meant = issueNow(connection, wiki.issueKey)
  const isSame = sentenceOf(wiki) === sentenceOf({ ...tracker, ...name })
  if (isSame && meant?.id === issue.id) return
  if (meant !== undefined && findTrackerView(connection, meant, wiki) !== undefined) return
  enqueueLinkMessage(
    connection,
    { key: wiki.issueKey },
    { ...wiki, integration: connection.integration },
    'REMOVE_LINK',
  )
}

interface KnownLinks {
  readonly shown: Map<string, TrackerIssueLink>
  readonly wikiOnly: Map<string, IssueLinkRecord>
}

/** The wanted links that a product already shows. */
function knownLinks(store: Store, issue: IssueRecord, wanted: readonly WantedLink[]): KnownLinks {
  const known: KnownLinks = { shown: new Map(), wikiOnly: new Map() }
  for (const link of wanted) {
    const { integration } = link
    const facts = { ...link, issueKey: issue.key }
    const shownByTracker = findTrackerView({ store, integration }, issue, facts)
    if (shownByTracker !== undefined && hasTrackerView(shownByTracker))
      known.shown.set(identityOf(link), shownByTracker)
    const shownByWiki = findWikiView({ store, integration }, facts)
    if (shownByWiki !== undefined && shownByWiki.tracker === undefined)
      known.wikiOnly.set(identityOf(link), shownByWiki)
  }
  return known
}

/** Writes the tracker's view of a link, merged with the wiki's if that agrees. */
function addView(
  writing: Writing,
  issue: IssueRecord,
  wanted: WantedLink,
  known: KnownLinks,
): TrackerIssueLink {
  const { store } = writing
  const { integration } = wanted
  const facts: LinkFacts = { ...wanted, issueKey: issue.key }
  const tracker = trackerViewOf(integration, issue, facts)
  const half = known.wikiOnly.get(identityOf(wanted))
  const id = half?.id ?? store.nextId(issueLinks)
  const link = { ...half, id, serviceId: integration.serviceId, tracker }
  store.table(issueLinks).put(link)
  known.shown.set(identityOf(wanted), link)
  recordIssueHistory(writing, issue.id, 'LINKED', sentenceOf(wanted))
  return link
}

function identityOf({ integration, spaceKey, key, baseline, relationship }: WantedLink): string {
  return JSON.stringify([integration.serviceId, spaceKey, key, baseline ?? null, relationship])
}
