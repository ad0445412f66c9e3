/** Choices about repairing what wiki and tracker disagree on. */
import type { Entries } from './entry.ts'

export const repairEntries = {
  A183: {
    title: 'What wiki and tracker disagree on',
    section: '4.6',
    behaviour:
      'GET answers {total, discrepancies, unreachable}. A discrepancy is a link that the two products do not both show, or show differently: {id, serviceId, kind, wiki, tracker, waiting, detail}; kinds are MISSING_IN_TRACKER, MISSING_IN_WIKI, DIFFERENT, UNKNOWN_ISSUE, UNKNOWN_REQUIREMENT and LOST_KEY; waiting is true while a message waits that adds or removes the link, or resets those of its issue; a message that renames its requirement or issue does not count. At most 1000 are listed, by id; total counts all. A link of the wiki to a DELETED requirement is none as long as the tracker does not show it. Integrations whose tracker does not answer are unreachable; the mode of the application link does not matter.',
    reason:
      'Documented is that discrepancies of data between wiki and tracker are repaired by administrators.',
  },
  A184: {
    title: 'How discrepancies are repaired',
    section: '4.6',
    behaviour:
      'PUT heals all, or those of the ids in the optional body {ids} (404 for one that is no discrepancy, and nothing is healed). A product that still has to tell of a change of the link is right, the wiki where both have; otherwise the product that lacks the link gains it. Of one shown differently the requirement, baseline and relationship are those of the wiki, the issue that of the tracker. What names an unknown issue or requirement is dropped. A link that lost its key gains that of the only requirement that the wiki links to the issue in its relationship, else it stays for /recover-null-keys. Messages that wait and would undo it are DONE as superseded; the others stay. Answered is {healed, remaining, unreachable}. DELETE drops every discrepancy, and the messages that would bring it back, from both products; while a tracker does not answer it is 409, and nothing is dropped.',
    reason: 'Only the paths are documented.',
    default: 'both',
    alternatives: [
      {
        value: 'wiki',
        behaviour: 'The wiki is right about every link that only one product shows.',
      },
    ],
  },
  A187: {
    title: 'What arrives before a repair',
    section: '4.6',
    behaviour:
      'Before PUT heals, messages that wait in the integrations of what it heals and that rename or delete a requirement, or rename or move an issue, arrive, whatever is in the way; what else waits follows the new names. While the wiki does not answer, the text of a renamed requirement goes along with its links, and REQUIREMENT_UPDATED waits for each text that could not be read. DELETE lets nothing arrive: a link that one product shows under another name is dropped like every discrepancy, and what comes to light when a name arrives later is listed then.',
    reason: 'A name that one product has and the other is yet to hear of would mean something else later.',
  },
} as const satisfies Entries
