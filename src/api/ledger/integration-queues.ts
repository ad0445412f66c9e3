/** Choices about queues between wiki and tracker and about synchronisation. */
import type { Entries } from './entry.ts'

export const integrationQueueEntries = {
  A135: {
    title: 'Fields of a message to the tracker',
    section: '6.2',
    behaviour:
      'A message is {id, serviceId, operation, title, templateId, applinkId, spaceKey, key, baseline, newSpaceKey, newKey, issueKey, relationship, createdBy, createdAt, status, lastResponse, attempts}, as far as its operation needs them; createdBy is a user id. The operations are REQUIREMENT_UPDATED, REQUIREMENT_RENAMED, REQUIREMENT_DELETED, LINK_ADDED, LINK_REMOVED, BASELINE_UPDATED and CREATE_ISSUE; the status is PENDING, DONE, FAILED or NOT_EXECUTED.',
    reason:
      'Only operation, title and templateId are documented; DONE, FAILED and NOT_EXECUTED are seen in clients.',
  },
  A136: {
    title: 'Order and limit of the outbound queue',
    section: '4.5',
    behaviour:
      'Messages that wait come first, those that failed and those behind them after the others, the oldest first, which is how they are sent; with includeDone those that are DONE follow, the newest first. The limit is 1 to 3000 and 3000 where absent, which is what one synchronisation takes. A lastResponse is shown where includeLastResponse asks for it.',
    reason: 'The operation is documented to list what the next synchronisation sends.',
  },
  A137: {
    title: 'How messages are answered and tried again',
    section: '6.2',
    behaviour:
      'Every 3 minutes from the start of the world each integration sends at most 3000 messages to the tracker, then at most 3000 of the tracker to the wiki. Each counts 10 ms of the receiver (setting messageMilliseconds of its site), which does not move the clock. A message that begins within 30 s (15 s when sent manually) is carried out, however long it takes; a later one is NOT_EXECUTED, and so is one posted to the inbound queue that would end after the timeout of the call; one that cannot be followed FAILED without changing anything. What was not carried out goes again in the next run, without limit; attempts counts. A run takes first those that neither failed nor wait behind one that did (A238), the oldest first, and fills up with the others, the oldest first. Nothing is sent, and all stay as they are, while a site is DISABLED, the application link is in mode DISABLED, or a message takes the receiver more than 120 s. What waits follows renamings of its requirement and its issue. Where both products changed the same link the wiki counts, and the message of the tracker is DONE as superseded; so is an older message that failed, once a later one about the same link or the deletion of its requirement arrived. REMOVE_LINK under one name of a renamed requirement is superseded too while the tracker shows the link under the other. Histories of issues and requirements note what messages change, in the name of who had them sent. When a requirement is restored, the tracker receives a message for each link found. ADD_LINK of what the wiki has moved meanwhile goes to where it is now, and LINK_REMOVED and LINK_ADDED tell the tracker; of what it has deleted, or has only in a variant that is not current, it is DONE without a link, and the tracker receives LINK_REMOVED. BASELINE_UPDATED of a baseline that is gone takes the links of the tracker to it along. While the wiki is DISABLED the tracker neither reads nor writes it: its own link waits as ADD_LINK.',
    reason:
      'The period is documented and the statuses are seen in clients; the rest lets both products show the same in the end.',
  },
  A138: {
    title: 'Sending manually',
    section: '4.5',
    behaviour:
      'PUT of a message sends it within 15 s and answers it as it is then, with lastResponse. Where nothing answers it stays as it was and lastResponse says why. A message that is DONE is refused with 409, and so is one that waits behind an older one (A238), which the answer names. A flush sends what one run takes within 15 s in all and answers {answers, waiting, reason}; reason only where nothing answered.',
    reason: 'Only that one item, or the queue, is sent is documented.',
  },
  A139: {
    title: 'Answers of the inbound queue',
    section: '4.5',
    behaviour:
      'An answer is {id, operation, status, message}, in the order of the messages; the id is given by the wiki. Operations are ADD_LINK, REMOVE_LINK, RESET_LINKS, ISSUE_RENAMED and ISSUE_MOVED (with newIssueKey); a message has spaceKey, key, baseline, issueKey and relationship (implements where absent) as its operation needs them. GET answers what the wiki answered to posted messages and at synchronisations, the last 1000 of the integration, the oldest first; a message that is tried again and answered alike is listed once. Where serviceId is null, url is the base address of the tracker: 400 without it, 404 for an unknown one.',
    reason: 'Only the list of Answer and the purpose of the messages are documented.',
  },
  A140: {
    title: 'Who hears of posted links',
    section: '4.5',
    behaviour:
      'A caller that posts to the inbound queue acts for the tracker: the wiki shows the change at once and does not tell the tracker of it, but of where a requirement went to and that it was deleted. Names are trimmed, and a blank one counts as absent. Unless the caller is the user of the application link or an administrator of the wiki, ADD_LINK and REMOVE_LINK take read on the space that they name, the other operations read on the spaces of all links of the issue that they touch; what the caller may not do is FAILED, whether or not the requirement exists.',
    reason: 'The queue is where the tracker posts; a message back would tell it what it said.',
    default: 'keep',
    alternatives: [
      {
        value: 'tell',
        behaviour:
          'The wiki queues LINK_ADDED or LINK_REMOVED for each link that was posted or reset, for clients that post instead of the tracker.',
      },
    ],
  },
  A141: {
    title: 'Common and personal queue',
    section: '4.5',
    behaviour:
      'The common queue lists what waits in the outbound queues of all integrations of the wiki, the personal queue what the caller made of it; both with lastResponse, in the order of their ids, at most 3000.',
    reason: 'Only the paths and the check of ownership are documented.',
    default: 'all',
    alternatives: [{ value: 'unowned', behaviour: 'The common queue lists only what no user made.' }],
  },
  A185: {
    title: 'Messages about issues that got another key',
    section: '6.2',
    behaviour:
      'The wiki hears of another key where either product links the issue, or a message about it waits, under any key that the issue has or had. What the wiki says means the issue that had the key before the renamings that wait; what the tracker says, the one that had it then. LINK_REMOVED under one key is DONE as superseded while the wiki shows the link under another key of the issue; of an issue that the tracker does not have it is DONE, as there is no such link.',
    reason:
      'So both products show the same in the end, and no message fails for ever that has nothing to do.',
  },
  A238: {
    title: 'Messages that wait behind others',
    section: '6.2',
    behaviour:
      'A message that renames, moves or deletes a requirement or an issue, resets the links of an issue or reports a baseline keeps its place: until it is DONE, no younger message of its queue that names the same requirement, issue or baseline is sent, whatever answer the older one got. The rule is the same in both directions, in a run, in a flush and when sent manually. The younger message stays as it is and counts no attempt; in a run it is sent right after the older one; when sent manually it is refused with 409. All other messages are sent. A renaming also waits behind each older message that uses its new name, since that means what had the name before. A message about a single link or a text holds up nothing: a later message about the same link makes it out of date. A renaming that gives no other name changes nothing and holds up nothing.',
    reason:
      'Carried out in another order, these messages would leave the products different for ever; and one that always fails must not stop the others.',
  },
} as const satisfies Entries
