/** The queues between wikis and trackers, in both directions: what waits, when it goes next, and what keeps it. */
import { int32, string } from '../../api/framework/parameter.ts'
import { obstacleTo } from '../../model/integration/queues/sending.ts'
import {
  nextSynchronisation,
  waitingInbound,
  waitingOutbound,
} from '../../model/integration/queues/synchronisation.ts'
import { type IntegrationRecord, integrations } from '../../model/records/tracker/integrations.ts'
import { type MessageStatus, outboundMessages } from '../../model/records/tracker/outbound-messages.ts'
import { trackerMessages } from '../../model/records/tracker/inbound-messages.ts'
import { formatInstant } from '../../world/time/duration.ts'
import type { Store } from '../../world/store/store.ts'
import { type ControlContext, controlRoute, listOf, paging, routesOf } from '../route.ts'
import { type Queue, queueListResponse } from '../responses/state.ts'

export const queueRoutes = routesOf('State', [
  controlRoute({
    id: 'listQueues',
    method: 'GET',
    path: '/queues',
    summary: 'List the queues between wikis and trackers',
    query: {
      ...paging,
      serviceId: string({ description: 'Only the integration with this service id.' }),
      messages: int32({
        minimum: 0,
        maximum: 100,
        default: 5,
        description: 'How many of its next messages each queue lists.',
      }),
    },
    regional: true,
    returns: queueListResponse,
    responseNote:
      '`obstacle` says why messages cannot be delivered now, and is absent if they can. `outbound` leads from the wiki to the tracker; `first` is in the order in which messages are sent.',
    handle: ({ query }, context) => {
      const { serviceId } = query
      const all = [...context.store().table(integrations).scan()]
      const wanted = serviceId === undefined ? all : all.filter((one) => one.serviceId === serviceId)
      const { items, total } = listOf(wanted, query)
      return { items: items.map((integration) => describe(context, integration, query.messages)), total }
    },
  }),
])

function describe(
  { world, store }: ControlContext,
  integration: IntegrationRecord,
  shownMessages: number,
): Queue {
  const { serviceId, label, wikiApplicationId, trackerApplicationId, mode, status } = integration
  const next = nextSynchronisation(world(), store(), serviceId)
  const obstacle = obstacleTo({ store: store(), integration })
  return {
    serviceId,
    label,
    wikiApplicationId,
    trackerApplicationId,
    mode,
    status,
    ...(next === undefined ? {} : { nextSynchronisation: formatInstant(next) }),
    ...(obstacle === undefined ? {} : { obstacle }),
    outbound: {
      ...countsOf((one) => store().table(outboundMessages).count('service', [serviceId, one])),
      first: waitingOutbound(store(), serviceId, shownMessages).map(describeMessage),
    },
    inbound: {
      ...inboundCounts(store(), serviceId),
      first: waitingInbound(store(), serviceId, shownMessages).map(describeMessage),
    },
  }
}

function inboundCounts(store: Store, serviceId: string) {
  const counts = new Map<MessageStatus, number>()
  for (const { status } of store.table(trackerMessages).range('service', [serviceId]))
    counts.set(status, (counts.get(status) ?? 0) + 1)
  return countsOf((status) => counts.get(status) ?? 0)
}

function countsOf(count: (status: MessageStatus) => number) {
  const counts: Queue['outbound']['counts'] = {
    PENDING: count('PENDING'),
    DONE: count('DONE'),
    FAILED: count('FAILED'),
    NOT_EXECUTED: count('NOT_EXECUTED'),
  }
  return { waiting: counts.PENDING + counts.FAILED + counts.NOT_EXECUTED, counts }
}

function describeMessage<M extends { readonly serviceId: string; readonly createdAt: number }>(message: M) {
  const { serviceId: _serviceId, ...rest } = message
  return { ...rest, createdAt: formatInstant(message.createdAt) }
}
