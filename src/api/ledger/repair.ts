/** Assumptions about repairing discrepancies between wiki and tracker. */
import type { Entries } from './entry.ts'

export const repairEntries = {
  A183: {
    title: 'Discrepancies between wiki and tracker',
    section: '4.6',
    behaviour:
      'GET returns {total, discrepancies, unreachable}. A discrepancy is a link that only one of the two products shows, or that they show differently: {id, serviceId, kind, wiki, tracker, waiting, detail}. kind is MISSING_IN_TRACKER, MISSING_IN_WIKI, DIFFERENT, UNKNOWN_ISSUE, UNKNOWN_REQUIREMENT or LOST_KEY. waiting is true if a message waits that adds or removes the link, or resets the links of its issue; a message that renames its requirement or issue does not count. At most 1000 are listed, sorted by id; total counts all. A link of the wiki to a DELETED requirement is not a discrepancy unless the tracker shows it. Integrations whose tracker does not respond are listed as unreachable; the mode of the application link does not matter.',
    reason:
      'The documentation says that administrators repair discrepancies of data between wiki and tracker.',
  },
  A184: {
    title: 'How discrepancies are repaired',
    section: '4.6',
    behaviour:
      'PUT repairs all discrepancies, or those in the optional body {ids} (404 if one is not a discrepancy, and then nothing is repaired). A product with a waiting message about the link is right, the wiki if both have one; otherwise the product that lacks the link gets it. If both show the link differently, its requirement, baseline and relationship come from the wiki and its issue from the tracker. A link to an unknown issue or requirement is dropped. A link without a key gets that of the only requirement that the wiki links to the issue in the same relationship; if there is no such one, it stays for /recover-null-keys. Waiting messages that would undo the repair are DONE as superseded; the others stay. The response is {healed, remaining, unreachable}. DELETE drops every discrepancy, and the messages that would restore it, from both products; while a tracker does not respond it returns 409 and drops nothing.',
    reason: 'Only the paths are documented.',
    default: 'both',
    alternatives: { wiki: 'The wiki is right about every link that only one product shows.' },
  },
  A187: {
    title: 'Messages that are delivered before a repair',
    section: '4.6',
    behaviour:
      'Before PUT repairs, it delivers, whatever blocks them, the waiting messages of the same integrations that rename or delete a requirement, or rename or move an issue; other waiting messages follow the new names. While the wiki does not respond, the text of a renamed requirement moves with its links, and REQUIREMENT_UPDATED waits for each text that could not be read. DELETE delivers nothing: a link that one product shows under another name is dropped like every discrepancy, and a discrepancy that a later renaming brings to light is listed then.',
    reason: 'A name that only one product knows would later mean another requirement or issue.',
  },
} as const satisfies Entries
