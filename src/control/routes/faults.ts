/** Injected faults of the addressed world. */
import * as z from 'zod'
import { int32 } from '../../api/framework/parameter.ts'
import { clearFaults, enableFault, findFault, removeFault } from '../../model/faults/writing.ts'
import { faults } from '../../model/records/world/faults.ts'
import { buildFaultShape } from '../../scenario/format/fault-shape.ts'
import { describeFault, writeFault } from '../../scenario/faults/write.ts'
import type { FaultChange } from '../../simulator/event.ts'
import { once } from '../../world/once.ts'
import { type ControlContext, controlRoute, listOf, paging, routesOf } from '../route.ts'
import { faultListResponse, faultResponse } from '../responses/state.ts'

const faultShape = once(buildFaultShape)
const patchShape = once(() =>
  z.strictObject({ enabled: z.boolean().describe('Whether the fault is on; its counters stay.') }),
)
const pathParameters = {
  id: int32({ required: true, minimum: 1, description: 'The number of the fault.', example: '1' }),
}

export const faultRoutes = routesOf('Faults', [
  controlRoute({
    id: 'listFaults',
    method: 'GET',
    path: '/faults',
    summary: 'List the faults in the order of evaluation',
    query: paging,
    returns: faultListResponse,
    responseNote: '`matched` and `struck` count how often the fault matched and how often it took effect.',
    handle: ({ query }, context) => {
      const { items, total } = listOf(context.world().system.table(faults).scan(), query)
      return { items: items.map(describeFault), total }
    },
  }),
  controlRoute({
    id: 'addFault',
    method: 'POST',
    path: '/faults',
    summary: 'Add a fault',
    details:
      'Unknown names are refused. The first fault in order of id that matches and is due takes effect.',
    body: {
      shape: faultShape,
      example: { operation: 'wiki.requirement.search', after: 3, times: 2, status: 503, latency: '2s' },
    },
    status: 201,
    returns: faultResponse,
    responseNote: '`matched` and `struck` count how often the fault matched and how often it took effect.',
    refusals: { 409: 'The id is taken, or there are 1,000 faults.' },
    handle: ({ body }, context) => {
      const world = context.world()
      const fault = world.transact(() => writeFault(world, body))
      publishChange(context, 'written', fault.id)
      return fault
    },
  }),
  controlRoute({
    id: 'deleteFaults',
    method: 'DELETE',
    path: '/faults',
    summary: 'Delete all faults',
    status: 204,
    handle: (_input, context) => {
      const world = context.world()
      world.transact(() => clearFaults(world))
      publishChange(context, 'cleared')
    },
  }),
  controlRoute({
    id: 'getFault',
    method: 'GET',
    path: '/faults/{id}',
    summary: 'Get a fault',
    pathParameters,
    exampleAfter: [{ route: 'addFault' }],
    returns: faultResponse,
    responseNote: '`matched` and `struck` count how often the fault matched and how often it took effect.',
    handle: ({ path }, context) => describeFault(findFault(context.world(), path.id)),
  }),
  controlRoute({
    id: 'updateFault',
    method: 'PATCH',
    path: '/faults/{id}',
    summary: 'Switch a fault on or off',
    pathParameters,
    body: { shape: patchShape, example: { enabled: false } },
    exampleAfter: [{ route: 'addFault' }],
    returns: faultResponse,
    responseNote: '`matched` and `struck` count how often the fault matched and how often it took effect.',
    handle: ({ path, body }, context) => {
      const world = context.world()
      const fault = world.transact(() => describeFault(enableFault(world, path.id, body.enabled)))
      publishChange(context, 'switched', path.id)
      return fault
    },
  }),
  controlRoute({
    id: 'deleteFault',
    method: 'DELETE',
    path: '/faults/{id}',
    summary: 'Delete a fault',
    pathParameters,
    status: 204,
    exampleAfter: [{ route: 'addFault' }],
    handle: ({ path }, context) => {
      const world = context.world()
      world.transact(() => removeFault(world, path.id))
      publishChange(context, 'removed', path.id)
    },
  }),
])

function publishChange(
  { host, world, worldName }: ControlContext,
  change: FaultChange,
  fault?: number,
): void {
  host.events.publish('fault', worldName, world().now, { change, ...(fault === undefined ? {} : { fault }) })
}
