/** Finding containers, and who may see them (service §2.1). */
import type { Store } from '../../world/store/store.ts'
import { notFound } from '../errors.ts'
import { type Reader, readingRights } from '../users/permissions.ts'
import { type ContainerLevel, type ContainerRecord, containers } from './records.ts'

/** The container of this id in an application; throws NOT_FOUND. */
export function findContainer(store: Store, applicationId: number, id: number | bigint): ContainerRecord {
  const container = typeof id === 'number' ? store.table(containers).get(id) : undefined
  if (container === undefined || container.applicationId !== applicationId) {
    throw notFound('container', id, { in: `application ${applicationId}` })
  }
  return container
}

/** The container of level PROJECT of this id in an application; throws NOT_FOUND. */
export function findProject(store: Store, applicationId: number, id: number | bigint): ContainerRecord {
  const container = typeof id === 'number' ? store.table(containers).get(id) : undefined
  if (container === undefined || container.applicationId !== applicationId || container.level !== 'PROJECT') {
    throw notFound('project container', id, { in: `application ${applicationId}` })
  }
  return container
}

/** The containers of an application that may be read, by id; of one level, or of all. */
export function readableContainers(
  store: Store,
  reader: Reader,
  applicationId: number,
  level?: ContainerLevel,
): ContainerRecord[] {
  const table = store.table(containers)
  const all =
    level === undefined
      ? table.range('application', [applicationId])
      : table.range('level', [applicationId, level])
  const mayRead = readingRights(store, reader)
  return [...all].filter(({ projectContainerId }) => mayRead(projectContainerId))
}

/** The container of level PROJECT that has this key in an application: a space, a project or a workspace. */
export function findProjectByKey(
  store: Store,
  applicationId: number,
  key: string,
): ContainerRecord | undefined {
  const table = store.table(containers)
  return (
    table.find('key', [applicationId, 'SPACE', key]) ??
    table.find('key', [applicationId, 'PROJECT', key]) ??
    table.find('key', [applicationId, 'WORKSPACE', key])
  )
}
