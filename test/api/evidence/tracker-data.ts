/** Evidence for the entries of the ledger's file `tracker-data`. */
import type { trackerDataEntries } from '../../../src/api/ledger/tracker-data.ts'
import type { EvidenceOf } from './evidence.ts'

const tracker = '/tracker/rest/reqs/1'
const queue = `${tracker}/queue/99999999-8888-4777-8666-555555555555`
const admin = { token: 'tok-admin' }

export const trackerDataEvidence: EvidenceOf<typeof trackerDataEntries> = {
  A188: { call: ['GET', `${tracker}/relationships`] },
  A189: { call: ['GET', `${tracker}/history/issue/30001`] },
  A190: { call: ['GET', `${tracker}/search?limit=1`] },
  A191: { call: ['PUT', `${tracker}/preferences/baselineCondition`, { ...admin, body: '"ENG-1"' }] },
  A192: { call: ['GET', `${tracker}/sync/create-random-issues?count=1`, admin] },
  A193: { call: ['GET', `${queue}/messages`, admin] },
  A194: { call: ['POST', `${queue}/repair-applink`, admin] },
}
