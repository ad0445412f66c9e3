/** Creating issues in a tracker, as a template of the wiki says (service §2.4). */
import { isFormerKey } from './issue-keys.ts'
import { isBlank } from '../../input/blank.ts'
import type { Connection } from '../../links/connection.ts'
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import { containers, type ContainerRecord } from '../../records/service/containers.ts'
import { type IssueRecord, issues, issueTypes, issueTemplates } from '../../records/tracker/tracker.ts'
import { Refusal } from '../../input/refusal.ts'
import type { RequirementRecord } from '../../records/wiki/requirements.ts'
import { recordIssueHistory } from './history.ts'
import type { Actor } from '../../records/actor.ts'
import { type FieldValues, readFields } from './issue-fields.ts'
import { linkIssueInBoth } from './issue-requirements.ts'
import { done, failed, type OutboundMessage, type Outcome } from '../messages/messages.ts'
import { problemOfLinking, doesWikiRespond, wikiRequirement } from './tracker-texts.ts'

export interface NewIssue {
  readonly applicationId: number
  readonly projectId: number
  readonly issueTypeId: number
  readonly summary: string
  /** Open by default. */
  readonly status?: string | undefined
  readonly fields?: Readonly<Record<string, unknown>> | undefined
  readonly templateId?: number | undefined
  readonly actor?: Actor
}

/** Creates an issue with the next number of its project, or returns a sentence that explains why it cannot. */
export function createIssue(world: World, store: Store, wanted: NewIssue): IssueRecord | string {
  const { applicationId, projectId, issueTypeId, templateId, fields = {} } = wanted
  const project = findTrackerProject(store, applicationId, projectId)
  if (project?.key === undefined) return `the tracker has no project ${projectId}`
  if (store.table(issueTypes).get(issueTypeId)?.applicationId !== applicationId)
    return `the tracker has no issue type ${issueTypeId}`
  if (isBlank(wanted.summary)) return 'an issue needs a summary'
  const key = nextIssueKey(store, applicationId, project.id, project.key)
  const id = store.nextId(issues)
  const containerId = store.nextId(containers)
  store.table(containers).insert({
    id: containerId,
    applicationId,
    parentContainerId: project.id,
    projectContainerId: project.id,
    type: 'ISSUE',
    level: 'DOCUMENT',
    name: [...wanted.summary].slice(0, 255).join(''),
    key,
    createdAt: world.now,
    issueId: id,
  })
  recordIssueHistory({ world, store, actor: wanted.actor }, id, 'CREATED', `${key} created`)
  return store.table(issues).insert({
    id,
    containerId,
    applicationId,
    projectContainerId: project.id,
    key,
    issueTypeId,
    status: wanted.status ?? 'Open',
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    ...(templateId === undefined ? {} : { templateId }),
  })
}

export function findTrackerProject(
  store: Store,
  trackerId: number,
  projectId: number,
): ContainerRecord | undefined {
  return store
    .table(containers)
    .findWhere('level', [trackerId, 'PROJECT'], (container) => container.projectId === projectId)
}

/** The default summary of an issue for one requirement. */
export function summaryFor({ key, text }: Pick<RequirementRecord, 'key' | 'text'>): string {
  return text === '' ? key : `${key}: ${text}`
}

/** Creates the issue, then both views of its link: the wiki requested it and learns of it from the response. */
export function createIssueFromMessage(connection: Connection, message: OutboundMessage): Outcome {
  const { world, store, integration, actor } = connection
  const { templateId, spaceKey, key, baseline, title } = message
  const template = templateId === undefined ? undefined : store.table(issueTemplates).get(templateId)
  const { trackerApplicationId: applicationId } = integration
  if (templateId === undefined) return failed("CREATE_ISSUE needs 'templateId'")
  if (template?.applinkId !== integration.wikiApplinkId || applicationId === undefined)
    return failed(`template ${templateId} does not exist for this application link`)
  const reference = spaceKey === undefined || key === undefined ? undefined : { spaceKey, key, baseline }
  const responds = doesWikiRespond(connection)
  const row =
    reference && responds
      ? wikiRequirement(connection, reference.spaceKey, reference.key, baseline ?? null)
      : undefined
  const problem = reference !== undefined && responds ? problemOfLinking(connection, reference) : undefined
  if (problem !== undefined) return failed(problem)
  const values = fieldsOf(template.fields)
  if (typeof values === 'string') return failed(values)
  const { projectId, issueTypeId, relationship } = template
  const issue = createIssue(world, store, {
    applicationId,
    projectId,
    issueTypeId,
    summary: title ?? values.summary ?? (row === undefined ? template.title : summaryFor(row)),
    status: values.status,
    fields: values.others,
    templateId,
    actor,
  })
  if (typeof issue === 'string') return failed(issue)
  if (reference !== undefined) linkIssueInBoth(connection, issue, [{ ...reference, relationship }])
  return done(`issue ${issue.key} created`)
}

function fieldsOf(text: string): FieldValues | string {
  try {
    return readFields(text, 'fields')
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

export function nextIssueKey(
  store: Store,
  applicationId: number,
  projectContainerId: number,
  projectKey: string,
): string {
  const sequence = issueNumbersOf(store, projectContainerId)
  for (;;) {
    const key = `${projectKey}-${store.next(sequence)}`
    const isTaken = store.table(issues).find('key', [applicationId, key]) !== undefined
    // A key that an issue had keeps leading to it.
    if (!isTaken && !isFormerKey(store, applicationId, key)) return key
  }
}

/** The sequence of issue numbers of a project; numbers are never reused. */
export function issueNumbersOf(store: Store, projectContainerId: number): string {
  const sequence = `issueKey/${projectContainerId}`
  if (store.last(sequence) > 0) return sequence
  for (const issue of store.table(issues).range('project', [projectContainerId])) {
    const number = Number(/-(\d{1,15})$/.exec(issue.key)?.[1] ?? 0)
    store.raise(sequence, number)
  }
  return sequence
}
