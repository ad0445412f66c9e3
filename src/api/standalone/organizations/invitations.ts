/** Invitations to organizations, for the organization and for the invited user (service §4.1 names only the groups). */
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
import { type InvitationRecord, invitations } from '../../../model/records/service/organizations.ts'
import { emailKey, MAXIMUM_EMAIL_LENGTH } from '../../../model/records/service/email.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import { caller, identifier, instant, observed } from '../common.ts'
import { indexedPage, pageOf, paging } from '../paging.ts'
import {
  asAdministrator,
  asMember,
  organizationId,
  ownData,
  readRole,
  roleSchema,
  writtenRole,
} from './common.ts'

const invitation = {
  name: 'DTOInvitation',
  schema: () =>
    z.object({
      id: identifier(),
      organizationId: identifier(),
      email: z.string(),
      role: roleSchema().describe('The role of the user after accepting.'),
      status: z.enum(['PENDING', 'ACCEPTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED']),
      createdAt: instant(),
      createdBy: identifier().describe('The user who sent the invitation.'),
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
  shape: pageOf(invitation),
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
  path: '/organizations/{organizationId}/invitations',
  pathParameters: { organizationId },
} as const

const list = operation({
  ...ofOrganization,
  ...asMember,
  id: 'standalone.invitation.list',
  summary: 'Lists the invitations of an organization in any status.',
  method: 'GET',
  query: paging,
  success: pageOfInvitations,
  assumptions: ['A22', 'A189', ...always('A192')],
  handle({ query }, context, { id }) {
    return indexedPage(context, query, context.store.table(invitations), 'organization', [id], toInvitation)
  },
})

const create = operation({
  ...ofOrganization,
  ...asAdministrator('invite to organization'),
  id: 'standalone.invitation.create',
  summary: 'Invites an email address to join an organization.',
  method: 'POST',
  body: {
    name: 'NewInvitation',
    schema: () =>
      z.object({
        email: z.string().min(1).max(MAXIMUM_EMAIL_LENGTH).describe('The email address to invite.'),
        role: roleSchema().nullish().describe('Default: MEMBER.'),
      }),
    example: { email: 'eve@example.test', role: 'MEMBER' },
  },
  success: { status: 201, description: 'The new invitation.', shape: invitation },
  refusals: { 409: 'A member has the email address, or a PENDING invitation was sent to it.' },
  assumptions: ['A189', ...always('A192')],
  handle({ body }, context, organization) {
    const content = { email: body.email, role: readRole(body.role ?? 'MEMBER') }
    return toInvitation(invite(context.world, context.store, organization, caller(context), content))
  },
})

const oneOfOrganization = {
  ...ofOrganization,
  path: '/organizations/{organizationId}/invitations/{invitationId}',
  pathParameters: { organizationId, invitationId },
  assumptions: ['A189', ...always('A192')],
} as const

const read = operation({
  ...oneOfOrganization,
  ...asMember,
  id: 'standalone.invitation.read',
  summary: 'Returns an invitation of an organization.',
  method: 'GET',
  success: { description: 'The invitation.', shape: invitation },
  handle: ({ path }, context, organization) =>
    toInvitation(findInvitation(context.store, organization, path.invitationId)),
})

const update = operation({
  ...oneOfOrganization,
  ...asAdministrator('change invitations of organization'),
  id: 'standalone.invitation.update',
  summary: 'Changes the role of an invitation.',
  method: 'PUT',
  body: {
    name: 'InvitationChanges',
    schema: () => z.object({ role: roleSchema() }),
    example: { role: 'ADMIN' },
  },
  success: { description: 'The invitation.', shape: invitation },
  refusals: NOT_PENDING,
  handle({ path, body }, context, organization) {
    const found = findInvitation(context.store, organization, path.invitationId)
    return toInvitation(changeInvitation(context.store, found, readRole(body.role)))
  },
})

const remove = operation({
  ...oneOfOrganization,
  ...asAdministrator('withdraw invitations of organization'),
  id: 'standalone.invitation.withdraw',
  summary: 'Withdraws an invitation.',
  method: 'DELETE',
  success: { status: 204, description: 'The invitation was withdrawn.' },
  refusals: NOT_PENDING,
  handle({ path }, context, organization) {
    withdraw(context.world, context.store, findInvitation(context.store, organization, path.invitationId))
  },
})

const ofUser = { ...observed, group: 'Users', ...ownData } as const

const listOwn = operation({
  ...ofUser,
  id: 'standalone.invitation.listOwn',
  summary: 'Lists the pending invitations of the caller.',
  method: 'GET',
  path: '/users/me/invitations',
  query: paging,
  success: pageOfInvitations,
  assumptions: ['A22', ...always('A192', 'A193')],
  handle({ query }, context, user) {
    const prefix = [emailKey(user.email), 'PENDING']
    return indexedPage(context, query, context.store.table(invitations), 'email', prefix, toInvitation)
  },
})

const invitationResponse = {
  ...ofUser,
  method: 'POST',
  pathParameters: { invitationId },
  success: { description: 'The invitation.', shape: invitation },
  assumptions: always('A192', 'A193'),
} as const

const acceptOwn = operation({
  ...invitationResponse,
  id: 'standalone.invitation.accept',
  summary: 'Accepts an invitation. The caller becomes a member of the organization.',
  path: '/users/me/invitations/{invitationId}/accept',
  exampleToken: 'tok-dana',
  refusals: { 409: 'The invitation is not PENDING, or the caller is already a member.' },
  handle({ path }, context, user) {
    const own = findInvitationTo(context.store, user, path.invitationId)
    return toInvitation(accept({ world: context.world, store: context.store, user }, own))
  },
})

const rejectOwn = operation({
  ...invitationResponse,
  id: 'standalone.invitation.reject',
  summary: 'Rejects an invitation.',
  path: '/users/me/invitations/{invitationId}/reject',
  exampleToken: 'tok-dana',
  refusals: NOT_PENDING,
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
