/** Switching a site off and on again, which is no API of the service: a DISABLED site answers no other product. */
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { noteDowntime } from '../records/world/downtimes.ts'
import { notFound } from '../input/errors.ts'
import {
  type ApplicationRecord,
  applications,
  type ApplicationStatus,
} from '../records/service/applications.ts'

export function setSiteStatus(
  world: World,
  store: Store,
  id: number,
  status: ApplicationStatus,
): ApplicationRecord {
  const site = store.table(applications).update(id, { status })
  if (site === undefined) throw notFound('site', id)
  noteDowntime(world, store, id)
  return site
}
