/** Evidence for the entries of the ledger's file `wiki-requirements`. */
import type { wikiRequirementEntries } from '../../../src/api/ledger/wiki-requirements.ts'
import type { EvidenceOf } from './evidence.ts'

export const wikiRequirementEvidence: EvidenceOf<typeof wikiRequirementEntries> = {}
