/** When sites did not answer: records of the world for the console's timeline; the service does not read them. */
import type { Store } from '../../../world/store/store.ts'
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'
import type { World } from '../../../world/world.ts'
import { isResponding } from './outages.ts'

/** A period in virtual milliseconds since 1970; still going on if `until` is absent. */
export const downtimes = defineTable({
  name: 'downtime',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    from: field.instant,
    /** The first instant at which the site answered again. */
    until: field.optional(field.instant),
  },
  indexes: {
    lasting: { keys: (record) => (record.until === undefined ? [record.applicationId] : undefined) },
  },
})
export type DowntimeRecord = RecordOf<typeof downtimes>

/** A region keeps the latest downtimes, at most this many. */
export const MAXIMUM_DOWNTIMES = 1000

/**
 * Begins or ends the downtime of a site if it just stopped or resumed answering. Call it after each change that may
 * do so.
 */
export function noteDowntime(world: World, store: Store, applicationId: number): void {
  const table = store.table(downtimes)
  const lasting = table.find('lasting', [applicationId])
  if (isResponding(store, applicationId) === (lasting === undefined)) return
  if (lasting === undefined) {
    if (table.size >= MAXIMUM_DOWNTIMES) dropOldest(store)
    table.insert({ id: store.next('downtime'), applicationId, from: world.now })
  } else if (lasting.from === world.now) table.remove(lasting.id)
  else table.put({ ...lasting, until: world.now })
}

function dropOldest(store: Store): void {
  const table = store.table(downtimes)
  for (const { id, until } of table.scan()) {
    if (until === undefined) continue
    table.remove(id)
    return
  }
}
