/** Workspaces of a standalone application (service §4.1). */
import { givenName } from '../../shared/given-name.ts'
import { z } from '../../framework/zod.ts'
import { readableContainers } from '../../../model/finding/containers.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { changeContainer, createContainer, deleteContainer } from '../../../model/containers/writing.ts'
import type { GrantLevel } from '../../../model/records/service/users.ts'
import { findWorkspace } from '../../../model/workspaces/workspaces.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import { applicationIdOfQuery, notStandalone, selectedApplication } from '../applications/scope.ts'
import { caller, identifier, instant } from '../common.ts'
import { pageOf, pageOfAll, paging } from '../paging.ts'
import { requireMembership } from '../containers/writing.ts'
import {
  applicationFor,
  EDIT,
  editing,
  ofApplication,
  type OnOne,
  reading,
  requireLevel,
  SELECTION_ASSUMPTIONS,
  writingOf,
} from '../editing.ts'

const workspace = {
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

export const group = {
  ...ofApplication,
  group: 'Workspaces',
  query: { applicationId: { ...applicationIdOfQuery, example: '103' } },
} as const

export const workspaceId = int64({ description: 'Identifier of the workspace.', example: '301' })

const onOne = {
  ...group,
  path: '/standalone/workspaces/{workspaceId}',
  pathParameters: { workspaceId },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A205')],
  refusals: { 404: 'No such application or workspace.' },
} as const

const list = operation({
  ...group,
  ...reading(applicationFor),
  id: 'standalone.workspaces.list',
  summary: 'Lists the workspaces of an application that the caller may read.',
  path: '/standalone/workspaces',
  query: { ...group.query, ...paging },
  success: { description: 'A page of workspaces.', shape: pageOf(workspace) },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', ...always('A205')],
  handle(input, context, { id }) {
    const projects = readableContainers(context.store, caller(context), id, 'PROJECT')
    const workspaces = projects.filter(({ type }) => type === 'WORKSPACE')
    return pageOfAll(context, input.query, workspaces, toWorkspace)
  },
})

const create = operation({
  ...group,
  id: 'standalone.workspaces.create',
  summary: 'Creates a workspace.',
  method: 'POST',
  path: '/standalone/workspaces',
  permission: EDIT,
  body: {
    name: 'WorkspaceCreation',
    schema: () =>
      z.object({
        name: givenName(),
        key: z.string().min(1).max(255).nullish().describe('The key. Default: derived from the id.'),
      }),
    example: { name: 'Wind tunnel', key: 'WIND' },
  },
  success: { status: 201, description: 'The new workspace.', shape: workspace },
  refusals: { 404: 'No such application.', 409: 'The key is already used.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A203', 'A205')],
  authorise(input, context) {
    const application = selectedApplication(context, input.query.applicationId)
    requireMembership(context, application)
    return application
  },
  handle(input, context, application) {
    if (application.type !== 'STANDALONE') throw notStandalone(application)
    const content = { type: 'WORKSPACE', name: input.body.name, key: input.body.key ?? undefined } as const
    return toWorkspace(createContainer(writingOf(context), caller(context), application, content))
  },
})

const read = operation({
  ...onOne,
  ...reading(workspaceFor),
  id: 'standalone.workspaces.read',
  summary: 'Returns a workspace.',
  success: { description: 'The workspace.', shape: workspace },
  handle: (_input, _context, found) => toWorkspace(found),
})

const update = operation({
  ...onOne,
  ...editing('PUT', workspaceFor),
  id: 'standalone.workspaces.update',
  summary: 'Renames a workspace.',
  body: {
    name: 'WorkspaceUpdate',
    schema: () => z.object({ name: givenName() }),
    example: { name: 'Flight simulation' },
  },
  success: { description: 'The updated workspace.', shape: workspace },
  handle: (input, context, found) => toWorkspace(changeContainer(writingOf(context), found, input.body)),
})

const remove = operation({
  ...onOne,
  ...editing('DELETE', workspaceFor),
  id: 'standalone.workspaces.delete',
  exampleAfter: [
    { operation: 'standalone.workspaces.create', parameters: { workspaceId: '$response.body#/id' } },
  ],
  summary: 'Deletes an empty workspace.',
  pathParameters: { workspaceId: { ...workspaceId, example: '302' } },
  success: { status: 204, description: 'The workspace was deleted.' },
  refusals: {
    404: 'No such application or workspace.',
    409: 'It has files, ACTIVE requirements or a running import.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A204', 'A205')],
  handle: (_input, context, found) => deleteContainer(writingOf(context), found),
})

export const workspaceOperations: readonly Operation[] = [list, create, read, update, remove]

/** A workspace of the selected application that the caller may read or edit. Throws NOT_FOUND or FORBIDDEN. */
export function workspaceFor(
  context: Context,
  { query, path }: OnOne<'workspaceId'>,
  level: GrantLevel,
): ContainerRecord {
  const application = selectedApplication(context, query.applicationId)
  const found = findWorkspace(context.store, application.id, path.workspaceId)
  requireLevel(context, found, level)
  return found
}

const toWorkspace = (record: ContainerRecord) => ({
  id: record.workspaceId ?? record.id,
  containerId: record.id,
  applicationId: record.applicationId,
  name: record.name,
  key: record.key ?? '',
  createdAt: formatInstant(record.createdAt),
})
