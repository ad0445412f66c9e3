/** Containers by id: listing, making, changing and deleting them (service §4.1). */
import { z } from '../../framework/zod.ts'
import { CONTAINER_TYPES, type ContainerRecord } from '../../../model/containers/records.ts'
import {
  changeContainer,
  createContainer,
  deleteContainer,
  MAXIMUM_NAME_LENGTH,
} from '../../../model/containers/writing.ts'
import { forbidden, mayReadApplication } from '../../../model/users/permissions.ts'
import type { ApplicationRecord } from '../../../model/applications/records.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import { applicationIdOfQuery, caller, identifier, selectedApplication } from '../common.ts'
import { answerContainers, container, containerFilters, containerPage, toContainer } from './containers.ts'
import {
  containerFor,
  containerOfBody,
  EDIT,
  observed,
  READ,
  SELECTION_ASSUMPTIONS,
  writingOf,
} from '../editing.ts'

const group = { ...observed, group: 'Containers' } as const
const query = { applicationId: applicationIdOfQuery } as const
const onOne = {
  path: '/containers/{containerId}',
  pathParameters: {
    containerId: int64({ description: 'Identifier of the container.', example: '1102' }),
  },
  query,
} as const

const list = operation({
  ...group,
  id: 'standalone.containers.list',
  summary: 'Lists the containers of an application that the caller may read.',
  method: 'GET',
  path: '/containers',
  permission: READ,
  query: { ...query, ...containerFilters },
  success: { description: 'A page of containers.', shape: containerPage },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', 'A28', 'A29', 'A35', 'A43'],
  authorise: (input, context) => selectedApplication(context, input.query.applicationId),
  handle: (input, context, { id }) => answerContainers(context, id, input.query),
})

const name = () => z.string().min(1).max(MAXIMUM_NAME_LENGTH)

const creation = () =>
  z.object({
    type: z.enum(CONTAINER_TYPES).describe('PAGE in a wiki; WORKSPACE or FILE in a standalone application.'),
    name: name().describe('The title of a page, the name of a workspace or file.'),
    key: z
      .string()
      .min(1)
      .max(255)
      .nullish()
      .describe('The key of a workspace; made of its id where absent.'),
    parentContainerId: identifier()
      .min(1)
      .nullish()
      .describe('What it goes below: a space or page, or a workspace.'),
  })

const create = operation({
  ...group,
  id: 'standalone.containers.create',
  summary: 'Makes a workspace, a file in a workspace, or a page of a wiki.',
  method: 'POST',
  path: '/containers',
  permission: EDIT,
  query,
  body: {
    name: 'ContainerCreation',
    schema: creation,
    example: { type: 'PAGE', name: 'Ground station', parentContainerId: 1100 },
  },
  success: { status: 201, description: 'The new container.', shape: container },
  refusals: { 404: 'No such application or parent.', 409: 'The key or file name is taken.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A21', 'A28', ...always('A203')],
  authorise(input, context) {
    const application = selectedApplication(context, input.query.applicationId)
    return { application, parent: placeOf(context, application, input.body) }
  },
  handle(input, context, { application, parent }) {
    const { type, name: title, key } = input.body
    const asked = { type, name: title, key: key ?? undefined, parent }
    return show(context, createContainer(writingOf(context), caller(context), application, asked))
  },
})

const read = operation({
  ...group,
  ...onOne,
  id: 'standalone.containers.read',
  summary: 'Reads one container.',
  method: 'GET',
  permission: READ,
  success: { description: 'The container.', shape: container },
  refusals: { 404: 'No such application or container.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A21', 'A28'],
  authorise: (input, context) => containerFor(context, input, 'read'),
  handle: (_input, context, found) => show(context, found),
})

const update = operation({
  ...group,
  ...onOne,
  id: 'standalone.containers.update',
  summary: 'Renames a workspace, file or page, or puts a page below another one.',
  method: 'PUT',
  permission: EDIT,
  body: {
    name: 'ContainerUpdate',
    schema: () =>
      z.object({
        name: name().nullish(),
        parentContainerId: identifier().min(1).nullish().describe('Of the same project container.'),
      }),
    example: { name: 'Power supply' },
  },
  success: { description: 'The container as it is now.', shape: container },
  refusals: {
    404: 'No such application, container or parent.',
    409: 'A space, project or issue; a taken file name; a place below itself.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A21', 'A28', ...always('A203')],
  authorise: (input, context) => containerFor(context, input, 'edit'),
  handle(input, context, found) {
    const { name: title, parentContainerId } = input.body
    const parent =
      parentContainerId === undefined || parentContainerId === null
        ? undefined
        : containerOfBody(
            context,
            { id: found.applicationId },
            'parentContainerId',
            parentContainerId,
            'edit',
          )
    return show(context, changeContainer(writingOf(context), found, { name: title ?? undefined, parent }))
  },
})

const remove = operation({
  ...group,
  ...onOne,
  id: 'standalone.containers.delete',
  exampleAfter: [
    { operation: 'standalone.containers.create', parameters: { containerId: '$response.body#/id' } },
  ],
  summary: 'Deletes a workspace, file or page in which nothing is.',
  method: 'DELETE',
  pathParameters: {
    containerId: int64({ description: 'Identifier of the container.', example: '3102' }),
  },
  permission: EDIT,
  success: { status: 204, description: 'The container is gone.' },
  refusals: {
    404: 'No such application or container.',
    409: 'A space, project or issue; a container is below it, ACTIVE requirements are in it or an import into it is under way.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A203', 'A204')],
  authorise: (input, context) => containerFor(context, input, 'edit'),
  handle(_input, context, found) {
    deleteContainer(writingOf(context), found)
  },
})

export const containerWritingOperations: readonly Operation[] = [list, create, read, update, remove]

function show(context: Context, record: ContainerRecord) {
  context.assume('A28')
  context.assume('A21')
  return toContainer(record)
}

/** What a new container goes below, which the caller may edit; at the top, the application, whose member they are. */
function placeOf(
  context: Context,
  application: ApplicationRecord,
  { parentContainerId }: { readonly parentContainerId?: number | null | undefined },
): ContainerRecord | undefined {
  if (parentContainerId !== undefined && parentContainerId !== null)
    return containerOfBody(context, application, 'parentContainerId', parentContainerId, 'edit')
  requireMembership(context, application)
  return undefined
}

/** Throws a Refusal (FORBIDDEN) unless the caller belongs to an organization of the application. */
export function requireMembership(context: Context, application: ApplicationRecord): void {
  if (mayReadApplication(context.store, caller(context), application)) return
  throw forbidden(context.user, `make containers in application ${application.id}`)
}
