/** Evidence for the entries of the ledger's file `repair`. */
import type { repairEntries } from '../../../src/api/ledger/repair.ts'
import type { EvidenceOf } from './evidence.ts'

export const repairEvidence: EvidenceOf<typeof repairEntries> = {}
