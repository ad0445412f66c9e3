/** Trackers: projects, issues, links, and the integrations and queues between a wiki and a tracker. */
import type * as wire from '../../api/wire-types.generated.ts'
import type { RegionFacts } from '../region.ts'
import type { Observers } from './observer.ts'

/** Fields that every tracker has. */
const CUSTOM_FIELD = /^customfield_/

export const trackerObservers: Observers = {
  'wiki.integration.list': ({ body }, region) => {
    for (const descriptor of body) learnIntegration(region, descriptor)
  },
  'wiki.integration.read': ({ body }, region) => learnIntegration(region, body),
  'wiki.integration.create': ({ body }, region) => learnIntegration(region, body),
  'wiki.integration.update': ({ body }, region) => learnIntegration(region, body),
  'wiki.integration.testApplicationLink': ({ body }, region) => {
    const { serviceId, applinkId, mode, version } = body
    region.integrations.learn(serviceId, {
      serviceId,
      wikiApplinkId: applinkId,
      mode,
      version,
    })
  },
  'tracker.data.operations': ({ body }, region) => {
    const service = serviceOfTrackerLink(region, body.applinkId)
    region.integrations.learn(service, {
      serviceId: service,
      trackerApplinkId: body.applinkId,
      mode: body.mode,
      version: body.version,
    })
  },
  'wiki.trackerIssue.projects': ({ body }, region) => {
    for (const { id, key, name } of body) region.projects.learn(key, { id, site: region.tracker, key, name })
    region.projects.complete(region.tracker)
  },
  'wiki.trackerIssue.projectMetadata': ({ body }, region) => {
    const { id, key, name, issueTypes } = body
    region.projects.learn(key, { id, site: region.tracker, key, name })
    for (const type of issueTypes) region.issueTypes.learn(type.id, { ...type, site: region.tracker })
    region.issueTypes.complete(region.tracker)
  },
  'wiki.trackerIssue.issueTypeMetadata': ({ body: { id, name } }, region) =>
    region.issueTypes.learn(id, { id, name, site: region.tracker }),
  'wiki.trackerIssue.issues': ({ body }, region) => learnIssues(region, body),
  'wiki.issueTemplate.issues': ({ body }, region) => learnIssues(region, body.results),
  'tracker.randomData.issues': ({ body }, region) => learnIssues(region, body.issues),
  'tracker.issuelinks.list': ({ path, body }, region) => {
    const issueKey = String(path.issueKey)
    if (!region.reading.writes && !region.trackerLists.has(issueKey))
      region.trackerLists.set(
        issueKey,
        body.map(({ id }) => id),
      )
    for (const link of body) region.trackerLinks.learn(link.id, { ...link, issueKey })
    region.trackerLinks.complete(issueKey)
  },
  'tracker.recovery.suggest': ({ body }, region) => {
    for (const { issueKey, summary, candidates: _candidates, ...link } of body) {
      region.issues.learn(issueKey, { key: issueKey, site: region.tracker, summary })
      region.trackerLinks.learn(link.id, { ...link, issueKey })
    }
  },
  'wiki.repair.list': ({ body }, region) => {
    for (const { id, serviceId, wiki, tracker } of body.discrepancies) {
      if (tracker?.issueKey !== undefined)
        region.trackerLinks.learn(id, { ...tracker, id, serviceId, issueKey: tracker.issueKey })
      if (wiki?.issueKey === undefined || wiki.key === null) continue
      const { issueKey, relationship, spaceKey, key, baseline } = wiki
      const view = `${issueKey} ${relationship} ${spaceKey}/${key} ${baseline}`
      region.wikiLinks.learn(view, { ...wiki, id, serviceId, issueKey })
    }
  },
  'tracker.data.fields': ({ body }, region) => {
    for (const { id, name, type, custom } of body)
      if (custom && CUSTOM_FIELD.test(id))
        region.customFields.learn(id, { entry: { id, name, type }, site: region.tracker })
  },
  'wiki.queue.list': ({ body, query }, region) => {
    learnOutbound(region, body)
    if (!query.has('limit')) region.outboundMessages.complete(region.wiki)
  },
  'wiki.queue.common': ({ body }, region) => learnOutbound(region, body),
  'wiki.queue.personal': ({ body }, region) => learnOutbound(region, body),
  'tracker.queue.list': ({ body }, region) => {
    for (const message of body) {
      const { applinkId, templateId, issueKey, newIssueKey, createdBy, spaceKey, key, ...rest } = message
      region.integrations.learn(message.serviceId, {
        serviceId: message.serviceId,
        trackerApplinkId: applinkId,
      })
      region.trackerMessages.learn(message.id, {
        site: region.tracker,
        entry: {
          ...rest,
          template: templateId,
          issue: issueKey,
          newIssue: newIssueKey,
          user: createdBy,
          place: { spaceKey, key },
        },
      })
    }
    region.trackerMessages.complete(region.tracker)
  },
}

function learnIntegration(region: RegionFacts, descriptor: wire.WikiIntegrationDescriptor): void {
  const { serviceId, applinkId, label, displayUrl, rpcUrl, version, status, username } = descriptor
  region.integrations.learn(serviceId, {
    serviceId,
    wikiApplinkId: applinkId,
    label,
    displayUrl,
    url: rpcUrl,
    version,
    status,
    username,
  })
}

/** The integration of a tracker's link: the one known to have it, or the only one. */
function serviceOfTrackerLink(region: RegionFacts, applinkId: string): string {
  const all = region.integrations.all()
  const known = all.find(({ fields }) => fields.trackerApplinkId === applinkId)
  if (known !== undefined) return known.key
  const free = all.filter(({ fields }) => fields.trackerApplinkId === undefined)
  return free.length === 1 ? (free[0]?.key ?? applinkId) : `svc-${applinkId.slice(0, 8)}`
}

type Issue = wire.WikiTrackerIssues[number]

function learnIssues(region: RegionFacts, issues: readonly Issue[]): void {
  for (const { id, key, summary, status, issueTypeId, issueType, projectId, projectKey } of issues) {
    region.issues.learn(key, {
      id,
      site: region.tracker,
      key,
      summary,
      status,
      typeId: issueTypeId,
      type: issueType,
      projectId,
      projectKey,
    })
    region.issueTypes.learn(issueTypeId, { id: issueTypeId, name: issueType, site: region.tracker })
    region.projects.learn(projectKey, { id: projectId, site: region.tracker, key: projectKey })
  }
}

function learnOutbound(region: RegionFacts, messages: wire.WikiOutboundQueueMessages): void {
  for (const message of messages) {
    const { id, serviceId, operation, title, templateId, baseline, issueKey, relationship } = message
    const { createdBy, createdAt, status, lastResponse, attempts, spaceKey, key, newSpaceKey, newKey } =
      message
    region.integrations.learn(serviceId, { serviceId, wikiApplinkId: message.applinkId })
    const rest = { id, operation, title, template: templateId, baseline, issue: issueKey, relationship }
    region.outboundMessages.learn(id, {
      site: region.wiki,
      entry: {
        ...rest,
        serviceId,
        user: createdBy,
        createdAt,
        status,
        lastResponse,
        attempts,
        place: { spaceKey, key, newSpaceKey, newKey },
      },
    })
  }
}
