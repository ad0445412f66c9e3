/** Dashboards: pages of widgets over the requirements of a project container (service §4.1 names the group). */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const WIDGET_TYPES = [
  'REQUIREMENTS',
  'AGGREGATION',
  'CALCULATION',
  'MATRIX',
  'TEMPLATE',
  'TEXT',
] as const
export type WidgetType = (typeof WIDGET_TYPES)[number]

const widgetLayout = field.object({
  column: field.count,
  row: field.count,
  width: field.ordinal,
  height: field.ordinal,
})
export type WidgetLayout = field.ValueOf<typeof widgetLayout>

/** One part of a dashboard; its type decides which fields it has. */
const widget = field.object({
  type: field.oneOf(WIDGET_TYPES),
  title: field.text,
  /** Absent: all requirements of the container. */
  query: field.optional(field.text),
  formula: field.optional(field.text),
  matrixId: field.optional(field.looseRef('matrix')),
  templateId: field.optional(field.looseRef('template')),
  text: field.optional(field.text),
  layout: field.optional(widgetLayout),
})
export type Widget = field.ValueOf<typeof widget>

export const dashboards = defineTable({
  name: 'dashboard',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    projectContainerId: field.ref('container'),
    name: field.text,
    description: field.optional(field.text),
    widgets: field.list(widget),
    /** True for at most one dashboard of a project container. */
    isDefault: field.flag,
    createdAt: field.instant,
    updatedAt: field.instant,
  },
  indexes: {
    project: { keys: (record) => [record.projectContainerId, record.id] },
    default: {
      keys: (record) => (record.isDefault ? [record.projectContainerId] : undefined),
      unique: true,
    },
  },
})
export type DashboardRecord = RecordOf<typeof dashboards>
