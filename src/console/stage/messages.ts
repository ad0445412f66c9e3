/** The messages that a step delivered, in the order in which they were sent. */
import type { SnapshotDifference } from '../../control/responses/worlds.ts'

type Fields = Readonly<Record<string, unknown>>

export interface Delivered {
  readonly id: string
  /** What it says: `CAM-001: new text`. */
  readonly text: string
}

const TABLES = { outbound: 'outboundMessage', inbound: 'trackerMessage' } as const

export function deliveredMessages(
  { items }: SnapshotDifference,
  direction: keyof typeof TABLES,
  serviceId: string,
): readonly Delivered[] {
  return items
    .filter(
      ({ table, before, after }) =>
        table === TABLES[direction] &&
        after?.['serviceId'] === serviceId &&
        after['status'] === 'DONE' &&
        before?.['status'] !== 'DONE',
    )
    .map(({ key, after = {} }) => ({ id: String(key), text: messageText(after) }))
}

/** In few words: an audience sees many of them. */
function messageText(message: Fields): string {
  const { key, newKey, issueKey, newIssueKey } = message
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const both = [text(issueKey), text(key)].filter((part) => part !== '').join(' and ')
  switch (message['operation']) {
    case 'REQUIREMENT_UPDATED':
      return `${text(key)}: new text`
    case 'REQUIREMENT_RENAMED':
      return `${text(key)} is now ${text(newKey)}`
    case 'REQUIREMENT_DELETED':
      return `${text(key)} is deleted`
    case 'LINK_ADDED':
    case 'ADD_LINK':
      return `${both} linked`
    case 'LINK_REMOVED':
    case 'REMOVE_LINK':
      return `${both} unlinked`
    case 'RESET_LINKS':
      return `${text(issueKey)}: links reset`
    case 'ISSUE_RENAMED':
    case 'ISSUE_MOVED':
      return `${text(issueKey)} is now ${text(newIssueKey)}`
    case 'CREATE_ISSUE':
      return `a new issue for ${text(key)}`
    default:
      return 'a baseline changed'
  }
}
