/** Operations on containers by id (service §4.1). */
import { givenName } from '../../shared/given-name.ts'
import { z } from '../../framework/zod.ts'
import { CONTAINER_TYPES, type ContainerRecord } from '../../../model/records/service/containers.ts'
import { changeContainer, createContainer, deleteContainer } from '../../../model/containers/writing.ts'
import { forbiddenTo, mayReadApplication } from '../../../model/finding/permissions.ts'
import type { ApplicationRecord } from '../../../model/records/service/applications.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import { caller, optionalId } from '../common.ts'
import { selectedApplication } from '../applications/scope.ts'
import { containersPage, container, containerFilters, containerPage, toContainer } from './containers.ts'
import * as ledger from '../../framework/ledger-names.ts'
import {
  applicationFor,
  containerFor,
  containerOfBody,
  EDIT,
  editing,
  ofApplication,
  reading,
  SELECTION_ASSUMPTIONS,
  writingOf,
} from '../editing.ts'

const group = { ...ofApplication, group: 'Containers' } as const
const onOne = {
  ...group,
  path: '/containers/{containerId}',
  pathParameters: {
    containerId: int64({ description: 'Identifier of the container.', example: '1102' }),
  },
} as const

const list = operation({
  ...group,
  ...reading(applicationFor),
  id: 'standalone.containers.list',
  summary: 'Lists the containers of an application that the caller may read.',
  path: '/containers',
  query: { ...group.query, ...containerFilters },
  success: { description: 'A page of containers.', shape: containerPage },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', 'A28', 'A29', 'A35', 'A43'],
  handle: (input, context, { id }) => containersPage(context, id, input.query),
})

const creation = () =>
  z.object({
    type: z.enum(CONTAINER_TYPES).describe('PAGE in a wiki; WORKSPACE or FILE in a standalone application.'),
    name: givenName().describe('The title of a page, or the name of a workspace or file.'),
    key: z
      .string()
      .min(1)
      .max(255)
      .nullish()
      .describe('The key of a workspace. Default: derived from its id.'),
    parentContainerId: optionalId('The parent: a space, a page or a workspace.'),
  })

const create = operation({
  ...group,
  id: 'standalone.containers.create',
  summary: 'Creates a workspace, a file in a workspace, or a wiki page.',
  method: 'POST',
  path: '/containers',
  permission: EDIT,
  body: {
    name: 'ContainerCreation',
    schema: creation,
    example: { type: 'PAGE', name: 'Ground station', parentContainerId: 1100 },
  },
  success: { status: 201, description: 'The new container.', shape: container },
  refusals: { 404: 'No such application or parent.', 409: 'The key or file name is already used.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A21', 'A28', ...always('A203')],
  authorise(input, context) {
    const application = selectedApplication(context, input.query.applicationId)
    const parent = parentOf(context, application, input.body)
    if (parent === undefined) requireMembership(context, application)
    return { application, parent }
  },
  handle(input, context, { application, parent }) {
    const { type, name: title, key } = input.body
    const content = { type, name: title, key: key ?? undefined, parent }
    return show(context, createContainer(writingOf(context), caller(context), application, content))
  },
})

const read = operation({
  ...onOne,
  ...reading(containerFor),
  id: 'standalone.containers.read',
  summary: 'Returns a container.',
  success: { description: 'The container.', shape: container },
  refusals: { 404: 'No such application or container.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A21', 'A28'],
  handle: (_input, context, found) => show(context, found),
})

const update = operation({
  ...onOne,
  ...editing('PUT', containerFor),
  id: 'standalone.containers.update',
  summary: 'Renames a workspace, file or page, or moves a page below another page.',
  body: {
    name: 'ContainerUpdate',
    schema: () =>
      z.object({
        name: givenName().nullish(),
        parentContainerId: optionalId('The new parent, in the same project container.'),
      }),
    example: { name: 'Power supply' },
  },
  success: { description: 'The updated container.', shape: container },
  refusals: {
    404: 'No such application, container or parent.',
    409: 'It is a space, project or issue, the file name is already used, or the parent is below the container.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A21', 'A28', ...always('A203')],
  handle(input, context, found) {
    const name = input.body.name ?? undefined
    const parent = parentOf(context, { id: found.applicationId }, input.body)
    return show(context, changeContainer(writingOf(context), found, { name, parent }))
  },
})

const remove = operation({
  ...onOne,
  ...editing('DELETE', containerFor),
  id: 'standalone.containers.delete',
  exampleAfter: [
    { operation: 'standalone.containers.create', parameters: { containerId: '$response.body#/id' } },
  ],
  summary: 'Deletes an empty workspace, file or page.',
  pathParameters: {
    containerId: int64({ description: 'Identifier of the container.', example: '3102' }),
  },
  success: { status: 204, description: 'The container was deleted.' },
  refusals: {
    404: 'No such application or container.',
    409: 'It is a space, project or issue, or it has child containers, ACTIVE requirements or a running import.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A203', 'A204')],
  handle: (_input, context, found) => deleteContainer(writingOf(context), found),
})

export const containerWritingOperations: readonly Operation[] = [list, create, read, update, remove]

function show(context: Context, record: ContainerRecord) {
  context.note(ledger.containerFields)
  context.note(ledger.absentFields)
  return toContainer(record)
}

/** The parent that a body names. Throws FORBIDDEN unless the caller may edit it. */
function parentOf(
  context: Context,
  application: { readonly id: number },
  { parentContainerId: id }: { readonly parentContainerId?: number | null | undefined },
): ContainerRecord | undefined {
  if (id === undefined || id === null) return undefined
  return containerOfBody(context, application, 'parentContainerId', id, 'edit')
}

/** Throws a Refusal (FORBIDDEN) unless the caller belongs to an organization of the application. */
export function requireMembership(context: Context, application: ApplicationRecord): void {
  if (mayReadApplication(context.store, caller(context), application)) return
  throw forbiddenTo(context.user, `make containers in application ${application.id}`)
}
