/** Assumptions about queues between wiki and tracker and about synchronisation. */
import type { Entries } from './entry.ts'

export const integrationQueueEntries = {
  A135: {
    title: 'Fields of a message to the tracker',
    section: '6.2',
    behaviour:
      'A message is {id, serviceId, operation, title, templateId, applinkId, spaceKey, key, baseline, newSpaceKey, newKey, issueKey, relationship, createdBy, createdAt, status, lastResponse, attempts} with the fields that its operation needs; createdBy is a user id. The operations are REQUIREMENT_UPDATED, REQUIREMENT_RENAMED, REQUIREMENT_DELETED, LINK_ADDED, LINK_REMOVED, BASELINE_UPDATED and CREATE_ISSUE; the status is PENDING, DONE, FAILED or NOT_EXECUTED.',
    reason:
      'Only operation, title and templateId are documented; DONE, FAILED and NOT_EXECUTED are seen in clients.',
  },
  A136: {
    title: 'Order and limit of the outbound queue',
    section: '4.5',
    behaviour:
      'Waiting messages are listed in the order in which they are sent: the oldest first, but failed messages and those behind them come after the others. With includeDone, DONE messages follow, the newest first. limit is 1 to 3000, by default 3000, the maximum of one synchronisation. lastResponse is included if includeLastResponse requests it.',
    reason: 'The operation is documented to list what the next synchronisation sends.',
  },
  A137: {
    title: 'How messages are processed and retried',
    section: '6.2',
    behaviour:
      "Every 3 minutes from the start of the world, each integration sends at most 3000 messages to the tracker, then at most 3000 of the tracker to the wiki. Each message counts as 10 ms of the receiver (setting messageMilliseconds of its site), which does not move the clock. A message that begins within 30 s (15 s when sent manually) is carried out, however long it takes. A later one is NOT_EXECUTED, and so is a message posted to the inbound queue that would end after the timeout of the call; a message that cannot be carried out is FAILED and changes nothing. Messages that were not carried out are sent again in the next run, without limit, and attempts counts the tries. A run first takes messages that neither failed nor wait behind a failed one (A238), then the others, each group from the oldest. While a site is DISABLED, the application link is in mode DISABLED, or a message takes the receiver more than 120 s, nothing is sent and no message changes. Waiting messages follow renamings of their requirement and their issue. If both products changed the same link, the wiki wins, and the message of the tracker is DONE as superseded; so is an older failed message once a later one about the same link, or about the deletion of its requirement, has arrived. REMOVE_LINK under one name of a renamed requirement is also superseded while the tracker shows the link under the other name. Histories of issues and requirements record what messages change, with the user who caused them. When a requirement is restored, the tracker receives a message for each link found. ADD_LINK of a requirement that the wiki has moved meanwhile is applied at its new place, and LINK_REMOVED and LINK_ADDED inform the tracker; for one that the wiki has deleted, or has only in a variant that is not current, the message is DONE without a link, and the tracker receives LINK_REMOVED. BASELINE_UPDATED of a deleted baseline also removes the tracker's links to it. While the wiki is DISABLED, the tracker neither reads nor writes it: its own link waits as ADD_LINK.",
    reason:
      'The period is documented and the statuses are seen in clients; the rest makes both products show the same in the end.',
  },
  A138: {
    title: 'Sending manually',
    section: '4.5',
    behaviour:
      'PUT of a message sends it within 15 s and returns its new state, with lastResponse. If the other product does not respond, the message does not change and lastResponse says why. A DONE message returns 409, and so does one that waits behind an older message (A238), which the response names. A flush sends the messages of one run within 15 s in all and returns {answers, waiting, reason}; reason is present only if the other product did not respond.',
    reason: 'The documentation says only that one item, or the queue, is sent.',
  },
  A139: {
    title: 'Responses of the inbound queue',
    section: '4.5',
    behaviour:
      'An Answer is {id, operation, status, message}, in the order of the messages; the wiki assigns the id. The operations are ADD_LINK, REMOVE_LINK, RESET_LINKS, ISSUE_RENAMED and ISSUE_MOVED (with newIssueKey); a message has spaceKey, key, baseline, issueKey and relationship (by default implements) as its operation needs them; other fields that the queue of the tracker lists are ignored. GET lists the Answers to posted messages and to synchronisations, the last 1000 of the integration, the oldest first; a retried message with the same result is listed once. If serviceId is null, url is the base address of the tracker: 400 without it, 404 for an unknown one.',
    reason: 'Only the list of Answer and the purpose of the messages are documented.',
  },
  A140: {
    title: 'Who is notified of posted links',
    section: '4.5',
    behaviour:
      'A caller that posts to the inbound queue acts for the tracker: the wiki shows the change at once and does not notify the tracker of it, except of moved and deleted requirements. Names are trimmed, and a blank one counts as absent. Unless the caller is the user of the application link or an administrator of the wiki, ADD_LINK and REMOVE_LINK require read on the space that they name, and the other operations read on the spaces of all links of the issue that they change. A message without that permission is FAILED, whether or not the requirement exists.',
    reason: 'The tracker posts to this queue; a message back would repeat what it sent.',
    default: 'keep',
    alternatives: {
      tell: 'The wiki queues LINK_ADDED or LINK_REMOVED for each link that was posted or reset, for clients that post instead of the tracker.',
    },
  },
  A141: {
    title: 'Common and personal queues',
    section: '4.5',
    behaviour:
      'The common queue lists the waiting messages of the outbound queues of all integrations of the wiki, the personal queue those that the caller caused; both include lastResponse and list at most 3000 messages, sorted by id.',
    reason: 'Only the paths and the check of ownership are documented.',
    default: 'all',
    alternatives: { unowned: 'The common queue lists only messages that no user caused.' },
  },
  A185: {
    title: 'Messages about renamed issues',
    section: '6.2',
    behaviour:
      'The wiki receives a message about the new key if either product links the issue, or if a message about it waits, under any key that the issue has or had. Messages of the wiki refer to the issue that had the key before the waiting renamings; messages of the tracker refer to the issue that had it when they were sent. LINK_REMOVED under one key is DONE as superseded while the wiki shows the link under another key of the issue; for an issue that the tracker does not have it is DONE, as there is no such link.',
    reason:
      'In this way both products end up with the same links, and a message that has nothing to do does not fail forever.',
  },
  A238: {
    title: 'Messages that wait behind others',
    section: '6.2',
    behaviour:
      'A message that renames, moves or deletes a requirement or an issue, resets the links of an issue or reports a baseline keeps its place: until it is DONE, no later message of its queue that names the same requirement, issue or baseline is sent, whatever the result of the earlier one. The rule applies in both directions, in a run, in a flush and when a message is sent manually. The later message does not change and counts no attempt; in a run it is sent right after the earlier one; when sent manually it returns 409. All other messages are sent. A renaming also waits behind each earlier message that uses its new name, because that message means the previous holder of the name. A message about a single link or a text blocks nothing, because a later message about the same link replaces it. A renaming to the same name changes and blocks nothing.',
    reason:
      'In another order, these messages would leave the products different forever; and a message that always fails must not block the others.',
  },
} as const satisfies Entries
