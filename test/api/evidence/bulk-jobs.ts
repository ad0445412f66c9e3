/** Evidence for the entries of the ledger's file `bulk-jobs`. */
import type { bulkJobEntries } from '../../../src/api/ledger/bulk-jobs.ts'
import type { EvidenceOf } from './evidence.ts'

export const bulkJobEvidence: EvidenceOf<typeof bulkJobEntries> = {}
