/** Assumptions about baselines and long-running tasks of the wiki. */
import type { Entries } from './entry.ts'

export const wikiBaselineEntries = {
  A123: {
    title: 'Duration of freezing',
    section: '3',
    behaviour:
      'Freezing takes a second of virtual time per hundred requirements, and at least one second. It freezes the requirements that the query selected at the start, of the variant that was current then, even if another becomes current meanwhile; matches of other variants are left out. A requirement that still needs its excerpt is frozen as it is, and its copy stays flagged. More than 12,000 requirements (setting baselineMaximumRequirements) end in ERROR with a message after the first second. Copies can be linked to issues once the baseline is DONE (before that, 409, or 404 for copies that do not exist yet). When copies are removed, the links that name them are removed too, and the tracker receives LINK_REMOVED.',
    reason: 'Freezing is documented as a long-running task; the limit was seen.',
  },
  A124: {
    title: 'Counts of baselines',
    section: '2.2',
    behaviour:
      'Frozen copies are counted once there are any (status IN_CREATION and DONE). Before that, count and pageCount are what freezing would freeze, counted when the baseline was created, reset or given another query. For a baseline of a scenario they are counted when the world begins, over the requirements that its creator may read.',
    reason: 'Expected counts are documented for the reset only.',
  },
  A126: {
    title: 'Search of baselines',
    section: '4.2',
    behaviour:
      'q finds baselines whose name contains it in any letter case, or that have this number; without keys in spaceKeys, every space is searched; limit is the maximum number of baselines in the response, by default 20. Items are {spaceKey, spaceName, baselines}, with spaces sorted by key; spaces without a match or without read permission are left out.',
    reason: 'Only the parameters are documented.',
  },
  A127: {
    title: 'Changing a baseline',
    section: '4.2',
    behaviour:
      'The body must have spaceKey and baseline as in the address. A field that is listed and that the body omits is removed (NAME and STATUS require a value). SEARCHQUERY and PARENTBASELINE change only in PREVIEW and ERROR, else 409; NAME and PAGEID change at any time. Another query replaces the pages of an instant baseline and the selection of a refreeze. If STATUS is listed too, the baseline returns to PREVIEW before the others change. Names have 1 to 255 characters and are unique in their space (409). A new name is updated in matrices, baselines that are not frozen, dashboards and templates of the space that name the baseline, and in those of other spaces if they name it with its space; if a reference by name would then mean a number, it is replaced by the number of the baseline. The response is the baseline.',
    reason: 'The documentation gives the names, and that number and space must match.',
  },
  A237: {
    title: 'Deleting what baselines refer to',
    section: '4.2',
    behaviour:
      'A baseline that others follow can be deleted; they then follow none. A deleted page is no longer the page of a baseline or of an Excel attachment, nor one of the pages that an instant baseline freezes. A page or parent that a baseline already names is accepted when a client sends it back. A baseline cannot follow itself or one that follows it (400).',
    reason:
      'The documentation gives no condition for deleting a baseline, and a client should be able to send back what it read.',
    default: 'clear',
    alternatives: { refuse: 'A baseline that another follows cannot be deleted (409).' },
  },
  A128: {
    title: 'Creating frozen baselines',
    section: '4.2',
    behaviour:
      'create and create-instant return the baseline at once as IN_CREATION, and the client polls it like any other. ceo is the id of a page of the space, or its title; an instant baseline freezes what the page defines, with its descendants on request; both forms of the path do the same.',
    reason: 'The documentation says that the response is the details of the baseline.',
  },
  A129: {
    title: 'Suggested names of baselines',
    section: '4.2',
    behaviour:
      'The check returns {valid, message}. The suggestion is {name}: the name of the page, or of the newest baseline, with its trailing number increased by one, whatever its length and leading zeros, or else the page name followed by 1; names that are taken are skipped.',
    reason: 'The documentation shows neither shape.',
  },
  A130: {
    title: 'Refreezing',
    section: '4.2',
    behaviour:
      'A refreeze takes a DONE baseline, by either form of its payload, and always creates a new number. Once all is frozen, it also creates a new page that mentions the frozen requirements, which becomes the page of the new baseline unless PAGEID named another meanwhile. It freezes the requirements of the old baseline in their present state in the variant that the old baseline froze, and those that are no longer ACTIVE in their old state, without those that the query excludes. Listed requirements take the version that they name, with the page version of that time (409 if a baseline of another variant has it); those of other spaces are skipped. If the old baseline has refreezeProperties, these versions take the current properties of the requirements. A blank query excludes nothing. The title names the new baseline too; if it is taken, its trailing number is increased by one, or 1 is appended. The response is {taskId, baseline}. If the refreeze was aborted, or failed and was reset, the new baseline is a preview of the same versions, as far as they still exist, until SEARCHQUERY gives it another query; it can then be frozen like any other, without a page.',
    reason: 'The documentation mentions a new page and a long-running task.',
  },
  A131: {
    title: 'Dependencies to add',
    section: '4.2',
    behaviour:
      'The response is a map from relationship to the requirements, as {relationship, spaceKey, key, url}, that the selection depends on and does not contain and that the caller may read. Requirements of other spaces are listed although a refreeze skips them. The summary takes a baseline or either refreeze payload and returns {dependencies, count}, where count is the number of requirements in the selection. A baseline without a query is the stored one: if it is DONE, what a refreeze would take, else what its query or pages select. A blank query of what to remove removes nothing.',
    reason: 'The documentation describes only the map, and only for one of the three operations.',
  },
  A132: {
    title: 'Pages of a baseline',
    section: '4.2',
    behaviour:
      'Items are {pageId, title, version, count}, sorted by page id: the frozen version and the number of copies from it. A baseline that is IN_CREATION lists what is copied so far; a baseline without copies lists nothing.',
    reason: 'The documentation describes a list of pages.',
  },
  A133: {
    title: 'Tasks',
    section: '4.5',
    behaviour:
      'A task is {taskId, status, percentage, message, pages}. percentage is the part of its time that has passed, in whole percent, at most 99 before it is DONE; for a failed task it is the part that had passed by then, for an aborted one 0. Administrators, and the user who started it if that user may edit its space, may store fields on its pages and abort it: a value is any JSON of at most 1000 characters, and a page has at most 50 fields and a task 10,000, else 409. An id in the body must be that of the page. Other signed-in users may read it. Deleting a task aborts it, which returns its baseline to PREVIEW, and removes the task.',
    reason: 'Only the operations are documented.',
  },
} as const satisfies Entries
