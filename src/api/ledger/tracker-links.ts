/** Assumptions about issue links of the tracker, resynchronisation, renaming and recovery. */
import type { Entries } from './entry.ts'

export const trackerLinkEntries = {
  A154: {
    title: 'Response of GET /issuelinks',
    section: '4.7',
    behaviour:
      'The response is the JSON string "Not implemented", for every caller who may read some project of the tracker; others get 403.',
    reason:
      'The documentation says that the operation is not implemented and returns a fixed string, but not which.',
  },
  A155: {
    title: 'Links of an issue as the tracker lists them',
    section: '4.7',
    behaviour:
      'The list has what the tracker shows, whatever the wiki does: the documented fields, baseline (null for the requirement itself), key (null if the link lost it), id, and html with refreshedAt if the tracker has its own copy of the text. The copy is from the last time it was read. A blank relationship counts as absent.',
    reason: 'The shape is not shown; what the tracker stores of a link is observed.',
  },
  A156: {
    title: 'Links to requirements that the wiki does not have',
    section: '4.7',
    behaviour:
      'A list is written entirely or not at all. An unknown application link or requirement, and a deleted link that the issue does not have, return 404; a copy of a baseline that is not DONE returns 409, as in the wiki. While a message about the renaming or deletion of a requirement waits, a link to the requirement that has its key in the wiki by then returns 409, because the tracker could not tell the two apart. Items to create and to delete require a relationship; in an overwriting list it defaults to that of the query, else to implements. An item with another relationship than that of the query returns 400. An item listed twice counts once. Relationships are trimmed; a blank one is implements, or that of the query.',
    reason:
      'A link to a requirement that does not exist is most likely a mistake; the relationship is documented as optional on overwrite and list.',
    default: 'refuse',
    alternatives: {
      dangling:
        'The link is stored without a text; the message to the wiki fails and is sent again until the requirement exists.',
    },
  },
  A157: {
    title: 'Permissions in the wiki for links of the tracker',
    section: '4.7',
    behaviour:
      "The tracker reads the wiki in the caller's name: a caller who may not read the space gets 403, also for every space that a bulk job names when it starts; a space that becomes unreadable later makes its items fail. While the wiki does not respond, links are accepted unchecked, and texts do not change. A text that no link needs any more is removed.",
    reason:
      'The documentation says that texts are read at once; no user should see through the tracker what the wiki hides.',
  },
  A158: {
    title: 'Link messages to the wiki',
    section: '6.2',
    behaviour:
      'The tracker changes its own links at once and queues ADD_LINK for each new link and REMOVE_LINK for each removed one; overwriting queues RESET_LINKS for the issue (of one relationship, or all) and then ADD_LINK for each link of the list. Creating a link that the issue already has changes nothing and queues no message, but reads its text again.',
    reason: 'The kinds of messages are documented; a repeated POST should do no harm.',
    default: 'keep',
    alternatives: { conflict: 'Creating a link that the issue already has returns 409.' },
  },
  A159: {
    title: 'The resynchronisation job',
    section: '4.7',
    behaviour:
      'PUT /sync starts a job over the requirements that either product links to the issues, 50 per second of virtual time and at least one second, and returns it; total, done and failed count requirements; one that the products show under an old and a new name counts once, under the new one. Requirements of spaces that the caller may not read are left out, unless the caller is the user of the application link. An unknown issue returns 404 and nothing starts. A tracker runs one job at a time; later ones are PENDING until it ends, and take their time from then on. GET /sync returns {status IDLE or RUNNING, waiting, job}, where job is the running one, else the last one. A job continues after failures and cannot be aborted or cleared; its errors list the failures by space and key of the requirement.',
    reason: 'Neither shapes nor pace are documented; a job that is read by number runs on the clock.',
  },
  A160: {
    title: 'What a resynchronisation does to a link',
    section: '4.7',
    behaviour:
      'The text is read from the wiki. A link that only the tracker shows is sent to the wiki with ADD_LINK; a link that only the wiki shows is added to the tracker at once. If the two differ, the tracker wins and the wiki receives REMOVE_LINK and ADD_LINK, unless the wiki has no such requirement: then the wiki wins. A link that a waiting message will change is left to that message, a link without a key to the recovery. If the wiki does not respond, each requirement fails.',
    reason:
      'The documentation says that all links of all requirements are resynchronised; no link should be lost or doubled.',
  },
  A161: {
    title: 'Changing the baseline of links',
    section: '4.7',
    behaviour:
      'The body is {applinkId, spaceKey, keys, oldBaseline, newBaseline}: all links of the space (or of the keys) that name oldBaseline (null or absent for none) are changed to newBaseline, entirely or not at all; a requirement that the baseline lacks returns 404. Texts are read from the wiki at once, and the wiki receives REMOVE_LINK and ADD_LINK. applinkId is optional if the tracker has one application link. The response is {status, updated}.',
    reason: 'Only the path is documented.',
  },
  A162: {
    title: 'Renaming a requirement in the tracker',
    section: '4.7',
    behaviour:
      'The body is {applinkId, spaceKey, key, newSpaceKey, newKey}: links and text of the requirement move to the new space and key, those of its frozen copies stay; newSpaceKey and newKey default to the old values, also if they are blank. Two links that become the same are merged. Texts are read again if the wiki has the requirement. The wiki receives no message, and the tracker does not check that the new requirement exists, because the wiki calls this operation when it renames. The path form names the application link; another one in its body returns 400. The response is {status, renamed}, where renamed is 0 without links.',
    reason: 'Only the paths are documented; the wiki calls the operation.',
  },
  A163: {
    title: 'Creating a remote issue link',
    section: '4.7',
    behaviour:
      'The body is {applinkId, issueKey, spaceKey, key, baseline, relationship}. It has the same effect as linking the issue to this one requirement, whatever the caller may read or edit, because the application link acts for the wiki. relationship is implements if absent or blank, and a blank issueKey returns 400. An existing link returns 409 if A158 is conflict. The response is {status, link}, also if the link already existed.',
    reason: 'Only the paths are documented.',
  },
  A164: {
    title: 'Suggestions for links without a key',
    section: '4.7',
    behaviour:
      "The list has each link that lost its key, with issueKey, summary and up to 10 candidates [{spaceKey, key, text, reason, words}]: first those that the wiki, but not the tracker, links to the issue in this relationship (WIKI_LINK), then requirements of the link's space whose text shares words of at least four letters with the issue's summary (WORDS), rarer words first. The lookup takes spaceKey, key (a prefix), applinkId and limit, and returns [{spaceKey, key, text, html}] of ACTIVE requirements; without spaceKey it searches the spaces of the links that lost their key. While the wiki does not respond, the links have an obstacle that says why instead of candidates, and the lookup returns 409.",
    reason: 'Only the paths are documented.',
  },
  A165: {
    title: 'Restoring the key of a link',
    section: '4.7',
    behaviour:
      'id is that of the link, the body {key, spaceKey, baseline}; spaceKey and baseline default to those of the link. The tracker shows the link at once, reads the text and queues ADD_LINK. An unknown link or requirement returns 404; a link that has a key, and a requirement that the issue already has in this relationship, return 409. If the wiki alone already shows the same link, both are merged under its id. The response is {status, link}.',
    reason: 'Only the path is documented.',
  },
  A186: {
    title: 'Links that name a former application link',
    section: '4.7',
    behaviour:
      "A link is listed with the id of the application link that it names; a link with a former one has no text. It still belongs to its integration: messages and searches find it, and reading the text of its requirement (for a created or overwritten link, a resynchronisation, a message or a repair) changes all the tracker's links of the requirement to the current application link. A call that names the old id returns 404. If both products show a link and only this id differs, that is not a discrepancy: repair-applink corrects it.",
    reason: 'The documentation says only that repair-applink exists; texts are stored by application link.',
  },
  A188: {
    title: 'Removing a link that the wiki shows under another name',
    section: '6.2',
    behaviour:
      'If a renaming never reached the wiki, removing or overwriting a link also queues REMOVE_LINK for the link that the wiki shows in its place, unless the tracker shows that one as a separate link.',
    reason: 'Otherwise the wiki would permanently show links that no user can remove in the tracker.',
  },
} as const satisfies Entries
