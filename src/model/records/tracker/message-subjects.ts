/** What messages are about, in both queues: requirements, issues and baselines (service §6.2); see message-order.ts. */

/** One subject of a message, as part of an index key. */
export type Subject =
  | readonly ['requirement', spaceKey: string, key: string]
  | readonly ['issue', issueKey: string]
  | readonly ['baseline', spaceKey: string, baseline: number]

/** The fields of a message, of either queue, that name its subjects. */
export interface SubjectFields {
  readonly operation: string
  readonly spaceKey?: string | undefined
  readonly key?: string | undefined
  readonly newSpaceKey?: string | undefined
  readonly newKey?: string | undefined
  readonly baseline?: number | undefined
  readonly issueKey?: string | undefined
  readonly newIssueKey?: string | undefined
}

/** All subjects of a message, each once; a renaming has both names. */
export function subjectsOf(message: SubjectFields): Subject[] {
  return [...requirementsOf(message), ...issuesOf(message), ...baselinesOf(message)]
}

/** The subjects that a message renames, moves, deletes or resets. A renaming to the same name changes nothing. */
export function wholeSubjectsOf(message: SubjectFields): Subject[] {
  switch (message.operation) {
    case 'REQUIREMENT_RENAMED':
      return ifSeveral(requirementsOf(message))
    case 'REQUIREMENT_DELETED':
      return requirementsOf(message)
    case 'BASELINE_UPDATED':
      return baselinesOf(message)
    case 'RESET_LINKS':
      return issuesOf(message)
    case 'ISSUE_RENAMED':
    case 'ISSUE_MOVED':
      return ifSeveral(issuesOf(message))
    default:
      return []
  }
}

/** The new name of a renaming. Older messages use it for another subject, which had the name before. */
export function newNameOf(message: SubjectFields): Subject | undefined {
  return RENAMINGS.has(message.operation) ? wholeSubjectsOf(message)[1] : undefined
}

const RENAMINGS: ReadonlySet<string> = new Set(['REQUIREMENT_RENAMED', 'ISSUE_RENAMED', 'ISSUE_MOVED'])

export function waitingUnder(
  { serviceId, status }: { readonly serviceId: string; readonly status: string },
  subjects: readonly Subject[],
): (readonly (string | number)[])[] {
  return status === 'DONE' ? [] : subjects.map((subject) => [serviceId, ...subject])
}

/** The key of an index of waiting messages; none for a message that is DONE or lacks a part. */
export function whileWaiting(
  { status }: { readonly status: string },
  ...parts: readonly (string | number | undefined)[]
): readonly (string | number)[] | undefined {
  return status === 'DONE' || parts.includes(undefined) ? undefined : (parts as readonly (string | number)[])
}

function requirementsOf({ spaceKey, key, newSpaceKey, newKey }: SubjectFields): Subject[] {
  const own: Subject[] = spaceKey === undefined || key === undefined ? [] : [['requirement', spaceKey, key]]
  const [toSpace, toKey] = [newSpaceKey ?? spaceKey, newKey ?? key]
  if (toSpace === undefined || toKey === undefined || (toSpace === spaceKey && toKey === key)) return own
  return [...own, ['requirement', toSpace, toKey]]
}

function issuesOf({ issueKey, newIssueKey }: SubjectFields): Subject[] {
  const own: Subject[] = issueKey === undefined ? [] : [['issue', issueKey]]
  return newIssueKey === undefined || newIssueKey === issueKey ? own : [...own, ['issue', newIssueKey]]
}

function baselinesOf({ spaceKey, baseline }: SubjectFields): Subject[] {
  return spaceKey === undefined || baseline === undefined ? [] : [['baseline', spaceKey, baseline]]
}

function ifSeveral(names: Subject[]): Subject[] {
  return names.length > 1 ? names : []
}
