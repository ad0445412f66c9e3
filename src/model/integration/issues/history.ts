/** The history of issues: what happened to the links of an issue, and to the issue itself (service §4.7). */
import type { Writing } from '../../records/actor.ts'
import { issueHistory, type IssueHistoryRecord } from '../../records/tracker/tracker.ts'

export type IssueEvent =
  | 'CREATED'
  | 'UPDATED'
  | 'LINKED'
  | 'UNLINKED'
  | 'LINK_RENAMED'
  | 'LINK_RECOVERED'
  | 'ISSUE_RENAMED'
  | 'ISSUE_MOVED'

/** Records an event of an issue; `detail` is a sentence. */
export function recordIssueHistory(
  { world, store, actor }: Writing,
  issueId: number,
  event: IssueEvent,
  detail: string,
): IssueHistoryRecord {
  const id = store.nextId(issueHistory)
  const by = actor === undefined ? {} : { by: actor.id }
  return store.table(issueHistory).insert({ id, issueId, at: world.now, ...by, event, detail })
}
