/** Choices about the data that the tracker returns: fields, relationships, history, baselines, messages. */
import type { Entries } from './entry.ts'

export const trackerDataEntries = {
  A166: {
    title: 'Relationships, fields and operations of the tracker',
    section: '4.7',
    behaviour:
      'GET /relationships lists names, by code point: those of links in projects that the caller may read, and implements. GET /metadata/customfields lists {id, name, type, custom}: the fields that every tracker has, then its custom ones. GET /operations/{applinkId} answers {applinkId, mode, version, obstacle, operations}: what can be called below that path as {operation, method, path, allowed}, allowed being the rights of the caller; obstacle says why no messages move over the link.',
    reason: 'Only the paths are documented, and that custom fields are listed.',
  },
  A167: {
    title: 'History of an issue',
    section: '4.7',
    behaviour:
      'A list of {id, issueId, issueKey, at, by, event, detail}, the oldest first; by is the name of a user, detail a sentence. The issue is named by its numeric id or its key. It takes read on the project.',
    reason: 'Only the path is documented.',
  },
  A168: {
    title: 'Searching the wiki from the tracker',
    section: '4.7',
    behaviour:
      'q (or query) is a search expression, applinkId the link to the wiki (the only one where absent), offset and limit are those of the wiki. The search has the rights that the caller has in the wiki. The response is {results, count, offset, limit, explanation}; a result is {applinkId, spaceKey, key, baseline, status, text, html, url, issues}, issues being the keys of issues that link it. While the wiki does not answer the search is refused with 409; the mode of the application link does not matter, as the wiki is asked and no message moves.',
    reason: 'Documented is that it searches requirements in the wiki.',
  },
  A169: {
    title: 'Baselines in the tracker',
    section: '4.7',
    behaviour:
      'The baseline condition is a text of <space>-<baseline> pairs as in searches of the wiki, kept for the whole tracker; an unknown baseline is refused with 404, any while a wiki that may have it does not answer with 409; an empty text takes the condition away. A search from the tracker that says no baselineCondition goes by it, as far as its baselines still exist. GET /baselines/{projectKey} lists {applinkId, spaceKey, number, name, status, links, inCondition}: the baselines that links of the project name and those of the condition; name and status where the caller may read the space. While the wiki does not answer, name and status are missing, and so are baselines that only the condition names. DELETE takes the baselines off the links of the project, which then name what the requirements are now (a link whose requirement is gone goes), and the wiki receives REMOVE_LINK and ADD_LINK.',
    reason: 'Only the paths are documented.',
  },
  A170: {
    title: 'Random data',
    section: '4.7',
    behaviour:
      'Both operations create count issues (1 to 100, 10 where absent) in the project of projectKey (the first that the caller may edit where absent), drawn from the seed of the world: the same world makes the same ones, and another call makes others. create-random-data also links each to one to three requirements that the caller may read, of the wiki of applinkId (409 while it does not answer), and queues ADD_LINK for each; one more requirement changes only the links that are to it. Answered are the issues, with their links.',
    reason: 'Documented is that they are helpers of tests.',
  },
  A171: {
    title: 'Queue of the tracker',
    section: '4.7',
    behaviour:
      'GET lists the messages that wait, the oldest first, with lastResponse; with includeDone those that are DONE follow, the newest first; limit is 1 to 3000 and 3000 where absent. POST puts messages of the kinds that the wiki takes into the queue and answers them; the tracker itself does not do what they say. DELETE takes all out, the DONE ones too. POST of one message sends it within 15 s and answers it as it is then; where nothing answers it stays as it was and lastResponse says why. One that is DONE is refused with 409, and so is one that waits behind an older one (A238).',
    reason: 'Only the paths are documented.',
  },
  A172: {
    title: 'Repairing an application link',
    section: '4.7',
    behaviour:
      'Links and messages of the integration that name another application link come to name its own, messages of the tracker that failed are PENDING again with no attempts, both products go by the version of the descriptor where messages can move, and a next synchronisation is scheduled if none was. The mode stays. Answered is {applinkId, links, messages, retried, version, synchronises, obstacle}.',
    reason: 'Only the path is documented.',
  },
} as const satisfies Entries
