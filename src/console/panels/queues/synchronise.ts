/** Runs the next synchronisation of an integration and reports how far the clock moved and how many messages were sent. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { Queue } from '../../../control/responses/state.ts'
import { control, query } from '../../calls/api.ts'
import { attempt } from '../../live/live.ts'
import { clock, showToast } from '../../state/store.ts'
import { synchronisedText } from './synchronised-text.ts'

/** The fields of an integration that this uses. */
export type Synchronised = Pick<
  Queue,
  'serviceId' | 'nextSynchronisation' | 'obstacle' | 'outbound' | 'inbound'
> & {
  readonly region: string
}

/** Moves the clock to the next run of an integration. */
export function synchronise(integration: Synchronised): Promise<unknown> {
  return attempt('', async () => {
    const { nextSynchronisation: to } = integration
    if (to === undefined) return
    const before = clock.peek()?.now ?? to
    const waited = integration.outbound.waiting + integration.inbound.waiting
    await control('/clock/advance', { method: 'POST', body: { to } })
    const { items } = await control<ListOf<Queue>>(
      `/queues${query({ region: integration.region, serviceId: integration.serviceId, messages: 0 })}`,
    )
    const after = items[0] ?? integration
    const left = after.outbound.waiting + after.inbound.waiting
    const how = { before, at: to, waited, left, obstacle: after.obstacle }
    showToast(waited > 0 && left >= waited ? 'warn' : 'good', synchronisedText(how))
  })
}
