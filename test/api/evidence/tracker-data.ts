/** Evidence for the entries of the ledger's file `tracker-data`. */
import type { trackerDataEntries } from '../../../src/api/ledger/tracker-data.ts'
import type { EvidenceOf } from './evidence.ts'

export const trackerDataEvidence: EvidenceOf<typeof trackerDataEntries> = {}
