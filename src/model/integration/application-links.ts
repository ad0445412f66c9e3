/** Application links of a wiki to the trackers of its organizations, with and without an integration over them. */
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { applicationsOf } from '../applications/link-requests.ts'
import { applications, type ApplicationRecord } from '../records/service/applications.ts'
import { type IntegrationRecord, integrations } from '../records/tracker/integrations.ts'
import { organizationsOf } from '../finding/permissions.ts'

export interface ApplicationLink {
  readonly wikiApplinkId: string
  readonly trackerApplinkId: string
  /** Absent if the world has no tracker at the address. */
  readonly tracker?: ApplicationRecord
  readonly integration?: IntegrationRecord
}

/** Integrated ones first, by id; then the others, by tracker. */
export function applicationLinksOf(world: World, store: Store, wikiId: number): ApplicationLink[] {
  const known = [...store.table(integrations).range('applicationLink', [wikiId])].map((integration) =>
    linkOf(store, integration),
  )
  const linked = new Set(known.map(({ tracker }) => tracker?.id))
  const others = trackersNear(store, wikiId).filter(({ id }) => !linked.has(id))
  return [...known, ...others.map((tracker) => drawnLink(world, store, wikiId, tracker))]
}

/** The first link to the tracker that an integration was made over, otherwise the drawn one. */
export function applicationLinkTo(
  world: World,
  store: Store,
  wikiId: number,
  tracker: ApplicationRecord,
): ApplicationLink {
  const all = [...store.table(integrations).range('applicationLink', [wikiId])].filter(
    ({ trackerApplicationId }) => trackerApplicationId === tracker.id,
  )
  const first = all.find(({ detached }) => detached !== true) ?? all[0]
  return first === undefined ? drawnLink(world, store, wikiId, tracker) : linkOf(store, first)
}

function linkOf(store: Store, integration: IntegrationRecord): ApplicationLink {
  const { wikiApplinkId, trackerApplinkId, trackerApplicationId: id } = integration
  const tracker = id === undefined ? undefined : store.table(applications).get(id)
  return { wikiApplinkId, trackerApplinkId, integration, ...(tracker === undefined ? {} : { tracker }) }
}

function drawnLink(world: World, store: Store, wikiId: number, tracker: ApplicationRecord): ApplicationLink {
  const drawn = (side: string) =>
    world.random('applicationLink', `${store.name}/${wikiId}/${tracker.id}`, side).uuid()
  return { wikiApplinkId: drawn('wiki'), trackerApplinkId: drawn('tracker'), tracker }
}

function trackersNear(store: Store, wikiId: number): ApplicationRecord[] {
  const wiki = store.table(applications).get(wikiId)
  if (wiki === undefined) return []
  const found = new Map<number, ApplicationRecord>()
  for (const organizationId of organizationsOf(store, wiki))
    for (const application of applicationsOf(store, organizationId))
      if (application.type === 'JIRA') found.set(application.id, application)
  return [...found.values()].toSorted((a, b) => a.id - b.id)
}
