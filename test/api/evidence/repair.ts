/** Evidence for the entries of the ledger's file `repair`. */
import type { repairEntries } from '../../../src/api/ledger/repair.ts'
import type { EvidenceOf } from './evidence.ts'

const path = '/wiki/rest/reqs/1/repair/trackerlinks'
const admin = { token: 'tok-admin' }

export const repairEvidence: EvidenceOf<typeof repairEntries> = {
  A183: { call: ['GET', path, admin] },
  A187: { call: ['PUT', path, admin] },
}
