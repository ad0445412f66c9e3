/** Saves what joins wikis and trackers: integrations, links with both of their views, texts and messages of trackers. */
import { applications } from '../../model/records/service/applications.ts'
import { trackerMessages } from '../../model/records/tracker/inbound-messages.ts'
import { type IntegrationRecord, integrations } from '../../model/records/tracker/integrations.ts'
import {
  type IssueLinkRecord,
  issueLinks,
  type TrackerView,
} from '../../model/records/tracker/issue-links.ts'
import { customFields, issues, trackerTexts } from '../../model/records/tracker/tracker.ts'
import { requirements } from '../../model/records/wiki/requirements.ts'
import { containers } from '../../model/records/service/containers.ts'
import { currentVariant } from '../../model/finding/variants.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../model/links/views.ts'
import type { Entry, Sections } from '../format/format.ts'
import { contentOf } from './requirements.ts'
import { type Saving, sinceStart, unless } from './saving.ts'

export function saveTracker(saving: Saving): Sections {
  const { store, names } = saving
  return {
    integrations: [...store.table(integrations).scan()].flatMap((each) => savedIntegration(saving, each)),
    links: [...store.table(issueLinks).scan()].flatMap((link) => savedLink(saving, link)),
    trackerTexts: savedTexts(saving),
    customFields: [...store.table(customFields).scan()].map(({ id, applicationId, name, type }) => ({
      id,
      site: names.site(applicationId),
      name,
      type: unless(type, 'string'),
    })),
    trackerMessages: [...store.table(trackerMessages).scan()].map((message) => {
      const { serviceId, spaceKey, key } = message
      const wikiId = store.table(integrations).get(serviceId)?.wikiApplicationId ?? 0
      return {
        id: message.id,
        integration: serviceId,
        operation: message.operation,
        title: message.title,
        template: message.templateId,
        issue: message.issueKey ?? '',
        newIssue: message.newIssueKey,
        requirement:
          spaceKey === undefined || key === undefined ? undefined : names.requirement(wikiId, spaceKey, key),
        baseline: message.baseline,
        relationship: message.relationship,
        createdBy: names.user(message.createdBy),
        createdAt: sinceStart(saving, message.createdAt),
        status: unless(message.status, 'PENDING'),
        lastResponse: message.lastResponse,
        attempts: unless(message.attempts, 0),
      }
    }),
  }
}

/** An integration whose tracker is not in the world has no place in a scenario. */
function savedIntegration({ store, names }: Saving, integration: IntegrationRecord): Entry<'integrations'>[] {
  const { serviceId, wikiApplicationId, trackerApplicationId, rpcUrl } = integration
  const tracker =
    trackerApplicationId === undefined ? undefined : store.table(applications).get(trackerApplicationId)
  if (tracker === undefined) return []
  return [
    {
      serviceId,
      wiki: names.site(wikiApplicationId),
      tracker: names.site(tracker.id),
      wikiApplinkId: integration.wikiApplinkId,
      trackerApplinkId: integration.trackerApplinkId,
      label: unless(integration.label, tracker.name),
      mode: unless(integration.mode, 'AUTO'),
      version: unless(integration.version, 9),
      status: unless(integration.status, 'ACTIVE'),
      username: integration.username,
      url: unless(rpcUrl, tracker.baseUrl),
    },
  ]
}

function savedLink(saving: Saving, { id, serviceId, wiki, tracker }: IssueLinkRecord): Entry<'links'>[] {
  const { store, names } = saving
  const integration = store.table(integrations).get(serviceId)
  if (integration?.trackerApplicationId === undefined) return []
  const { wikiApplicationId, trackerApplicationId } = integration
  const issue =
    tracker === undefined
      ? (store.table(issues).find('key', [trackerApplicationId, wiki?.issueKey ?? '']) ??
        store.table(issues).find('key', [trackerApplicationId]))
      : store.table(issues).get(tracker.issueId)
  const place = wiki ?? placeInWiki(saving, wikiApplicationId, tracker)
  if (issue === undefined || place === undefined) return []
  const relationship = wiki?.relationship ?? tracker?.relationship ?? DEFAULT_ISSUE_RELATIONSHIP
  const baseline = wiki === undefined ? (tracker?.baseline ?? undefined) : wiki.baseline
  const siblings = [...store.table(integrations).range('wiki', [wikiApplicationId])].filter(
    (other) => other.trackerApplicationId === trackerApplicationId,
  )
  const trackerPlace =
    tracker === undefined ||
    tracker.key === null ||
    (tracker.spaceKey === place.spaceKey && tracker.key === place.key)
      ? undefined
      : names.requirement(wikiApplicationId, tracker.spaceKey, tracker.key)
  const inTracker = withoutAbsent({
    requirement: trackerPlace,
    relationship: tracker === undefined ? undefined : unless(tracker.relationship, relationship),
    baseline:
      tracker === undefined || tracker.baseline === null ? undefined : unless(tracker.baseline, baseline),
    applinkId: tracker === undefined ? undefined : unless(tracker.applinkId, integration.trackerApplinkId),
  })
  return [
    {
      id,
      issue: issueName(saving, issue.key, trackerApplicationId),
      requirement: names.requirement(wikiApplicationId, place.spaceKey, place.key),
      relationship: unless(relationship, DEFAULT_ISSUE_RELATIONSHIP),
      baseline,
      integration: siblings.length > 1 ? serviceId : undefined,
      faces: wiki === undefined ? 'tracker' : tracker === undefined ? 'wiki' : undefined,
      lostKey: tracker?.key === null ? true : undefined,
      inWiki: wiki === undefined || wiki.issueKey === issue.key ? undefined : { issue: wiki.issueKey },
      inTracker,
    },
  ]
}

/** SITE/KEY if several trackers have an issue with the key. */
function issueName({ store, names }: Saving, key: string, applicationId: number): string {
  const trackers = [...store.table(applications).scan()].filter(({ type }) => type === 'JIRA')
  const having = trackers.filter(({ id }) => store.table(issues).find('key', [id, key]) !== undefined)
  return having.length > 1 ? `${names.site(applicationId)}/${key}` : key
}

/** A requirement that exists, as the entry of a link must name one: the tracker's own, or another of the space or wiki. */
function placeInWiki(
  { store }: Saving,
  applicationId: number,
  tracker: TrackerView | undefined,
): { readonly spaceKey: string; readonly key: string } | undefined {
  if (tracker === undefined) return undefined
  const { spaceKey, key } = tracker
  const space = store.table(containers).find('key', [applicationId, 'SPACE', spaceKey])
  const rowsOf = (...prefix: (string | number)[]) => store.table(requirements).find('key', prefix)
  if (space !== undefined) return (key === null ? undefined : rowsOf(space.id, key)) ?? rowsOf(space.id)
  if (key === null) return undefined
  for (const other of store.table(containers).range('application', [applicationId])) {
    const row = other.type === 'SPACE' ? rowsOf(other.id) : undefined
    if (row !== undefined) return row
  }
  return undefined
}

/** Texts that loading does not copy from the wiki by itself: other ones, and those of no link. */
function savedTexts({ store, names }: Saving): Entry<'trackerTexts'>[] {
  return [...store.table(trackerTexts).scan()].flatMap(({ applinkId, spaceKey, key, baseline, html }) => {
    const integration = store.table(integrations).find('trackerApplink', [applinkId])
    if (integration === undefined) return []
    const { serviceId, wikiApplicationId } = integration
    const space = store.table(containers).find('key', [wikiApplicationId, 'SPACE', spaceKey])
    const row =
      space === undefined || baseline !== null
        ? undefined
        : store.table(requirements).findUnique('key', [space.id, key], currentVariant(store, space.id).id)
    const isLinked = store
      .table(issueLinks)
      .find('trackerRequirement', [serviceId, spaceKey, key, baseline ?? -1, applinkId])
    if (row?.html === html && isLinked !== undefined) return []
    return [
      {
        integration: serviceId,
        requirement: names.requirement(wikiApplicationId, spaceKey, key),
        baseline: baseline ?? undefined,
        ...(html === '' ? { text: '' } : contentOf(html)),
      },
    ]
  })
}

function withoutAbsent<T extends object>(fields: T): T | undefined {
  return Object.values(fields).some((value) => value !== undefined) ? fields : undefined
}
