/** Fields of tracker issues that a matrix can show (service §4.4, customfields). */
import type { Store } from '../../world/store/store.ts'
import { compareCodePoints } from '../../world/order.ts'
import { readableContainers } from '../containers/containers.ts'
import { type ContainerRecord, containers } from '../containers/records.ts'
import { type IssueRecord, issues, issueTypes } from '../links/records.ts'
import type { UserRecord } from '../users/records.ts'

export interface IssueField {
  /** What JIRAFIELD takes, in any letter case. */
  readonly id: string
  readonly name: string
  /** A text of its own for each issue, or one of some values. */
  readonly type: 'string' | 'option'
  readonly read: (details: IssueDetails) => string | undefined
}

/** An issue with the records around it that a matrix shows. */
export interface IssueDetails {
  readonly issue: IssueRecord
  readonly summary: string
  readonly typeName: string | undefined
  readonly project: ContainerRecord
}

/** In the order in which they are listed. */
export const ISSUE_FIELDS: readonly IssueField[] = [
  { id: 'key', name: 'Key', type: 'string', read: ({ issue }) => issue.key },
  { id: 'summary', name: 'Summary', type: 'string', read: ({ summary }) => summary },
  { id: 'status', name: 'Status', type: 'option', read: ({ issue }) => issue.status },
  { id: 'issuetype', name: 'Issue type', type: 'option', read: ({ typeName }) => typeName },
  { id: 'project', name: 'Project', type: 'option', read: ({ project }) => project.key },
]

/** The field of this id; `type` is a short form of `issuetype`. */
export function findIssueField(id: string): IssueField | undefined {
  const wanted = id.trim().toLowerCase()
  return ISSUE_FIELDS.find((field) => field.id === (wanted === 'type' ? 'issuetype' : wanted))
}

/** What a matrix shows of an issue; undefined when its project is gone. */
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

/** Values of one field that are listed. */
const MAXIMUM_VALUES = 1000

export interface ListedField extends IssueField {
  /** The values that occur, by code point, for fields of some values. */
  readonly values?: readonly string[]
}

/** The fields of a tracker, with the values that occur in projects that the user may read. */
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
