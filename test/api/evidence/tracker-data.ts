/** Evidence for the entries of the ledger's file `tracker-data`. */
import type { trackerDataEntries } from '../../../src/api/ledger/tracker-data.ts'
import type { EvidenceOf } from './evidence.ts'

const tracker = '/tracker/rest/reqs/1'
const queue = `${tracker}/queue/99999999-8888-4777-8666-555555555555`
const admin = { token: 'tok-admin' }

export const trackerDataEvidence: EvidenceOf<typeof trackerDataEntries> = {
  A166: { call: ['GET', `${tracker}/relationships`] },
  A167: { call: ['GET', `${tracker}/history/issue/30001`] },
  A168: { call: ['GET', `${tracker}/search?limit=1`] },
  A169: { call: ['PUT', `${tracker}/preferences/baselineCondition`, { ...admin, body: '"ENG-1"' }] },
  A170: { call: ['GET', `${tracker}/sync/create-random-issues?count=1`, admin] },
  A171: { call: ['GET', `${queue}/messages`, admin] },
  A172: { call: ['POST', `${queue}/repair-applink`, admin] },
}
