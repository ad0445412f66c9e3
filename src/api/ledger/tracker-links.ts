/** Choices about issue links of the tracker, resynchronisation, renaming and recovery. */
import type { Entries } from './entry.ts'

export const trackerLinkEntries = {
  A154: {
    title: 'The fixed string of GET /issuelinks',
    section: '4.7',
    behaviour:
      'The JSON string "Not implemented", for every caller who may read some project of the tracker; others are refused with 403.',
    reason:
      'That the operation is not implemented and answers a fixed string is documented, the string is not.',
  },
  A155: {
    title: 'Links of an issue as the tracker lists them',
    section: '4.7',
    behaviour:
      'The list holds what the tracker shows, whatever the wiki does: the documented fields, baseline (null for what the requirement is now), key (null where the link lost it), id, and html with refreshedAt where the tracker has its own copy of the text. The copy is as it was read last. A blank relationship is none.',
    reason: 'The shape is not shown; what the tracker stores of a link is observed.',
  },
  A156: {
    title: 'Links to requirements that the wiki does not have',
    section: '4.7',
    behaviour:
      'A list is written all or none. An unknown application link or requirement, and a link to delete that the issue does not have, are 404; a copy of a baseline that is not DONE is 409, as in the wiki. While a message waits that the requirement of a key was renamed or deleted, a link to what the wiki calls so by now is 409: the tracker could not tell the two apart. Relationships are compulsory in items to create and to delete; where an overwriting list leaves one out, it is that of the query, else implements. An item of another relationship than that of the query is 400. An item listed twice counts once. Relationships are trimmed; a blank one is implements, or that of the query.',
    reason:
      'A link to nothing is most likely a mistake; the relationship is documented as optional on overwrite and list.',
    default: 'refuse',
    alternatives: [
      {
        value: 'dangling',
        behaviour:
          'The link is kept without a text; the message to the wiki fails and goes again until the requirement exists.',
      },
    ],
  },
  A157: {
    title: 'Reading the wiki for a link',
    section: '4.7',
    behaviour:
      "The tracker reads the wiki in the caller's name: a caller who may not read the space is refused with 403; the same holds for every space that a bulk job names when it starts; one that is hidden later is an error of its items. While the wiki does not answer, links are taken unchecked, and texts stay as they were. A text that no link needs any more is forgotten.",
    reason:
      'That texts are read at once is documented; no user should see through the tracker what the wiki hides.',
  },
  A158: {
    title: 'Link messages to the wiki',
    section: '6.2',
    behaviour:
      'The tracker changes its own face at once and queues ADD_LINK for each new link and REMOVE_LINK for each that goes; overwriting queues RESET_LINKS for the issue (of one relationship, or all) and then ADD_LINK for each link of the list. A link that the issue has already is left as it is, and queues no message when created again; its text is read again.',
    reason: 'The kinds of messages are documented; a POST that is repeated should do no harm.',
    default: 'keep',
    alternatives: [{ value: 'conflict', behaviour: 'Creating a link that the issue has already is 409.' }],
  },
  A159: {
    title: 'The job that resynchronises',
    section: '4.7',
    behaviour:
      'PUT /sync starts a job over the requirements that either product links to the issues, 50 a second of virtual time and at least one second, and answers it; total, done and failed count requirements; those of spaces that the caller may not read are left out, unless the caller is the user of the application link. An unknown issue is 404 and nothing starts. One job of a tracker works at a time, later ones are PENDING until it ends. GET /sync answers {status IDLE or RUNNING, waiting, job}: the job that works, else the last one. A job works through, whatever fails, and cannot be aborted or cleared; what failed is in its errors by space and key of the requirement.',
    reason: 'Neither shapes nor pace are documented; a job that can be read by number runs on the clock.',
  },
  A160: {
    title: 'What a resynchronisation does to a link',
    section: '4.7',
    behaviour:
      "The text is read from the wiki. What only the tracker shows is told the wiki by ADD_LINK, what only the wiki shows the tracker takes over at once. Where the faces differ, the tracker's counts and the wiki receives REMOVE_LINK and ADD_LINK, unless the wiki has no such requirement: then the tracker follows. A link that a waiting message will change is left to that message, a link without a key to the recovery. A wiki that does not answer is an error of each requirement.",
    reason:
      'Documented is that all links of all requirements are resynchronised; nothing should be lost or doubled.',
  },
  A161: {
    title: 'Updating the baseline of links',
    section: '4.7',
    behaviour:
      'Body {applinkId, spaceKey, keys, oldBaseline, newBaseline}: all links of the space (or of the keys) that name oldBaseline (null or absent for none) name newBaseline from now on, all or none; a requirement that it lacks is 404. Texts are read from the wiki at once, and the wiki receives REMOVE_LINK and ADD_LINK. applinkId may be left out where the tracker has one application link. Answer {status, updated}.',
    reason: 'Only the path is documented.',
  },
  A162: {
    title: 'Renaming a requirement in the tracker',
    section: '4.7',
    behaviour:
      'Body {applinkId, spaceKey, key, newSpaceKey, newKey}: links and text of the requirement go to the new place, those of its frozen copies stay; what is absent of the place stays. Two links that become the same are one. Texts are read again where the wiki has the requirement. The wiki receives no message, and whether the new place exists is not checked, as the wiki calls this when it renames. The path form names the application link; another one in its body is 400. Answer {status, renamed}; without links renamed is 0.',
    reason: 'Only the paths are documented; the operation is one that the wiki calls.',
  },
  A163: {
    title: 'Creating a remote issue link',
    section: '4.7',
    behaviour:
      'Body {applinkId, issueKey, spaceKey, key, baseline, relationship}: the same as linking the issue to this one requirement, whatever the caller may read or edit, as the application link acts for the wiki. relationship is implements where absent or blank, a blank issueKey is 400. Where A158 is conflict, a link that is there already is 409. Answer {status, link}, also where the link was there already.',
    reason: 'Only the paths are documented.',
  },
  A164: {
    title: 'Suggestions for links without a key',
    section: '4.7',
    behaviour:
      "Each link that lost its key, with issueKey, summary and up to 10 candidates [{spaceKey, key, text, reason, words}]: first what the wiki links to the issue in this relationship and the tracker does not (WIKI_LINK), then requirements of the link's space whose text has words of the issue's summary of at least four letters (WORDS), those of rarer words first. The lookup takes spaceKey, key (how it begins), applinkId and limit, and answers [{spaceKey, key, text, html}] of ACTIVE requirements; without spaceKey of the spaces where links lost their key. While the wiki does not answer, the links have no candidates but an obstacle that says why, and the lookup is refused with 409.",
    reason: 'Only the paths are documented.',
  },
  A165: {
    title: 'Giving a link its key again',
    section: '4.7',
    behaviour:
      'id is that of the link, the body {key, spaceKey, baseline}, the last two those of the link where absent. The tracker shows the link at once, reads the text and queues ADD_LINK. An unknown link or requirement is 404; a link that has a key, and a requirement that the issue has in this relationship already, are 409. The link joins the one that only the wiki shows, whose id it then has. Answer {status, link}.',
    reason: 'Only the path is documented.',
  },
  A186: {
    title: 'Links that name an application link of before',
    section: '4.7',
    behaviour:
      "A link is listed with the id of the application link that it names; one of before has no text. It belongs to its integration all the same: messages and searches find it, and reading its requirement's text (for a created or overwritten link, a resynchronisation, a message, a repair) lets all the tracker's links of the requirement name the application link of now. A call that names the old id is 404. Where both products show a link and only this id differs, that is no discrepancy: repair-applink mends it.",
    reason: 'Documented is only that repair-applink exists; a text is kept by application link.',
  },
  A188: {
    title: 'Removing a link that the wiki shows under another name',
    section: '6.2',
    behaviour:
      'Where a renaming never reached the wiki, taking a link off or overwriting it also queues REMOVE_LINK for what the wiki shows in its place, unless the tracker shows that as a link of its own.',
    reason: 'Otherwise the wiki would permanently show links that no user can remove in the tracker.',
  },
} as const satisfies Entries
