/** Issue links as the wiki writes them (service §4.3, §6.2): its own view at once, the tracker's by a message. */
import { isSameAddress } from '../../finding/reachability.ts'
import { addWikiView, dropView, wikiViewOf } from '../../links/views.ts'
import { problemOfCopy } from '../../finding/requirements/linkable-copies.ts'
import type { Store } from '../../../world/store/store.ts'
import { applications } from '../../records/service/applications.ts'
import { changeOf } from '../../history/changes.ts'
import { recordHistory } from '../../history/history.ts'
import { type IntegrationRecord, integrations } from '../../records/tracker/integrations.ts'
import { issueLinks, type WikiView } from '../../records/tracker/issue-links.ts'
import { enqueueOutbound } from '../messages/messages.ts'
import { issueNow } from '../messages/names.ts'
import { conflict, invalidRequest, notFound, stateConflict } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import type { Writing } from '../../records/actor.ts'
import { noteEventOf, requireEvent } from '../../records/machines/requirement-machine.ts'
import {
  belongsTo,
  findIssueLinks,
  hasWikiView,
  type WikiIssueLink,
} from '../../finding/requirements/lookup.ts'
import type { RequirementRecord } from '../../records/wiki/requirements.ts'
import { countText } from '../../../world/count-text.ts'

/**
 * The integration with the tracker of an address; without an address, the only one. Throws a Refusal: NOT_FOUND or
 * INVALID.
 */
export function chooseIntegration(
  store: Store,
  wikiApplicationId: number,
  address: string | undefined,
): IntegrationRecord {
  const all = [...store.table(integrations).range('wiki', [wikiApplicationId])]
  if (address === undefined) {
    const [only] = all
    if (only !== undefined && all.length === 1) return only
    throw invalidRequest(
      'jiraUrl is missing',
      `the wiki is connected to ${countText(all.length, 'tracker')}, so name one by its base address`,
    )
  }
  const found = all.find(({ trackerApplicationId }) => {
    const tracker =
      trackerApplicationId === undefined ? undefined : store.table(applications).get(trackerApplicationId)
    return tracker !== undefined && isSameAddress(tracker.baseUrl, address)
  })
  if (found !== undefined) return found
  throw notFound('tracker', address, { at: 'jiraUrl', in: 'the integrations of the wiki' })
}

export interface NewIssueLink {
  readonly integration: IntegrationRecord
  readonly issueKey: string
  readonly relationship: string
  /** The title in the message to the tracker. */
  readonly title?: string | undefined
}

/**
 * Links an issue in the wiki's view and queues LINK_ADDED. Throws a Refusal (CONFLICT) by status, and for a link that exists if
 * `refusesRepeated`, which is called only then.
 */
export function linkIssue(
  writing: Writing,
  row: RequirementRecord,
  link: NewIssueLink,
  refusesRepeated: () => boolean,
): WikiView {
  const { store } = writing
  const { integration, issueKey, relationship } = link
  requireEvent(row, 'LINKED')
  const problem = problemOfCopy(store, row)
  if (problem !== undefined) throw stateConflict(problem)
  const { spaceKey, key, baseline } = row
  const view = wikiViewOf(integration, { spaceKey, key, baseline, issueKey, relationship })
  const known = findLinkToIssue(store, row, link)
  if (known !== undefined) {
    if (!refusesRepeated()) return known.wiki
    throw conflict(
      'issue',
      issueKey,
      `is linked to requirement ${quoted(row.key)} as ${quoted(relationship)} already`,
    )
  }
  const connected = { store, integration }
  addWikiView(connected, issueNow(connected, issueKey), view)
  note(writing, row, 'LINKED', integration.serviceId, view, link.title)
  return view
}

/** Removes the wiki's links to an issue and queues LINK_REMOVED for each. Throws a Refusal (NOT_FOUND) without one. */
export function unlinkIssue(
  writing: Writing,
  row: RequirementRecord,
  link: Omit<NewIssueLink, 'relationship'> & { readonly relationship?: string | undefined },
): void {
  const { store } = writing
  const { issueKey, relationship } = link
  const links = linksToIssue(store, row, link).filter(
    ({ wiki }) => relationship === undefined || wiki.relationship === relationship,
  )
  if (links.length === 0) {
    const as = relationship === undefined ? '' : ` as ${quoted(relationship)}`
    throw notFound('link to issue', issueKey, { in: `requirement ${quoted(row.key)}${as}` })
  }
  for (const found of links) {
    dropView(store, found, 'wiki')
    note(writing, row, 'UNLINKED', found.serviceId, found.wiki, undefined)
  }
}

/** The wiki's link between a row and an issue in a relationship, found at once among many. */
export function findLinkToIssue(
  store: Store,
  row: RequirementRecord,
  { integration, issueKey, relationship }: NewIssueLink,
): WikiIssueLink | undefined {
  const linkKey = [integration.wikiApplinkId, issueKey, relationship, row.spaceKey, row.key]
  for (const link of store.table(issueLinks).range('wikiIssue', linkKey))
    if (hasWikiView(link) && belongsTo(link, row)) return link
  return undefined
}

function linksToIssue(
  store: Store,
  row: RequirementRecord,
  { integration, issueKey }: { readonly integration: IntegrationRecord; readonly issueKey: string },
): WikiIssueLink[] {
  return findIssueLinks(store, row).filter(
    ({ wiki }) => wiki.applinkId === integration.wikiApplinkId && wiki.issueKey === issueKey,
  )
}

/** Records a link that came or went in the history of its requirement, and tells the tracker. */
function note(
  writing: Writing,
  row: RequirementRecord,
  event: 'LINKED' | 'UNLINKED',
  serviceId: string,
  view: WikiView,
  title: string | undefined,
): void {
  const { applinkId, spaceKey, key, baseline, issueKey, relationship } = view
  const text = `${relationship} ${issueKey}`
  const change =
    event === 'LINKED' ? changeOf('issues', undefined, text) : changeOf('issues', text, undefined)
  recordHistory(writing, row.id, event, [change])
  noteEventOf(writing.store, row, event)
  enqueueOutbound(writing, {
    serviceId,
    operation: event === 'LINKED' ? 'LINK_ADDED' : 'LINK_REMOVED',
    title,
    applinkId,
    spaceKey,
    key,
    issueKey,
    relationship,
    baseline,
  })
}
