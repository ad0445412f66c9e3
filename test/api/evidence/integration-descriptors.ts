/** Evidence for the entries of the ledger's file `integration-descriptors`. */
import type { integrationDescriptorEntries } from '../../../src/api/ledger/integration-descriptors.ts'
import type { EvidenceOf } from './evidence.ts'

export const integrationDescriptorEvidence: EvidenceOf<typeof integrationDescriptorEntries> = {}
