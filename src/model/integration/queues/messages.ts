/** What messages say and how they are answered (service §6.2). */
import type { LinkFacts } from '../../links/faces.ts'
import type { OutboundOperation } from './records.ts'

/** What a message to the tracker says; which fields it has depends on its operation. */
export interface TrackerMessage {
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

/** How a product answers one message. */
export interface Outcome {
  readonly status: 'DONE' | 'FAILED'
  readonly message: string
  /** What the wiki shows no more, where the message says it of several links at once. */
  readonly removed?: readonly LinkFacts[]
}
