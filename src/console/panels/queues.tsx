/** Queues between wikis and trackers: messages, their obstacles, and the ways to remove these. */
import type { ListOf } from '../../control/responses/shape.ts'
import { REGIONS, type Region } from '../../model/schema.ts'
import type { Fault, Queue } from '../../control/responses/state.ts'
import type { ApplicationRecord } from '../../model/records/service/applications.ts'
import type { UserRecord } from '../../model/records/service/users.ts'
import type { IntegrationRecord } from '../../model/records/tracker/integrations.ts'
import type { OutageRecord } from '../../model/records/world/faults.ts'
import { control, query } from '../calls/api.ts'
import { useLive } from '../live/live.ts'
import { goTo, href } from '../state/route.ts'
import { Card, Empty, Missing, Problem } from '../ui/parts.tsx'
import { IntegrationCard } from './queues/integration.tsx'
import { MessageDialog } from './queues/message-dialog.tsx'
import {
  addressOf,
  type Direction,
  type Integration,
  integrationNamed,
  type Site,
  siteOf,
} from './queues/model.ts'
import { DIFFERENCES, RepairCard } from './queues/repair.tsx'
import type { PanelProps } from './panel.ts'

/** A record with its region. */
type Regional<R> = R & { readonly region: Region }

interface Read {
  readonly integrations: readonly Integration[]
  readonly links: readonly Regional<IntegrationRecord>[]
  readonly sites: readonly Site[]
  readonly users: readonly Regional<UserRecord>[]
  readonly faults: readonly Fault[]
}

export function QueuesPanel({ rest }: PanelProps) {
  const { data, error } = useLive('queues', readAll)
  const [wanted, direction, message] = rest
  if (data === undefined)
    return (
      <Card title="Integrations">
        {error === undefined ? <Empty>Reading …</Empty> : <Problem text={error} />}
      </Card>
    )
  const { integrations } = data
  const chosen = wanted === undefined ? integrations[0] : integrationNamed(integrations, wanted)
  if (chosen === undefined) return <NoIntegration integrations={integrations} wanted={wanted} />
  const { region, serviceId } = chosen
  const users = data.users.filter((user) => user.region === region)
  const shared = {
    applinkId:
      data.links.find((link) => link.serviceId === serviceId && link.region === region)?.trackerApplinkId ??
      '',
    unreachable: unreachableText(chosen, data.sites),
    nameOf: (id: number | undefined) =>
      id === undefined ? 'nobody' : (users.find((user) => user.id === id)?.name ?? `user ${id}`),
  }
  const address = addressOf(chosen)
  return (
    <>
      <Problem text={error} />
      <Tabs integrations={integrations} chosen={chosen} />
      <IntegrationCard
        key={address}
        integration={chosen}
        sites={data.sites}
        faults={data.faults.filter((fault) => concerns(fault, chosen)).length}
        users={users.map(({ name }) => name)}
        {...shared}
      />
      <RepairCard wanted={direction === DIFFERENCES} />
      {isDirection(direction) && message !== undefined && /^\d+$/.test(message) ? (
        <MessageDialog
          key={`${address} ${direction} ${message}`}
          direction={direction}
          region={region}
          id={Number(message)}
          {...shared}
          obstacle={chosen.obstacle}
          onClose={() => goTo('queues', address)}
        />
      ) : null}
    </>
  )
}

function NoIntegration(props: {
  readonly integrations: readonly Integration[]
  readonly wanted: string | undefined
}) {
  const { integrations, wanted } = props
  if (integrations.length === 0)
    return (
      <Card title="Integrations">
        <Empty>
          This world has no integration of a wiki with a tracker. Load a scenario with one, such as demo.
        </Empty>
      </Card>
    )
  return (
    <>
      <Tabs integrations={integrations} chosen={undefined} />
      <Missing what="integration" name={wanted}>
        Select one above.
      </Missing>
    </>
  )
}

function Tabs(props: {
  readonly integrations: readonly Integration[]
  readonly chosen: Integration | undefined
}) {
  const { integrations, chosen } = props
  if (integrations.length < 2 && chosen !== undefined) return null
  return (
    <nav class="queue-tabs" aria-label="Integrations">
      {integrations.map((one) => (
        <a
          key={addressOf(one)}
          href={href('queues', addressOf(one))}
          aria-current={one === chosen ? 'true' : undefined}
        >
          {one.label ?? one.serviceId}
          {one.region === 'eu' ? '' : `, ${one.region}`} ({one.outbound.waiting + one.inbound.waiting})
        </a>
      ))}
    </nav>
  )
}

async function readAll(signal: AbortSignal): Promise<Read> {
  const list = async <T,>(path: string) => (await control<ListOf<T>>(path, { signal })).items
  const everywhere = async <T,>(path: string, parameters: Readonly<Record<string, number>>) => {
    const found = await Promise.all(
      REGIONS.map(async (region) => {
        const items = await list<T>(`${path}${query({ ...parameters, region })}`)
        return items.map((item): Regional<T> => ({ ...item, region }))
      }),
    )
    return found.flat()
  }
  const [integrations, links, sites, users, faults, outages] = await Promise.all([
    everywhere<Queue>('/queues', { messages: 0, limit: 50 }),
    everywhere<IntegrationRecord>('/state/integration', { limit: 50 }),
    everywhere<ApplicationRecord>('/state/application', { limit: 200 }),
    everywhere<UserRecord>('/state/user', { limit: 500 }),
    list<Fault>('/faults?limit=1000'),
    everywhere<OutageRecord>('/state/outage', { limit: 200 }),
  ])
  return { integrations, links, sites: sites.map((site) => withOutage(site, outages)), users, faults }
}

function withOutage(site: Site, outages: readonly Regional<OutageRecord>[]): Site {
  const outage = outages.find((one) => one.applicationId === site.id && one.region === site.region)?.id
  return outage === undefined ? site : { ...site, outage }
}

function concerns({ queue, enabled, service }: Fault, integration: Integration): boolean {
  return enabled && queue !== undefined && (service ?? integration.serviceId) === integration.serviceId
}

/** Only the self-hosted wiki and tracker of a world have the queue operations. */
function unreachableText(integration: Integration, sites: readonly Site[]): string | undefined {
  const { region, wikiApplicationId, trackerApplicationId } = integration
  const own = [wikiApplicationId, trackerApplicationId].every(
    (id) => siteOf(sites, region, id)?.selfHosted === true,
  )
  return own
    ? undefined
    : 'Its wiki and tracker are not the self-hosted ones, which alone have queue operations.'
}

function isDirection(text: string | undefined): text is Direction {
  return text === 'outbound' || text === 'inbound'
}
