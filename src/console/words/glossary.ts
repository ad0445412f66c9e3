/** Terms of the service and of the simulator for newcomers. */

export const GLOSSARY = {
  'Application link':
    'The connection between a wiki and a tracker, as the tracker stores it. Its mode says who sends what.',
  Mode: 'With AUTO and MANUAL the tracker accepts messages, but its version follows the wiki only with AUTO. With DISABLED the tracker refuses messages, and synchronisation skips the integration.',
  Synchronisation:
    'A run that sends the messages that wait for the other product, every three minutes of the virtual clock.',
  PENDING: 'The message waits for the next synchronisation.',
  NOT_EXECUTED: 'The run ended before the message was sent. The next run sends it again.',
  FAILED: 'The other product refused the message. The next run sends it again.',
  DONE: 'The other product carried out the message, or a later message superseded it.',
  Flush: 'Sends the messages that wait for the tracker at once, without waiting for the next run.',
  Heal: 'Gives both products the same link: the product that lacks it gets it.',
  Drop: 'Removes the link from both products.',
  Reindexed: 'The page was saved and still defines the requirement, but its new text is not stored yet.',
  Gathered:
    'The page was viewed: text and properties of its requirements are stored, and the tracker receives a message.',
  'Needs excerpt':
    'The stored text is older than the page. The next view of the page gathers it. In records: htmlNeedsUpdating.',
  Variant: 'A version line of the requirements of a space or project. Most have only the current one.',
  Baseline: 'A set of requirements as they are at one moment. It is a preview until a task has frozen it.',
  Section: 'The section of the description of the service that documents the behaviour.',
  Assumption: 'A decision of the simulator about behaviour that the service does not document.',
  Gaps: 'Statuses that an operation declares but has not returned yet.',
  Fault: 'An injected failure. A response that it shaped proves nothing about the service.',
  rateWindow: 'How much of a rate limit each client has used. The simulator keeps these records.',
} as const satisfies Readonly<Record<string, string>>

export type Word = keyof typeof GLOSSARY
