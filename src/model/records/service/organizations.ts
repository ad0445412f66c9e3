/** Organizations own applications; users are their members, or invited to become it. */
import { defineTable } from '../../../world/store/table.ts'
import { emailKey } from './email.ts'

export interface OrganizationRecord {
  readonly id: number
  readonly name: string
  readonly createdAt: number
}

export type OrganizationRole = 'member' | 'admin'

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

export type InvitationStatus = 'PENDING' | 'ACCEPTED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED'

/** An invitation to join an organization; whoever has its address may accept it. */
export interface InvitationRecord {
  readonly id: number
  readonly organizationId: number
  readonly email: string
  readonly role: OrganizationRole
  readonly status: InvitationStatus
  readonly createdAt: number
  readonly createdBy: number
  readonly expiresAt: number
  readonly clockJobId?: number
}

export const invitations = defineTable<InvitationRecord>()({
  name: 'invitation',
  key: (record) => record.id,
  indexes: {
    organization: { keys: (record) => [record.organizationId, record.id] },
    email: { keys: (record) => [emailKey(record.email), record.status, record.id] },
  },
})
