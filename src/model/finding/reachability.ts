/** Where a tracker is reached (service §2.4), and why one product does not reach the other. */
import type { Store } from '../../world/store/store.ts'
import { applications, type ApplicationRecord } from '../records/service/applications.ts'
import { isResponding } from '../records/world/outages.ts'
import type { IntegrationRecord } from '../records/tracker/integrations.ts'
import { quoted } from '../input/refusal.ts'

/** The descriptor of a tracker at an address, unless the caller overrides it. */
export function descriptorOf(baseUrl: string) {
  const address = withoutSlash(baseUrl)
  return {
    status: 'ACTIVE' as const,
    displayUrl: address,
    rpcUrl: address,
    endpoint: `${address}/rest/reqs/1`,
  }
}

export function isSameAddress(first: string, second: string): boolean {
  return withoutSlash(first) === withoutSlash(second)
}

/** The tracker of the world with this base address; makes no external requests. */
export function trackerAt(store: Store, address: string): ApplicationRecord | undefined {
  return store
    .table(applications)
    .findWhere('baseUrl', [withoutSlash(address)], ({ type }) => type === 'JIRA')
}

/** Why the tracker does not answer the wiki at its rpcUrl; undefined if it does. */
export function trackerSilence(
  store: Store,
  { trackerApplicationId, rpcUrl }: Pick<IntegrationRecord, 'trackerApplicationId' | 'rpcUrl'>,
): string | undefined {
  const site =
    trackerApplicationId === undefined ? undefined : store.table(applications).get(trackerApplicationId)
  const responds = site !== undefined && isResponding(store, site.id) && isSameAddress(site.baseUrl, rpcUrl)
  return responds ? undefined : silenceAt(rpcUrl)
}

/** Why the wiki of an integration does not answer the tracker; undefined if it does. */
export function wikiSilence(
  store: Store,
  { wikiApplicationId }: Pick<IntegrationRecord, 'wikiApplicationId'>,
): string | undefined {
  if (isResponding(store, wikiApplicationId)) return undefined
  return silenceAt(store.table(applications).get(wikiApplicationId)?.baseUrl ?? '')
}

export function silenceAt(address: string): string {
  return `no response from ${quoted(address)}`
}

/** Why the tracker takes no calls of the wiki over an application link; undefined if it does. */
export function refusalByMode({ mode }: Pick<IntegrationRecord, 'mode'>): string | undefined {
  return mode === 'DISABLED' ? 'the application link is in mode DISABLED' : undefined
}

/** Which product has the integration switched off; undefined if neither has. */
export function switchedOff(integration: Pick<IntegrationRecord, 'mode' | 'status'>): string | undefined {
  const off = integration.status === 'DISABLED' ? 'the integration is DISABLED' : undefined
  return refusalByMode(integration) ?? off
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address
}

/** False if the tracker of an integration does not answer or refuses the wiki. */
export function isReachable(store: Store, integration: IntegrationRecord): boolean {
  return silenceOf(store, integration) === undefined
}

/** Why a wiki reads nothing of a tracker; undefined if it does. */
export function silenceOf(store: Store, integration: IntegrationRecord): string | undefined {
  return trackerSilence(store, integration) ?? switchedOff(integration)
}
