/** Evidence for the entries of the ledger's file `tracker-common`. */
import type { trackerCommonEntries } from '../../../src/api/ledger/tracker-common.ts'
import type { EvidenceOf } from './evidence.ts'

export const trackerCommonEvidence: EvidenceOf<typeof trackerCommonEntries> = {
  A134: { call: ['GET', '/tracker/rest/reqs/1/issuelinks/DRN-1'] },
}
