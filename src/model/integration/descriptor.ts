/** The descriptor of an integration: where its tracker is reached (service §2.4), and what keeps one product from the other. */
import type { Store } from '../../world/store/store.ts'
import { applications, type ApplicationRecord } from '../applications/records.ts'
import { isAnswering } from '../faults/outages.ts'
import type { IntegrationRecord } from '../links/records.ts'
import { shown } from '../refusal.ts'

/** What a descriptor says of a tracker at an address, unless somebody says otherwise. */
export function descriptorOf(baseUrl: string) {
  const address = withoutSlash(baseUrl)
  return {
    status: 'ACTIVE' as const,
    displayUrl: address,
    rpcUrl: address,
    endpoint: `${address}/rest/reqs/1`,
  }
}

/** True for two spellings of one address. */
export function isSameAddress(first: string, second: string): boolean {
  return withoutSlash(first) === withoutSlash(second)
}

/** The tracker of the world that has this base address. Nothing is ever asked over a network. */
export function trackerAt(store: Store, address: string): ApplicationRecord | undefined {
  return store
    .table(applications)
    .findWhere('baseUrl', [withoutSlash(address)], ({ type }) => type === 'JIRA')
}

/** Why the tracker does not answer the wiki at its rpcUrl; undefined when it does. */
export function trackerSilence(
  store: Store,
  { trackerApplicationId, rpcUrl }: Pick<IntegrationRecord, 'trackerApplicationId' | 'rpcUrl'>,
): string | undefined {
  const site =
    trackerApplicationId === undefined ? undefined : store.table(applications).get(trackerApplicationId)
  const answers = site !== undefined && isAnswering(store, site.id) && isSameAddress(site.baseUrl, rpcUrl)
  return answers ? undefined : silenceAt(rpcUrl)
}

/** Why the wiki of an integration does not answer the tracker; undefined when it does. */
export function wikiSilence(
  store: Store,
  { wikiApplicationId }: Pick<IntegrationRecord, 'wikiApplicationId'>,
): string | undefined {
  if (isAnswering(store, wikiApplicationId)) return undefined
  return silenceAt(store.table(applications).get(wikiApplicationId)?.baseUrl ?? '')
}

/** That no product answers at an address, in words. */
export function silenceAt(address: string): string {
  return `nothing answers at ${shown(address)}`
}

/** That the tracker takes no calls of the wiki over an application link, in words; undefined where it does. */
export function refusalByMode({ mode }: Pick<IntegrationRecord, 'mode'>): string | undefined {
  return mode === 'DISABLED' ? 'the application link is in mode DISABLED' : undefined
}

/** That one of the products has an integration switched off, in words; undefined where neither has. */
export function switchedOff(integration: Pick<IntegrationRecord, 'mode' | 'status'>): string | undefined {
  const off = integration.status === 'DISABLED' ? 'the integration is DISABLED' : undefined
  return refusalByMode(integration) ?? off
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address
}
