/** Links that come to name another requirement: renamed, of another baseline, or with the key that they had lost (service §4.7). */
import type { Connected, Connection } from '../../links/connection.ts'
import type { Store } from '../../../world/store/store.ts'
import { doesWikiRespond, refreshText, trackerLinks, wikiRequirement } from '../issues/tracker-texts.ts'
import { dropView, findTrackerView, findWikiView, trackerViewOf } from '../../links/views.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import { issueLinks } from '../../records/tracker/issue-links.ts'
import { type IssueRecord, issues, trackerTextId, trackerTexts } from '../../records/tracker/tracker.ts'
import { conflict, notFound, stateConflict, withPlace } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import { problemOfCopy } from '../../finding/requirements/linkable-copies.ts'
import { type IssueEvent, recordIssueHistory } from '../issues/history.ts'
import type { Writing } from '../../records/actor.ts'
import { forgetText, placeOf, type TrackerIssueLink } from '../issues/tracker-view.ts'
import { hasTrackerView, refreshTexts, enqueueLinkMessage } from './links.ts'

/** A requirement by the name in its links; without a baseline, the current one. */
export interface Place {
  readonly spaceKey: string
  readonly key: string
  readonly baseline?: number | undefined
}

/** The links of a space's requirements that change from one baseline to another; `null` is the current requirement. */
export interface BaselineChange {
  readonly spaceKey: string
  readonly keys?: readonly string[] | undefined
  readonly from: number | null
  readonly to: number | null
}

/** Makes the tracker's view of a link name another requirement; equal links become one. Undefined without its issue. */
export function moveLink(
  writing: Writing,
  integration: IntegrationRecord,
  link: TrackerIssueLink,
  place: Place,
  event: IssueEvent,
): TrackerIssueLink | undefined {
  const { store } = writing
  const { tracker } = link
  const issue = store.table(issues).get(tracker.issueId)
  if (issue === undefined) return undefined
  const { relationship } = tracker
  const facts = { ...place, relationship, issueKey: issue.key }
  const detail = `${relationship} ${placeOf(tracker)} is now ${placeOf(place)}`
  recordIssueHistory(writing, issue.id, event, detail)
  const half = findWikiView({ store, integration }, facts)
  const double = findTrackerView({ store, integration }, issue, facts)
  const view = trackerViewOf(integration, issue, facts)
  const table = store.table(issueLinks)
  if (double !== undefined && double.id !== link.id && half?.id === link.id)
    dropView(store, double, 'tracker')
  if (double !== undefined && double.id !== link.id && half?.id !== link.id) dropView(store, link, 'tracker')
  else if (half === undefined || half.id === link.id || half.tracker !== undefined)
    table.update(link.id, { tracker: view })
  else {
    dropView(store, link, 'tracker')
    table.update(half.id, { tracker: view })
  }
  forgetText(store, integration.serviceId, tracker)
  const moved = findTrackerView({ store, integration }, issue, facts)
  return moved !== undefined && hasTrackerView(moved) ? moved : undefined
}

/** Renames a requirement in the tracker's links and text; returns how many links. Copies keep their name. */
export function renameRequirement(connection: Connection, from: Place, to: Place): number {
  const { integration } = connection
  const { spaceKey, key } = to
  if (from.spaceKey === spaceKey && from.key === key) return 0
  const links = trackerLinks(connection, from.spaceKey, from.key)
    .filter(hasTrackerView)
    .filter(({ tracker }) => tracker.baseline === null)
  const applinkId = integration.trackerApplinkId
  const texts = connection.store.table(trackerTexts)
  const text = texts.get(trackerTextId(applinkId, from.spaceKey, from.key, null))
  const id = trackerTextId(applinkId, spaceKey, key, null)
  for (const link of links) moveLink(connection, integration, link, { spaceKey, key }, 'LINK_RENAMED')
  if (text !== undefined) texts.remove(text.id)
  if (text !== undefined && !texts.has(id)) texts.put({ ...text, id, spaceKey, key })
  if (links.length > 0 && doesWikiRespond(connection)) refreshText(connection, spaceKey, key, null)
  return links.length
}

/** Makes links of a space name another baseline, all or none. Throws a Refusal: NOT_FOUND or CONFLICT. */
export function changeBaseline(connection: Connection, change: BaselineChange): number {
  const { integration } = connection
  const { store } = connection
  const { spaceKey, from, to } = change
  if (from === to) return 0
  const baseline = to ?? undefined
  const links = linksOfBaseline(connection, change)
  for (const { tracker } of links) {
    if (!doesWikiRespond(connection)) break
    const { key } = tracker
    const row = wikiRequirement(connection, spaceKey, key, to)
    const problem = row && problemOfCopy(store, row)
    if (problem !== undefined) throw withPlace(stateConflict(problem), `newBaseline ${quoted(to)}`)
    if (row !== undefined) continue
    throw notFound('requirement', placeOf({ spaceKey, key }), { in: `newBaseline ${quoted(to ?? 'null')}` })
  }
  for (const link of links) {
    const { key, relationship, issueId } = link.tracker
    const wanted = { integration, spaceKey, key, relationship }
    moveLink(connection, integration, withoutWiki(store, link), { spaceKey, key, baseline }, 'LINK_RENAMED')
    const issue = store.table(issues).get(issueId)
    if (issue === undefined) continue
    enqueueLinkMessage(connection, issue, { ...wanted, baseline: from ?? undefined }, 'REMOVE_LINK')
    enqueueLinkMessage(connection, issue, { ...wanted, baseline }, 'ADD_LINK')
    refreshTexts(connection, [{ ...wanted, baseline }])
  }
  return links.length
}

/** The wiki's view in a record of its own: it does not follow the tracker's, but goes, and another comes. */
export function withoutWiki(store: Store, { wiki, ...rest }: TrackerIssueLink): TrackerIssueLink {
  if (wiki === undefined) return rest
  const table = store.table(issueLinks)
  table.put(rest)
  const id = store.nextId(issueLinks)
  table.insert({ id, serviceId: rest.serviceId, wiki })
  return rest
}

function linksOfBaseline(
  { store, integration: { serviceId } }: Connected,
  { spaceKey, keys, from }: BaselineChange,
) {
  const wanted = keys === undefined ? undefined : new Set(keys)
  const links: (TrackerIssueLink & { readonly tracker: { readonly key: string } })[] = []
  for (const link of store.table(issueLinks).range('trackerRequirement', [serviceId, spaceKey])) {
    if (!hasTrackerView(link)) continue
    const { key, baseline } = link.tracker
    if (key === null || baseline !== from || wanted?.has(key) === false) continue
    links.push({ ...link, tracker: { ...link.tracker, key } })
  }
  return links
}

/** Restores the key that a link had lost, and tells the wiki. Throws a Refusal (CONFLICT). */
export function recoverKey(
  connection: Connection,
  issue: IssueRecord,
  link: TrackerIssueLink,
  place: Place,
): TrackerIssueLink {
  const { integration } = connection

  const { relationship, key } = link.tracker
  if (key !== null) throw conflict('link', link.id, `has the key ${quoted(key)} already`)
  if (findTrackerView(connection, issue, { ...place, relationship }) !== undefined) {
    throw conflict('issue', issue.key, `${quoted(relationship)} requirement ${quoted(place.key)} already`)
  }
  const wanted = { integration, ...place, relationship }
  const healed = moveLink(connection, integration, link, place, 'LINK_RECOVERED')
  enqueueLinkMessage(connection, issue, wanted, 'ADD_LINK')
  refreshTexts(connection, [wanted])
  return healed ?? link
}
