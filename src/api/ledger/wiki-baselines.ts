/** Choices about baselines and long-running tasks of the wiki. */
import type { Entries } from './entry.ts'

export const wikiBaselineEntries = {
  A123: {
    title: 'How long freezing takes',
    section: '3',
    behaviour:
      'A hundred requirements a second of virtual time, at least one second; what is frozen is what the query selected at the start, of the variant that was current then, even if another becomes current meanwhile; what a query selects of other variants is left out; a requirement that still needs its excerpt is frozen as it is, and its copy stays flagged. More than 12,000 requirements (setting baselineMaximumRequirements) end in ERROR with a message, which is found after the first second. Copies can be linked to issues once the baseline is DONE (before, 409, and 404 for copies that are not made yet); when copies go, the links that name them go too, and the tracker gets LINK_REMOVED.',
    reason: 'Freezing is documented as a long-running task; the limit was seen.',
  },
  A124: {
    title: 'Counts of baselines',
    section: '2.2',
    behaviour:
      'Frozen copies are counted once there are any (status IN_CREATION and DONE); before, count and pageCount are what freezing would freeze, as counted when the baseline was created, reset or given another query; those of a scenario, when the world began, with the requirements that their creator may read.',
    reason: 'Expected counts are documented for the reset only.',
  },
  A126: {
    title: 'Search of baselines',
    section: '4.2',
    behaviour:
      'q finds baselines whose name contains it in any letter case, or whose number it is; limit is the largest number of baselines in the response, 20 where absent. Items are {spaceKey, spaceName, baselines}, spaces by key; spaces without a match or without read permission are left out.',
    reason: 'Only the parameters are documented.',
  },
  A127: {
    title: 'Changing a baseline',
    section: '4.2',
    behaviour:
      'The body must give spaceKey and baseline as the address does. A field that is listed and that the body lacks is taken out (NAME and STATUS must be given). SEARCHQUERY and PARENTBASELINE change in PREVIEW and ERROR only, else 409; NAME and PAGEID change at any time. Another query replaces the pages of an instant baseline and what a refreeze chose. Where STATUS is listed too, the baseline goes back to PREVIEW before the others change. Names have 1 to 255 characters and are unique in their space (409). Matrices, baselines that are not frozen, dashboards and templates of the space that name a baseline follow its new name, those of other spaces where they name it with its space; where a reference by name would mean a number, its number stands there. Changes answer the baseline.',
    reason: 'Documented are the names and that number and space must match.',
  },
  A237: {
    title: 'Deleting what baselines name',
    section: '4.2',
    behaviour:
      'A baseline that others follow can be deleted; they then follow none. A page that is deleted is no longer the page of a baseline or of an Excel attachment, nor one of the pages that an instant baseline freezes. A page or parent that a baseline names already is accepted when a client sends it back. A baseline follows neither itself nor one that follows it (400).',
    reason:
      'The documentation names no condition for deleting a baseline, and a client should be able to send back what it read.',
    default: 'clear',
    alternatives: [
      { value: 'refuse', behaviour: 'A baseline that another follows cannot be deleted (409).' },
    ],
  },
  A128: {
    title: 'Creating frozen baselines',
    section: '4.2',
    behaviour:
      'create and create-instant answer at once with the baseline IN_CREATION, which is polled like any other. ceo is the id of a page of the space, or its title; instant baselines freeze what the page, with its descendants if asked for, defines; both forms of the path do the same.',
    reason: 'The response is documented as the details of the baseline.',
  },
  A129: {
    title: 'Names for baselines',
    section: '4.2',
    behaviour:
      'The check answers {valid, message}. The suggestion is {name}: the trailing number of the page name, or of the name of the newest baseline, plus one; else the page name followed by 1; names that are taken are passed over.',
    reason: 'Neither shape is shown.',
  },
  A130: {
    title: 'Freezing again',
    section: '4.2',
    behaviour:
      'A refreeze takes a DONE baseline, by either form of its payload, and always makes a new number and, once all is frozen, a new page that mentions what was frozen, which is the page of the new baseline unless PAGEID named another meanwhile. It freezes the requirements of the old baseline as they are now in the variant that the old baseline froze, and as they were those that are no longer ACTIVE, without those that the query excludes; listed requirements take the version that they name, with the page version of then (409 if a baseline of another variant has it); those of other spaces are passed over. Where the old baseline has refreezeProperties, chosen versions take the properties that the requirements have now. A blank query excludes nothing. The title names the new baseline too; where it is taken, its trailing number plus one, or the title followed by 1. The response is {taskId, baseline}. Aborted or failed and reset, the new baseline is a preview of the same versions, of those that are there by then, until SEARCHQUERY gives it another query; it can be frozen like any other, without a page.',
    reason: 'Documented are a new page and a long-running task.',
  },
  A131: {
    title: 'Dependencies to add',
    section: '4.2',
    behaviour:
      'A map from relationship to the requirements, as {relationship, spaceKey, key, url}, that the selection depends on and does not contain and that the caller may read. Requirements of other spaces are listed although a refreeze skips them. The summary takes a baseline or either refreeze payload and answers {dependencies, count}: count is how many requirements the selection holds. A baseline that gives no query is meant as it is stored: what a refreeze would take where it is DONE, else what its query or pages select. A blank query of what to remove removes nothing.',
    reason: 'Only the map is documented, and only for one of the three places.',
  },
  A132: {
    title: 'Pages of a baseline',
    section: '4.2',
    behaviour:
      'Items are {pageId, title, version, count}, by page id: the version that was frozen and how many copies are from it. One that is IN_CREATION lists what is copied so far; a baseline without copies lists none.',
    reason: 'Documented as a list of pages.',
  },
  A133: {
    title: 'Tasks',
    section: '4.5',
    behaviour:
      'A task is {taskId, status, percentage, message, pages}; percentage is the share of its time that has passed, in whole percent, 99 at most before it is DONE; of one that failed the share that had passed by then, of an aborted one 0. The user who started it, if they may edit its space, and administrators may note fields on a page of it and abort it: 50 fields of a page and 10,000 of a task, else 409. Others who are signed in may read it. Deleting a task aborts it, which returns its baseline to PREVIEW, and removes the task.',
    reason: 'Only the operations are documented.',
  },
} as const satisfies Entries
