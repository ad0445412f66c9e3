/** Polling, noting and aborting long-running tasks (service §4.5). */
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { findBaseline } from '../finding/baselines.ts'
import { resetBaseline } from '../baselines/writing.ts'
import { freezingMilliseconds } from '../baselines/freeze-task.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { conflict, full, notFound } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { containerLevel, forbiddenTo, isSiteAdministrator } from '../finding/permissions.ts'
import type { UserRecord } from '../records/service/users.ts'
import { type TaskPage, type TaskRecord, tasks } from '../records/wiki/tasks.ts'
import { countText } from '../../world/count-text.ts'

const MAXIMUM_PAGES = 10_000
const MAXIMUM_FIELDS_OF_PAGE = 50
const MAXIMUM_FIELDS = 10_000

export function findTask(store: Store, applicationId: number, id: string): TaskRecord {
  const task = store.table(tasks).get(id)
  if (task !== undefined && task.applicationId === applicationId) return task
  throw notFound('task', id, { at: 'taskId', in: 'the wiki' })
}

/** The percentage of a task's time that has passed; 100 only when it is DONE, 0 when it was aborted. */
export function percentageOf({ status, startedAt, finishedAt, total }: TaskRecord, now: number): number {
  if (status === 'DONE') return 100
  if (status === 'ABORTED') return 0
  const passed = (finishedAt ?? now) - startedAt
  return Math.min(99, Math.floor((100 * passed) / freezingMilliseconds(total)))
}

/** Throws FORBIDDEN unless the user started the task and may still edit its space, or administers the wiki. */
export function requireTaskChange(store: Store, user: UserRecord, task: TaskRecord): void {
  if (isSiteAdministrator(store, user, task.applicationId)) return
  if (task.startedBy !== user.id)
    throw forbiddenTo(user, `change task ${quoted(task.id)}: somebody else started it`)
  const space = store.table(containers).get(task.projectContainerId) as ContainerRecord
  if (containerLevel(store, user, space) === 'edit') return
  throw forbiddenTo(user, `change task ${quoted(task.id)}: it changes space ${quoted(space.key)}`)
}

/** Merges notes about a page into the earlier ones. */
export function notePage(
  store: Store,
  task: TaskRecord,
  pageId: number,
  fields: TaskPage['fields'],
): TaskRecord {
  const known = task.pages.find(({ id }) => id === pageId)
  if (known === undefined && task.pages.length >= MAXIMUM_PAGES)
    throw full('task', task.id, `notes on ${MAXIMUM_PAGES} pages`, 'leave this one out')
  const noted = { id: pageId, fields: { ...known?.fields, ...fields } }
  const others = task.pages.filter(({ id }) => id !== pageId)
  const count = Object.keys(noted.fields).length
  if (count > MAXIMUM_FIELDS_OF_PAGE) {
    const limit = `a task keeps ${MAXIMUM_FIELDS_OF_PAGE} fields of a page`
    throw conflict('page', pageId, `would have ${countText(count, 'field')}`, `${limit}, so use fewer names`)
  }
  const total = others.reduce((sum, { fields: each }) => sum + Object.keys(each).length, count)
  if (total > MAXIMUM_FIELDS) throw full('task', task.id, `${MAXIMUM_FIELDS} fields of pages`, 'note fewer')
  return store.table(tasks).put({ ...task, pages: [...others, noted].sort((a, b) => a.id - b.id) })
}

/** Aborts a running task, which returns its baseline to PREVIEW, and deletes the task. */
export function removeTask(world: World, store: Store, user: UserRecord, task: TaskRecord): void {
  if (task.status === 'RUNNING' || task.status === 'PENDING') {
    const space = store.table(containers).get(task.projectContainerId) as ContainerRecord
    const baseline = findBaseline(store, task.projectContainerId, task.baseline)
    if (baseline !== undefined) resetBaseline({ world, store, user }, space, baseline)
  }
  store.table(tasks).remove(task.id)
}
