/** What people do with issues in the tracker's own pages. The wiki hears of new keys by message (service §6.2). */
import { isBlank } from '../../input/blank.ts'
import { hasMoreCharacters } from '../../../world/characters.ts'
import type { Writing } from '../../records/actor.ts'
import type { Connected } from '../../links/connection.ts'
import { type ContainerRecord, containers } from '../../records/service/containers.ts'
import { issueNumbersOf, nextIssueKey } from '../issues/create-issue.ts'
import { possibleKeysOf } from '../messages/names.ts'
import { integrations } from '../../records/tracker/integrations.ts'
import { issueLinks } from '../../records/tracker/issue-links.ts'
import { type IssueRecord, issues } from '../../records/tracker/tracker.ts'
import { trackerMessages } from '../../records/tracker/inbound-messages.ts'
import { enqueueInbound } from '../messages/messages.ts'
import { outboundMessages } from '../../records/tracker/outbound-messages.ts'
import { alreadyExists, invalid, invalidRequest, notFound } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import { recordIssueHistory } from '../issues/history.ts'
import { formerKeysWith, takeFormerKey } from '../issues/issue-keys.ts'

export interface IssueEdit {
  readonly summary?: string | undefined
  readonly status?: string | undefined
  /** The key of the project, a dash and another number. */
  readonly key?: string | undefined
  /** The key of the target project, which gives the next number. */
  readonly project?: string | undefined
}

const MAXIMUM_TEXT_LENGTH = 255

/** Saves changes of an issue. Throws a Refusal: INVALID, NOT_FOUND (issue or project) or CONFLICT (the key is taken). */
export function editIssue(writing: Writing, id: number, edit: IssueEdit): IssueRecord {
  const { world, store } = writing
  return world.transact(() => {
    const issue = store.table(issues).get(id)
    if (issue === undefined) throw notFound('issue', id)
    if (edit.key !== undefined && edit.project !== undefined)
      throw invalidRequest(
        "an issue gets another 'key', or the next one of a 'project'",
        'leave out one of them',
      )
    const changed = editFields(writing, issue, edit)
    if (edit.project !== undefined) return moveIssue(writing, changed, edit.project)
    if (edit.key === undefined || edit.key === changed.key) return changed
    return renameIssue(writing, changed, edit.key)
  })
}

function editFields(writing: Writing, issue: IssueRecord, { summary, status }: IssueEdit): IssueRecord {
  const { store } = writing
  for (const [field, value] of Object.entries({ summary, status })) {
    if (value === undefined || (!isBlank(value) && !hasMoreCharacters(value, MAXIMUM_TEXT_LENGTH))) continue
    throw invalid(field, value, `it has 1 to ${MAXIMUM_TEXT_LENGTH} characters`)
  }
  const fields = Object.entries({ summary, status }).filter(([, value]) => value !== undefined)
  if (fields.length === 0) return issue
  if (summary !== undefined) store.table(containers).update(issue.containerId, { name: summary })
  const detail = `${issue.key}: ${fields.map(([field]) => field).join(' and ')} changed`
  recordIssueHistory(writing, issue.id, 'UPDATED', detail)
  return status === undefined ? issue : store.table(issues).put({ ...issue, status })
}

function renameIssue(writing: Writing, issue: IssueRecord, key: string): IssueRecord {
  const { store } = writing
  const project = store.table(containers).get(issue.projectContainerId) as ContainerRecord
  const prefix = `${project.key ?? ''}-`
  if (!key.startsWith(prefix) || !/^[1-9]\d{0,14}$/.test(key.slice(prefix.length))) {
    throw invalid(
      'key',
      key,
      `a key of project ${quoted(project.key)} is ${prefix} and a number; give 'project' to move it`,
    )
  }
  const taken = store.table(issues).find('key', [issue.applicationId, key])
  if (taken !== undefined)
    throw alreadyExists('issue', key, { instead: `choose another key than that of issue ${taken.id}` })
  store.raise(issueNumbersOf(store, project.id), Number(key.slice(prefix.length)))
  return giveKey(writing, issue, { key, project, event: 'ISSUE_RENAMED' })
}

function moveIssue(writing: Writing, issue: IssueRecord, projectKey: string): IssueRecord {
  const { store } = writing
  const project = store.table(containers).find('key', [issue.applicationId, 'PROJECT', projectKey])
  if (project?.key === undefined) throw notFound('project', projectKey, { in: 'the tracker' })
  if (project.id === issue.projectContainerId) return issue
  const key = nextIssueKey(store, issue.applicationId, project.id, project.key)
  return giveKey(writing, issue, { key, project, event: 'ISSUE_MOVED' })
}

/** Changes the key, and tells every wiki whose requirements the issue is linked to. */
function giveKey(
  writing: Writing,
  issue: IssueRecord,
  { key, project, event }: { key: string; project: ContainerRecord; event: 'ISSUE_RENAMED' | 'ISSUE_MOVED' },
): IssueRecord {
  const { store } = writing
  recordIssueHistory(writing, issue.id, event, `${issue.key} is now ${key}`)
  // Messages may use the former key for a while: counts its number before the issue leaves the project.
  issueNumbersOf(store, issue.projectContainerId)
  const place = { parentContainerId: project.id, projectContainerId: project.id }
  store.table(containers).update(issue.containerId, { key, ...place })
  takeFormerKey(writing, issue, key)
  const formerKeys = formerKeysWith(issue, key)
  const renamed = store.table(issues).put({ ...issue, key, projectContainerId: project.id, formerKeys })
  for (const integration of store.table(integrations).range('tracker', [issue.applicationId])) {
    if (concernsWiki({ store, integration }, issue))
      enqueueInbound(writing, integration, { operation: event, issueKey: issue.key, newIssueKey: key })
  }
  return renamed
}

/** True if a product links the issue, or a message about it waits, by any key that the wiki may use. */
function concernsWiki(connection: Connected, issue: IssueRecord): boolean {
  const { store, integration } = connection
  const { serviceId, wikiApplinkId } = integration
  for (const link of store.table(issueLinks).range('issue', [issue.id]))
    if (link.serviceId === serviceId) return true
  for (const key of possibleKeysOf(connection, issue.key)) {
    if (store.table(issueLinks).find('wikiIssue', [wikiApplinkId, key]) !== undefined) return true
    if (store.table(outboundMessages).find('waitingIssue', [serviceId, key]) !== undefined) return true
    if (store.table(trackerMessages).find('waitingIssue', [serviceId, key]) !== undefined) return true
  }
  return false
}
