/** Evidence for the entries of the ledger's file `wiki-pages`. */
import type { wikiPageEntries } from '../../../src/api/ledger/wiki-pages.ts'
import type { EvidenceOf } from './evidence.ts'

export const wikiPageEvidence: EvidenceOf<typeof wikiPageEntries> = {}
