/** Containers: spaces, projects and workspaces (level PROJECT), and the pages, issues and files below them (DOCUMENT). */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

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

export const containers = defineTable({
  name: 'container',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    /** The container above; absent at level PROJECT. */
    parentContainerId: field.optional(field.ref('container')),
    /** The container of level PROJECT that it belongs to; at that level, itself. */
    projectContainerId: field.ref('container'),
    type: field.oneOf(CONTAINER_TYPES),
    level: field.oneOf(CONTAINER_LEVELS),
    /** The space's, project's or workspace's name, the page's title, the issue's summary, the file's name. */
    name: field.text,
    key: field.optional(field.text),
    createdAt: field.instant,
    /** The id of the record in its own product. */
    spaceId: field.optional(field.id),
    spaceKey: field.optional(field.text),
    pageId: field.optional(field.looseRef('page')),
    projectId: field.optional(field.id),
    issueId: field.optional(field.ref('issue')),
    workspaceId: field.optional(field.id),
    fileName: field.optional(field.text),
  },
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
export type ContainerRecord = RecordOf<typeof containers>
