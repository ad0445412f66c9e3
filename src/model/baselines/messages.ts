/** Messages to the trackers of a wiki about its baselines (service §6.2). */
import type { Writing } from '../actor.ts'
import { integrations } from '../integration/records.ts'
import { enqueueOutbound } from '../integration/queues/outbound.ts'
import type { BaselineRecord } from './records.ts'

/** Enqueues BASELINE_UPDATED for every tracker of the wiki; without an integration, the message waits for a new one. */
export function enqueueBaselineMessages(
  writing: Writing,
  { applicationId, spaceKey, number, name }: BaselineRecord,
): void {
  const ofWiki = writing.store.table(integrations).range('applicationLink', [applicationId])
  for (const { serviceId, wikiApplinkId: applinkId } of ofWiki) {
    const fields = { title: name, applinkId, spaceKey, baseline: number }
    enqueueOutbound(writing, { serviceId, operation: 'BASELINE_UPDATED', ...fields })
  }
}
