/** What a tracker tells of itself: relationships, fields, and what can be called through an application link (service §4.7). */
import { compareCodePoints } from '../../../world/order.ts'
import type { Store } from '../../../world/store/store.ts'
import { createFieldsOf } from '../issues/issue-fields.ts'
import { readableTrackerProjects, relationshipsOf } from '../issues/tracker-reading.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../links/views.ts'
import { customFields } from '../../records/tracker/tracker.ts'
import { ISSUE_FIELDS } from '../../traceability/issue-fields.ts'
import type { UserRecord } from '../../records/service/users.ts'

/** The relationships in use in the projects that the user may read, and the default one, by code point. */
export function relationshipsInUse(store: Store, user: UserRecord, trackerId: number): string[] {
  const projects = readableTrackerProjects(store, user, trackerId)
  const found = new Set([
    DEFAULT_ISSUE_RELATIONSHIP,
    ...projects.flatMap((one) => relationshipsOf(store, one)),
  ])
  return [...found].toSorted(compareCodePoints)
}

export interface TrackerField {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly custom: boolean
}

/** The fields of a tracker's issues: those that every tracker has, then its custom ones by id. */
export function fieldsOfTracker(store: Store, trackerId: number): TrackerField[] {
  const own = [...store.table(customFields).range('application', [trackerId])]
  const found = new Map<string, TrackerField>()
  for (const { id, name, type } of [...ISSUE_FIELDS, ...createFieldsOf(store, trackerId)])
    if (!found.has(id)) found.set(id, { id, name, type, custom: false })
  for (const { id, name, type } of own) found.set(id, { id, name, type, custom: true })
  return [...found.values()]
}

/** The operations under `/operations/{applinkId}`, and what each requires. */
export const LINK_OPERATIONS = [
  { operation: 'rename', method: 'PUT', path: '/rename', needs: 'link' },
  { operation: 'createRIL', method: 'POST', path: '/createRIL', needs: 'link' },
  {
    operation: 'issues-bulk-operation',
    method: 'POST',
    path: '/issues-bulk-operation/projects/{projectId}',
    needs: 'edit',
  },
  { operation: 'jobs', method: 'GET', path: '/issues-bulk-operation/jobs', needs: 'signed-in' },
  { operation: 'job', method: 'GET', path: '/issues-bulk-operation/jobs/{jobId}', needs: 'signed-in' },
  { operation: 'abort', method: 'POST', path: '/issues-bulk-operation/jobs/{jobId}/abort', needs: 'edit' },
  { operation: 'clear', method: 'DELETE', path: '/issues-bulk-operation/jobs/{jobId}', needs: 'edit' },
] as const
