/** Tables of the world itself. */
import { defineTable } from '../../../world/store/table.ts'

/** How many requests a credential made in the current virtual minute (service §8). */
export interface RateWindowRecord {
  readonly id: string
  readonly start: number
  readonly used: number
  /** Requests of all windows beyond the limit, whether refused or only observed. */
  readonly over: number
}

export const rateWindows = defineTable<RateWindowRecord>()({
  name: 'rateWindow',
  key: (record) => record.id,
  indexes: {},
})
