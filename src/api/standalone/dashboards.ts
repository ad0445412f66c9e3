/** Dashboards of project containers, one of which is the default one (service §4.1 names the group and nothing more). */
import * as z from 'zod'
import type { ContainerRecord } from '../../model/containers/records.ts'
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
} from '../../model/dashboards/dashboards.ts'
import { type DashboardRecord, type Widget, WIDGET_TYPES } from '../../model/dashboards/records.ts'
import { MAXIMUM_WIDGETS } from '../../model/dashboards/widgets.ts'
import type { GrantLevel } from '../../model/users/records.ts'
import { formatInstant } from '../../world/duration.ts'
import { type Context, operation, type Operation, type Shape } from '../operation.ts'
import { type Int64, int64, sort, string } from '../parameter.ts'
import {
  applicationIdOfQuery,
  caller,
  comparatorOf,
  identifier,
  instant,
  pageOf,
  pageOfAll,
  paging,
  passesText,
  selectedApplication,
  withoutNulls,
} from './common.ts'
import {
  EDIT,
  observed,
  projectFor,
  projectOf,
  READ,
  requireLevel,
  SELECTION_ASSUMPTIONS,
} from './editing.ts'

const group = { ...observed, group: 'Dashboards' } as const
const SORTABLE = ['id', 'name', 'createdAt'] as const

const text = () => z.string().min(1).max(255)
const position = () => z.int().min(0).max(1000)
const widget = () =>
  z.object({
    type: z.enum(WIDGET_TYPES),
    title: text(),
    query: z.string().optional().describe('Which requirements; all of the container when absent.'),
    formula: z.string().optional().describe('Of an AGGREGATION or a CALCULATION.'),
    matrixId: identifier().min(1).optional().describe('The saved matrix of a MATRIX.'),
    templateId: identifier().min(1).optional().describe('The template of a TEMPLATE.'),
    text: z.string().max(20_000).optional().describe('Of a TEXT.'),
    layout: z
      .object({ column: position(), row: position(), width: position().min(1), height: position().min(1) })
      .optional(),
  })
/** A widget as bodies give it: what it has no value for may be null. */
const sentWidget = () => {
  const { type, title, ...others } = widget().shape
  const nullable = Object.entries(others).map(([field, schema]) => [field, schema.nullable()] as const)
  return z.object({ type, title, ...Object.fromEntries(nullable) })
}
const widgets = () => z.array(sentWidget()).max(MAXIMUM_WIDGETS) as unknown as z.ZodType<Widget[]>
const description = () => z.string().max(10_000)

const EXAMPLE_WIDGETS = [
  { type: 'AGGREGATION', title: 'Cost of it all', formula: 'SUM(ext@Cost)' },
  { type: 'REQUIREMENTS', title: 'What is critical', query: "@Priority = 'High'" },
]

const dashboard: Shape = {
  name: 'DTODashboard',
  schema: () =>
    z.object({
      id: identifier(),
      applicationId: identifier(),
      containerId: identifier(),
      name: z.string(),
      description: z.string().optional(),
      default: z.boolean().describe('Whether it is the default one of its container.'),
      widgets: z.array(widget()),
      createdAt: instant(),
      updatedAt: instant(),
    }),
  example: {
    id: 1,
    applicationId: 101,
    containerId: 1001,
    name: 'Overview',
    default: true,
    widgets: EXAMPLE_WIDGETS,
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
  },
}

const creation = () =>
  z.object({
    containerId: identifier(),
    name: text(),
    description: description().nullish(),
    widgets: widgets().nullish(),
  })
const change = () =>
  z.object({
    name: text().nullish(),
    description: description().nullish().describe('null takes it away.'),
    widgets: widgets().nullish(),
  })

const query = { applicationId: applicationIdOfQuery } as const
const containerId = int64({
  required: true,
  description: 'Identifier of the container, one of level PROJECT.',
  example: '1001',
})
const ofContainer = { pathParameters: {}, query: { ...query, containerId } } as const
const onOne = {
  path: '/dashboards/{dashboardId}',
  pathParameters: {
    dashboardId: int64({ required: true, description: 'Identifier of the dashboard.', example: '1' }),
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
    status: 200,
    description: 'A page of dashboards.',
    shape: pageOf('PagedResponseModelDTODashboard', dashboard),
  },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', 'A35', 'A43', 'A224'],
  authorise: (input, context) => void projectOfQuery(context, input.query, 'read'),
  handle(input, context) {
    for (const id of ['A35', 'A224'] as const) context.assume(id)
    const { name, search, sort: criteria = [] } = input.query
    const wanted = dashboardsOf(context.store, projectOfQuery(context, input.query, 'read'))
      .filter((one) => passesText(context, name, one.name) && contains(one, search))
      .toSorted(comparatorOf(criteria, (one, property) => one[property as (typeof SORTABLE)[number]]))
    return pageOfAll(context, input.query, wanted, toDashboard)
  },
})

const create = operation({
  ...group,
  id: 'standalone.dashboard.create',
  summary: 'Makes a dashboard.',
  method: 'POST',
  path: '/dashboards',
  permission: EDIT,
  pathParameters: {},
  query,
  body: {
    name: 'DashboardCreation',
    required: true,
    schema: creation,
    example: { containerId: 1001, name: 'Costs', widgets: EXAMPLE_WIDGETS },
  },
  success: { status: 201, description: 'The new dashboard.', shape: dashboard },
  refusals: { 404: 'No such application, container, matrix or template.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A224'],
  authorise: (input, context) =>
    void projectOfBody(context, input.query.applicationId, input.body.containerId),
  handle(input, context) {
    context.assume('A224')
    const project = projectOfBody(context, input.query.applicationId, input.body.containerId)
    return {
      status: 201,
      body: toDashboard(createDashboard(authorOf(context), project, contentOf(input.body))),
    }
  },
})

const readDefault = operation({
  ...group,
  ...ofContainer,
  id: 'standalone.dashboard.readDefault',
  summary: 'Reads the default dashboard of a project container.',
  method: 'GET',
  path: '/dashboards/default',
  permission: READ,
  success: { status: 200, description: 'The default dashboard.', shape: dashboard },
  refusals: { 404: 'No such application or container, or it has no default dashboard.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A224', 'A225'],
  authorise: (input, context) => void projectOfQuery(context, input.query, 'read'),
  handle(input, context) {
    for (const id of ['A224', 'A225'] as const) context.assume(id)
    const project = projectOfQuery(context, input.query, 'read')
    return { status: 200, body: toDashboard(findDefaultDashboard(context.store, project)) }
  },
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
    required: true,
    schema: () => change().extend({ name: text() }),
    example: { name: 'Overview', widgets: EXAMPLE_WIDGETS },
  },
  success: { status: 200, description: 'The default dashboard as it is now.', shape: dashboard },
  refusals: { 404: 'No such application, container, matrix or template.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A224', 'A225'],
  authorise: (input, context) => void projectOfQuery(context, input.query, 'edit'),
  handle(input, context) {
    for (const id of ['A224', 'A225'] as const) context.assume(id)
    const project = projectOfQuery(context, input.query, 'edit')
    const writing = authorOf(context)
    const before = defaultDashboard(context.store, project)
    const after =
      before === undefined
        ? makeDefault(context.store, createDashboard(writing, project, contentOf(input.body)))
        : changeDashboard(writing, project, before, changesOf(input.body))
    return { status: 200, body: toDashboard(after) }
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
  assumptions: [...SELECTION_ASSUMPTIONS, 'A225'],
  authorise: (input, context) => void projectOfQuery(context, input.query, 'edit'),
  handle(input, context) {
    context.assume('A225')
    dropDefault(context.store, projectOfQuery(context, input.query, 'edit'))
    return { status: 204 }
  },
})

const read = operation({
  ...group,
  ...onOne,
  id: 'standalone.dashboard.read',
  summary: 'Reads one dashboard.',
  method: 'GET',
  permission: READ,
  success: { status: 200, description: 'The dashboard.', shape: dashboard },
  refusals: NONE,
  assumptions: [...SELECTION_ASSUMPTIONS, 'A224'],
  authorise: (input, context) =>
    void dashboardFor(context, input.query.applicationId, input.path.dashboardId, 'read'),
  handle(input, context) {
    context.assume('A224')
    const found = dashboardFor(context, input.query.applicationId, input.path.dashboardId, 'read')
    return { status: 200, body: toDashboard(found.dashboard) }
  },
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
    required: true,
    schema: change,
    example: { name: 'At a glance', widgets: EXAMPLE_WIDGETS },
  },
  success: { status: 200, description: 'The dashboard as it is now.', shape: dashboard },
  refusals: { 404: 'No such application, dashboard, matrix or template.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A224'],
  authorise: (input, context) =>
    void dashboardFor(context, input.query.applicationId, input.path.dashboardId, 'edit'),
  handle(input, context) {
    context.assume('A224')
    const found = dashboardFor(context, input.query.applicationId, input.path.dashboardId, 'edit')
    const after = changeDashboard(authorOf(context), found.project, found.dashboard, changesOf(input.body))
    return { status: 200, body: toDashboard(after) }
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
  assumptions: [...SELECTION_ASSUMPTIONS, 'A224'],
  authorise: (input, context) =>
    void dashboardFor(context, input.query.applicationId, input.path.dashboardId, 'edit'),
  handle(input, context) {
    context.assume('A224')
    const found = dashboardFor(context, input.query.applicationId, input.path.dashboardId, 'edit')
    deleteDashboard(context.store, found.dashboard)
    return { status: 204 }
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
  success: { status: 200, description: 'The dashboard, which is the default one now.', shape: dashboard },
  refusals: NONE,
  assumptions: [...SELECTION_ASSUMPTIONS, 'A224', 'A225'],
  authorise: (input, context) =>
    void dashboardFor(context, input.query.applicationId, input.path.dashboardId, 'edit'),
  handle(input, context) {
    for (const id of ['A224', 'A225'] as const) context.assume(id)
    const found = dashboardFor(context, input.query.applicationId, input.path.dashboardId, 'edit')
    return { status: 200, body: toDashboard(makeDefault(context.store, found.dashboard)) }
  },
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
  return { world: context.world, store: context.store, user: caller(context) }
}

type Changes = z.infer<ReturnType<typeof change>>

/** What a body says of a new dashboard. */
function contentOf<B extends Changes>(body: B) {
  const { widgets: sent, ...others } = withoutNulls(body)
  return { ...others, widgets: sent?.map(withoutNulls) }
}

/** What a body changes of a dashboard; a description that is null goes. */
function changesOf(body: Changes) {
  return { ...contentOf(body), description: body.description }
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

function dashboardFor(context: Context, applicationId: number | undefined, id: Int64, level: GrantLevel) {
  const found = findDashboard(context.store, selectedApplication(context, applicationId).id, id)
  const project = projectOf(context, found)
  requireLevel(context, project, level)
  return { dashboard: found, project }
}

const toDashboard = (record: DashboardRecord) => ({
  id: record.id,
  applicationId: record.applicationId,
  containerId: record.projectContainerId,
  name: record.name,
  description: record.description,
  default: record.isDefault,
  widgets: record.widgets,
  createdAt: formatInstant(record.createdAt),
  updatedAt: formatInstant(record.updatedAt),
})
