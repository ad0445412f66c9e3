/** Organizations own applications; users are their members. */
import { defineTable } from '../../world/table.ts'

export interface OrganizationRecord {
  readonly id: number
  readonly name: string
  readonly createdAt: number
}

export type OrganizationRole = 'member' | 'admin'

/** A user's role in an organization. */
export interface MembershipRecord {
  readonly organizationId: number
  readonly userId: number
  readonly role: OrganizationRole
}

export const organizations = defineTable<OrganizationRecord>()({
  name: 'organization',
  key: (record) => record.id,
  indexes: {},
})

export const membershipKey = (organizationId: number, userId: number) => `${organizationId}:${userId}`

export const memberships = defineTable<MembershipRecord>()({
  name: 'membership',
  key: (record) => membershipKey(record.organizationId, record.userId),
  indexes: {
    organization: { keys: (record) => [record.organizationId, record.userId] },
    user: { keys: (record) => [record.userId, record.organizationId] },
  },
})
