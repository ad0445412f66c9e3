/** Assumptions that all operations of the tracker interface share. */
import type { Entries } from './entry.ts'

export const trackerCommonEntries = {
  A134: {
    title: 'Permissions of the tracker interface',
    section: '5.7',
    behaviour:
      'Operations on issues and projects need read or edit on the project; administrators of the tracker have both everywhere. Operations meant for the other product require the user whom the integration names (username) or an administrator of the tracker; others get 403 with their name. An administrator of the wiki, or that user, sets the user (username, userKey) and the addresses of the link (rpcUrl, endpoint) (A145).',
    reason: 'Only anonymous access to one operation is documented.',
  },
} as const satisfies Entries
