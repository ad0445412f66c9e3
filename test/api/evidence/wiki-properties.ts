/** Evidence for the entries of the ledger's file `wiki-properties`. */
import type { wikiPropertyEntries } from '../../../src/api/ledger/wiki-properties.ts'
import type { EvidenceOf } from './evidence.ts'

export const wikiPropertyEvidence: EvidenceOf<typeof wikiPropertyEntries> = {}
