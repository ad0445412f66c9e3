/** Integrations: an application link between a wiki and a tracker, with the wiki's descriptor of it (service §2.4). */
import { defineTable } from '../../../world/store/table.ts'

export type ApplicationLinkMode = 'AUTO' | 'MANUAL' | 'DISABLED'

export interface IntegrationRecord {
  readonly serviceId: string
  readonly wikiApplicationId: number
  /** Absent if the world has no tracker at the address. */
  readonly trackerApplicationId?: number
  readonly wikiApplinkId: string
  readonly trackerApplinkId: string
  readonly label: string
  readonly mode: ApplicationLinkMode
  /** The accepted API version in the wiki's descriptor (service §9.2). */
  readonly version: number
  /** The tracker's version, if it differs because the tracker did not receive that of the descriptor. */
  readonly trackerVersion?: number
  /** The wiki deleted its descriptor: only the application link is left of the integration. */
  readonly detached?: true
  /** The status in the wiki's descriptor; synchronisation skips DISABLED ones. */
  readonly status: 'ACTIVE' | 'DISABLED'
  readonly displayUrl: string
  readonly rpcUrl: string
  readonly endpoint: string
  readonly username?: string
  readonly userKey?: string
}

export const integrations = defineTable<IntegrationRecord>()({
  name: 'integration',
  key: (record) => record.serviceId,
  indexes: {
    /** Integrations with a descriptor in the wiki. */
    wiki: {
      keys: (record) => (record.detached === true ? undefined : [record.wikiApplicationId, record.serviceId]),
    },
    applicationLink: { keys: (record) => [record.wikiApplicationId, record.wikiApplinkId] },
    tracker: {
      keys: (record) =>
        record.trackerApplicationId === undefined
          ? undefined
          : [record.trackerApplicationId, record.serviceId],
    },
    wikiApplink: { keys: (record) => [record.wikiApplinkId], unique: true },
    trackerApplink: { keys: (record) => [record.trackerApplinkId], unique: true },
  },
})
