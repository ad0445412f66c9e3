/** The rate-limit windows in use: how many requests each credential made in the current virtual minute (service §8). */
import { defineTable } from '../../world/store/table.ts'

export interface RateWindowRecord {
  /** Credential, interface and class. */
  readonly id: string
  /** The instant at which the window began. */
  readonly start: number
  readonly used: number
  /** Requests of all windows that the limit refused or, when only observed, would have refused. */
  readonly over: number
}

export const rateWindows = defineTable<RateWindowRecord>()({
  name: 'rateWindow',
  key: (record) => record.id,
  indexes: {},
})
