/** What a wiki reads of a tracker through an integration: projects, types, issues that the caller may see there (service §4.5). */
import { isBlank } from '../../input/blank.ts'
import { compareCodePoints } from '../../../world/order.ts'
import type { Store } from '../../../world/store/store.ts'
import { readableContainers } from '../../finding/containers.ts'
import { type ContainerRecord, containers } from '../../records/service/containers.ts'
import { type IntegrationRecord, integrations } from '../../records/tracker/integrations.ts'
import { issueLinks } from '../../records/tracker/issue-links.ts'
import { type IssueRecord, issues, type IssueTypeRecord, issueTypes } from '../../records/tracker/tracker.ts'
import { conflict, notFound } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import { containerLevel, forbiddenTo, readingRights } from '../../finding/permissions.ts'
import type { GrantLevel, UserRecord } from '../../records/service/users.ts'
import { findTrackerProject } from './create-issue.ts'
import { silenceOf } from '../../finding/reachability.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../links/views.ts'

/** The integrations of a wiki, or the one with this application link. Throws NOT_FOUND. */
export function wikiIntegrations(
  store: Store,
  wikiId: number,
  applinkId: string | undefined,
): IntegrationRecord[] {
  const all = [...store.table(integrations).range('wiki', [wikiId])]
  if (isBlank(applinkId)) return all
  const named = all.filter(({ wikiApplinkId }) => wikiApplinkId === applinkId)
  if (named.length > 0) return named
  throw notFound('application link', applinkId, { at: 'applinkId', in: 'the wiki' })
}

/** The tracker of an integration. Throws a Refusal (CONFLICT) if it does not answer or refuses the wiki. */
export function reachTracker(store: Store, integration: IntegrationRecord): number {
  const { trackerApplicationId: id, label } = integration
  const problem = silenceOf(store, integration)
  if (problem === undefined && id !== undefined) return id
  throw conflict('tracker', label, `does not respond: ${problem ?? 'there is none'}`)
}

/** The projects of a tracker that the user may read, by key. */
export function readableTrackerProjects(
  store: Store,
  user: UserRecord,
  trackerId: number,
): ContainerRecord[] {
  return readableContainers(store, user, trackerId, 'PROJECT').toSorted((a, b) =>
    compareCodePoints(a.key ?? '', b.key ?? ''),
  )
}

/** The project with this key, or with the tracker's own id. Throws NOT_FOUND or FORBIDDEN. */
export function requireTrackerProject(
  store: Store,
  user: UserRecord,
  trackerId: number,
  named: string | number,
  level: GrantLevel,
): ContainerRecord {
  const project =
    typeof named === 'string'
      ? store.table(containers).find('key', [trackerId, 'PROJECT', named])
      : findTrackerProject(store, trackerId, named)
  const parameter = typeof named === 'string' ? 'projectKey' : 'projectId'
  if (project === undefined) throw notFound('project', named, { at: parameter, in: 'the tracker' })
  const granted = containerLevel(store, user, project)
  if (granted === undefined || (level === 'edit' && granted !== 'edit'))
    throw forbiddenTo(user, `${level} project ${quoted(project.key ?? '')} of the tracker`)
  return project
}

export function issueTypesOf(store: Store, trackerId: number): IssueTypeRecord[] {
  return [...store.table(issueTypes).range('application', [trackerId])]
}

export function requireIssueType(store: Store, trackerId: number, id: number | bigint): IssueTypeRecord {
  const type = typeof id === 'number' ? store.table(issueTypes).get(id) : undefined
  if (type?.applicationId === trackerId) return type
  throw notFound('issue type', id, { at: 'issueTypeId', in: 'the tracker' })
}

/** The relationships of a project's issue links, and the default one, by code point. */
export function relationshipsOf(store: Store, project: ContainerRecord): string[] {
  const found = new Set([DEFAULT_ISSUE_RELATIONSHIP])
  for (const issue of store.table(issues).range('project', [project.id]))
    for (const { tracker } of store.table(issueLinks).range('issue', [issue.id]))
      if (tracker !== undefined) found.add(tracker.relationship)
  return [...found].toSorted(compareCodePoints)
}

/** The issues with these keys that the user may read, in the order of the keys, each once. */
export function readableIssues(
  store: Store,
  user: UserRecord,
  trackerId: number,
  keys: readonly string[],
): IssueRecord[] {
  const mayRead = readingRights(store, user)
  return [...new Set(keys)]
    .flatMap((key) => store.table(issues).find('key', [trackerId, key]) ?? [])
    .filter(({ projectContainerId }) => mayRead(projectContainerId))
}

export function issuesOfTemplate(store: Store, user: UserRecord, templateId: number): IssueRecord[] {
  const mayRead = readingRights(store, user)
  return [...store.table(issues).range('template', [templateId])].filter(({ projectContainerId }) =>
    mayRead(projectContainerId),
  )
}
