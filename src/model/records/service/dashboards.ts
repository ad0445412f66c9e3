/** Dashboards: pages of widgets over the requirements of a project container (service §4.1 names the group). */
import { defineTable } from '../../../world/store/table.ts'

export const WIDGET_TYPES = [
  'REQUIREMENTS',
  'AGGREGATION',
  'CALCULATION',
  'MATRIX',
  'TEMPLATE',
  'TEXT',
] as const
export type WidgetType = (typeof WIDGET_TYPES)[number]

/** One part of a dashboard; its type decides which fields it has. */
export interface Widget {
  readonly type: WidgetType
  readonly title: string
  /** Absent: all requirements of the container. */
  readonly query?: string
  readonly formula?: string
  readonly matrixId?: number
  readonly templateId?: number
  readonly text?: string
  readonly layout?: WidgetLayout
}

export interface WidgetLayout {
  readonly column: number
  readonly row: number
  readonly width: number
  readonly height: number
}

export interface DashboardRecord {
  readonly id: number
  readonly applicationId: number
  readonly projectContainerId: number
  readonly name: string
  readonly description?: string
  readonly widgets: readonly Widget[]
  /** True for at most one dashboard of a project container. */
  readonly isDefault: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

export const dashboards = defineTable<DashboardRecord>()({
  name: 'dashboard',
  key: (record) => record.id,
  indexes: {
    project: { keys: (record) => [record.projectContainerId, record.id] },
    default: {
      keys: (record) => (record.isDefault ? [record.projectContainerId] : undefined),
      unique: true,
    },
  },
})
