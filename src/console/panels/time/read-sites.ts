/** Reads sites, their integrations and their downtimes, of each region. */
import { control, query } from '../../calls/api.ts'
import { REGIONS } from '../queues/model.ts'
import type { Downtime, RegionSites } from './outages.ts'

export function readSites(signal: AbortSignal): Promise<readonly RegionSites[]> {
  return Promise.all(
    REGIONS.map(async (region) => {
      const list = async <T>(table: string) =>
        (
          await control<{ items: readonly T[] }>(`/state/${table}${query({ region, limit: 1000 })}`, {
            signal,
          })
        ).items
      const [sites, integrations, downtimes] = await Promise.all([
        list<RegionSites['sites'][number]>('application'),
        list<RegionSites['integrations'][number]>('integration'),
        list<Downtime>('downtime'),
      ])
      return { region, sites, integrations, downtimes }
    }),
  )
}
