/** Links that a product shows under another name than a message uses: their requirement or issue was renamed (service §6.2). */
import type { Connected } from '../../links/connection.ts'
import {
  DEFAULT_ISSUE_RELATIONSHIP,
  findTrackerFace,
  findWikiFace,
  type LinkFacts,
} from '../../links/faces.ts'
import type { IssueRecord } from '../../records/tracker/tracker.ts'
import type { InboundMessage, TrackerMessageRecord } from '../../records/tracker/inbound-messages.ts'
import { issueNow, possibleKeysOf, renamingTo, type RequirementName } from './names.ts'

/** True if a message removes a link that the tracker shows under another name that the requirement has or had. */
export function isShownUnderOtherName(
  connection: Connected,
  message: TrackerMessageRecord,
  now: RequirementName,
): boolean {
  if (!isRemovalOfCurrent(message)) return false
  let name = now
  let before = Number.POSITIVE_INFINITY
  for (;;) {
    const isOther = name.spaceKey !== message.spaceKey || name.key !== message.key
    if (isOther && doesTrackerShow(connection, message, name)) return true
    const renaming = renamingTo(connection, name, before)
    if (renaming === undefined) return false
    before = renaming.id
    name = { spaceKey: renaming.spaceKey, key: renaming.key }
  }
}

/** True if the wiki shows the link under another key that the issue has or had. */
export function isShownUnderOtherKey(connection: Connected, issue: IssueRecord, facts: LinkFacts): boolean {
  for (const issueKey of possibleKeysOf(connection, facts.issueKey)) {
    if (issueKey === facts.issueKey || issueNow(connection, issueKey)?.id !== issue.id) continue
    if (findWikiFace(connection, { ...facts, issueKey }) !== undefined) return true
  }
  return false
}

/** True if a message removes a link to the current requirement, not to a copy. */
export function isRemovalOfCurrent({ operation, baseline }: InboundMessage): boolean {
  return operation === 'REMOVE_LINK' && baseline === undefined
}

/** Whether the tracker shows the link of a message to the current requirement of this name. */
export function doesTrackerShow(
  connection: Connected,
  { id, issueKey, relationship = DEFAULT_ISSUE_RELATIONSHIP }: TrackerMessageRecord,
  name: RequirementName,
): boolean {
  const issue = issueKey === undefined ? undefined : issueNow(connection, issueKey, id)
  return issue !== undefined && findTrackerFace(connection, issue, { ...name, relationship }) !== undefined
}
