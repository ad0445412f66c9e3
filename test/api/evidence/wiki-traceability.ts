/** Evidence for the entries of the ledger's file `wiki-traceability`. */
import type { wikiTraceabilityEntries } from '../../../src/api/ledger/wiki-traceability.ts'
import type { EvidenceOf } from './evidence.ts'

export const wikiTraceabilityEvidence: EvidenceOf<typeof wikiTraceabilityEntries> = {}
