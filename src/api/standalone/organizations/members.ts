/** Members of organizations and their roles (service §4.1 names the group). */
import { z } from '../../framework/zod.ts'
import {
  changeRole,
  endMembership,
  findMember,
  type Member,
  membersOf,
} from '../../../model/organizations/members.ts'
import { memberships, type OrganizationRecord } from '../../../model/organizations/records.ts'
import { always, type Context, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { type Int64, int64 } from '../../framework/parameter.ts'
import { countedPage, identifier, pageOf, paging } from '../common.ts'
import {
  administeredOrganization,
  memberedOrganization,
  observed,
  organizationAdministrator,
  organizationId,
  organizationMember,
  readRole,
  roleSchema,
  writtenRole,
} from './common.ts'

const member: Shape = {
  name: 'DTOOrganizationMember',
  schema: () =>
    z.object({
      userId: identifier(),
      name: z.string(),
      displayName: z.string(),
      email: z.string(),
      role: roleSchema(),
    }),
  example: {
    userId: 3,
    name: 'bob',
    displayName: 'Bob Reader',
    email: 'bob@example.test',
    role: 'MEMBER',
  },
}

const toMember = ({ user, membership }: Member) => ({
  userId: user.id,
  name: user.name,
  displayName: user.displayName,
  email: user.email,
  role: writtenRole(membership.role),
})

const base = { ...observed, group: 'Organizations', section: '4.1' } as const

const list = operation({
  ...base,
  id: 'standalone.member.list',
  summary: 'Lists the members of an organization.',
  method: 'GET',
  path: '/organizations/{organizationId}/members',
  permission: organizationMember,
  pathParameters: { organizationId },
  query: paging,
  success: {
    description: 'A page of members, by id of the user.',
    shape: pageOf('PagedResponseModelDTOOrganizationMember', member),
  },
  assumptions: ['A22', 'A189', ...always('A191')],
  authorise: ({ path }, context) => memberedOrganization(context, path.organizationId),
  handle({ query }, context, found) {
    const total = context.store.table(memberships).count('organization', [found.id])
    return countedPage(context, query, total, membersOf(context.store, found), toMember)
  },
})

const onMember = {
  path: '/organizations/{organizationId}/members/{userId}',
  pathParameters: {
    organizationId,
    userId: int64({ description: 'Identifier of the user.', example: '3' }),
  },
} as const
const LAST = { 409: 'The member is the last administrator of the organization.' }

const read = operation({
  ...base,
  ...onMember,
  id: 'standalone.member.read',
  summary: 'Reads one member of an organization.',
  method: 'GET',
  permission: organizationMember,
  success: { description: 'The member.', shape: member },
  assumptions: ['A189', 'A191'],
  authorise: ({ path }, context) => memberedOrganization(context, path.organizationId),
  handle: ({ path }, context, organization) => toMember(memberOf(context, organization, path.userId)),
})

const update = operation({
  ...base,
  ...onMember,
  id: 'standalone.member.update',
  summary: 'Gives a member another role.',
  method: 'PUT',
  permission: organizationAdministrator,
  body: {
    name: 'MemberRequest',
    schema: () => z.object({ role: roleSchema() }),
    example: { role: 'ADMIN' },
  },
  success: { description: 'The member.', shape: member },
  refusals: LAST,
  assumptions: ['A189', 'A191'],
  authorise: ({ path }, context) =>
    administeredOrganization(context, path.organizationId, 'change members of organization'),
  handle({ path, body }, context, organization) {
    const found = memberOf(context, organization, path.userId)
    return toMember(changeRole(context.store, found, readRole(body.role)))
  },
})

const remove = operation({
  ...base,
  ...onMember,
  id: 'standalone.member.remove',
  summary: 'Removes a member from an organization.',
  method: 'DELETE',
  permission: organizationAdministrator,
  success: { status: 204, description: 'The user is no member any more.' },
  refusals: LAST,
  assumptions: ['A189', 'A191'],
  authorise: ({ path }, context) =>
    administeredOrganization(context, path.organizationId, 'remove members of organization'),
  handle({ path }, context, organization) {
    endMembership(context.store, memberOf(context, organization, path.userId))
  },
})

export const organizationMemberOperations: readonly Operation[] = [list, read, update, remove]

function memberOf(context: Context, organization: OrganizationRecord, userId: Int64): Member {
  context.assume('A191')
  return findMember(context.store, organization, userId)
}
