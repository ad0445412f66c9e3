/** Workspaces of standalone applications (service §4.1). */
import { z } from '../../framework/zod.ts'
import { readableContainers } from '../../../model/containers/containers.ts'
import type { ContainerRecord } from '../../../model/containers/records.ts'
import {
  changeContainer,
  createContainer,
  deleteContainer,
  MAXIMUM_NAME_LENGTH,
} from '../../../model/containers/writing.ts'
import type { GrantLevel } from '../../../model/users/records.ts'
import { findWorkspace } from '../../../model/workspaces/workspaces.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, type Context, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import {
  applicationIdOfQuery,
  caller,
  identifier,
  instant,
  notStandalone,
  pageOf,
  pageOfAll,
  paging,
  selectedApplication,
} from '../common.ts'
import { requireMembership } from '../containers/writing.ts'
import {
  EDIT,
  observed,
  type OnOne,
  READ,
  requireLevel,
  SELECTION_ASSUMPTIONS,
  writingOf,
} from '../editing.ts'

const workspace: Shape = {
  name: 'DTOWorkspace',
  schema: () =>
    z.object({
      id: identifier(),
      containerId: identifier(),
      applicationId: identifier(),
      name: z.string(),
      key: z.string(),
      createdAt: instant(),
    }),
  example: {
    id: 301,
    containerId: 3001,
    applicationId: 103,
    name: 'Simulation',
    key: 'SIM',
    createdAt: '2026-01-05T09:00:00.000Z',
  },
}

const group = { ...observed, group: 'Workspaces' } as const

export const workspaceQuery = { applicationId: { ...applicationIdOfQuery, example: '103' } } as const

export const workspaceId = int64({ description: 'Identifier of the workspace.', example: '301' })

const onOne = {
  path: '/standalone/workspaces/{workspaceId}',
  pathParameters: { workspaceId },
  query: workspaceQuery,
} as const

const name = () => z.string().min(1).max(MAXIMUM_NAME_LENGTH)

const list = operation({
  ...group,
  id: 'standalone.workspaces.list',
  summary: 'Lists the workspaces of an application that the caller may read.',
  method: 'GET',
  path: '/standalone/workspaces',
  permission: READ,
  query: { ...workspaceQuery, ...paging },
  success: {
    description: 'A page of workspaces.',
    shape: pageOf('PagedResponseModelDTOWorkspace', workspace),
  },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', ...always('A205')],
  authorise: (input, context) => selectedApplication(context, input.query.applicationId),
  handle(input, context, { id }) {
    const all = readableContainers(context.store, caller(context), id, 'PROJECT')
    return pageOfAll(
      context,
      input.query,
      all.filter(({ type }) => type === 'WORKSPACE'),
      toWorkspace,
    )
  },
})

const create = operation({
  ...group,
  id: 'standalone.workspaces.create',
  summary: 'Makes a workspace.',
  method: 'POST',
  path: '/standalone/workspaces',
  permission: EDIT,
  query: workspaceQuery,
  body: {
    name: 'WorkspaceCreation',
    schema: () =>
      z.object({
        name: name(),
        key: z.string().min(1).max(255).nullish().describe('Made of the id where absent.'),
      }),
    example: { name: 'Wind tunnel', key: 'WIND' },
  },
  success: { status: 201, description: 'The new workspace.', shape: workspace },
  refusals: { 404: 'No such application.', 409: 'The key is taken.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A203', 'A205')],
  authorise(input, context) {
    const application = selectedApplication(context, input.query.applicationId)
    requireMembership(context, application)
    return application
  },
  handle(input, context, application) {
    if (application.type !== 'STANDALONE') throw notStandalone(application)
    const asked = { type: 'WORKSPACE', name: input.body.name, key: input.body.key ?? undefined } as const
    const created = createContainer(writingOf(context), caller(context), application, asked)
    return toWorkspace(created)
  },
})

const read = operation({
  ...group,
  ...onOne,
  id: 'standalone.workspaces.read',
  summary: 'Reads one workspace.',
  method: 'GET',
  permission: READ,
  success: { description: 'The workspace.', shape: workspace },
  refusals: { 404: 'No such application or workspace.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A205')],
  authorise: (input, context) => workspaceFor(context, input, 'read'),
  handle: (_input, _context, found) => toWorkspace(found),
})

const update = operation({
  ...group,
  ...onOne,
  id: 'standalone.workspaces.update',
  summary: 'Renames a workspace.',
  method: 'PUT',
  permission: EDIT,
  body: {
    name: 'WorkspaceUpdate',
    schema: () => z.object({ name: name() }),
    example: { name: 'Flight simulation' },
  },
  success: { description: 'The workspace as it is now.', shape: workspace },
  refusals: { 404: 'No such application or workspace.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A205')],
  authorise: (input, context) => workspaceFor(context, input, 'edit'),
  handle: (input, context, found) => toWorkspace(changeContainer(writingOf(context), found, input.body)),
})

const remove = operation({
  ...group,
  ...onOne,
  id: 'standalone.workspaces.delete',
  exampleAfter: [
    { operation: 'standalone.workspaces.create', parameters: { workspaceId: '$response.body#/id' } },
  ],
  summary: 'Deletes a workspace in which nothing is.',
  method: 'DELETE',
  pathParameters: { workspaceId: { ...workspaceId, example: '302' } },
  permission: EDIT,
  success: { status: 204, description: 'The workspace is gone.' },
  refusals: {
    404: 'No such application or workspace.',
    409: 'Files or ACTIVE requirements are in it, or an import into it is under way.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A204', 'A205')],
  authorise: (input, context) => workspaceFor(context, input, 'edit'),
  handle(_input, context, found) {
    deleteContainer(writingOf(context), found)
  },
})

export const workspaceOperations: readonly Operation[] = [list, create, read, update, remove]

/** A workspace of the selected application, with which the caller may do this. Throws NOT_FOUND or FORBIDDEN. */
export function workspaceFor(
  context: Context,
  { query, path }: OnOne<'workspaceId'>,
  level: GrantLevel,
): ContainerRecord {
  const found = findWorkspace(
    context.store,
    selectedApplication(context, query.applicationId).id,
    path.workspaceId,
  )
  requireLevel(context, found, level)
  return found
}

const toWorkspace = ({
  id,
  applicationId,
  name: title,
  key,
  createdAt,
  workspaceId: own,
}: ContainerRecord) => ({
  id: own,
  containerId: id,
  applicationId,
  name: title,
  key,
  createdAt: formatInstant(createdAt),
})
