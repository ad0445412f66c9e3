/** Words of the service and of the simulator that somebody new to them asks about. */

export const GLOSSARY = {
  'Application link':
    'What joins a wiki to a tracker, as the tracker knows it; its mode says who sends what.',
  Mode: 'AUTO and MANUAL: the tracker takes messages; its version follows the wiki only with AUTO. DISABLED: the tracker refuses them, and synchronisation leaves the integration out.',
  Synchronisation: 'A run that sends what waits for the other product, every three minutes of the world.',
  PENDING: 'The message waits for the next synchronisation.',
  NOT_EXECUTED: 'The time of the run was up before the message was sent; it goes again in the next run.',
  FAILED: 'The other product refused the message; it goes again in the next run.',
  DONE: 'The other product did what the message says, or a later message made it needless.',
  Flush: 'Sends what waits for the tracker at once, without waiting for the next run.',
  Heal: 'Brings both products to the same link: what one lacks is made there.',
  Drop: 'Removes the link from both products.',
  Reindexed: 'The page was saved and still defines the requirement; its new text is not read yet.',
  Gathered:
    'The page was viewed: text and properties of its requirements are saved and the tracker receives a message.',
  'Needs excerpt':
    'The text that is kept is older than the page; it is gathered when the page is next viewed. In records: htmlNeedsUpdating.',
  Variant: 'A version line of the requirements of a space or project; most have only their current one.',
  Baseline: 'Requirements as they were at one moment. A preview until it is frozen, by a task in steps.',
  Section: 'The section of the description of the service that documents it.',
  Assumption:
    'A choice that the simulator made where the service is not documented. Answers that it shaped lean on it.',
  Gaps: 'Statuses that an operation declares and that no exchange was answered with.',
  Fault: 'Something that goes wrong on purpose. What it shaped is no evidence of how the service behaves.',
  rateWindow: 'How much of a rate limit each client has used; records of the simulator.',
} as const satisfies Readonly<Record<string, string>>

export type Word = keyof typeof GLOSSARY
