/** Containers: spaces, projects and workspaces (level PROJECT), and the pages, issues and files below them (DOCUMENT). */
import { defineTable } from '../../../world/store/table.ts'

export const CONTAINER_TYPES = ['SPACE', 'PAGE', 'PROJECT', 'ISSUE', 'WORKSPACE', 'FILE'] as const
export const CONTAINER_LEVELS = ['PROJECT', 'DOCUMENT'] as const
export type ContainerType = (typeof CONTAINER_TYPES)[number]
export type ContainerLevel = (typeof CONTAINER_LEVELS)[number]

export const LEVEL_OF_TYPE: Readonly<Record<ContainerType, ContainerLevel>> = {
  SPACE: 'PROJECT',
  PROJECT: 'PROJECT',
  WORKSPACE: 'PROJECT',
  PAGE: 'DOCUMENT',
  ISSUE: 'DOCUMENT',
  FILE: 'DOCUMENT',
}

export interface ContainerRecord {
  readonly id: number
  readonly applicationId: number
  /** The container above; absent at level PROJECT. */
  readonly parentContainerId?: number
  /** The container of level PROJECT that it belongs to; at that level, itself. */
  readonly projectContainerId: number
  readonly type: ContainerType
  readonly level: ContainerLevel
  /** The space's, project's or workspace's name, the page's title, the issue's summary, the file's name. */
  readonly name: string
  readonly key?: string
  readonly createdAt: number
  /** The id of the record in its own product. */
  readonly spaceId?: number
  readonly spaceKey?: string
  readonly pageId?: number
  readonly projectId?: number
  readonly issueId?: number
  readonly workspaceId?: number
  readonly fileName?: string
}

export const containers = defineTable<ContainerRecord>()({
  name: 'container',
  key: (record) => record.id,
  indexes: {
    application: { keys: (record) => [record.applicationId, record.id] },
    level: { keys: (record) => [record.applicationId, record.level, record.id] },
    parent: {
      keys: (record) =>
        record.parentContainerId === undefined ? undefined : [record.parentContainerId, record.id],
    },
    key: {
      keys: (record) =>
        record.key === undefined ? undefined : [record.applicationId, record.type, record.key],
      unique: true,
    },
    page: { keys: (record) => (record.pageId === undefined ? undefined : [record.pageId]), unique: true },
    issue: { keys: (record) => (record.issueId === undefined ? undefined : [record.issueId]), unique: true },
    workspace: { keys: (record) => (record.workspaceId === undefined ? undefined : [record.workspaceId]) },
    name: { keys: (record) => [record.applicationId, record.type, record.name] },
  },
})
