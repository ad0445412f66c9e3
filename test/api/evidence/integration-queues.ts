/** Evidence for the entries of the ledger's file `integration-queues`. */
import type { integrationQueueEntries } from '../../../src/api/ledger/integration-queues.ts'
import type { EvidenceOf } from './evidence.ts'

export const integrationQueueEvidence: EvidenceOf<typeof integrationQueueEntries> = {}
