/** Members of a workspace: the users who may read or edit it (service §4.1). */
import { z } from '../../framework/zod.ts'
import type { GrantLevel } from '../../../model/records/service/users.ts'
import {
  addMember,
  changeMember,
  findMember,
  type Member,
  membersOf,
  removeMember,
} from '../../../model/workspaces/members.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import { identifier } from '../common.ts'
import { pageOf, pageOfAll, paging } from '../paging.ts'
import { editing, reading, SELECTION_ASSUMPTIONS } from '../editing.ts'
import { group, workspaceFor, workspaceId } from './workspaces.ts'

const member = {
  name: 'DTOWorkspaceMember',
  schema: () =>
    z.object({
      userId: identifier(),
      name: z.string(),
      displayName: z.string(),
      level: z.enum(['READ', 'EDIT']),
    }),
  example: { userId: 2, name: 'alice', displayName: 'Alice Engineer', level: 'EDIT' },
}

const onAll = {
  ...group,
  path: '/standalone/workspaces/{workspaceId}/members',
  pathParameters: { workspaceId },
} as const
const onOne = {
  ...group,
  path: '/standalone/workspaces/{workspaceId}/members/{userId}',
  pathParameters: {
    workspaceId,
    userId: int64({ description: 'Identifier of the user.', example: '2' }),
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A206')],
  refusals: {
    404: 'No such application, workspace or member.',
    409: 'The member is the last one who may edit the workspace.',
  },
} as const

const level = () => z.enum(['READ', 'EDIT'])

const levelOf = (sent: 'READ' | 'EDIT'): GrantLevel => (sent === 'EDIT' ? 'edit' : 'read')

const list = operation({
  ...onAll,
  ...reading(workspaceFor),
  id: 'standalone.workspaceMembers.list',
  summary: 'Lists the members of a workspace.',
  query: { ...group.query, ...paging },
  success: { description: 'A page of members.', shape: pageOf(member) },
  refusals: { 404: 'No such application or workspace.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', ...always('A206')],
  handle: ({ query }, context, workspace) =>
    pageOfAll(context, query, membersOf(context.store, workspace), toMember),
})

const add = operation({
  ...onAll,
  ...editing('POST', workspaceFor),
  id: 'standalone.workspaceMembers.add',
  summary: 'Adds a user to a workspace.',
  body: {
    name: 'WorkspaceMemberCreation',
    schema: () =>
      z.object({ userId: identifier().min(1), level: level().nullish().describe('Default: READ.') }),
    example: { userId: 3, level: 'READ' },
  },
  success: { status: 201, description: 'The new member.', shape: member },
  refusals: { 404: 'No such application, workspace or user.', 409: 'The user is already a member.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A206')],
  handle: ({ body }, context, workspace) =>
    toMember(addMember(context.store, workspace, body.userId, levelOf(body.level ?? 'READ'))),
})

const read = operation({
  ...onOne,
  ...reading(workspaceFor),
  id: 'standalone.workspaceMembers.read',
  summary: 'Returns a member of a workspace.',
  success: { description: 'The member.', shape: member },
  refusals: { 404: 'No such application, workspace or member.' },
  handle: ({ path }, context, workspace) => toMember(findMember(context.store, workspace, path.userId)),
})

const update = operation({
  ...onOne,
  ...editing('PUT', workspaceFor),
  id: 'standalone.workspaceMembers.update',
  summary: 'Changes the level of a member of a workspace.',
  body: {
    name: 'WorkspaceMemberUpdate',
    schema: () => z.object({ level: level() }),
    example: { level: 'READ' },
  },
  success: { description: 'The updated member.', shape: member },
  handle: ({ path, body }, context, workspace) =>
    toMember(changeMember(context.store, workspace, path.userId, levelOf(body.level))),
})

const remove = operation({
  ...onOne,
  ...editing('DELETE', workspaceFor),
  id: 'standalone.workspaceMembers.remove',
  summary: 'Removes a member from a workspace.',
  success: { status: 204, description: 'The member was removed.' },
  handle: ({ path }, context, workspace) => removeMember(context.store, workspace, path.userId),
})

export const workspaceMemberOperations: readonly Operation[] = [list, add, read, update, remove]

const toMember = ({ user, level: granted }: Member) => ({
  userId: user.id,
  name: user.name,
  displayName: user.displayName,
  level: granted === 'edit' ? ('EDIT' as const) : ('READ' as const),
})
