/** The descriptor of an integration: where its tracker is reached (service §2.4). */
import type { Store } from '../../world/store.ts'
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
  for (const application of store.table(applications).range('baseUrl', [withoutSlash(address)]))
    if (application.type === 'JIRA') return application
  return undefined
}

/**
 * Why the tracker of an integration does not answer the wiki; undefined when it does. The wiki calls what its descriptor
 * gives as rpcUrl, and only the tracker that the application link leads to understands it there.
 */
export function trackerSilence(
  store: Store,
  { trackerApplicationId, rpcUrl }: Pick<IntegrationRecord, 'trackerApplicationId' | 'rpcUrl'>,
): string | undefined {
  const site =
    trackerApplicationId === undefined ? undefined : store.table(applications).get(trackerApplicationId)
  const answers = site !== undefined && isAnswering(store, site.id) && isSameAddress(site.baseUrl, rpcUrl)
  return answers ? undefined : `nothing answers at ${shown(rpcUrl)}`
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address
}
