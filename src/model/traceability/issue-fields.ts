/** Fields of tracker issues that a matrix can show (service §4.4, customfields). */
import type { Store } from '../../world/store/store.ts'
import { compareCodePoints } from '../../world/order.ts'
import { readableContainers } from '../finding/containers.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { type IssueRecord, issues, issueTypes } from '../records/tracker/tracker.ts'
import type { UserRecord } from '../records/service/users.ts'

export interface IssueField {
  /** Compared with the value of JIRAFIELD in any letter case. */
  readonly id: string
  readonly name: string
  /** Free text, or one of some values. */
  readonly type: 'string' | 'option'
  readonly read: (details: IssueDetails) => string | undefined
}

export interface IssueDetails {
  readonly issue: IssueRecord
  readonly summary: string
  readonly typeName: string | undefined
  readonly project: ContainerRecord
}

export const ISSUE_FIELDS: readonly IssueField[] = [
  { id: 'key', name: 'Key', type: 'string', read: ({ issue }) => issue.key },
  { id: 'summary', name: 'Summary', type: 'string', read: ({ summary }) => summary },
  { id: 'status', name: 'Status', type: 'option', read: ({ issue }) => issue.status },
  { id: 'issuetype', name: 'Issue type', type: 'option', read: ({ typeName }) => typeName },
  { id: 'project', name: 'Project', type: 'option', read: ({ project }) => project.key },
]

export function findIssueField(id: string): IssueField | undefined {
  const wanted = id.trim().toLowerCase()
  return ISSUE_FIELDS.find((field) => field.id === (wanted === 'type' ? 'issuetype' : wanted))
}

/** Undefined if its project is gone. */
export function issueDetails(store: Store, issue: IssueRecord): IssueDetails | undefined {
  const project = store.table(containers).get(issue.projectContainerId)
  if (project === undefined) return undefined
  return {
    issue,
    summary: store.table(containers).get(issue.containerId)?.name ?? '',
    typeName: store.table(issueTypes).get(issue.issueTypeId)?.name,
    project,
  }
}

const MAXIMUM_VALUES = 1000

export interface ListedField extends IssueField {
  /** The values in use, by code point, of fields of type `option`. */
  readonly values?: readonly string[]
}

/** The fields of a tracker, with the values in use in projects that the user may read. */
export function listIssueFields(store: Store, user: UserRecord, trackerId: number): ListedField[] {
  const found = new Map(ISSUE_FIELDS.map((field) => [field.id, new Set<string>()]))
  for (const project of readableContainers(store, user, trackerId, 'PROJECT')) {
    for (const issue of store.table(issues).range('project', [project.id])) {
      const details = issueDetails(store, issue)
      if (details === undefined) continue
      for (const field of ISSUE_FIELDS) {
        const value = field.type === 'option' ? field.read(details) : undefined
        if (value !== undefined) found.get(field.id)?.add(value)
      }
    }
  }
  return ISSUE_FIELDS.map((field) =>
    field.type === 'string'
      ? field
      : {
          ...field,
          values: [...(found.get(field.id) ?? [])].toSorted(compareCodePoints).slice(0, MAXIMUM_VALUES),
        },
  )
}
