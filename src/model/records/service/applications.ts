/** Applications (sites) and their requests to join further organizations (service §2.1). */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const APPLICATION_TYPES = ['CONFLUENCE', 'JIRA', 'STANDALONE'] as const
export type ApplicationType = (typeof APPLICATION_TYPES)[number]
export const APPLICATION_STATUSES = ['ACTIVE', 'DISABLED'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

export const LINK_REQUEST_STATUSES = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type LinkRequestStatus = (typeof LINK_REQUEST_STATUSES)[number]

/** A site: a wiki, a tracker or a standalone workspace server. */
export const applications = defineTable({
  name: 'application',
  fields: {
    id: field.key(),
    name: field.text,
    /** The handle in a scenario, if it differs from the name. */
    handle: field.optional(field.text),
    type: field.oneOf(APPLICATION_TYPES),
    status: field.oneOf(APPLICATION_STATUSES),
    /** The site's own address: a wiki's includes its context path, a tracker's does not (service §5.4). */
    baseUrl: field.text,
    organizationId: field.ref('organization'),
    /** The embedded wiki or tracker interface of its type serves this site. */
    selfHosted: field.flag,
  },
  indexes: {
    organization: { keys: (record) => [record.organizationId, record.id] },
    baseUrl: { keys: (record) => [record.baseUrl] },
    selfHosted: { keys: (record) => (record.selfHosted ? [record.type] : undefined), unique: true },
  },
})
export type ApplicationRecord = RecordOf<typeof applications>

export const linkRequestKey = (applicationId: number, organizationId: number) =>
  `${applicationId}:${organizationId}`

/** A request of an application to join another organization; identified by the pair (service §2.1). */
export const linkRequests = defineTable({
  name: 'linkRequest',
  fields: {
    applicationId: field.ref('application'),
    organizationId: field.ref('organization'),
    status: field.oneOf(LINK_REQUEST_STATUSES),
    createdAt: field.instant,
    createdBy: field.pastRef('user'),
  },
  key: (record) => linkRequestKey(record.applicationId, record.organizationId),
  indexes: {
    application: { keys: (record) => [record.applicationId, record.organizationId] },
    organization: { keys: (record) => [record.organizationId, record.applicationId] },
  },
})
export type LinkRequestRecord = RecordOf<typeof linkRequests>
