/** Telling the tracker what happened to requirements that have issue links (service §6.2). */
import { findIssueLinks } from '../requirements/lookup.ts'
import type { Writing } from '../requirements/lifecycle.ts'
import type { RequirementRecord } from '../requirements/records.ts'
import { enqueueOutbound } from './outbound.ts'
import type { OutboundOperation } from './records.ts'

/**
 * Queues one message for each application link that the issue links of a requirement go through; none when it has no
 * issue links in the wiki.
 */
export function tellTracker(
  { world, store, actor }: Writing,
  operation: OutboundOperation,
  row: RequirementRecord,
  moved?: { readonly newSpaceKey: string; readonly newKey: string },
): void {
  const told = new Set<string>()
  for (const { serviceId, wiki } of findIssueLinks(store, row)) {
    if (told.has(wiki.applinkId)) continue
    told.add(wiki.applinkId)
    enqueueOutbound(world, store, actor, {
      serviceId,
      operation,
      applinkId: wiki.applinkId,
      spaceKey: row.spaceKey,
      key: row.key,
      ...(row.baseline === undefined ? {} : { baseline: row.baseline }),
      ...moved,
    })
  }
}
