/** Containers and projects of an application, at experimental addresses (service §4.1). */
import { z } from '../../framework/zod.ts'
import {
  CONTAINER_LEVELS,
  CONTAINER_TYPES,
  type ContainerLevel,
  type ContainerRecord,
  type ContainerType,
  containers,
  LEVEL_OF_TYPE,
} from '../../../model/records/service/containers.ts'
import { findContainer, readableContainers } from '../../../model/finding/containers.ts'
import { requireContainerRead } from '../../../model/finding/permissions.ts'
import { always, type Context, operation, type Operation, type ValuesOf } from '../../framework/operation.ts'
import { int64, oneOf, sort, type SortCriterion, string } from '../../framework/parameter.ts'
import { applicationId, caller, experimental, identifier, pick } from '../common.ts'
import { visitedApplication } from '../applications/scope.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { comparatorOf, matches, pageOf, pageOfAll, paging, passesText } from '../paging.ts'

export const container = {
  name: 'DTOContainer',
  schema: () =>
    z.object({
      id: identifier(),
      applicationId: identifier(),
      parentContainerId: identifier().optional(),
      type: z.enum(CONTAINER_TYPES),
      level: z.enum(CONTAINER_LEVELS),
      name: z.string(),
      key: z.string().optional(),
      spaceId: identifier().optional(),
      spaceKey: z.string().optional(),
      pageId: identifier().optional(),
      projectId: identifier().optional(),
      issueId: identifier().optional(),
      workspaceId: identifier().optional(),
      fileName: z.string().optional(),
    }),
  example: {
    id: 1001,
    applicationId: 101,
    type: 'SPACE',
    level: 'PROJECT',
    name: 'Engineering',
    key: 'ENG',
    spaceId: 1,
    spaceKey: 'ENG',
  },
}

export const toContainer = (record: ContainerRecord) => ({
  ...pick(record, 'id', 'applicationId', 'parentContainerId', 'type', 'level', 'name', 'key'),
  ...pick(record, ...IDENTIFIERS[record.type]),
})

const SORTABLE = ['id', 'key', 'name', 'type', 'level'] as const

const group = { ...experimental, group: 'Containers - Alias' } as const

export const containerPage = pageOf(container)

/** What a filter by a project container means in a search for its documents. */
const OF_DOCUMENTS = 'With type PAGE, ISSUE or FILE, or level DOCUMENT: the one that contains them.'

export const containerFilters = {
  type: oneOf<ContainerType, object>(CONTAINER_TYPES, { description: 'The type of container.' }),
  level: oneOf<ContainerLevel, object>(CONTAINER_LEVELS, { description: 'The level of container.' }),
  parentContainerId: int64({ description: 'The parent container.' }),
  spaceId: int64({ description: `The id of a wiki space. ${OF_DOCUMENTS}` }),
  spaceKey: string({ maximumLength: 255, description: `The key of a wiki space. ${OF_DOCUMENTS}` }),
  pageId: int64({ description: 'The id of a wiki page.' }),
  projectId: int64({ description: `The id of a tracker project. ${OF_DOCUMENTS}` }),
  issueId: int64({ description: 'The id of a tracker issue.' }),
  workspaceId: int64({ description: `The id of a workspace. ${OF_DOCUMENTS}` }),
  fileName: string({ maximumLength: 255, description: 'The name of a file.' }),
  ...paging,
  sort: sort(SORTABLE, { description: 'Order of the items.' }),
} as const

const listContainers = operation({
  ...group,
  id: 'standalone.container.list',
  summary: 'Lists the containers of an application that the caller may read.',
  path: '/applications/{applicationId}/containers',
  pathParameters: { applicationId },
  query: containerFilters,
  success: { description: 'A page of containers.', shape: containerPage },
  assumptions: ['A15', 'A22', 'A27', 'A28', 'A29', 'A35', 'A43'],
  authorise: ({ path }, context) => visitedApplication(context, path.applicationId),
  handle: ({ query }, context, { id }) => containersPage(context, id, query),
})

const readContainer = operation({
  ...group,
  id: 'standalone.container.read',
  summary: 'Returns a container.',
  path: '/applications/{applicationId}/containers/{containerId}',
  pathParameters: {
    applicationId,
    containerId: int64({ description: 'Identifier of the container.', example: '1001' }),
  },
  success: { description: 'The container.', shape: container },
  assumptions: ['A15', 'A27', ...always('A28')],
  authorise({ path }, context) {
    const { id } = visitedApplication(context, path.applicationId)
    const found = findContainer(context.store, id, path.containerId)
    requireContainerRead(context.store, context.user, found)
    return found
  },
  handle: (_input, context, found) => showContainer(context)(found),
})

const listProjects = operation({
  ...group,
  id: 'standalone.project.list',
  summary: 'Lists the project containers of an application that the caller may read.',
  path: '/applications/{applicationId}/projects',
  pathParameters: { applicationId },
  query: { ...paging, sort: sort(SORTABLE, { description: 'Order of the items.' }) },
  success: { description: 'A page of containers.', shape: containerPage },
  assumptions: ['A15', 'A22', 'A27', 'A28', 'A35'],
  authorise: ({ path }, context) => visitedApplication(context, path.applicationId),
  handle({ query }, context, { id }) {
    const projects = readable(context, id, 'PROJECT')
    return pageOfAll(context, query, inOrder(context, projects, query.sort), showContainer(context))
  },
})

/** A page of the containers of an application that match the filters and that the caller may read. */
export function containersPage(
  context: Context,
  application: number,
  query: ValuesOf<typeof containerFilters>,
) {
  if (query.type !== undefined || query.level !== undefined) context.note(ledger.containerTypes)
  const { type, parentContainerId, spaceId, spaceKey, pageId, projectId, issueId, workspaceId, fileName } =
    query
  const holderOf = selectsDocuments(query)
    ? ({ projectContainerId }: ContainerRecord) => context.store.table(containers).get(projectContainerId)
    : (record: ContainerRecord) => record
  const wanted = readable(context, application, query.level).filter((record) => {
    const holder = holderOf(record)
    return (
      matches(record, { type, parentContainerId, pageId, issueId }) &&
      matches<Partial<ContainerRecord>>(holder ?? {}, { spaceId, projectId, workspaceId }) &&
      passesText(context, spaceKey, holder?.spaceKey) &&
      passesText(context, fileName, record.fileName)
    )
  })
  return pageOfAll(context, query, inOrder(context, wanted, query.sort), showContainer(context))
}

export const containerOperations: readonly Operation[] = [listContainers, readContainer, listProjects]

/** Converts containers to their wire shape. Each lacks the identifiers of the other types (A21). */
function showContainer(context: Context) {
  return (record: ContainerRecord) => {
    context.note(ledger.absentFields)
    return toContainer(record)
  }
}

function readable(
  context: Context,
  application: number,
  level: ContainerLevel | undefined,
): ContainerRecord[] {
  context.note(ledger.containerPermissions)
  context.note(ledger.containerFields)
  return readableContainers(context.store, caller(context), application, level)
}

/** Whether a search is for pages, issues or files only. They have no space id themselves, but their project has. */
function selectsDocuments({ type, level }: Partial<ValuesOf<typeof containerFilters>>): boolean {
  return level === 'DOCUMENT' || (type !== undefined && LEVEL_OF_TYPE[type] === 'DOCUMENT')
}

function inOrder(
  context: Context,
  records: ContainerRecord[],
  criteria: readonly SortCriterion[] | undefined,
): readonly ContainerRecord[] {
  context.note(ledger.standaloneOrder)
  if (criteria === undefined) return records
  return records.toSorted(
    comparatorOf(criteria, (record, property) => record[property as (typeof SORTABLE)[number]] ?? ''),
  )
}

/** The identifiers of each type of container in its own product. */
const IDENTIFIERS: Readonly<Record<ContainerType, readonly (keyof ContainerRecord)[]>> = {
  SPACE: ['spaceId', 'spaceKey'],
  PAGE: ['pageId'],
  PROJECT: ['projectId'],
  ISSUE: ['issueId'],
  WORKSPACE: ['workspaceId'],
  FILE: ['fileName'],
}
