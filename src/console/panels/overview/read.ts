/** Reads the data of the overview from the control API. */
import type { ApplicationRecord } from '../../../model/records/service/applications.ts'
import type { OutageRecord } from '../../../model/records/world/faults.ts'
import type { Region } from '../../../model/schema.ts'
import type { ListOf } from '../../../control/responses/shape.ts'
import type { Timeline } from '../../../control/responses/timeline.ts'
import type { LoadedScenario } from '../../../control/responses/worlds.ts'
import type { Queue, TableEntry, Fault } from '../../../control/responses/state.ts'
import { control } from '../../calls/api.ts'

export type Site = ApplicationRecord & {
  readonly region: Region
  /** The fault that stops its responses, if there is one. */
  readonly outage?: string
}

export type Integration = Queue & { readonly region: Region }

/** A freeze of a baseline, or a bulk job of a tracker. */
export interface Task {
  readonly id: string | number
  readonly status: string
  readonly total: number
  readonly done: number
  readonly failed?: number
  readonly message?: string
  readonly kind?: string
  readonly baseline?: number
  readonly startedAt: number
  readonly finishedAt?: number
}

export interface Overview {
  readonly description: string | undefined
  /** The timeline of the scenario: how many steps it has, and the position of the next. */
  readonly story: Pick<Timeline, 'total' | 'next'>
  readonly seed: string
  /** The number of records by table, over both regions. */
  readonly counts: Readonly<Record<string, number>>
  readonly sites: readonly Site[]
  readonly integrations: ListOf<Integration>
  readonly tasks: readonly Task[]
  readonly faults: ListOf<Fault>
}

const SITES = 12
const INTEGRATIONS = 4
const LISTED = 6

export async function readOverview(signal: AbortSignal): Promise<Overview> {
  const get = <T>(path: string) => control<T>(path, { signal })
  const [scenario, story, state, sites, integrations, tasks, bulkJobs, faults] = await Promise.all([
    get<LoadedScenario>('/scenario'),
    get<Timeline>('/timeline?limit=0'),
    Promise.all((['eu', 'us'] as const).map((region) => get<ListOf<TableEntry>>(`/state?region=${region}`))),
    Promise.all((['eu', 'us'] as const).map((region) => readSites(region, signal))),
    Promise.all((['eu', 'us'] as const).map((region) => readIntegrations(region, signal))),
    get<ListOf<Task>>(`/state/task?status=RUNNING&limit=${LISTED}`),
    get<ListOf<Task>>(`/state/bulkJob?status=RUNNING&limit=${LISTED}`),
    get<ListOf<Fault>>(`/faults?limit=${LISTED}`),
  ])
  return {
    description: scenario.description,
    story,
    seed: scenario.seed,
    counts: sum(state.flatMap(({ items }) => items.filter(({ store }) => store !== 'system'))),
    sites: sites.flat(),
    integrations: {
      items: integrations.flatMap(({ items }) => items).slice(0, INTEGRATIONS),
      total: integrations.reduce((all, { total }) => all + total, 0),
    },
    tasks: [...tasks.items, ...bulkJobs.items],
    faults,
  }
}

async function readIntegrations(region: Region, signal: AbortSignal): Promise<ListOf<Integration>> {
  const path = `/queues?region=${region}&messages=0&limit=${INTEGRATIONS}`
  const { items, total } = await control<ListOf<Queue>>(path, { signal })
  return { items: items.map((one) => ({ ...one, region })), total }
}

async function readSites(region: Region, signal: AbortSignal): Promise<Site[]> {
  const [sites, outages] = await Promise.all([
    control<ListOf<ApplicationRecord>>(`/state/application?region=${region}&limit=${SITES}`, { signal }),
    control<ListOf<OutageRecord>>(`/state/outage?region=${region}`, { signal }),
  ])
  return sites.items.map((site) => {
    const outage = outages.items.find(({ applicationId }) => applicationId === site.id)
    return { ...site, region, ...(outage === undefined ? {} : { outage: outage.id }) }
  })
}

function sum(tables: readonly TableEntry[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { table, records } of tables) counts[table] = (counts[table] ?? 0) + records
  return counts
}
