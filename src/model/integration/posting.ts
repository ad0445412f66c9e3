/** Messages that a wiki posts to a tracker at once, past its queue (service §4.7). */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import type { IntegrationRecord } from '../links/records.ts'
import type { TrackerMessage } from './messages.ts'
import { type Answered, messageCost, RUN_MILLISECONDS } from './sending.ts'
import { applyToTracker } from './tracker-side.ts'

export interface PostedMessage {
  readonly integration: IntegrationRecord
  readonly message: TrackerMessage
}

/** The tracker does what the messages say, as long as the time of a run lasts. Answers come in their order. */
export function postToTracker(
  world: World,
  store: Store,
  trackerId: number,
  posted: readonly PostedMessage[],
): Omit<Answered, 'id'>[] {
  const cost = messageCost(store, trackerId)
  let spent = 0
  return posted.map(({ integration, message }) => {
    spent += cost
    return spent > RUN_MILLISECONDS
      ? { status: 'NOT_EXECUTED', message: 'the time of the run was up' }
      : applyToTracker(world, store, integration, message)
  })
}
