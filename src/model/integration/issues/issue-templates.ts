/** Templates for the issues of a wiki space (service §2.4, §4.5). */
import { isBlank } from '../../input/blank.ts'
import type { Store } from '../../../world/store/store.ts'
import type { ContainerRecord } from '../../records/service/containers.ts'
import { invalid, invalidRequest, notFound } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import { type IssueTemplateRecord, issueTemplates } from '../../records/tracker/tracker.ts'
import type { UserRecord } from '../../records/service/users.ts'
import { readFields, readJsonObject } from './issue-fields.ts'
import { reachTracker, requireIssueType, requireTrackerProject, wikiIntegrations } from './tracker-reading.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../links/views.ts'

/** Absent or null fields keep their value, or get their default. */
export interface TemplateInput {
  readonly id?: number | null | undefined
  readonly spaceKey?: string | null | undefined
  readonly title?: string | null | undefined
  readonly applinkId?: string | null | undefined
  readonly projectId?: number | null | undefined
  readonly issueTypeId?: number | null | undefined
  readonly relationship?: string | null | undefined
  readonly fields?: string | null | undefined
  readonly groupAll?: boolean | null | undefined
  readonly projectMetadata?: string | null | undefined
}

/** A template that is complete and checked, stored or not. */
export type TemplateDetails = Omit<IssueTemplateRecord, 'id' | 'applicationId' | 'projectContainerId'>

export function templatesOf(store: Store, space: ContainerRecord): IssueTemplateRecord[] {
  return [...store.table(issueTemplates).range('project', [space.id])]
}

export function findTemplate(store: Store, space: ContainerRecord, id: number): IssueTemplateRecord {
  const template = store.table(issueTemplates).get(id)
  if (template?.projectContainerId === space.id) return template
  throw notFound('issue template', id, { in: `space ${quoted(space.key)}` })
}

export function createTemplate(
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  input: TemplateInput,
): IssueTemplateRecord {
  const details = checkTemplate(store, user, space, input, undefined)
  const id = store.nextId(issueTemplates)
  return store.table(issueTemplates).insert({ id, ...placeOf(space), ...details })
}

export function changeTemplate(
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  template: IssueTemplateRecord,
  input: TemplateInput,
): IssueTemplateRecord {
  if (input.id !== undefined && input.id !== null && input.id !== template.id)
    throw invalid('id of the body', input.id, `the path has ${template.id}`)
  const details = checkTemplate(store, user, space, input, template)
  return store.table(issueTemplates).put({ id: template.id, ...placeOf(space), ...details })
}

/** Deletes a template; issues made from it stay, and its number is not reused. */
export function deleteTemplate(store: Store, { id }: IssueTemplateRecord): void {
  store.raise('issueTemplate', id)
  store.table(issueTemplates).remove(id)
}

/**
 * Merges a template into the stored one and checks it. Throws a Refusal by the name of the field: INVALID, NOT_FOUND,
 * FORBIDDEN.
 */
export function checkTemplate(
  store: Store,
  user: UserRecord,
  space: Pick<ContainerRecord, 'applicationId' | 'key'>,
  input: TemplateInput,
  stored: TemplateDetails | undefined,
): TemplateDetails {
  if (input.spaceKey !== undefined && input.spaceKey !== null && input.spaceKey !== space.key) {
    throw invalid('spaceKey of the template', input.spaceKey, `the path has ${quoted(space.key)}`)
  }
  const title = notBlank('title', input.title ?? stored?.title)
  const applinkId = notBlank('applinkId', input.applinkId ?? stored?.applinkId)
  const projectId = present('projectId', input.projectId ?? stored?.projectId)
  const issueTypeId = present('issueTypeId', input.issueTypeId ?? stored?.issueTypeId)
  const relationship = notBlank(
    'relationship',
    input.relationship ?? stored?.relationship ?? DEFAULT_ISSUE_RELATIONSHIP,
  )
  const fields = input.fields ?? stored?.fields ?? '{}'
  const projectMetadata = input.projectMetadata ?? stored?.projectMetadata
  readFields(fields, 'fields')
  if (projectMetadata !== undefined) readJsonObject(projectMetadata, 'projectMetadata')
  const [integration] = wikiIntegrations(store, space.applicationId, applinkId)
  if (integration !== undefined) {
    const trackerId = reachTracker(store, integration)
    requireTrackerProject(store, user, trackerId, projectId, 'read')
    requireIssueType(store, trackerId, issueTypeId)
  }
  return {
    title,
    applinkId,
    projectId,
    issueTypeId,
    relationship,
    fields,
    groupAll: input.groupAll ?? stored?.groupAll ?? false,
    ...(projectMetadata === undefined ? {} : { projectMetadata }),
  }
}

function placeOf(space: ContainerRecord) {
  return { applicationId: space.applicationId, projectContainerId: space.id }
}

function notBlank(name: string, value: string | undefined): string {
  if (!isBlank(value)) return value
  throw value === undefined
    ? invalidRequest(`${name} is missing`, 'send it')
    : invalid(name, value, 'must not be blank')
}

function present(name: string, value: number | undefined): number {
  if (value !== undefined) return value
  throw invalidRequest(`${name} is missing`, 'a template names it')
}
