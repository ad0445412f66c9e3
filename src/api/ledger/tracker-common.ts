/** Choices that all operations of the tracker interface share. */
import type { Entries } from './entry.ts'

export const trackerCommonEntries = {
  A134: {
    title: 'Permissions of the tracker interface',
    section: '5.7',
    behaviour:
      'Operations on issues and projects need read or edit on the project; administrators of the tracker have both everywhere. Where the other product may call, it is the user whom the integration names (username) or an administrator of the tracker; others are refused with 403 by name. Who that user is (username, userKey), and where the link goes (rpcUrl, endpoint), is said by an administrator of the wiki or by that user (A145).',
    reason: 'Only anonymous access to one operation is documented.',
  },
} as const satisfies Entries
