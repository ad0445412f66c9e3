/** Evidence for the entries of the ledger's file `query-language`. */
import type { queryLanguageEntries } from '../../../src/api/ledger/query-language.ts'
import type { EvidenceOf } from './evidence.ts'

export const queryLanguageEvidence: EvidenceOf<typeof queryLanguageEntries> = {}
