/** Messages to the tracker about what happened in the wiki (service §6.2). */
import type { Writing } from '../../records/actor.ts'
import type { BaselineRecord } from '../../records/wiki/baselines.ts'
import type { RecordEvent } from '../../records/events.ts'
import type { Connection } from '../../links/connection.ts'
import { issueLinks } from '../../records/tracker/issue-links.ts'
import { findIssueLinks, type WikiIssueLink } from '../../finding/requirements/lookup.ts'
import type { RequirementRecord } from '../../records/wiki/requirements.ts'
import { integrations } from '../../records/tracker/integrations.ts'
import { enqueueOutbound, type MessageSubject } from './enqueue-outbound.ts'
import type { OutboundOperation } from '../../records/tracker/outbound-messages.ts'
import { renamingSubjects } from './requirement-renamings.ts'

const OPERATIONS = {
  'requirement appeared': 'LINK_ADDED',
  'requirement changed': 'REQUIREMENT_UPDATED',
  'requirement deleted': 'REQUIREMENT_DELETED',
  'requirements renamed': 'REQUIREMENT_RENAMED',
  'baseline changed': 'BASELINE_UPDATED',
  'copy unlinked': 'LINK_REMOVED',
} as const satisfies Record<RecordEvent['name'], OutboundOperation>

/** Queues the messages about an event. */
export function queueMessages(event: RecordEvent & Writing): void {
  const operation = OPERATIONS[event.name]
  for (const { serviceId, ...subject } of subjectsOf(event))
    enqueueOutbound(event, { serviceId, operation, ...subject })
}

function subjectsOf(event: RecordEvent & Writing): Iterable<MessageSubject> {
  switch (event.name) {
    case 'requirement appeared':
      return findIssueLinks(event.store, event.row).map(linkSubject)
    case 'requirement changed':
    case 'requirement deleted':
      return requirementSubjects(event, event.row)
    case 'requirements renamed':
      return renamingSubjects(event.store, event.renamings)
    case 'baseline changed':
      return baselineSubjects(event, event.baseline)
    case 'copy unlinked':
      return [linkSubject(event)]
  }
}

/** One for each application link that the issue links of a requirement go through. */
function* requirementSubjects({ store }: Writing, row: RequirementRecord): Generator<MessageSubject> {
  const { spaceKey, key, baseline } = row
  const done = new Set<string>()
  for (const { serviceId, wiki } of findIssueLinks(store, row)) {
    const { applinkId } = wiki
    if (done.has(applinkId)) continue
    done.add(applinkId)
    yield { serviceId, applinkId, spaceKey, key, baseline }
  }
}

function linkSubject({ serviceId, wiki }: Pick<WikiIssueLink, 'serviceId' | 'wiki'>): MessageSubject {
  const { applinkId, spaceKey, key, baseline, issueKey, relationship } = wiki
  return { serviceId, applinkId, spaceKey, key, baseline, issueKey, relationship }
}

/** One for every tracker of the wiki; without an integration, there is none to tell. */
function* baselineSubjects(
  { store }: Writing,
  { applicationId, spaceKey, number, name }: BaselineRecord,
): Generator<MessageSubject> {
  for (const { serviceId, wikiApplinkId } of store
    .table(integrations)
    .range('applicationLink', [applicationId]))
    yield { serviceId, title: name, applinkId: wikiApplinkId, spaceKey, baseline: number }
}

interface QueuedOfIssues {
  /** One message for each requirement. */
  readonly queued: number
  /** The issue keys without a linked requirement. */
  readonly unlinked: readonly string[]
}

/** Queues REQUIREMENT_UPDATED for the requirements that are linked to these issues (service §4.6, POST /sync). */
export function notifyTrackerOfIssues(connection: Connection, issueKeys: readonly string[]): QueuedOfIssues {
  const {
    store,
    integration: { serviceId, wikiApplinkId: applinkId },
  } = connection
  const notified = new Set<string>()
  const unlinked: string[] = []
  for (const issueKey of new Set(issueKeys)) {
    let linked = false
    const links = [...store.table(issueLinks).range('wikiIssue', [applinkId, issueKey])]
    for (const { serviceId: through, wiki } of links.toSorted((a, b) => a.id - b.id)) {
      if (wiki === undefined || through !== serviceId) continue
      linked = true
      const { spaceKey, key, baseline } = wiki
      const identity = JSON.stringify([spaceKey, key, baseline])
      if (notified.has(identity)) continue
      notified.add(identity)
      const operation = 'REQUIREMENT_UPDATED'
      enqueueOutbound(connection, { serviceId, applinkId, operation, spaceKey, key, baseline })
    }
    if (!linked) unlinked.push(issueKey)
  }
  return { queued: notified.size, unlinked }
}
