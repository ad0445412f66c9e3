/** What the trackers of a wiki are told about its baselines (service §6.2). */
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { integrations } from '../links/records.ts'
import { enqueueOutbound } from '../integration/queues/outbound.ts'
import { users } from '../users/records.ts'
import type { BaselineRecord } from './records.ts'

/** Enqueues BASELINE_UPDATED for every tracker of the wiki; without an integration, the message waits for a new one. */
export function enqueueBaselineMessages(
  world: World,
  store: Store,
  userId: number,
  { applicationId, spaceKey, number, name }: BaselineRecord,
): void {
  const actor = store.table(users).get(userId)
  for (const { serviceId, wikiApplinkId } of store
    .table(integrations)
    .range('applicationLink', [applicationId])) {
    enqueueOutbound(
      { world, store, actor },
      {
        serviceId,
        operation: 'BASELINE_UPDATED',
        title: name,
        applinkId: wikiApplinkId,
        spaceKey,
        baseline: number,
      },
    )
  }
}
