/** The rate-limit windows in use: how many requests each credential made in the current virtual minute (service §8). */
import { defineTable } from '../../world/store/table.ts'

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
