/** Dashboards in requests and responses (service §4.1 names only the group). */
import { givenName } from '../../shared/given-name.ts'
import type * as zod from 'zod'
import { present } from '../../../model/input/present.ts'
import { z } from '../../framework/zod.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { type DashboardRecord, type Widget, WIDGET_TYPES } from '../../../model/records/service/dashboards.ts'
import { MAXIMUM_WIDGETS } from '../../../model/dashboards/widgets.ts'
import { invalidRequest } from '../../../model/input/errors.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { identifier, instant, pick } from '../common.ts'

const position = () => z.int().min(0).max(1000)
const widget = () =>
  z.object({
    type: z.enum(WIDGET_TYPES),
    title: givenName(),
    query: z.string().optional().describe('Selects requirements. Default: all of the container.'),
    formula: z.string().optional().describe('The formula of an AGGREGATION or CALCULATION.'),
    matrixId: identifier().min(1).optional().describe('The saved matrix of a MATRIX.'),
    templateId: identifier().min(1).optional().describe('The template of a TEMPLATE.'),
    text: z.string().max(20_000).optional().describe('The content of a TEXT.'),
    layout: z
      .object({ column: position(), row: position(), width: position().min(1), height: position().min(1) })
      .optional(),
  })
const sentWidget = () => {
  const { type, title, ...others } = widget().shape
  const nullable = Object.entries(others).map(([field, schema]) => [field, schema.nullable()] as const)
  return z.object({ type, title, ...Object.fromEntries(nullable) })
}
const widgets = () => z.array(sentWidget()).max(MAXIMUM_WIDGETS) as unknown as zod.ZodType<Widget[]>
const description = () => z.string().max(10_000)

export const EXAMPLE_WIDGETS = [
  { type: 'AGGREGATION', title: 'Cost of it all', formula: 'SUM(ext@Cost)' },
  { type: 'REQUIREMENTS', title: 'What is critical', query: "@Priority = 'High'" },
]

export const dashboard = {
  name: 'DTODashboard',
  schema: () =>
    z.object({
      id: identifier(),
      applicationId: identifier(),
      containerId: identifier(),
      name: z.string(),
      description: z.string().optional(),
      default: z.boolean().describe('Whether it is the default of its container.'),
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

export const creation = () =>
  z.object({
    containerId: identifier(),
    name: givenName(),
    description: description().nullish(),
    widgets: widgets().nullish(),
  })
export const change = () =>
  z.object({
    name: givenName().nullish(),
    description: description().nullish().describe('null removes it.'),
    widgets: widgets().nullish(),
  })

type Changes = zod.infer<ReturnType<typeof change>>

/** The content of a body, without what is null. */
export function contentOf<B extends Changes>(body: B) {
  const { widgets, ...others } = body
  return { ...present(others), widgets: widgets?.map(present) }
}

/** The content of a body that creates the default dashboard. Throws INVALID without a name. */
export function newDefault(project: ContainerRecord, body: Changes) {
  const { name, ...others } = contentOf(body)
  if (name !== undefined) return { name, ...others }
  throw invalidRequest(
    "body field 'name'",
    `required, since container ${project.id} has no default dashboard`,
  )
}

/** The changes of a body. A description that is null is removed. */
export function changesOf(body: Changes) {
  return { ...contentOf(body), description: body.description }
}

export const toDashboard = (record: DashboardRecord) => ({
  ...pick(record, 'id', 'applicationId'),
  containerId: record.projectContainerId,
  ...pick(record, 'name', 'description'),
  default: record.isDefault,
  widgets: record.widgets,
  createdAt: formatInstant(record.createdAt),
  updatedAt: formatInstant(record.updatedAt),
})
