/** Reads the data of the overview from the control API. */
import type { Fault } from '../faults/sentence.ts'
import { control } from '../../calls/api.ts'

export interface Site {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly status: 'ACTIVE' | 'DISABLED'
  readonly baseUrl: string
  /** The wiki and tracker at the port's default addresses. */
  readonly selfHosted: boolean
  readonly region: Region
  /** The fault that stops its responses, if there is one. */
  readonly outage?: string
}

export type Region = 'eu' | 'us'

export interface Queue {
  readonly waiting: number
  readonly counts: Readonly<Record<string, number>>
}

export interface Integration {
  readonly region: Region
  readonly serviceId: string
  readonly label: string
  readonly wikiApplicationId: number
  readonly trackerApplicationId: number
  readonly mode: string
  readonly status: string
  readonly nextSynchronisation?: string
  readonly obstacle?: string
  readonly outbound: Queue
  readonly inbound: Queue
}

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

interface List<T> {
  readonly items: readonly T[]
  readonly total: number
}

export interface Overview {
  readonly description: string | undefined
  readonly seed: string
  /** The number of records by table, over both regions. */
  readonly counts: Readonly<Record<string, number>>
  readonly sites: readonly Site[]
  readonly integrations: List<Integration>
  readonly tasks: readonly Task[]
  readonly faults: List<Fault>
}

const SITES = 12
const INTEGRATIONS = 4
const LISTED = 6

export async function readOverview(signal: AbortSignal): Promise<Overview> {
  const get = <T>(path: string) => control<T>(path, { signal })
  const [scenario, state, sites, integrations, tasks, bulkJobs, faults] = await Promise.all([
    get<{ description?: string; seed: string }>('/scenario'),
    Promise.all(
      (['eu', 'us'] as const).map((region) =>
        get<List<{ table: string; store: string; records: number }>>(`/state?region=${region}`),
      ),
    ),
    Promise.all((['eu', 'us'] as const).map((region) => readSites(region, signal))),
    Promise.all((['eu', 'us'] as const).map((region) => readIntegrations(region, signal))),
    get<List<Task>>(`/state/task?status=RUNNING&limit=${LISTED}`),
    get<List<Task>>(`/state/bulkJob?status=RUNNING&limit=${LISTED}`),
    get<List<Fault>>(`/faults?limit=${LISTED}`),
  ])
  return {
    description: scenario.description,
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

async function readIntegrations(region: Region, signal: AbortSignal): Promise<List<Integration>> {
  const path = `/queues?region=${region}&messages=0&limit=${INTEGRATIONS}`
  const { items, total } = await control<List<Omit<Integration, 'region'>>>(path, { signal })
  return { items: items.map((one) => ({ ...one, region })), total }
}

async function readSites(region: Region, signal: AbortSignal): Promise<Site[]> {
  const [sites, outages] = await Promise.all([
    control<List<Omit<Site, 'region'>>>(`/state/application?region=${region}&limit=${SITES}`, { signal }),
    control<List<{ id: string; applicationId: number }>>(`/state/outage?region=${region}`, { signal }),
  ])
  return sites.items.map((site) => {
    const outage = outages.items.find(({ applicationId }) => applicationId === site.id)
    return { ...site, region, ...(outage === undefined ? {} : { outage: outage.id }) }
  })
}

function sum(tables: readonly { table: string; records: number }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { table, records } of tables) counts[table] = (counts[table] ?? 0) + records
  return counts
}
