/** Members of a workspace: whoever may read or edit it (service §4.1). */
import { z } from '../../framework/zod.ts'
import type { GrantLevel } from '../../../model/users/records.ts'
import {
  addMember,
  changeMember,
  findMember,
  type Member,
  membersOf,
  removeMember,
} from '../../../model/workspaces/members.ts'
import { always, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import { identifier, pageOf, pageOfAll, paging } from '../common.ts'
import { EDIT, observed, READ, SELECTION_ASSUMPTIONS } from '../editing.ts'
import { workspaceFor, workspaceId, workspaceQuery } from './workspaces.ts'

const member: Shape = {
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

const group = { ...observed, group: 'Workspaces', query: workspaceQuery } as const
const onAll = {
  path: '/standalone/workspaces/{workspaceId}/members',
  pathParameters: { workspaceId },
} as const
const onOne = {
  path: '/standalone/workspaces/{workspaceId}/members/{userId}',
  pathParameters: {
    workspaceId,
    userId: int64({ description: 'Identifier of the user.', example: '2' }),
  },
} as const

const level = () => z.enum(['READ', 'EDIT'])

const levelOf = (sent: 'READ' | 'EDIT'): GrantLevel => (sent === 'EDIT' ? 'edit' : 'read')

const list = operation({
  ...group,
  ...onAll,
  id: 'standalone.workspaceMembers.list',
  summary: 'Lists the members of a workspace.',
  method: 'GET',
  permission: READ,
  query: { ...workspaceQuery, ...paging },
  success: {
    description: 'A page of members.',
    shape: pageOf('PagedResponseModelDTOWorkspaceMember', member),
  },
  refusals: { 404: 'No such application or workspace.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', ...always('A206')],
  authorise: (input, context) => workspaceFor(context, input, 'read'),
  handle: ({ query }, context, workspace) =>
    pageOfAll(context, query, membersOf(context.store, workspace), toMember),
})

const add = operation({
  ...group,
  ...onAll,
  id: 'standalone.workspaceMembers.add',
  summary: 'Makes a user a member of a workspace.',
  method: 'POST',
  permission: EDIT,
  body: {
    name: 'WorkspaceMemberCreation',
    schema: () =>
      z.object({ userId: identifier().min(1), level: level().nullish().describe('READ where absent.') }),
    example: { userId: 3, level: 'READ' },
  },
  success: { status: 201, description: 'The new member.', shape: member },
  refusals: { 404: 'No such application, workspace or user.', 409: 'The user is a member already.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A206')],
  authorise: (input, context) => workspaceFor(context, input, 'edit'),
  handle: ({ body }, context, workspace) =>
    toMember(addMember(context.store, workspace, body.userId, levelOf(body.level ?? 'READ'))),
})

const read = operation({
  ...group,
  ...onOne,
  id: 'standalone.workspaceMembers.read',
  summary: 'Reads one member of a workspace.',
  method: 'GET',
  permission: READ,
  success: { description: 'The member.', shape: member },
  refusals: { 404: 'No such application, workspace or member.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A206')],
  authorise: (input, context) => workspaceFor(context, input, 'read'),
  handle: ({ path }, context, workspace) => toMember(findMember(context.store, workspace, path.userId)),
})

const update = operation({
  ...group,
  ...onOne,
  id: 'standalone.workspaceMembers.update',
  summary: 'Changes what a member of a workspace may do.',
  method: 'PUT',
  permission: EDIT,
  body: {
    name: 'WorkspaceMemberUpdate',
    schema: () => z.object({ level: level() }),
    example: { level: 'READ' },
  },
  success: { description: 'The member as it is now.', shape: member },
  refusals: {
    404: 'No such application, workspace or member.',
    409: 'Nobody could edit the workspace any more.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A206')],
  authorise: (input, context) => workspaceFor(context, input, 'edit'),
  handle: ({ path, body }, context, workspace) =>
    toMember(changeMember(context.store, workspace, path.userId, levelOf(body.level))),
})

const remove = operation({
  ...group,
  ...onOne,
  id: 'standalone.workspaceMembers.remove',
  summary: 'Ends a membership of a workspace.',
  method: 'DELETE',
  permission: EDIT,
  success: { status: 204, description: 'The user is no member any more.' },
  refusals: {
    404: 'No such application, workspace or member.',
    409: 'Nobody could edit the workspace any more.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A206')],
  authorise: (input, context) => workspaceFor(context, input, 'edit'),
  handle({ path }, context, workspace) {
    removeMember(context.store, workspace, path.userId)
  },
})

export const workspaceMemberOperations: readonly Operation[] = [list, add, read, update, remove]

const toMember = ({ user, level: granted }: Member) => ({
  userId: user.id,
  name: user.name,
  displayName: user.displayName,
  level: granted === 'edit' ? 'EDIT' : 'READ',
})
