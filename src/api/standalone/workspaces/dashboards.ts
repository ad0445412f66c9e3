/** Dashboards of project containers, one of which is the default one (service §4.1 names the group and nothing more). */
import type { ContainerRecord } from '../../../model/containers/records.ts'
import {
  changeDashboard,
  createDashboard,
  dashboardsOf,
  defaultDashboard,
  deleteDashboard,
  dropDefault,
  findDashboard,
  findDefaultDashboard,
  makeDefault,
} from '../../../model/dashboards/dashboards.ts'
import type { GrantLevel } from '../../../model/users/records.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { type Int64, int64, sort, string } from '../../framework/parameter.ts'
import { formulaGrammar } from '../../shared/query-assumptions.ts'
import {
  applicationIdOfQuery,
  caller,
  pageOf,
  paging,
  passesText,
  selectedApplication,
  sortedPage,
} from '../common.ts'
import {
  change,
  changesOf,
  contentOf,
  creation,
  dashboard,
  EXAMPLE_WIDGETS,
  newDefault,
  toDashboard,
} from './dashboard-shape.ts'
import {
  EDIT,
  observed,
  type OnOne,
  projectFor,
  projectOf,
  READ,
  requireLevel,
  SELECTION_ASSUMPTIONS,
} from '../editing.ts'

const group = { ...observed, group: 'Dashboards' } as const
const SORTABLE = ['id', 'name', 'createdAt'] as const

const query = { applicationId: applicationIdOfQuery } as const
const containerId = int64({
  required: true,
  description: 'Identifier of the container, one of level PROJECT.',
  example: '1001',
})
const ofContainer = { query: { ...query, containerId } } as const
const onOne = {
  path: '/dashboards/{dashboardId}',
  pathParameters: {
    dashboardId: int64({ description: 'Identifier of the dashboard.', example: '1' }),
  },
  query,
} as const
const NONE = { 404: 'No such application or dashboard.' } as const

const list = operation({
  ...group,
  ...ofContainer,
  id: 'standalone.dashboard.list',
  summary: 'Lists the dashboards of a project container.',
  method: 'GET',
  path: '/dashboards',
  permission: READ,
  query: {
    ...query,
    containerId,
    name: string({ maximumLength: 255, description: 'The name.' }),
    search: string({
      maximumLength: 255,
      description: 'What name or description contain, in any letter case.',
    }),
    ...paging,
    sort: sort(SORTABLE, { description: 'Order of the items.' }),
  },
  success: {
    description: 'A page of dashboards.',
    shape: pageOf('PagedResponseModelDTODashboard', dashboard),
  },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', ...always('A35'), 'A43', ...always('A224')],
  authorise: (input, context) => projectOfQuery(context, input.query, 'read'),
  handle(input, context, project) {
    const { name, search } = input.query
    const wanted = dashboardsOf(context.store, project).filter(
      (one) => passesText(context, name, one.name) && contains(one, search),
    )
    return sortedPage(context, input.query, wanted, toDashboard)
  },
})

const create = operation({
  ...group,
  id: 'standalone.dashboard.create',
  summary: 'Makes a dashboard.',
  method: 'POST',
  path: '/dashboards',
  permission: EDIT,
  query,
  body: {
    name: 'DashboardCreation',
    schema: creation,
    example: { containerId: 1001, name: 'Costs', widgets: EXAMPLE_WIDGETS },
  },
  success: { status: 201, description: 'The new dashboard.', shape: dashboard },
  refusals: { 404: 'No such application, container, matrix or template.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A224')],
  authorise: (input, context) => projectOfBody(context, input.query.applicationId, input.body.containerId),
  handle: (input, context, project) =>
    toDashboard(createDashboard(authorOf(context), project, contentOf(input.body))),
})

const readDefault = operation({
  ...group,
  ...ofContainer,
  id: 'standalone.dashboard.readDefault',
  summary: 'Reads the default dashboard of a project container.',
  method: 'GET',
  path: '/dashboards/default',
  permission: READ,
  success: { description: 'The default dashboard.', shape: dashboard },
  refusals: { 404: 'No such application or container, or it has no default dashboard.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A224', 'A225')],
  authorise: (input, context) => projectOfQuery(context, input.query, 'read'),
  handle: (_input, context, project) => toDashboard(findDefaultDashboard(context.store, project)),
})

const writeDefault = operation({
  ...group,
  ...ofContainer,
  id: 'standalone.dashboard.updateDefault',
  summary: 'Changes the default dashboard of a project container, or makes it.',
  method: 'PUT',
  path: '/dashboards/default',
  permission: EDIT,
  body: {
    name: 'DefaultDashboard',
    schema: change,
    example: { name: 'Overview', widgets: EXAMPLE_WIDGETS },
  },
  success: { description: 'The default dashboard as it is now.', shape: dashboard },
  refusals: { 404: 'No such application, container, matrix or template.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A224', 'A225')],
  authorise: (input, context) => projectOfQuery(context, input.query, 'edit'),
  handle(input, context, project) {
    const writing = authorOf(context)
    const before = defaultDashboard(context.store, project)
    const after =
      before === undefined
        ? makeDefault(context.store, createDashboard(writing, project, newDefault(project, input.body)))
        : changeDashboard(writing, project, before, changesOf(input.body))
    return toDashboard(after)
  },
})

const removeDefault = operation({
  ...group,
  ...ofContainer,
  id: 'standalone.dashboard.deleteDefault',
  summary: 'Leaves a project container without a default dashboard.',
  method: 'DELETE',
  path: '/dashboards/default',
  permission: EDIT,
  success: { status: 204, description: 'No dashboard is the default one; the one that was stays.' },
  refusals: { 404: 'No such application or container, or it has no default dashboard.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A225')],
  authorise: (input, context) => projectOfQuery(context, input.query, 'edit'),
  handle(_input, context, project) {
    dropDefault(context.store, project)
  },
})

const read = operation({
  ...group,
  ...onOne,
  id: 'standalone.dashboard.read',
  summary: 'Reads one dashboard.',
  method: 'GET',
  permission: READ,
  success: { description: 'The dashboard.', shape: dashboard },
  refusals: NONE,
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A224')],
  authorise: (input, context) => dashboardFor(context, input, 'read'),
  handle: (_input, _context, found) => toDashboard(found.dashboard),
})

const update = operation({
  ...group,
  ...onOne,
  id: 'standalone.dashboard.update',
  summary: 'Changes a dashboard; what is absent stays.',
  method: 'PUT',
  permission: EDIT,
  body: {
    name: 'DashboardUpdate',
    schema: change,
    example: { name: 'At a glance', widgets: EXAMPLE_WIDGETS },
  },
  success: { description: 'The dashboard as it is now.', shape: dashboard },
  refusals: { 404: 'No such application, dashboard, matrix or template.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A224')],
  authorise: (input, context) => dashboardFor(context, input, 'edit'),
  handle(input, context, found) {
    const after = changeDashboard(authorOf(context), found.project, found.dashboard, changesOf(input.body))
    return toDashboard(after)
  },
})

const remove = operation({
  ...group,
  ...onOne,
  id: 'standalone.dashboard.delete',
  summary: 'Deletes a dashboard.',
  method: 'DELETE',
  permission: EDIT,
  success: { status: 204, description: 'The dashboard is gone.' },
  refusals: NONE,
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A224')],
  authorise: (input, context) => dashboardFor(context, input, 'edit'),
  handle(_input, context, found) {
    deleteDashboard(context.store, found.dashboard)
  },
})

const promote = operation({
  ...group,
  ...onOne,
  id: 'standalone.dashboard.makeDefault',
  summary: 'Makes a dashboard the default one of its container.',
  method: 'POST',
  path: '/dashboards/{dashboardId}/make-default',
  permission: EDIT,
  success: { description: 'The dashboard, which is the default one now.', shape: dashboard },
  refusals: NONE,
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A224', 'A225')],
  authorise: (input, context) => dashboardFor(context, input, 'edit'),
  handle: (_input, context, found) => toDashboard(makeDefault(context.store, found.dashboard)),
})

export const dashboardOperations: readonly Operation[] = [
  list,
  create,
  readDefault,
  writeDefault,
  removeDefault,
  read,
  update,
  remove,
  promote,
]

/** In whose name, and where, the exchange writes. */
export function authorOf(context: Context) {
  return {
    world: context.world,
    store: context.store,
    user: caller(context),
    grammar: formulaGrammar(context),
  }
}

/** Whether name or description contain a text, in any letter case; an absent text is contained in everything. */
export function contains(
  one: { readonly name: string; readonly description?: string },
  search: string | undefined,
): boolean {
  if (search === undefined) return true
  const wanted = search.toLowerCase()
  return [one.name, one.description ?? ''].some((part) => part.toLowerCase().includes(wanted))
}

/** The project container that `containerId` of a query names. Throws NOT_FOUND or FORBIDDEN. */
export function projectOfQuery(
  context: Context,
  asked: { readonly applicationId: number | undefined; readonly containerId: Int64 },
  level: GrantLevel,
): ContainerRecord {
  const application = selectedApplication(context, asked.applicationId)
  return projectFor(context, application, "query parameter 'containerId'", asked.containerId, level)
}

/** The project container that `containerId` of a body names, which the caller may edit. */
export function projectOfBody(
  context: Context,
  applicationId: number | undefined,
  id: number,
): ContainerRecord {
  const application = selectedApplication(context, applicationId)
  return projectFor(context, application, "body field 'containerId'", id, 'edit')
}

function dashboardFor(context: Context, { query, path }: OnOne<'dashboardId'>, level: GrantLevel) {
  const application = selectedApplication(context, query.applicationId)
  const found = findDashboard(context.store, application.id, path.dashboardId)
  const project = projectOf(context, found)
  requireLevel(context, project, level)
  return { dashboard: found, project }
}
