/** Evidence for the entries of the ledger's file `tracker-links`. */
import type { trackerLinkEntries } from '../../../src/api/ledger/tracker-links.ts'
import type { EvidenceOf } from './evidence.ts'

export const trackerLinkEvidence: EvidenceOf<typeof trackerLinkEntries> = {}
