/** What bulk jobs do to issues: creating them for requirements, and changing them (service §4.5, §4.7). */
import { doesWikiRespond } from '../issues/tracker-texts.ts'
import type { Connected, Connection } from '../../links/connection.ts'
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import { createIssue, summaryFor } from '../issues/create-issue.ts'
import type { FieldValues } from '../issues/issue-fields.ts'
import { linkIssueInBoth, requirementOf, type RequirementReference } from '../issues/issue-requirements.ts'
import { problemOfDeparture, departureOf } from '../messages/names.ts'
import { containers } from '../../records/service/containers.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import { type IssueRecord, issues, type BulkJobRecord, type JobError } from '../../records/tracker/tracker.ts'
import { mayReadSpace } from '../rights.ts'
import type { RequirementRecord } from '../../records/wiki/requirements.ts'
import { containerLevel } from '../../finding/permissions.ts'
import { users } from '../../records/service/users.ts'
import type { Actor, Writing } from '../../records/actor.ts'
import { recordIssueHistory } from '../issues/history.ts'
import { addLinks } from './links.ts'

export interface IssueItem {
  /** Absent: create an issue. */
  readonly issueKey?: string | undefined
  /** The name of the issue in errors. */
  readonly name: string
  /** Values for this issue only; they override the shared ones. */
  readonly fields?: FieldValues | undefined
  readonly requirements: readonly RequirementReference[]
}

export interface IssueWork {
  /** A wiki learns of new links from the response; of links made in the tracker it hears by message. */
  readonly askedBy: 'wiki' | 'tracker'
  readonly issueTypeId?: number | undefined
  readonly templateId?: number | undefined
  /** The default summary of an issue for several requirements. */
  readonly title?: string | undefined
  readonly fields: FieldValues
  readonly items: readonly IssueItem[]
}

export interface ItemOutcome {
  readonly done: boolean
  readonly errors: readonly JobError[]
}

/** Does one item of a job with its starter's current rights. An item that fails changes nothing. */
export function performItem(
  { world, store, integration }: Omit<Connection, 'actor'>,
  job: BulkJobRecord,
  plain: Readonly<Record<string, unknown>>,
): ItemOutcome {
  const item = plain as unknown as IssueItem
  const work = job.shared as unknown as Shared
  const actor = job.startedBy === undefined ? undefined : store.table(users).get(job.startedBy)
  const performing: Performing = { world, store, job, work, actor }
  const problem = problemOfStarter(performing)
  if (problem !== undefined) return { done: false, errors: [{ item: item.name, message: problem }] }
  const { references, rows, errors } = readRequirements(performing, integration, item.requirements)
  if (item.requirements.length > 0 && references.length === 0) return { done: false, errors }
  const values = merged(work.fields, item.fields)
  const issue =
    item.issueKey === undefined ? create(performing, values, rows) : change(performing, item.issueKey, values)
  if (typeof issue === 'string')
    return { done: false, errors: [...errors, { item: item.name, message: issue }] }
  if (work.askedBy === 'wiki') linkIssueInBoth({ world, store, integration, actor }, issue, references)
  else
    addLinks(
      performing,
      issue,
      references.map((reference) => ({ ...reference, integration })),
    )
  return { done: true, errors }
}

type Shared = Omit<IssueWork, 'items'>

interface Performing {
  readonly world: World
  readonly store: Store
  readonly job: BulkJobRecord
  readonly work: Shared
  readonly actor: Actor
}

/** Why the starter of a job may not continue it; undefined if they may, or if nobody started it. */
function problemOfStarter({ store, job, actor }: Performing): string | undefined {
  if (job.startedBy === undefined) return undefined
  if (actor === undefined) return 'who started the job is gone'
  const project =
    job.projectContainerId === undefined ? undefined : store.table(containers).get(job.projectContainerId)
  if (project === undefined || containerLevel(store, actor, project) === 'edit') return undefined
  return `user '${actor.name}' may not edit project '${project.key ?? ''}' any more`
}

/** The requirements that can be linked; a wiki that does not answer is not read. */
function readRequirements(
  { store, work, actor }: Performing,
  integration: IntegrationRecord,
  wanted: readonly RequirementReference[],
) {
  const references: RequirementReference[] = []
  const rows: RequirementRecord[] = []
  const errors: JobError[] = []
  const responds = doesWikiRespond({ store, integration })
  for (const requested of wanted) {
    const row = responds ? requirementOf({ store, integration }, requested) : undefined
    const reference =
      typeof row === 'object' && row.baseline === undefined ? { ...requested, ...nameOf(row) } : requested
    const departure =
      work.askedBy === 'wiki' && responds ? undefined : departureOf({ store, integration }, reference)
    const problem =
      problemOfReader({ store, integration, actor }, reference) ??
      (typeof row === 'string' ? row : departure && problemOfDeparture(departure))
    if (problem !== undefined) errors.push({ item: requested.key, message: problem })
    else {
      references.push(reference)
      if (typeof row === 'object') rows.push(row)
    }
  }
  return { references, rows, errors }
}

function nameOf({ spaceKey, key }: RequirementRecord) {
  return { spaceKey, key }
}

function problemOfReader(
  connection: Connected & Pick<Writing, 'actor'>,
  { spaceKey }: RequirementReference,
): string | undefined {
  const { actor } = connection
  if (actor === undefined || mayReadSpace(connection, actor, spaceKey)) return undefined
  return `user '${actor.name}' may not read space '${spaceKey}' any more`
}

function create(
  { world, store, job, work, actor }: Performing,
  { summary, status, others }: FieldValues,
  rows: readonly RequirementRecord[],
): IssueRecord | string {
  const { issueTypeId = 0, templateId, title } = work
  const project =
    job.projectContainerId === undefined ? undefined : store.table(containers).get(job.projectContainerId)
  if (project?.projectId === undefined) return 'the project is gone'
  const [only] = rows
  const own = only !== undefined && rows.length === 1 ? summaryFor(only) : (title ?? '')
  return createIssue(world, store, {
    applicationId: job.applicationId,
    projectId: project.projectId,
    issueTypeId,
    summary: summary ?? own,
    status,
    fields: others,
    templateId,
    actor,
  })
}

function change(
  { world, store, job, actor }: Performing,
  issueKey: string,
  { summary, status, others }: FieldValues,
): IssueRecord | string {
  const issue = store.table(issues).find('key', [job.applicationId, issueKey])
  if (issue === undefined) return `the tracker has no issue '${issueKey}'`
  if (issue.projectContainerId !== job.projectContainerId)
    return `issue '${issueKey}' belongs to another project`
  if (summary !== undefined) store.table(containers).update(issue.containerId, { name: summary })
  const names = [
    ...(summary === undefined ? [] : ['summary']),
    ...(status === undefined ? [] : ['status']),
    ...Object.keys(others),
  ]
  if (names.length === 0) return issue
  recordIssueHistory({ world, store, actor }, issue.id, 'UPDATED', `changed ${names.join(', ')}`)
  return store.table(issues).put({
    ...issue,
    ...(status === undefined ? {} : { status }),
    ...(Object.keys(others).length === 0 ? {} : { fields: { ...issue.fields, ...others } }),
  })
}

function merged(all: FieldValues, own: FieldValues | undefined): FieldValues {
  return own === undefined ? all : { ...all, ...own, others: { ...all.others, ...own.others } }
}
