/** Queues between wikis and trackers: messages on their way, what keeps them, and how to mend it. */
import { control } from '../api.ts'
import { useLive } from '../live.ts'
import { goTo, href } from '../route.ts'
import { world } from '../store.ts'
import { Card, Empty, Problem } from '../ui/parts.tsx'
import { IntegrationCard } from './queues/integration.tsx'
import { MessageDialog } from './queues/message-dialog.tsx'
import type { Direction, Integration, Site } from './queues/model.ts'
import { RepairCard } from './queues/repair.tsx'
import type { PanelProps } from './registry.ts'

interface User {
  readonly id: number
  readonly name: string
}

interface Read {
  readonly integrations: readonly Integration[]
  readonly links: readonly { readonly serviceId: string; readonly trackerApplinkId: string }[]
  readonly sites: readonly Site[]
  readonly users: readonly User[]
  readonly faults: readonly {
    readonly queue?: string
    readonly enabled: boolean
    readonly serviceId?: string
  }[]
}

export function QueuesPanel({ rest }: PanelProps) {
  const { data, error } = useLive(`queues ${world.value}`, readAll)
  const [wanted, direction, message] = rest
  const chosen = data?.integrations.find(({ serviceId }) => serviceId === wanted) ?? data?.integrations[0]
  if (data === undefined || chosen === undefined)
    return (
      <Card title="Integrations">
        <Problem text={error} />
        {data === undefined ? null : (
          <Empty>
            This world has no integration of a wiki with a tracker. Load a scenario that has one, such as
            demo.
          </Empty>
        )}
      </Card>
    )
  const shared = {
    applinkId: data.links.find(({ serviceId }) => serviceId === chosen.serviceId)?.trackerApplinkId ?? '',
    unreachable: unreachableText(chosen, data.sites),
    nameOf: (id: number | undefined) =>
      id === undefined ? 'nobody' : (data.users.find((user) => user.id === id)?.name ?? `user ${id}`),
  }
  return (
    <>
      <Problem text={error} />
      <Tabs integrations={data.integrations} chosen={chosen} />
      <IntegrationCard
        key={chosen.serviceId}
        integration={chosen}
        sites={data.sites}
        faults={data.faults.filter((fault) => concerns(fault, chosen)).length}
        users={data.users.map(({ name }) => name)}
        {...shared}
      />
      <RepairCard />
      {isDirection(direction) && message !== undefined && /^\d+$/.test(message) ? (
        <MessageDialog
          key={`${direction} ${message}`}
          direction={direction}
          id={Number(message)}
          {...shared}
          onClose={() => goTo('queues', chosen.serviceId)}
        />
      ) : null}
    </>
  )
}

function Tabs(props: { readonly integrations: readonly Integration[]; readonly chosen: Integration }) {
  const { integrations, chosen } = props
  if (integrations.length < 2) return null
  return (
    <nav class="queue-tabs" aria-label="Integrations">
      {integrations.map((one) => (
        <a
          key={one.serviceId}
          href={href('queues', one.serviceId)}
          aria-current={one === chosen ? 'true' : undefined}
        >
          {one.label ?? one.serviceId} ({one.outbound.waiting + one.inbound.waiting})
        </a>
      ))}
    </nav>
  )
}

async function readAll(signal: AbortSignal): Promise<Read> {
  const list = async <T,>(path: string) => (await control<{ items: T[] }>(path, { signal })).items
  const [integrations, links, sites, users, faults] = await Promise.all([
    list<Integration>('/queues?messages=0&limit=50'),
    list<Read['links'][number]>('/state/integration?limit=50'),
    list<Site>('/state/application?limit=200'),
    list<User>('/state/user?limit=500'),
    list<Read['faults'][number]>('/faults?limit=1000'),
  ])
  return { integrations, links, sites, users, faults }
}

function concerns({ queue, enabled, serviceId }: Read['faults'][number], integration: Integration): boolean {
  return enabled && queue !== undefined && (serviceId ?? integration.serviceId) === integration.serviceId
}

/** The queue operations exist on the self-hosted wiki and tracker of a world only. */
function unreachableText(integration: Integration, sites: readonly Site[]): string | undefined {
  const own = [integration.wikiApplicationId, integration.trackerApplicationId].every(
    (id) => sites.find((site) => site.id === id)?.selfHosted === true,
  )
  return own
    ? undefined
    : 'Its wiki and tracker are not the self-hosted ones: their queue operations have no address.'
}

function isDirection(text: string | undefined): text is Direction {
  return text === 'outbound' || text === 'inbound'
}
