/** Organizations own applications; users are their members, or invited to become it. */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'
import { emailKey } from './email.ts'

export const ORGANIZATION_ROLES = ['member', 'admin'] as const
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number]

export const organizations = defineTable({
  name: 'organization',
  fields: {
    id: field.key(),
    name: field.text,
    createdAt: field.instant,
  },
  indexes: {},
})
export type OrganizationRecord = RecordOf<typeof organizations>

export const membershipKey = (organizationId: number, userId: number) => `${organizationId}:${userId}`

export const memberships = defineTable({
  name: 'membership',
  fields: {
    organizationId: field.ref('organization'),
    userId: field.ref('user'),
    role: field.oneOf(ORGANIZATION_ROLES),
  },
  key: (record) => membershipKey(record.organizationId, record.userId),
  indexes: {
    organization: { keys: (record) => [record.organizationId, record.userId] },
    user: { keys: (record) => [record.userId, record.organizationId] },
  },
})
export type MembershipRecord = RecordOf<typeof memberships>

export const INVITATION_STATUSES = ['PENDING', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]

/** An invitation to join an organization; whoever has its address may accept it. */
export const invitations = defineTable({
  name: 'invitation',
  fields: {
    id: field.key(),
    organizationId: field.ref('organization'),
    email: field.text,
    role: field.oneOf(ORGANIZATION_ROLES),
    status: field.oneOf(INVITATION_STATUSES),
    createdAt: field.instant,
    createdBy: field.pastRef('user'),
    expiresAt: field.instant,
    clockJobId: field.optional(field.looseRef('job')),
  },
  indexes: {
    organization: { keys: (record) => [record.organizationId, record.id] },
    email: { keys: (record) => [emailKey(record.email), record.status, record.id] },
  },
})
export type InvitationRecord = RecordOf<typeof invitations>
