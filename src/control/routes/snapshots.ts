/** Snapshots of worlds: kept by name or number, restored into any world, compared record by record. */
import * as z from 'zod'
import { string } from '../../api/framework/parameter.ts'
import { type KeptSnapshot, MAXIMUM_SNAPSHOTS, NOW } from '../../simulator/snapshots.ts'
import { formatInstant } from '../../world/time/duration.ts'
import { once } from '../../world/once.ts'
import { compareStates } from '../differences.ts'
import { controlRoute, listOf, paging, routesOf } from '../route.ts'
import { describeClock } from './clock.ts'
import {
  changedWorldResponse,
  snapshotDifferenceResponse,
  snapshotListResponse,
  snapshotResponse,
} from '../responses/worlds.ts'

const snapshotShape = once(() =>
  z.strictObject({
    name: z
      .string()
      .exactOptional()
      .describe(
        '1 to 64 letters, digits, `.`, `_` or `-`, not digits alone. Without a name it gets a number.',
      ),
  }),
)

const nothingShape = once(() => z.strictObject({}))

const id = string({
  required: true,
  description: 'The name or number of the snapshot.',
  example: 'before-freeze',
})

export const snapshotRoutes = routesOf('Snapshots', [
  controlRoute({
    id: 'listSnapshots',
    method: 'GET',
    path: '/snapshots',
    summary: 'List snapshots',
    details: 'Snapshots do not belong to a world. Loading another scenario deletes them; a reset does not.',
    query: paging,
    worldless: true,
    returns: snapshotListResponse,
    responseNote: 'In the order in which they were taken.',
    handle: ({ query }, { host }) => listOf(host.snapshots.list().map(describeSnapshot), query),
  }),
  controlRoute({
    id: 'takeSnapshot',
    method: 'POST',
    path: '/snapshots',
    reads: true,
    summary: 'Take a snapshot of the addressed world',
    details: 'The cost does not depend on the size of the world: unchanged records are shared.',
    body: { optional: true, shape: snapshotShape, example: { name: 'before-freeze' } },
    status: 201,
    returns: snapshotResponse,
    refusals: { 409: `The name is in use, or there are ${MAXIMUM_SNAPSHOTS}.` },
    handle: ({ body }, { host, world, worldName }) => {
      world()
      return describeSnapshot(host.snapshots.keep(body.name, worldName, host.worlds.snapshot(worldName)))
    },
  }),
  controlRoute({
    id: 'getSnapshot',
    method: 'GET',
    path: '/snapshots/{id}',
    summary: 'Get a snapshot',
    pathParameters: { id },
    worldless: true,
    exampleAfter: [{ route: 'takeSnapshot' }],
    returns: snapshotResponse,
    refusals: { 404: 'There is no snapshot with this name or number.' },
    handle: ({ path }, { host }) => describeSnapshot(host.snapshots.find(path.id)),
  }),
  controlRoute({
    id: 'deleteSnapshot',
    method: 'DELETE',
    path: '/snapshots/{id}',
    summary: 'Delete a snapshot',
    pathParameters: { id },
    status: 204,
    worldless: true,
    exampleAfter: [{ route: 'takeSnapshot' }],
    refusals: { 404: 'There is no snapshot with this name or number.' },
    handle: ({ path }, { host }) => host.snapshots.drop(path.id),
  }),
  controlRoute({
    id: 'restoreSnapshot',
    method: 'POST',
    path: '/snapshots/{id}/restore',
    summary: 'Restore a snapshot into the addressed world',
    details: 'The snapshot can be of another world. It also restores the clock.',
    pathParameters: { id },
    body: { optional: true, shape: nothingShape, example: {} },
    exampleAfter: [{ route: 'takeSnapshot' }],
    returns: changedWorldResponse,
    handle: ({ path }, { host, world, worldName }) => {
      const { snapshot } = host.snapshots.find(path.id)
      world()
      host.worlds.restore(worldName, snapshot)
      return { world: worldName, clock: describeClock(world()) }
    },
  }),
  controlRoute({
    id: 'compareSnapshot',
    method: 'GET',
    path: '/snapshots/{id}/diff/{other}',
    summary: 'Compare a snapshot with another one, or with the addressed world',
    pathParameters: {
      id,
      other: string({
        required: true,
        description: `The name or number of another snapshot, or \`${NOW}\` for the addressed world.`,
        example: NOW,
      }),
    },
    query: { ...paging, table: string({ description: 'Only records of this table.' }) },
    exampleAfter: [{ route: 'takeSnapshot' }],
    returns: snapshotDifferenceResponse,
    responseNote:
      'By store, table and key, records of the simulator itself last: counters, jobs and rate windows have `own: true`. `before` or `after` is absent if there was or is no record, `changed` names the fields that differ, `tables` counts the records that differ, whatever `table` is. A record that was written again as it was does not differ. Hashes of secrets are left out.',
    handle: ({ path, query }, { host, world }) => {
      const before = host.snapshots.find(path.id).snapshot
      const after = path.other === NOW ? world().snapshot() : host.snapshots.find(path.other).snapshot
      return compareStates(world().schema, [before, after], query)
    },
  }),
])

function describeSnapshot({ id: name, world, snapshot }: KeptSnapshot) {
  return { id: name, world, at: formatInstant(snapshot.clock.now) }
}
