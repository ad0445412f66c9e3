/** Choices about what requirements and searches of the wiki say of baselines, by which many operations are shaped. */
import type { Entries } from './entry.ts'

/** Two names for statuses, neither of them documented, the second not the first. */
const OWN_NAMES =
  '^(?!(?:PREVIEW|ERROR|NON_EXISTING)/)([A-Z][A-Z0-9_]{0,39})/(?!(?:\\1|PREVIEW|ERROR|NON_EXISTING)$)[A-Z][A-Z0-9_]{0,39}$'

export const wikiBaselineViewEntries = {
  A122: {
    title: 'Further statuses of baselines',
    section: '3',
    behaviour:
      'Besides the documented statuses a baseline is IN_CREATION while it is frozen and DONE once it is. Resetting it (STATUS to PREVIEW) aborts the task, takes its copies away and calculates the expected counts again; a DONE baseline refuses that with 409, and only a baseline in PREVIEW can be frozen.',
    reason: 'Named in a proposal for the interface; the description shows neither.',
    default: 'in-creation-done',
    alternatives: [
      { value: 'freezing-frozen', behaviour: 'The two statuses are sent as FREEZING and FROZEN.' },
      { value: 'in-progress-active', behaviour: 'The two statuses are sent as IN_PROGRESS and ACTIVE.' },
      {
        value: '<name>/<name>',
        behaviour:
          'The two statuses are sent under these names, such as BUILDING/RELEASED: capital letters, digits and _, at most 40 each, different from each other and from the documented statuses.',
        pattern: OWN_NAMES,
      },
    ],
  },
  A125: {
    title: 'Fields of a baseline besides the documented ones',
    section: '2.2',
    behaviour:
      'searchQuery, parentBaseline, refreezeProperties and, in status ERROR, message. Lists show counts and addresses only when expand holds details; baselines are listed by number, the newest first.',
    reason: 'The names of the fields parameter tell the fields; their form is not said.',
  },
} as const satisfies Entries
