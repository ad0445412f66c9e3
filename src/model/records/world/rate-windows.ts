/** Tables of the world itself. */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

/** How many requests a credential made in the current virtual minute (service §8). */
export const rateWindows = defineTable({
  name: 'rateWindow',
  fields: {
    id: field.key(field.hidingHashes(field.text)),
    start: field.instant,
    used: field.count,
    /** Requests of all windows beyond the limit, whether refused or only observed. */
    over: field.count,
  },
  indexes: {},
})
export type RateWindowRecord = RecordOf<typeof rateWindows>
