/** Messages to the tracker about what happened to requirements that have issue links (service §6.2). */
import type { Writing } from '../../actor.ts'
import type { Connection } from '../../links/connection.ts'
import { issueLinks } from '../../links/records.ts'
import { findIssueLinks } from '../../requirements/records/lookup.ts'
import type { RequirementRecord } from '../../requirements/records/records.ts'
import { enqueueOutbound } from './outbound.ts'
import type { OutboundOperation } from './records.ts'

/** Queues one message for each application link that the issue links of a requirement go through. */
export function notifyTracker(
  writing: Writing,
  operation: OutboundOperation,
  row: RequirementRecord,
  moved?: { readonly newSpaceKey: string; readonly newKey: string },
): void {
  const notified = new Set<string>()
  for (const { serviceId, wiki } of findIssueLinks(writing.store, row)) {
    if (notified.has(wiki.applinkId)) continue
    notified.add(wiki.applinkId)
    enqueueOutbound(writing, {
      serviceId,
      operation,
      applinkId: wiki.applinkId,
      spaceKey: row.spaceKey,
      key: row.key,
      baseline: row.baseline,
      ...moved,
    })
  }
}

/** Queues LINK_ADDED for each link of an earlier requirement with this key, which the tracker dropped. */
export function notifyTrackerOfLinks(writing: Writing, row: RequirementRecord): void {
  for (const { serviceId, wiki } of findIssueLinks(writing.store, row)) {
    const { applinkId, spaceKey, key, baseline, issueKey, relationship } = wiki
    const link = { spaceKey, key, baseline, issueKey, relationship }
    enqueueOutbound(writing, { serviceId, operation: 'LINK_ADDED', applinkId, ...link })
  }
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
