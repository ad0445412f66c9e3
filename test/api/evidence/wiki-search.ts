/** Evidence for the entries of the ledger's file `wiki-search`. */
import type { wikiSearchEntries } from '../../../src/api/ledger/wiki-search.ts'
import type { EvidenceOf } from './evidence.ts'

export const wikiSearchEvidence: EvidenceOf<typeof wikiSearchEntries> = {}
