/** Assumptions about baselines in requirements and searches of the wiki, which shape many operations. */
import type { Entries } from './entry.ts'

/** Two different names for statuses, neither of which is a documented status. */
const OWN_NAMES =
  '^(?!(?:PREVIEW|ERROR|NON_EXISTING)/)([A-Z][A-Z0-9_]{0,39})/(?!(?:\\1|PREVIEW|ERROR|NON_EXISTING)$)[A-Z][A-Z0-9_]{0,39}$'

export const wikiBaselineViewEntries = {
  A122: {
    title: 'Further statuses of baselines',
    section: '3',
    behaviour:
      'In addition to the documented statuses, a baseline is IN_CREATION while it is frozen and DONE afterwards. Resetting it (STATUS to PREVIEW) aborts the task, removes its copies and calculates the expected counts again; a DONE baseline returns 409, and only a baseline in PREVIEW can be frozen.',
    reason: 'A proposal for the interface names them; the description does not.',
    default: 'in-creation-done',
    alternatives: {
      'freezing-frozen': 'The two statuses are sent as FREEZING and FROZEN.',
      'in-progress-active': 'The two statuses are sent as IN_PROGRESS and ACTIVE.',
      '<name>/<name>': {
        behaviour:
          'The two statuses are sent under these names, such as BUILDING/RELEASED: capital letters, digits and _, at most 40 each, different from each other and from the documented statuses.',
        pattern: OWN_NAMES,
      },
    },
  },
  A125: {
    title: 'Further fields of a baseline',
    section: '2.2',
    behaviour:
      'The fields are searchQuery, parentBaseline, refreezeProperties and, in status ERROR, message. Lists include counts and addresses only if expand contains details; baselines are listed by number, the newest first.',
    reason: 'The values of the parameter fields name these fields; their form is not documented.',
  },
} as const satisfies Entries
