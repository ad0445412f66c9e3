/** Bringing the views of a requirement's links together (service §4.7, `/sync`), but for what waiting messages settle. */
import type { Connected, Connection } from '../../links/connection.ts'
import { wikiSilence } from '../../finding/reachability.ts'
import { actsForWiki, mayReadSpace } from '../rights.ts'
import { refreshText, trackerLinks, wikiRequirement } from '../issues/tracker-texts.ts'
import { issueNow, type RequirementName, requirementNow } from '../messages/names.ts'
import { addTrackerView, findTrackerView, findWikiView } from '../../links/views.ts'
import { joinViews } from '../../links/joining.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import { type IssueLinkRecord, issueLinks, type WikiView } from '../../records/tracker/issue-links.ts'
import { type IssueRecord, issues } from '../../records/tracker/tracker.ts'
import { trackerMessages } from '../../records/tracker/inbound-messages.ts'
import { outboundMessages } from '../../records/tracker/outbound-messages.ts'
import { quoted } from '../../input/refusal.ts'
import { recordIssueHistory } from '../issues/history.ts'
import type { Writing } from '../../records/actor.ts'
import { placeOf, sentenceOf, type TrackerIssueLink } from '../issues/tracker-view.ts'
import { hasTrackerView, enqueueLinkMessage } from './links.ts'
import { moveLink } from './moving.ts'

/** Refreshes a requirement's text and heals its links; the tracker decides. Returns what could not be healed. */
export function resynchroniseRequirement(
  connection: Connection,
  { spaceKey, key }: { readonly spaceKey: string; readonly key: string },
): string[] {
  const { integration } = connection
  const { store } = connection
  const silence = wikiSilence(store, integration)
  if (silence !== undefined) return [silence]
  if (!mayResynchronise(connection, integration, spaceKey)) return ['who started this may not read the space']
  const problems = new Set<string>()
  const note = (problem: string | undefined) => problem !== undefined && problems.add(problem)
  for (const link of trackerLinks(connection, spaceKey, key))
    if (hasTrackerView(link)) note(resynchroniseShown(connection, link))
  const named = store.table(issueLinks).range('requirement', [integration.wikiApplicationId, spaceKey, key])
  for (const link of named) {
    const { serviceId, wiki, tracker } = link
    if (serviceId === integration.serviceId && wiki !== undefined && tracker === undefined)
      note(takeOver(connection, integration, link, wiki))
  }
  return [...problems]
}

/** Whether the actor may see the texts of a space; without an actor, the tracker itself heals. */
export function mayResynchronise(
  { store, actor }: Pick<Writing, 'store' | 'actor'>,
  integration: IntegrationRecord,
  spaceKey: string,
): boolean {
  if (actor === undefined || actsForWiki(store, integration, actor)) return true
  return mayReadSpace({ store, integration }, actor, spaceKey)
}

function resynchroniseShown(connection: Connection, link: TrackerIssueLink): string | undefined {
  const { integration } = connection
  const { wiki, tracker } = link
  const { spaceKey, baseline, relationship, key } = tracker
  const issue = connection.store.table(issues).get(tracker.issueId)
  if (issue === undefined || key === null) return undefined
  const exists = refreshText(connection, spaceKey, key, baseline)
  if (isOnItsWay(connection, link, issue)) return undefined
  if (!exists) return followWiki(connection, link)
  const facts = { issueKey: issue.key, spaceKey, key, baseline: baseline ?? undefined, relationship }
  joinViews(connection, issue, facts)
  if (findWikiView(connection, facts) !== undefined) return undefined
  if (wiki !== undefined && !isShown(connection, wiki))
    enqueueLinkMessage(connection, { key: wiki.issueKey }, { integration, ...wiki }, 'REMOVE_LINK')
  enqueueLinkMessage(connection, issue, { integration, ...facts }, 'ADD_LINK')
  return undefined
}

/** The wiki has the requirement under another name, or not at all. */
function followWiki(connection: Connection, link: TrackerIssueLink): string | undefined {
  const { integration } = connection

  const { wiki, tracker } = link
  const missing = `requirement ${quoted(placeOf(tracker))} does not exist in the wiki`
  if (wiki === undefined) return missing
  const { spaceKey, key } = wiki
  if (!mayResynchronise(connection, integration, spaceKey)) return missing
  const baseline = wiki.baseline ?? null
  if (wikiRequirement(connection, spaceKey, key, baseline) === undefined) return missing
  const place = { spaceKey, key, baseline: wiki.baseline }
  moveLink(connection, integration, link, place, 'LINK_RENAMED')
  refreshText(connection, spaceKey, key, baseline)
  return undefined
}

/** Adds the tracker's view to a link that only the wiki shows, if the wiki has the requirement. */
function takeOver(
  writing: Writing,
  integration: IntegrationRecord,
  link: IssueLinkRecord,
  wiki: WikiView,
): string | undefined {
  const { world, store } = writing
  const issue = issueNow({ store, integration }, wiki.issueKey)
  if (issue === undefined) return `issue ${quoted(wiki.issueKey)} does not exist in the tracker`
  if (isOnItsWay({ store, integration }, link, issue)) return undefined
  const { spaceKey, key, baseline = null } = wiki
  if (wikiRequirement({ store, integration }, spaceKey, key, baseline) === undefined) return undefined
  if (addTrackerView({ store, integration }, issue, wiki))
    recordIssueHistory(writing, issue.id, 'LINKED', sentenceOf(wiki))
  refreshText({ world, store, integration }, spaceKey, key, baseline)
  return undefined
}

function isShown(connection: Connected, wiki: WikiView): boolean {
  const issue = issueNow(connection, wiki.issueKey)
  return issue !== undefined && findTrackerView(connection, issue, wiki) !== undefined
}

/** True while a waiting message will change one of the views. */
function isOnItsWay(connection: Connected, { wiki, tracker }: IssueLinkRecord, issue: IssueRecord): boolean {
  const { store, integration } = connection
  const { serviceId } = integration
  const keys = new Set([issue.key, ...(wiki === undefined ? [] : [wiki.issueKey])])
  const places = [wiki, tracker].flatMap((view) =>
    view === undefined || view.key === null ? [] : [{ spaceKey: view.spaceKey, key: view.key }],
  )
  for (const { spaceKey, key } of places) {
    const waiting = store.table(outboundMessages).range('waitingRequirement', [serviceId, spaceKey, key])
    for (const { operation, issueKey } of waiting) {
      if (operation === 'REQUIREMENT_RENAMED' || operation === 'REQUIREMENT_DELETED') return true
      const linking = operation === 'LINK_ADDED' || operation === 'LINK_REMOVED'
      if (linking && issueKey !== undefined && keys.has(issueKey)) return true
    }
  }
  for (const issueKey of keys) {
    for (const message of store.table(trackerMessages).range('waitingIssue', [serviceId, issueKey])) {
      const { operation, spaceKey, key } = message
      if (operation !== 'ADD_LINK' && operation !== 'REMOVE_LINK') return true
      if (spaceKey === undefined || key === undefined) continue
      // The wiki may have renamed the subject of the message meanwhile.
      const names = [{ spaceKey, key }, requirementNow(connection, { spaceKey, key })]
      if (places.some((place) => names.some((name) => isSameName(place, name)))) return true
    }
  }
  return false
}

export function isSameName(one: RequirementName, other: RequirementName): boolean {
  return one.spaceKey === other.spaceKey && one.key === other.key
}
