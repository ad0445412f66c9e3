/** Evidence for the entries of the ledger's file `wiki-settings`. */
import type { wikiSettingEntries } from '../../../src/api/ledger/wiki-settings.ts'
import type { EvidenceOf } from './evidence.ts'

export const wikiSettingEvidence: EvidenceOf<typeof wikiSettingEntries> = {}
