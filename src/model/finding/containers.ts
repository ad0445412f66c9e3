/** Finding containers, and who may see them (service §2.1). */
import type { Store } from '../../world/store/store.ts'
import { notFound } from '../input/errors.ts'
import { type Reader, readingRights } from './permissions.ts'
import { type ContainerLevel, type ContainerRecord, containers } from '../records/service/containers.ts'

export function findContainer(store: Store, applicationId: number, id: number | bigint): ContainerRecord {
  const container = typeof id === 'number' ? store.table(containers).get(id) : undefined
  if (container === undefined || container.applicationId !== applicationId) {
    throw notFound('container', id, { in: `application ${applicationId}` })
  }
  return container
}

export function findProject(store: Store, applicationId: number, id: number | bigint): ContainerRecord {
  const container = typeof id === 'number' ? store.table(containers).get(id) : undefined
  if (container === undefined || container.applicationId !== applicationId || container.level !== 'PROJECT') {
    throw notFound('project container', id, { in: `application ${applicationId}` })
  }
  return container
}

/** By id; of one level, or of all. */
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
