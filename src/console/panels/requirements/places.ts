/** Where the panel searches: a wiki or workspace server of a region, and one of its spaces. */
import type { ListOf } from '../../../control/responses/shape.ts'
import type { ApplicationRecord } from '../../../model/records/service/applications.ts'
import type { Region } from '../../../model/schema.ts'
import { signal } from '@preact/signals'
import { control } from '../../calls/api.ts'
import { useLive } from '../../live/live.ts'
import { world } from '../../state/store.ts'

export type Site = Pick<ApplicationRecord, 'id' | 'name' | 'type' | 'selfHosted'> & {
  /** The value in a list, with region and id: `eu/101`. */
  readonly value: string
  readonly region: Region
}

export const chosenSite = signal<string | undefined>(undefined)
export const chosenSpace = signal('')
export const queryText = signal('')
export const everyStatus = signal(false)
export const resultsOffset = signal(0)

/** The sites with requirements; undefined until they are read. */
export function useSites(): { readonly sites: readonly Site[] | undefined; readonly site: Site | undefined } {
  const { data: sites } = useLive(`requirement sites of ${world.value}`, async (signal) => {
    const all = await Promise.all([readSites('eu', signal), readSites('us', signal)])
    return all.flat()
  })
  const site =
    sites?.find(({ value }) => value === chosenSite.value) ??
    sites?.find(({ selfHosted, type }) => selfHosted && type === 'CONFLUENCE') ??
    sites?.[0]
  return { sites, site }
}

async function readSites(region: Region, signal: AbortSignal): Promise<Site[]> {
  const path = `/state/application?region=${region}&limit=1000`
  const { items } = await control<ListOf<ApplicationRecord>>(path, { signal })
  return items
    .filter(({ type }) => type !== 'JIRA')
    .map(({ id, name, type, selfHosted }) => ({
      value: `${region}/${id}`,
      id,
      region,
      name,
      type,
      selfHosted,
    }))
}
