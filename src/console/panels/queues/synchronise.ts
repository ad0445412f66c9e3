/** Runs the next synchronisation of an integration and reports how far the clock moved and how many messages were sent. */
import { control, query } from '../../calls/api.ts'
import { attempt } from '../../live/live.ts'
import { clock, showToast } from '../../state/store.ts'
import { synchronisedText } from './synchronised-text.ts'

interface Queued {
  readonly waiting: number
}

/** The fields of an integration that this uses. */
export interface Synchronised {
  readonly region: string
  readonly serviceId: string
  readonly nextSynchronisation?: string
  readonly obstacle?: string
  readonly outbound: Queued
  readonly inbound: Queued
}

/** Moves the clock to the next run of an integration. */
export function synchronise(integration: Synchronised): Promise<unknown> {
  return attempt('', async () => {
    const { nextSynchronisation: to } = integration
    if (to === undefined) return
    const before = clock.peek()?.now ?? to
    const waited = integration.outbound.waiting + integration.inbound.waiting
    await control('/clock/advance', { method: 'POST', body: { to } })
    const { items } = await control<{ items: readonly Synchronised[] }>(
      `/queues${query({ region: integration.region, serviceId: integration.serviceId, messages: 0 })}`,
    )
    const [after = integration] = items
    const left = after.outbound.waiting + after.inbound.waiting
    const how = { before, at: to, waited, left, obstacle: after.obstacle }
    showToast(waited > 0 && left >= waited ? 'bad' : 'good', synchronisedText(how))
  })
}
