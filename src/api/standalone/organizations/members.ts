/** Members of organizations and their roles (service §4.1 names only the group). */
import { z } from '../../framework/zod.ts'
import {
  changeRole,
  endMembership,
  findMember,
  type Member,
  membersOf,
} from '../../../model/organizations/members.ts'
import type { OrganizationRecord } from '../../../model/records/service/organizations.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { type Int64, int64 } from '../../framework/parameter.ts'
import { identifier, observed } from '../common.ts'
import { pageOf, pageOfAll, paging } from '../paging.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { asAdministrator, asMember, organizationId, readRole, roleSchema, writtenRole } from './common.ts'

const member = {
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

const base = { ...observed, group: 'Organizations' } as const

const list = operation({
  ...base,
  ...asMember,
  id: 'standalone.member.list',
  summary: 'Lists the members of an organization.',
  method: 'GET',
  path: '/organizations/{organizationId}/members',
  pathParameters: { organizationId },
  query: paging,
  success: { description: 'A page of members, by user id.', shape: pageOf(member) },
  assumptions: ['A22', 'A189', ...always('A191')],
  handle: ({ query }, context, found) =>
    pageOfAll(context, query, [...membersOf(context.store, found)], toMember),
})

const onMember = {
  path: '/organizations/{organizationId}/members/{userId}',
  pathParameters: {
    organizationId,
    userId: int64({ description: 'Identifier of the user.', example: '3' }),
  },
  assumptions: ['A189', 'A191'],
} as const
const LAST = { 409: 'The member is the last administrator of the organization.' }

const read = operation({
  ...base,
  ...onMember,
  ...asMember,
  id: 'standalone.member.read',
  summary: 'Returns a member of an organization.',
  method: 'GET',
  success: { description: 'The member.', shape: member },
  handle: ({ path }, context, organization) => toMember(memberOf(context, organization, path.userId)),
})

const update = operation({
  ...base,
  ...onMember,
  ...asAdministrator('change members of organization'),
  id: 'standalone.member.update',
  summary: 'Changes the role of a member.',
  method: 'PUT',
  body: {
    name: 'MemberRequest',
    schema: () => z.object({ role: roleSchema() }),
    example: { role: 'ADMIN' },
  },
  success: { description: 'The member.', shape: member },
  refusals: LAST,
  handle({ path, body }, context, organization) {
    const found = memberOf(context, organization, path.userId)
    return toMember(changeRole(context.store, found, readRole(body.role)))
  },
})

const remove = operation({
  ...base,
  ...onMember,
  ...asAdministrator('remove members of organization'),
  id: 'standalone.member.remove',
  summary: 'Removes a member from an organization.',
  method: 'DELETE',
  success: { status: 204, description: 'The member was removed.' },
  refusals: LAST,
  handle: ({ path }, context, organization) =>
    endMembership(context.store, memberOf(context, organization, path.userId)),
})

export const organizationMemberOperations: readonly Operation[] = [list, read, update, remove]

function memberOf(context: Context, organization: OrganizationRecord, userId: Int64): Member {
  context.note(ledger.organizationMembers)
  return findMember(context.store, organization, userId)
}
