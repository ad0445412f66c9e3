/** Creating issues in a tracker, as a template of the wiki says (service §2.4). */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { containers } from '../containers/records.ts'
import { addTrackerFace, addWikiFace } from '../links/faces.ts'
import { type IntegrationRecord, type IssueRecord, issues, issueTypes } from '../links/records.ts'
import { issueTemplates } from '../tracker/records.ts'
import type { Outcome, TrackerMessage } from './messages.ts'
import { refreshText } from './texts.ts'

export interface NewIssue {
  readonly applicationId: number
  /** The tracker's id of the project. */
  readonly projectId: number
  readonly issueTypeId: number
  readonly summary: string
  readonly status?: string
}

/** Creates an issue with the next number of its project; says in a sentence why it cannot. */
export function createIssue(world: World, store: Store, wanted: NewIssue): IssueRecord | string {
  const { applicationId, projectId, issueTypeId } = wanted
  const project = [...store.table(containers).range('level', [applicationId, 'PROJECT'])].find(
    (container) => container.type === 'PROJECT' && container.projectId === projectId,
  )
  if (project?.key === undefined) return `the tracker has no project ${projectId}`
  if (store.table(issueTypes).get(issueTypeId)?.applicationId !== applicationId)
    return `the tracker has no issue type ${issueTypeId}`
  if (wanted.summary.trim() === '') return 'an issue needs a summary'
  const key = nextIssueKey(store, applicationId, project.id, project.key)
  const id = nextFree(store, 'issue', (candidate) => store.table(issues).has(candidate))
  const containerId = nextFree(store, 'container', (candidate) => store.table(containers).has(candidate))
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
  return store.table(issues).insert({
    id,
    containerId,
    applicationId,
    projectContainerId: project.id,
    key,
    issueTypeId,
    status: wanted.status ?? 'Open',
  })
}

/** Issue, then both faces of its link: the wiki asked for it and knows it from the answer. */
export function createIssueFromMessage(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  message: TrackerMessage,
): Outcome {
  const { templateId, spaceKey, key, baseline, title } = message
  const template = templateId === undefined ? undefined : store.table(issueTemplates).get(templateId)
  const { trackerApplicationId } = integration
  if (template === undefined || trackerApplicationId === undefined)
    return { status: 'FAILED', message: `template ${templateId ?? ''} does not exist` }
  const { projectId, issueTypeId, relationship } = template
  const summary = title ?? template.title
  const issue = createIssue(world, store, {
    applicationId: trackerApplicationId,
    projectId,
    issueTypeId,
    summary,
  })
  if (typeof issue === 'string') return { status: 'FAILED', message: issue }
  if (spaceKey !== undefined && key !== undefined) {
    const facts = { issueKey: issue.key, spaceKey, key, baseline, relationship }
    addTrackerFace(store, integration, issue, facts)
    addWikiFace(store, integration, facts)
    refreshText(world, store, integration, spaceKey, key, baseline ?? null)
  }
  return { status: 'DONE', message: `issue ${issue.key} created` }
}

function nextIssueKey(
  store: Store,
  applicationId: number,
  projectContainerId: number,
  projectKey: string,
): string {
  const sequence = `issueKey/${projectContainerId}`
  if (store.last(sequence) === 0) {
    for (const issue of store.table(issues).range('project', [projectContainerId])) {
      const number = Number(/-(\d{1,15})$/.exec(issue.key)?.[1] ?? 0)
      store.raise(sequence, number)
    }
  }
  for (;;) {
    const key = `${projectKey}-${store.next(sequence)}`
    if (store.table(issues).find('key', [applicationId, key]) === undefined) return key
  }
}

function nextFree(store: Store, sequence: string, taken: (candidate: number) => boolean): number {
  for (;;) {
    const candidate = store.next(sequence)
    if (!taken(candidate)) return candidate
  }
}
