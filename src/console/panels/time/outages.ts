/** The outages on the timeline: stored downtimes, and those that faults schedule. */
import type { ApplicationRecord } from '../../../model/records/service/applications.ts'
import type { IntegrationRecord } from '../../../model/records/tracker/integrations.ts'
import type { DowntimeRecord } from '../../../model/records/world/downtimes.ts'
import type { Fault } from '../../../control/responses/state.ts'
import { SYNCHRONISE_JOB } from '../../../model/records/world/job-kinds.ts'

/** In virtual milliseconds since 1970. Without an end it is still down. */
export interface Outage {
  readonly from: number
  readonly to?: number
  readonly text: string
  /** The ids of the rows to shade. */
  readonly rows: readonly string[]
}

/** A downtime as `GET /state/downtime` lists it, in virtual milliseconds since 1970. */
/** The sites of a region. */
export interface RegionSites {
  readonly region: string
  readonly sites: readonly Pick<ApplicationRecord, 'id' | 'name'>[]
  readonly integrations: readonly Pick<IntegrationRecord, 'wikiApplicationId' | 'trackerApplicationId'>[]
  readonly downtimes: readonly Omit<DowntimeRecord, 'id'>[]
}

type PlannedFault = Pick<Fault, 'id' | 'enabled' | 'outage' | 'region' | 'from' | 'for'>

/**
 * The outages up to `now`, and those that faults schedule after it. An outage is shaded in the row of faults, and in that of
 * synchronisations if its site takes part in them: its own interface still responds.
 */
export function outagesOf(
  regions: readonly RegionSites[],
  faults: readonly PlannedFault[],
  now: number,
): readonly Outage[] {
  const downtimes = regions.flatMap((region) =>
    region.downtimes.map(({ applicationId, from, until }): Outage => {
      const name = nameOf(region, applicationId)
      const rows = rowsOf(region, applicationId)
      return until === undefined
        ? { from, text: `${name} is down`, rows }
        : { from, to: until, text: `${name} was down`, rows }
    }),
  )
  const planned = faults.flatMap(({ id, enabled, outage, region: name = 'eu', from, for: lasting }) => {
    const region = regions.find((one) => one.region === name)
    if (!enabled || outage === undefined || from === undefined || region === undefined) return []
    const begin = Date.parse(from)
    const end = lasting === undefined ? Infinity : begin + Number(lasting.replace(/ms$/, ''))
    // A fault that has begun and has no end is shown as a downtime.
    if (end <= now || (begin <= now && end === Infinity)) return []
    const text = `Fault ${id} stops the responses of ${nameOf(region, outage)}`
    return [{ from: Math.max(begin, now), to: end, text, rows: rowsOf(region, outage) }]
  })
  return [...downtimes, ...planned]
}

function nameOf({ sites }: RegionSites, id: number): string {
  return sites.find((site) => site.id === id)?.name ?? `Site ${id}`
}

function rowsOf({ integrations }: RegionSites, id: number): readonly string[] {
  const takesPart = integrations.some(
    ({ wikiApplicationId, trackerApplicationId }) => wikiApplicationId === id || trackerApplicationId === id,
  )
  return takesPart ? ['faults', `job ${SYNCHRONISE_JOB}`] : ['faults']
}
