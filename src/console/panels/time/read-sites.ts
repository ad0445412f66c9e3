/** Reads sites, their integrations and their downtimes, of each region. */
import type { ApplicationRecord } from '../../../model/records/service/applications.ts'
import type { IntegrationRecord } from '../../../model/records/tracker/integrations.ts'
import type { DowntimeRecord } from '../../../model/records/world/downtimes.ts'
import type { ListOf } from '../../../control/responses/shape.ts'
import { REGIONS } from '../../../model/schema.ts'
import { control, query } from '../../calls/api.ts'
import type { RegionSites } from './outages.ts'

export function readSites(signal: AbortSignal): Promise<readonly RegionSites[]> {
  return Promise.all(
    REGIONS.map(async (region) => {
      const list = async <T>(table: string) =>
        (
          await control<ListOf<T>>(`/state/${table}${query({ region, limit: 1000 })}`, {
            signal,
          })
        ).items
      const [sites, integrations, downtimes] = await Promise.all([
        list<ApplicationRecord>('application'),
        list<IntegrationRecord>('integration'),
        list<DowntimeRecord>('downtime'),
      ])
      return { region, sites, integrations, downtimes }
    }),
  )
}
