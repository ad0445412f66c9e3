/** Integrations: an application link between a wiki and a tracker, with the wiki's descriptor of it (service §2.4). */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const APPLICATION_LINK_MODES = ['AUTO', 'MANUAL', 'DISABLED'] as const
export type ApplicationLinkMode = (typeof APPLICATION_LINK_MODES)[number]

export const integrations = defineTable({
  name: 'integration',
  fields: {
    serviceId: field.key(field.text),
    wikiApplicationId: field.ref('application'),
    /** Absent if the world has no tracker at the address. */
    trackerApplicationId: field.optional(field.ref('application')),
    wikiApplinkId: field.text,
    trackerApplinkId: field.text,
    label: field.text,
    mode: field.oneOf(APPLICATION_LINK_MODES),
    /** The accepted API version in the wiki's descriptor (service §9.2). */
    version: field.ordinal,
    /** The tracker's version, if it differs because the tracker did not receive that of the descriptor. */
    trackerVersion: field.optional(field.ordinal),
    /** The wiki deleted its descriptor: only the application link is left of the integration. */
    detached: field.optional(field.oneOf([true])),
    /** The status in the wiki's descriptor; synchronisation skips DISABLED ones. */
    status: field.oneOf(['ACTIVE', 'DISABLED']),
    displayUrl: field.text,
    rpcUrl: field.text,
    endpoint: field.text,
    username: field.optional(field.text),
    userKey: field.optional(field.text),
  },
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
export type IntegrationRecord = RecordOf<typeof integrations>
