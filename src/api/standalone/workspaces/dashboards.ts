/** Dashboards of project containers, each with at most one default dashboard (service §4.1 names only the group). */
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
import type { GrantLevel } from '../../../model/records/service/users.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int64, sort, string } from '../../framework/parameter.ts'
import { formulaGrammar } from '../../shared/query-assumptions.ts'
import { pageOf, paging, passesText, sortedPage } from '../paging.ts'
import { selectedApplication } from '../applications/scope.ts'
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
  editing,
  ofApplication,
  type OnOne,
  projectOf,
  projectOfBody,
  projectOfQuery,
  reading,
  requireLevel,
  SELECTION_ASSUMPTIONS,
  byCaller,
} from '../editing.ts'

const group = { ...ofApplication, group: 'Dashboards' } as const
const SORTABLE = ['id', 'name', 'createdAt'] as const

export const containerId = int64({
  required: true,
  description: 'Identifier of the project container.',
  example: '1001',
})
export const search = string({
  maximumLength: 255,
  description: 'A part of the name or description, in any case.',
})
const onDefault = {
  ...group,
  path: '/dashboards/default',
  query: { ...group.query, containerId },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A224', 'A225')],
  refusals: { 404: 'No such application or container, or it has no default dashboard.' },
} as const
const onOne = {
  ...group,
  path: '/dashboards/{dashboardId}',
  pathParameters: {
    dashboardId: int64({ description: 'Identifier of the dashboard.', example: '1' }),
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A224')],
  refusals: { 404: 'No such application or dashboard.' },
} as const

const list = operation({
  ...group,
  ...reading(projectOfQuery('containerId')),
  id: 'standalone.dashboard.list',
  summary: 'Lists the dashboards of a project container.',
  path: '/dashboards',
  query: {
    ...group.query,
    containerId,
    name: string({ maximumLength: 255, description: 'The name.' }),
    search,
    ...paging,
    sort: sort(SORTABLE, { description: 'Order of the items.' }),
  },
  success: { description: 'A page of dashboards.', shape: pageOf(dashboard) },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', ...always('A35'), 'A43', ...always('A224')],
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
  ...editing('POST', projectOfBody('containerId')),
  id: 'standalone.dashboard.create',
  summary: 'Creates a dashboard.',
  path: '/dashboards',
  body: {
    name: 'DashboardCreation',
    schema: creation,
    example: { containerId: 1001, name: 'Costs', widgets: EXAMPLE_WIDGETS },
  },
  success: { status: 201, description: 'The new dashboard.', shape: dashboard },
  refusals: { 404: 'No such application, container, matrix or template.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A224')],
  handle: (input, context, project) =>
    toDashboard(createDashboard(authorOf(context), project, contentOf(input.body))),
})

const readDefault = operation({
  ...onDefault,
  ...reading(projectOfQuery('containerId')),
  id: 'standalone.dashboard.readDefault',
  summary: 'Returns the default dashboard of a project container.',
  success: { description: 'The default dashboard.', shape: dashboard },
  handle: (_input, context, project) => toDashboard(findDefaultDashboard(context.store, project)),
})

const writeDefault = operation({
  ...onDefault,
  ...editing('PUT', projectOfQuery('containerId')),
  id: 'standalone.dashboard.updateDefault',
  summary: 'Updates or creates the default dashboard of a project container.',
  body: {
    name: 'DefaultDashboard',
    schema: change,
    example: { name: 'Overview', widgets: EXAMPLE_WIDGETS },
  },
  success: { description: 'The updated default dashboard.', shape: dashboard },
  refusals: { 404: 'No such application, container, matrix or template.' },
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
  ...onDefault,
  ...editing('DELETE', projectOfQuery('containerId')),
  id: 'standalone.dashboard.deleteDefault',
  summary: 'Unsets the default dashboard of a project container.',
  success: {
    status: 204,
    description: 'The container has no default dashboard. The dashboard itself still exists.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A225')],
  handle: (_input, context, project) => dropDefault(context.store, project),
})

const read = operation({
  ...onOne,
  ...reading(dashboardFor),
  id: 'standalone.dashboard.read',
  summary: 'Returns a dashboard.',
  success: { description: 'The dashboard.', shape: dashboard },
  handle: (_input, _context, found) => toDashboard(found.dashboard),
})

const update = operation({
  ...onOne,
  ...editing('PUT', dashboardFor),
  id: 'standalone.dashboard.update',
  summary: 'Updates a dashboard. Absent fields keep their values.',
  body: {
    name: 'DashboardUpdate',
    schema: change,
    example: { name: 'At a glance', widgets: EXAMPLE_WIDGETS },
  },
  success: { description: 'The updated dashboard.', shape: dashboard },
  refusals: { 404: 'No such application, dashboard, matrix or template.' },
  handle(input, context, found) {
    const after = changeDashboard(authorOf(context), found.project, found.dashboard, changesOf(input.body))
    return toDashboard(after)
  },
})

const remove = operation({
  ...onOne,
  ...editing('DELETE', dashboardFor),
  id: 'standalone.dashboard.delete',
  summary: 'Deletes a dashboard.',
  success: { status: 204, description: 'The dashboard was deleted.' },
  handle: (_input, context, found) => deleteDashboard(context.store, found.dashboard),
})

const promote = operation({
  ...onOne,
  ...editing('POST', dashboardFor),
  id: 'standalone.dashboard.makeDefault',
  summary: 'Makes a dashboard the default of its container.',
  path: '/dashboards/{dashboardId}/make-default',
  success: { description: 'The new default dashboard.', shape: dashboard },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A224', 'A225')],
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

/** The user who writes, the tables that they write to, and the grammar of their formulas. */
export function authorOf(context: Context) {
  return { ...byCaller(context), grammar: formulaGrammar(context) }
}

/** Whether the name or description contains a text, in any case. True without a text. */
export function contains(
  one: { readonly name: string; readonly description?: string },
  search: string | undefined,
): boolean {
  if (search === undefined) return true
  const wanted = search.toLowerCase()
  return [one.name, one.description ?? ''].some((part) => part.toLowerCase().includes(wanted))
}

function dashboardFor(context: Context, { query, path }: OnOne<'dashboardId'>, level: GrantLevel) {
  const application = selectedApplication(context, query.applicationId)
  const found = findDashboard(context.store, application.id, path.dashboardId)
  const project = projectOf(context, found)
  requireLevel(context, project, level)
  return { dashboard: found, project }
}
