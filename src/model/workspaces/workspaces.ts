/** Workspaces of standalone applications (service §2.1), and the files in them. */
import type { Store } from '../../world/store/store.ts'
import type { ApplicationRecord } from '../records/service/applications.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { checkRequirementKey } from '../finding/requirement-keys.ts'
import { alreadyExists, notFound } from '../input/errors.ts'
import type { Writing } from '../records/actor.ts'
import { grants, type UserRecord } from '../records/service/users.ts'
import { variants } from '../records/wiki/variants.ts'

/** The id of a workspace differs from its container's. Throws a Refusal (NOT_FOUND). */
export function findWorkspace(store: Store, applicationId: number, id: number | bigint): ContainerRecord {
  const found = typeof id === 'number' ? store.table(containers).find('workspace', [id]) : undefined
  if (found?.applicationId === applicationId) return found
  throw notFound('workspace', id, { in: `application ${applicationId}` })
}

export interface NewWorkspace {
  readonly name: string
  /** A prefix for the keys of requirements; absent: derived from the id. */
  readonly key?: string | undefined
}

/** Creates a workspace with its current variant, which its creator may edit. Throws a Refusal: INVALID or CONFLICT. */
export function createWorkspace(
  { world, store }: Writing,
  creator: UserRecord,
  application: ApplicationRecord,
  fields: NewWorkspace,
): ContainerRecord {
  const table = store.table(containers)
  let workspaceId = store.next('workspace')
  while (table.find('workspace', [workspaceId]) !== undefined) workspaceId = store.next('workspace')
  const key = fields.key ?? `WS${workspaceId}`
  checkRequirementKey(key, "body field 'key'")
  if (table.find('key', [application.id, 'WORKSPACE', key]) !== undefined) {
    throw alreadyExists('workspace', key, {
      in: `application ${application.id}`,
      instead: 'choose another key',
    })
  }
  const id = store.nextId(containers)
  const created = table.insert({
    id,
    applicationId: application.id,
    projectContainerId: id,
    type: 'WORKSPACE',
    level: 'PROJECT',
    name: fields.name,
    key,
    createdAt: world.now,
    workspaceId,
  })
  store.table(variants).insert({
    id: store.nextId(variants),
    projectContainerId: id,
    name: 'Current',
    current: true,
    createdAt: world.now,
  })
  store.table(grants).put({ containerId: id, userId: creator.id, level: 'edit' })
  return created
}

export function createFile({ world, store }: Writing, workspace: ContainerRecord, name: string) {
  refuseTakenFileName(store, workspace.id, name)
  return store.table(containers).insert({
    id: store.nextId(containers),
    applicationId: workspace.applicationId,
    parentContainerId: workspace.id,
    projectContainerId: workspace.id,
    type: 'FILE',
    level: 'DOCUMENT',
    name,
    createdAt: world.now,
    fileName: name,
  })
}

/** Throws a Refusal (CONFLICT) if a file of the workspace other than `but` has this name. */
export function refuseTakenFileName(store: Store, workspaceId: number, name: string, but?: number): void {
  for (const { id, fileName } of store.table(containers).range('parent', [workspaceId])) {
    if (id === but || fileName !== name) continue
    throw alreadyExists('file', name, {
      in: `workspace container ${workspaceId}`,
      instead: 'choose another name',
    })
  }
}
