/** Checking the application links of a wiki, and bringing its integrations up to date with them (service §4.5). */
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import { isResponding } from '../../records/world/outages.ts'
import { type IntegrationRecord, integrations } from '../../records/tracker/integrations.ts'
import { type ApplicationLink, applicationLinksOf } from '../application-links.ts'
import {
  descriptorOf,
  isSameAddress,
  silenceAt,
  trackerAt,
  trackerSilence,
} from '../../finding/reachability.ts'
import { listIntegrations } from '../integrations.ts'
import { trackerVersionOf, writeVersions } from '../versions.ts'

export interface CheckedLink {
  readonly link: ApplicationLink
  /** Why the tracker does not answer; absent if it does. */
  readonly silence?: string
  /** Descriptor fields that were updated. */
  readonly updated: readonly string[]
}

/** Checks every application link of a wiki, and updates its integrations. */
export function checkApplicationLinks(world: World, store: Store, wikiId: number): CheckedLink[] {
  for (const integration of listIntegrations(store, wikiId)) findTracker(store, integration)
  return applicationLinksOf(world, store, wikiId).map((link) => {
    const { integration, tracker } = link
    if (integration === undefined || integration.detached === true) {
      const silence = isResponding(store, tracker?.id)
        ? undefined
        : silenceAt(tracker?.baseUrl ?? integration?.rpcUrl ?? '')
      return { link, updated: [], ...(silence === undefined ? {} : { silence }) }
    }
    const { checked, updated } = bringUpToDate(store, link, integration)
    const silence = trackerSilence(store, checked)
    return {
      link: { ...link, integration: checked },
      updated,
      ...(silence === undefined ? {} : { silence }),
    }
  })
}

/** The integration gets the tracker that now has its address, unless another integration has it. */
function findTracker(store: Store, integration: IntegrationRecord): void {
  if (integration.trackerApplicationId !== undefined) return
  const tracker = trackerAt(store, integration.rpcUrl)
  if (tracker === undefined) return
  const all = store.table(integrations).range('applicationLink', [integration.wikiApplicationId])
  for (const { trackerApplicationId } of all) if (trackerApplicationId === tracker.id) return
  store.table(integrations).update(integration.serviceId, { trackerApplicationId: tracker.id })
}

function bringUpToDate(store: Store, { tracker }: ApplicationLink, integration: IntegrationRecord) {
  if (tracker === undefined) return { checked: integration, updated: [] }
  const { status: _status, ...current } = descriptorOf(tracker.baseUrl)
  const fields = (['displayUrl', 'rpcUrl', 'endpoint'] as const).filter(
    (field) => !isSameAddress(current[field], integration[field]),
  )
  const addresses = Object.fromEntries(fields.map((field) => [field, current[field]]))
  const readdressed =
    fields.length === 0 ? integration : store.table(integrations).put({ ...integration, ...addresses })
  const version = trackerVersionOf(readdressed)
  const differs = version !== readdressed.version && isResponding(store, tracker.id)
  if (!differs) return { checked: readdressed, updated: fields }
  return { checked: writeVersions(store, readdressed, version, version), updated: [...fields, 'version'] }
}
