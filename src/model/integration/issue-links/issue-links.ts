/** Issue links as the wiki writes them (service §4.3, §6.2): its own face at once, the tracker's by a message. */
import { isSameAddress } from '../../finding/reachability.ts'
import { addWikiFace, dropFace, wikiFaceOf } from '../../links/faces.ts'
import { complaintAboutCopy } from '../../finding/requirements/linkable-copies.ts'
import type { Store } from '../../../world/store/store.ts'
import { applications } from '../../records/service/applications.ts'
import { changeOf } from '../../history/changes.ts'
import { recordHistory } from '../../history/history.ts'
import { type IntegrationRecord, integrations } from '../../records/tracker/integrations.ts'
import { issueLinks, type WikiFace } from '../../records/tracker/issue-links.ts'
import { enqueueOutbound } from '../messages/messages.ts'
import { issueNow } from '../messages/names.ts'
import { conflict, invalidRequest, notFound, stateConflict } from '../../input/errors.ts'
import { shown } from '../../input/refusal.ts'
import type { Writing } from '../../records/actor.ts'
import { noteEventOf, requireEvent } from '../../records/machines/requirement-machine.ts'
import {
  belongsTo,
  findIssueLinks,
  hasWikiFace,
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
 * Links an issue in the wiki's face and queues LINK_ADDED. Throws a Refusal (CONFLICT) by status, and for a link that exists if
 * `refusesRepeated`, which is called only then.
 */
export function linkIssue(
  writing: Writing,
  row: RequirementRecord,
  link: NewIssueLink,
  refusesRepeated: () => boolean,
): WikiFace {
  const { store } = writing
  const { integration, issueKey, relationship } = link
  requireEvent(row, 'LINKED')
  const complaint = complaintAboutCopy(store, row)
  if (complaint !== undefined) throw stateConflict(complaint)
  const { spaceKey, key, baseline } = row
  const face = wikiFaceOf(integration, { spaceKey, key, baseline, issueKey, relationship })
  const known = findLinkToIssue(store, row, link)
  if (known !== undefined) {
    if (!refusesRepeated()) return known.wiki
    throw conflict(
      'issue',
      issueKey,
      `is linked to requirement ${shown(row.key)} as ${shown(relationship)} already`,
    )
  }
  const connected = { store, integration }
  addWikiFace(connected, issueNow(connected, issueKey), face)
  note(writing, row, 'LINKED', integration.serviceId, face, link.title)
  return face
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
    const as = relationship === undefined ? '' : ` as ${shown(relationship)}`
    throw notFound('link to issue', issueKey, { in: `requirement ${shown(row.key)}${as}` })
  }
  for (const found of links) {
    dropFace(store, found, 'wiki')
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
    if (hasWikiFace(link) && belongsTo(link, row)) return link
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
  face: WikiFace,
  title: string | undefined,
): void {
  const { applinkId, spaceKey, key, baseline, issueKey, relationship } = face
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
