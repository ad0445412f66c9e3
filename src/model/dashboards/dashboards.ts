/** The dashboards of project containers; at most one of each is the default one (service §4.1 names the group). */
import { isBlank } from '../input/blank.ts'
import { present } from '../input/present.ts'
import type { Author } from '../records/actor.ts'
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { invalid, notFound } from '../input/errors.ts'
import { type DashboardRecord, dashboards, type Widget } from '../records/service/dashboards.ts'
import { checkWidgets } from './widgets.ts'

export interface DashboardContent {
  readonly name: string
  readonly description?: string | undefined
  readonly widgets?: readonly Widget[] | undefined
}

/** Absent fields stay; a description that is null is removed. */
export interface DashboardChanges {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly widgets?: readonly Widget[] | undefined
}

export function dashboardsOf(store: Store, project: ContainerRecord): DashboardRecord[] {
  return [...store.table(dashboards).range('project', [project.id])]
}

export function findDashboard(store: Store, applicationId: number, id: number | bigint): DashboardRecord {
  const found = typeof id === 'number' ? store.table(dashboards).get(id) : undefined
  if (found?.applicationId === applicationId) return found
  throw notFound('dashboard', id, { in: `application ${applicationId}` })
}

export function defaultDashboard(store: Store, project: ContainerRecord): DashboardRecord | undefined {
  return store.table(dashboards).find('default', [project.id])
}

export function findDefaultDashboard(store: Store, project: ContainerRecord): DashboardRecord {
  const found = defaultDashboard(store, project)
  if (found !== undefined) return found
  throw notFound('default dashboard of container', project.id, {
    instead: 'POST /dashboards/{dashboardId}/make-default makes one of its dashboards that',
  })
}

/** Throws a Refusal for a blank name or bad widgets. */
export function createDashboard(
  { world, store, user, grammar }: Author,
  project: ContainerRecord,
  { name, description, widgets = [] }: DashboardContent,
): DashboardRecord {
  checkName(name)
  checkWidgets({ store, user, grammar }, project, widgets)
  return store.table(dashboards).insert({
    id: store.nextId(dashboards),
    applicationId: project.applicationId,
    projectContainerId: project.id,
    name,
    ...(description === undefined ? {} : { description }),
    widgets,
    isDefault: false,
    createdAt: world.now,
    updatedAt: world.now,
  })
}

export function changeDashboard(
  { world, store, user, grammar }: Author,
  project: ContainerRecord,
  dashboard: DashboardRecord,
  { name, description, widgets }: DashboardChanges,
): DashboardRecord {
  if (name !== undefined) checkName(name)
  if (widgets !== undefined) checkWidgets({ store, user, grammar }, project, widgets, dashboard.widgets)
  const { description: before, ...kept } = dashboard
  const after = description === undefined ? before : (description ?? undefined)
  return store.table(dashboards).put({
    ...kept,
    ...present({ name, description: after, widgets }),
    updatedAt: world.now,
  })
}

/** Makes a dashboard the default one of its project container, and the one before a plain one. */
export function makeDefault(store: Store, dashboard: DashboardRecord): DashboardRecord {
  if (dashboard.isDefault) return dashboard
  const table = store.table(dashboards)
  const before = table.find('default', [dashboard.projectContainerId])
  if (before !== undefined) table.put({ ...before, isDefault: false })
  return table.put({ ...dashboard, isDefault: true })
}

export function dropDefault(store: Store, project: ContainerRecord): void {
  store.table(dashboards).put({ ...findDefaultDashboard(store, project), isDefault: false })
}

export function deleteDashboard(store: Store, { id }: DashboardRecord): void {
  store.raise('dashboard', id)
  store.table(dashboards).remove(id)
}

function checkName(name: string): void {
  if (!isBlank(name)) return
  throw invalid("body field 'name'", name, 'a name is not blank')
}
