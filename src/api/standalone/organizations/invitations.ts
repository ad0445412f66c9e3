/** Invitations to join organizations, as the organization and as the invited user see them (service §4.1 names the groups). */
import { z } from '../../framework/zod.ts'
import {
  accept,
  changeInvitation,
  findInvitation,
  findInvitationTo,
  invite,
  reject,
  withdraw,
} from '../../../model/organizations/invitations.ts'
import { type InvitationRecord, invitations } from '../../../model/organizations/records.ts'
import { emailKey, MAXIMUM_EMAIL_LENGTH } from '../../../model/users/email.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import { caller, identifier, indexedPage, instant, pageOf, paging } from '../common.ts'
import {
  administeredOrganization,
  memberedOrganization,
  observed,
  organizationAdministrator,
  organizationId,
  organizationMember,
  ownData,
  readRole,
  roleSchema,
  writtenRole,
} from './common.ts'

const invitation: Shape = {
  name: 'DTOInvitation',
  schema: () =>
    z.object({
      id: identifier(),
      organizationId: identifier(),
      email: z.string(),
      role: roleSchema().describe('What accepting makes of the user.'),
      status: z.enum(['PENDING', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED']),
      createdAt: instant(),
      createdBy: identifier().describe('The user who invited.'),
      expiresAt: instant(),
    }),
  example: {
    id: 1,
    organizationId: 1,
    email: 'dana@example.test',
    role: 'MEMBER',
    status: 'PENDING',
    createdAt: '2026-01-05T09:00:00.000Z',
    createdBy: 1,
    expiresAt: '2026-01-12T09:00:00.000Z',
  },
}
const pageOfInvitations = {
  description: 'A page of invitations, by id.',
  shape: pageOf('PagedResponseModelDTOInvitation', invitation),
}

const toInvitation = ({ clockJobId: _job, role, createdAt, expiresAt, ...rest }: InvitationRecord) => ({
  ...rest,
  role: writtenRole(role),
  createdAt: formatInstant(createdAt),
  expiresAt: formatInstant(expiresAt),
})

const invitationId = int64({ description: 'Identifier of the invitation.', example: '1' })
const NOT_PENDING = { 409: 'The invitation is not PENDING.' }

const ofOrganization = {
  ...observed,
  group: 'Organizations',
  section: '4.1',
  path: '/organizations/{organizationId}/invitations',
  pathParameters: { organizationId },
} as const

const list = operation({
  ...ofOrganization,
  id: 'standalone.invitation.list',
  summary: 'Lists the invitations of an organization, whatever became of them.',
  method: 'GET',
  permission: organizationMember,
  query: paging,
  success: pageOfInvitations,
  assumptions: ['A22', 'A189', ...always('A192')],
  authorise: ({ path }, context) => memberedOrganization(context, path.organizationId),
  handle({ query }, context, { id }) {
    return indexedPage(context, query, context.store.table(invitations), 'organization', [id], toInvitation)
  },
})

const create = operation({
  ...ofOrganization,
  id: 'standalone.invitation.create',
  summary: 'Invites an address to join an organization.',
  method: 'POST',
  permission: organizationAdministrator,
  body: {
    name: 'NewInvitation',
    schema: () =>
      z.object({
        email: z.string().min(1).max(MAXIMUM_EMAIL_LENGTH).describe('The address that is invited.'),
        role: roleSchema().describe('MEMBER when absent.').optional(),
      }),
    example: { email: 'eve@example.test', role: 'MEMBER' },
  },
  success: { status: 201, description: 'The new invitation.', shape: invitation },
  refusals: { 409: 'A member has the address, or an invitation to it is PENDING.' },
  assumptions: ['A189', ...always('A192')],
  authorise: ({ path }, context) =>
    administeredOrganization(context, path.organizationId, 'invite to organization'),
  handle({ body }, context, organization) {
    const { email, role = 'MEMBER' } = body
    const asked = { email, role: readRole(role) }
    return toInvitation(invite(context.world, context.store, organization, caller(context), asked))
  },
})

const oneOfOrganization = {
  ...ofOrganization,
  path: '/organizations/{organizationId}/invitations/{invitationId}',
  pathParameters: { organizationId, invitationId },
} as const

const read = operation({
  ...oneOfOrganization,
  id: 'standalone.invitation.read',
  summary: 'Reads one invitation of an organization.',
  method: 'GET',
  permission: organizationMember,
  success: { description: 'The invitation.', shape: invitation },
  assumptions: ['A189', ...always('A192')],
  authorise: ({ path }, context) => memberedOrganization(context, path.organizationId),
  handle: ({ path }, context, organization) =>
    toInvitation(findInvitation(context.store, organization, path.invitationId)),
})

const update = operation({
  ...oneOfOrganization,
  id: 'standalone.invitation.update',
  summary: 'Changes the role that accepting an invitation gives.',
  method: 'PUT',
  permission: organizationAdministrator,
  body: {
    name: 'InvitationChanges',
    schema: () => z.object({ role: roleSchema() }),
    example: { role: 'ADMIN' },
  },
  success: { description: 'The invitation.', shape: invitation },
  refusals: NOT_PENDING,
  assumptions: ['A189', ...always('A192')],
  authorise: ({ path }, context) =>
    administeredOrganization(context, path.organizationId, 'change invitations of organization'),
  handle({ path, body }, context, organization) {
    const found = findInvitation(context.store, organization, path.invitationId)
    return toInvitation(changeInvitation(context.store, found, readRole(body.role)))
  },
})

const remove = operation({
  ...oneOfOrganization,
  id: 'standalone.invitation.withdraw',
  summary: 'Withdraws an invitation.',
  method: 'DELETE',
  permission: organizationAdministrator,
  success: { status: 204, description: 'The invitation is WITHDRAWN.' },
  refusals: NOT_PENDING,
  assumptions: ['A189', ...always('A192')],
  authorise: ({ path }, context) =>
    administeredOrganization(context, path.organizationId, 'withdraw invitations of organization'),
  handle({ path }, context, organization) {
    withdraw(context.world, context.store, findInvitation(context.store, organization, path.invitationId))
  },
})

const ofUser = { ...observed, group: 'Users', section: '4.1', permission: ownData } as const

const listOwn = operation({
  ...ofUser,
  id: 'standalone.invitation.listOwn',
  summary: 'Lists the invitations that wait for the caller’s answer.',
  method: 'GET',
  path: '/users/me/invitations',
  query: paging,
  success: pageOfInvitations,
  assumptions: ['A22', ...always('A192', 'A193')],
  authorise: (_input, context) => caller(context),
  handle({ query }, context, user) {
    const prefix = [emailKey(user.email), 'PENDING']
    return indexedPage(context, query, context.store.table(invitations), 'email', prefix, toInvitation)
  },
})

const answered = {
  ...ofUser,
  method: 'POST',
  pathParameters: { invitationId },
  success: { description: 'The invitation.', shape: invitation },
  assumptions: always('A192', 'A193'),
} as const

const acceptOwn = operation({
  ...answered,
  id: 'standalone.invitation.accept',
  summary: 'Accepts an invitation: the caller becomes a member of the organization.',
  path: '/users/me/invitations/{invitationId}/accept',
  exampleToken: 'tok-dana',
  refusals: { 409: 'The invitation is not PENDING, or the caller is a member already.' },
  authorise: (_input, context) => caller(context),
  handle({ path }, context, user) {
    const own = findInvitationTo(context.store, user, path.invitationId)
    return toInvitation(accept(context.world, context.store, user, own))
  },
})

const rejectOwn = operation({
  ...answered,
  id: 'standalone.invitation.reject',
  summary: 'Rejects an invitation.',
  path: '/users/me/invitations/{invitationId}/reject',
  exampleToken: 'tok-dana',
  refusals: NOT_PENDING,
  authorise: (_input, context) => caller(context),
  handle({ path }, context, user) {
    const own = findInvitationTo(context.store, user, path.invitationId)
    return toInvitation(reject(context.world, context.store, own))
  },
})

export const invitationOperations: readonly Operation[] = [
  list,
  create,
  read,
  update,
  remove,
  listOwn,
  acceptOwn,
  rejectOwn,
]
