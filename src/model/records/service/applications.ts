/** Applications (sites) and their requests to join further organizations (service §2.1). */
import { defineTable } from '../../../world/store/table.ts'

export type ApplicationType = 'CONFLUENCE' | 'JIRA' | 'STANDALONE'
export type ApplicationStatus = 'ACTIVE' | 'DISABLED'

/** A site: a wiki, a tracker or a standalone workspace server. */
export interface ApplicationRecord {
  readonly id: number
  readonly name: string
  /** The handle in a scenario, if it differs from the name. */
  readonly handle?: string
  readonly type: ApplicationType
  readonly status: ApplicationStatus
  /** The site's own address: a wiki's includes its context path, a tracker's does not (service §5.4). */
  readonly baseUrl: string
  readonly organizationId: number
  /** The embedded wiki or tracker interface of its type serves this site. */
  readonly selfHosted: boolean
}

export type LinkRequestStatus = 'PENDING' | 'APPROVED' | 'REJECTED'

/** A request of an application to join another organization; identified by the pair (service §2.1). */
export interface LinkRequestRecord {
  readonly applicationId: number
  readonly organizationId: number
  readonly status: LinkRequestStatus
  readonly createdAt: number
  readonly createdBy: number
}

export const applications = defineTable<ApplicationRecord>()({
  name: 'application',
  key: (record) => record.id,
  indexes: {
    organization: { keys: (record) => [record.organizationId, record.id] },
    baseUrl: { keys: (record) => [record.baseUrl] },
    selfHosted: { keys: (record) => (record.selfHosted ? [record.type] : undefined), unique: true },
  },
})

export const linkRequestKey = (applicationId: number, organizationId: number) =>
  `${applicationId}:${organizationId}`

export const linkRequests = defineTable<LinkRequestRecord>()({
  name: 'linkRequest',
  key: (record) => linkRequestKey(record.applicationId, record.organizationId),
  indexes: {
    application: { keys: (record) => [record.applicationId, record.organizationId] },
    organization: { keys: (record) => [record.organizationId, record.applicationId] },
  },
})
