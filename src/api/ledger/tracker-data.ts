/** Assumptions about the data that the tracker returns: fields, relationships, history, baselines, messages. */
import type { Entries } from './entry.ts'

export const trackerDataEntries = {
  A166: {
    title: 'Relationships, fields and operations of the tracker',
    section: '4.7',
    behaviour:
      'GET /relationships lists names by code point: those of links in projects that the caller may read, and implements. GET /metadata/customfields lists {id, name, type, custom}: the fields that every tracker has, then its custom ones. GET /operations/{applinkId} returns {applinkId, mode, version, obstacle, operations}: the operations below that path as {operation, method, path, allowed}, where allowed reports the permission of the caller; obstacle says why no messages are sent over the link.',
    reason: 'The documentation gives only the paths, and that custom fields are listed.',
  },
  A167: {
    title: 'History of an issue',
    section: '4.7',
    behaviour:
      'The response is a list of {id, issueId, issueKey, at, by, event, detail}, the oldest first; by is the name of a user, detail a sentence. The issue is addressed by its numeric id or its key. The caller needs read on the project.',
    reason: 'Only the path is documented.',
  },
  A168: {
    title: 'Searching the wiki from the tracker',
    section: '4.7',
    behaviour:
      'q (or query) is a search expression, applinkId the link to the wiki (optional if there is only one; a blank one counts as absent, here and in all operations that take one in the query or as an optional field), offset and limit are those of the wiki. The search has the permissions that the caller has in the wiki. The response is {results, count, offset, limit, explanation}; a result is {applinkId, spaceKey, key, baseline, status, text, html, url, issues}, where issues has the keys of issues that link it. While the wiki does not respond, the search returns 409. The mode of the application link does not matter, because the search reads the wiki and sends no message.',
    reason: 'The documentation says that it searches requirements in the wiki.',
  },
  A169: {
    title: 'Baselines in the tracker',
    section: '4.7',
    behaviour:
      'The baseline condition is a text of <space>-<baseline> pairs as in searches of the wiki, stored for the whole tracker. An unknown baseline returns 404, and a baseline in a wiki that does not respond 409; an empty text removes the condition. A search from the tracker without baselineCondition uses it, as far as its baselines still exist. GET /baselines/{projectKey} lists {applinkId, spaceKey, number, name, status, links, inCondition}: the baselines that links of the project name and those of the condition, with name and status if the caller may read the space. While the wiki does not respond, name and status are missing, and so are baselines that only the condition names. DELETE removes the baselines from the links of the project, which then point to the requirements themselves (a link whose requirement is gone is deleted), and the wiki receives REMOVE_LINK and ADD_LINK.',
    reason: 'Only the paths are documented.',
  },
  A170: {
    title: 'Random data',
    section: '4.7',
    behaviour:
      'Both operations create count issues (1 to 100, by default 10) in the project of projectKey (if missing or blank, the first that the caller may edit), drawn from the seed of the world: the same world creates the same issues, and another call creates others. create-random-data also links each issue to one to three requirements that the caller may read, of the wiki of applinkId (409 while it does not respond), and queues ADD_LINK for each; an additional requirement changes only the links to it. The response has the issues with their links.',
    reason: 'The documentation says that they are helpers for tests.',
  },
  A171: {
    title: 'Queue of the tracker',
    section: '4.7',
    behaviour:
      'GET lists the waiting messages, the oldest first, with lastResponse; with includeDone, DONE messages follow, the newest first. limit is 1 to 3000, by default 3000. POST adds messages of the kinds that the wiki accepts to the queue and returns them; the tracker itself does not carry them out. DELETE removes all messages, including DONE ones. POST of one message sends it within 15 s and returns its new state; if the wiki does not respond, the message does not change and lastResponse says why. A DONE message returns 409, and so does one that waits behind an older message (A238).',
    reason: 'Only the paths are documented.',
  },
  A172: {
    title: 'Repairing an application link',
    section: '4.7',
    behaviour:
      'Links and messages of the integration that name another application link are changed to its own, failed messages of the tracker become PENDING with no attempts, both products use the version of the descriptor if messages can be sent, and a synchronisation is scheduled if none was. The mode does not change. The response is {applinkId, links, messages, retried, version, synchronises, obstacle}.',
    reason: 'Only the path is documented.',
  },
  A269: {
    title: 'Former keys of issues',
    section: '4.7',
    behaviour:
      'The former key of a renamed or moved issue leads to it in every operation of the interfaces that takes the key of an issue, also after several changes; responses have the current key. An issue that has the key now comes first. In the wiki, a key that the wiki still shows or that a waiting message renames stays, and others are replaced only while the tracker responds and if the caller may read the issue. Keys of queue messages and values in queries are compared as they are. New issues and moves never get a former key. A rename may give a former key to another issue: it then leads to that one, and the history of the issue that had it says so. A scenario sets formerKeys of an issue.',
    reason: 'Trackers redirect former keys, since links to them are in texts, mails and other systems.',
    default: 'follow',
    alternatives: {
      unknown:
        'A former key returns 404, or is linked as it is where the wiki does not ask the tracker (A64).',
    },
  },
  A270: {
    title: 'Letter case of issue keys',
    section: '4.7',
    behaviour:
      'Operations that take the key of an issue accept it in any letter case, such as drn-1 for DRN-1; responses and links have the key of the issue. An issue whose key is written exactly so comes first. Former keys (A269) follow the same rule.',
    reason: 'Trackers write keys in upper case and accept any.',
    default: 'any',
    alternatives: { exact: 'A key in other letter case is another key, and returns 404.' },
  },
} as const satisfies Entries
