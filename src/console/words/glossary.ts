/** Terms of the service and of the simulator for newcomers. */

export const GLOSSARY = {
  'Application link':
    'The connection between a wiki and a tracker, as the tracker stores it. Its mode says who sends what.',
  Mode: 'AUTO and MANUAL: the tracker accepts messages; its version follows the wiki only with AUTO. DISABLED: the tracker refuses them, and synchronisation leaves the integration out.',
  Synchronisation:
    'A run that sends the messages that wait for the other product, every three minutes of the virtual clock.',
  PENDING: 'The message waits for the next synchronisation.',
  NOT_EXECUTED: 'The run ended before the message was sent. The next run sends it again.',
  FAILED: 'The other product refused the message. The next run sends it again.',
  DONE: 'The other product carried out the message, or a later message superseded it.',
  Flush: 'Sends the messages that wait for the tracker at once, without waiting for the next run.',
  Heal: 'Gives both products the same link: the product that lacks it gets it.',
  Drop: 'Removes the link from both products.',
  Reindexed: 'The page was saved and still defines the requirement. Its new text has not been read.',
  Gathered:
    'The page was viewed: text and properties of its requirements are stored, and the tracker receives a message.',
  'Needs excerpt':
    'The stored text is older than the page. The next view of the page gathers it. In records: htmlNeedsUpdating.',
  Variant: 'A version line of the requirements of a space or project. Most have only the current one.',
  Baseline: 'Requirements in their state at one moment. A preview until a task has frozen it, step by step.',
  Section: 'The section of the description that documents it.',
  Assumption:
    'A decision of the simulator where the service is not documented. Responses that it shaped rely on it.',
  Gaps: 'Statuses that an operation declares and that no response had.',
  Fault: 'An injected failure. A response that it shaped proves nothing about the service.',
  rateWindow: 'How much of a rate limit each client has used; records of the simulator.',
} as const satisfies Readonly<Record<string, string>>

export type Word = keyof typeof GLOSSARY
