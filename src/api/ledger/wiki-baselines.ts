/** Choices about baselines and long-running tasks of the wiki. */
import type { Entries } from './entry.ts'

export const wikiBaselineEntries = {
  A123: {
    title: 'How long freezing takes',
    section: '3',
    provenance: 'assumed',
    behaviour:
      'A hundred requirements a second of virtual time, at least one second; what is frozen is what the query selected at the start; a requirement that still needs its excerpt is frozen as it is, and its copy stays flagged. More than 12,000 requirements (setting baselineMaximumRequirements) end in ERROR with a message, which is found after the first second. Copies can be linked to issues once the baseline is DONE (409 before); when copies go, the links that name them go too, and the tracker gets LINK_REMOVED.',
    reason: 'Freezing is documented as a long-running task; the limit was seen.',
  },
  A124: {
    title: 'Counts of baselines',
    section: '2.2',
    provenance: 'assumed',
    behaviour:
      'Frozen copies are counted once there are any (status IN_CREATION and DONE); before, count and pageCount are what freezing would freeze, as counted when the baseline was created, reset or given another query.',
    reason: 'Expected counts are documented for the reset only.',
  },
  A126: {
    title: 'Search of baselines',
    section: '4.2',
    provenance: 'assumed',
    behaviour:
      'q finds baselines whose name contains it in any letter case, or whose number it is; limit is the largest number of baselines in the answer, 20 where absent. Items are {spaceKey, spaceName, baselines}, spaces by key; spaces without a match or without read permission are left out.',
    reason: 'Only the parameters are documented.',
  },
  A127: {
    title: 'Changing a baseline',
    section: '4.2',
    provenance: 'assumed',
    behaviour:
      'The body must give spaceKey and baseline as the address does. A field that is listed and that the body lacks is taken out (NAME and STATUS must be given). SEARCHQUERY and PARENTBASELINE change in PREVIEW and ERROR only, else 409; NAME and PAGEID change at any time. A query that is given replaces the pages of an instant baseline. Where STATUS is listed too, the baseline goes back to PREVIEW before the others change. Names have 1 to 255 characters and are unique in their space (409). Changes answer the baseline.',
    reason: 'Documented are the names and that number and space must match.',
  },
  A128: {
    title: 'Creating frozen baselines',
    section: '4.2',
    provenance: 'assumed',
    behaviour:
      'create and create-instant answer at once with the baseline IN_CREATION, which is polled like any other. ceo is the id of a page of the space, or its title; instant baselines freeze what the page, with its descendants if asked for, defines; both forms of the path do the same.',
    reason: 'The answer is documented as the details of the baseline.',
  },
  A129: {
    title: 'Names for baselines',
    section: '4.2',
    provenance: 'assumed',
    behaviour:
      'The check answers {valid, message}. The suggestion is {name}: the trailing number of the page name, or of the name of the newest baseline, plus one; else the page name followed by 1; names that are taken are passed over.',
    reason: 'Neither shape is shown.',
  },
  A130: {
    title: 'Freezing again',
    section: '4.2',
    provenance: 'assumed',
    behaviour:
      'A refreeze takes a DONE baseline, by either form of its payload, and always makes a new number and, once all is frozen, a new page that mentions what was frozen. It freezes the requirements of the old baseline as they are now, and as they were those that are no longer ACTIVE, without those that the query excludes; listed requirements take the version that they name, with the page version of then; those of other spaces are passed over. Where the old baseline has refreezeProperties, chosen versions take the properties that the requirements have now. A blank query excludes nothing. The title names the new baseline too; where it is taken, its trailing number plus one, or the title followed by 1. The answer is {taskId, baseline}. Aborted, the new baseline is a preview of what the query or the pages of the old one select.',
    reason: 'Documented are a new page and a long-running task.',
  },
  A131: {
    title: 'Dependencies to add',
    section: '4.2',
    provenance: 'assumed',
    behaviour:
      'A map from relationship to the requirements, as {relationship, spaceKey, key, url}, that the selection depends on and does not contain and that the caller may read. Requirements of other spaces are told though a refreeze passes them over. The summary takes a baseline or either refreeze payload and answers {dependencies, count}: count is how many requirements the selection holds. A baseline that gives no query is meant as it is stored: what a refreeze would take where it is DONE, else what its query or pages select. A blank query of what to remove removes nothing.',
    reason: 'Only the map is documented, and only for one of the three places.',
  },
  A132: {
    title: 'Pages of a baseline',
    section: '4.2',
    provenance: 'assumed',
    behaviour:
      'Items are {pageId, title, version, count}, by page id: the version that was frozen and how many copies are from it. One that is IN_CREATION lists what is copied so far; a baseline without copies lists none.',
    reason: 'Documented as a list of pages.',
  },
  A133: {
    title: 'Tasks',
    section: '4.5',
    provenance: 'assumed',
    behaviour:
      'A task is {taskId, status, percentage, message, pages}. Whoever started it and may edit its space, and administrators, may note fields on a page of it and abort it: 50 fields of a page and 10,000 of a task, else 409. Others who are signed in may read it. Deleting a task aborts it, which brings its baseline back to PREVIEW, and forgets it.',
    reason: 'Only the operations are documented.',
  },
} as const satisfies Entries
