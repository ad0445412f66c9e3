/** The two views of an issue link (service §6.2): each product changes its own. A link without a view is gone. */
import type { Connected } from './connection.ts'
import type { Store } from '../../world/store/store.ts'
import type { IntegrationRecord } from '../records/tracker/integrations.ts'
import {
  type IssueLinkRecord,
  issueLinks,
  type TrackerView,
  type WikiView,
} from '../records/tracker/issue-links.ts'
import { type IssueRecord, issues } from '../records/tracker/tracker.ts'

/** The relationship of an issue link that names none. */
export const DEFAULT_ISSUE_RELATIONSHIP = 'implements'

/** What both views of a link agree on: issue, requirement and relationship. */
export interface LinkFacts {
  readonly issueKey: string
  readonly spaceKey: string
  readonly key: string
  readonly baseline?: number | undefined
  readonly relationship: string
}

export function wikiViewOf(integration: IntegrationRecord, facts: LinkFacts): WikiView {
  const { issueKey, spaceKey, key, baseline, relationship } = facts
  return {
    applinkId: integration.wikiApplinkId,
    applicationId: integration.wikiApplicationId,
    spaceKey,
    key,
    ...(baseline === undefined ? {} : { baseline }),
    issueKey,
    relationship,
  }
}

export function trackerViewOf(
  integration: IntegrationRecord,
  issue: IssueRecord,
  facts: LinkFacts,
): TrackerView {
  return {
    applinkId: integration.trackerApplinkId,
    applicationId: issue.applicationId,
    issueId: issue.id,
    spaceKey: facts.spaceKey,
    key: facts.key,
    baseline: facts.baseline ?? null,
    relationship: facts.relationship,
  }
}

export function findWikiView(
  { store, integration }: Connected,
  facts: LinkFacts,
): IssueLinkRecord | undefined {
  const { issueKey, spaceKey, key, relationship, baseline } = facts
  const linkKey = [integration.wikiApplinkId, issueKey, relationship, spaceKey, key]
  const isThis = ({ serviceId, wiki }: IssueLinkRecord) =>
    serviceId === integration.serviceId && wiki?.baseline === baseline
  return store.table(issueLinks).findWhere('wikiIssue', linkKey, isThis)
}

export function findTrackerView(
  { store, integration }: Connected,
  issue: IssueRecord,
  facts: Omit<LinkFacts, 'issueKey'>,
): IssueLinkRecord | undefined {
  const { spaceKey, key, relationship, baseline = null } = facts
  for (const link of store.table(issueLinks).range('issue', [issue.id, relationship, spaceKey, key])) {
    const { serviceId, tracker } = link
    // A link without a key is filed under the empty key.
    if (serviceId === integration.serviceId && tracker?.key === key && tracker.baseline === baseline)
      return link
  }
  return undefined
}

export function issueOf({ store, integration }: Connected, issueKey: string): IssueRecord | undefined {
  const { trackerApplicationId } = integration
  return trackerApplicationId === undefined
    ? undefined
    : store.table(issues).find('key', [trackerApplicationId, issueKey])
}

/** Writes the wiki's view, merged with the tracker's of the same facts. False if the wiki already shows the link. */
export function addWikiView(
  connection: Connected,
  issue: IssueRecord | undefined,
  facts: LinkFacts,
): boolean {
  const { store, integration } = connection
  if (findWikiView(connection, facts) !== undefined) return false
  const known = issue === undefined ? undefined : findTrackerView(connection, issue, facts)
  const wiki = wikiViewOf(integration, facts)
  if (known !== undefined && known.wiki === undefined) store.table(issueLinks).update(known.id, { wiki })
  else insertLink(store, { serviceId: integration.serviceId, wiki })
  return true
}

/**
 * Writes the tracker's view, merged with the wiki's of the same link, which may name it otherwise. False if the tracker already
 * shows the link.
 */
export function addTrackerView(
  connection: Connected,
  issue: IssueRecord,
  facts: LinkFacts,
  wikiFacts: LinkFacts = facts,
): boolean {
  const { store, integration } = connection
  if (findTrackerView(connection, issue, facts) !== undefined) return false
  const known = findWikiView(connection, wikiFacts)
  const tracker = trackerViewOf(integration, issue, facts)
  if (known !== undefined && known.tracker === undefined)
    store.table(issueLinks).update(known.id, { tracker })
  else insertLink(store, { serviceId: integration.serviceId, tracker })
  return true
}

function insertLink(store: Store, link: Omit<IssueLinkRecord, 'id'>): void {
  store.table(issueLinks).insert({ id: store.nextId(issueLinks), ...link })
}

/** Removes a view of a link, and the link with its last view. */
export function dropView(store: Store, link: IssueLinkRecord, view: 'wiki' | 'tracker'): void {
  const { wiki, tracker, ...rest } = link
  const kept: IssueLinkRecord = {
    ...rest,
    ...(wiki === undefined || view === 'wiki' ? {} : { wiki }),
    ...(tracker === undefined || view === 'tracker' ? {} : { tracker }),
  }
  if (kept.wiki === undefined && kept.tracker === undefined) store.table(issueLinks).remove(link.id)
  else store.table(issueLinks).put(kept)
}
