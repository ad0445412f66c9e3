/** What messages say and how they are answered (service §6.2). */
import type { LinkFacts } from '../../links/faces.ts'
import type { OutboundOperation } from '../../records/tracker/outbound-messages.ts'

/** What a message to the tracker says; its operation decides which fields it has. */
export interface OutboundMessage {
  readonly operation: OutboundOperation
  readonly title?: string | undefined
  readonly templateId?: number | undefined
  readonly spaceKey?: string | undefined
  readonly key?: string | undefined
  readonly baseline?: number | undefined
  readonly newSpaceKey?: string | undefined
  readonly newKey?: string | undefined
  readonly issueKey?: string | undefined
  readonly relationship?: string | undefined
}

export interface Outcome {
  readonly status: 'DONE' | 'FAILED'
  readonly message: string
  /** Links that the wiki no longer shows, if the message removes several at once. */
  readonly removed?: readonly LinkFacts[]
}

export const done = (message: string): Outcome => ({ status: 'DONE', message })
export const failed = (message: string): Outcome => ({ status: 'FAILED', message })
