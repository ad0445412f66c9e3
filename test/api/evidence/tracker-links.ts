/** Evidence for the entries of the ledger's file `tracker-links`. */
import type { trackerLinkEntries } from '../../../src/api/ledger/tracker-links.ts'
import type { EvidenceOf } from './evidence.ts'

const tracker = '/tracker/rest/reqs/1'
const links = `${tracker}/issuelinks/DRN-3`
const item = {
  applinkId: '99999999-8888-4777-8666-555555555555',
  spaceKey: 'ENG',
  key: 'REQ-003',
  relationship: 'implements',
}
const admin = { token: 'tok-admin' }

export const trackerLinkEvidence: EvidenceOf<typeof trackerLinkEntries> = {
  A154: { call: ['GET', `${tracker}/issuelinks`] },
  A155: { call: ['GET', `${tracker}/issuelinks/DRN-5`] },
  A157: { call: ['POST', links, { body: [{ ...item, spaceKey: 'LAB', key: 'SEC-001' }] }] },
  A159: { call: ['GET', `${tracker}/sync`], before: [['PUT', `${tracker}/sync?issues=DRN-1`]] },
  A160: { call: ['PUT', `${tracker}/sync?issues=DRN-1`] },
  A161: {
    call: [
      'POST',
      `${tracker}/sync/updatebaseline2`,
      { ...admin, body: { spaceKey: 'ENG', newBaseline: 1 } },
    ],
  },
  A162: {
    call: [
      'PUT',
      `${tracker}/rename`,
      { ...admin, body: { spaceKey: 'ENG', key: 'REQ-001', newKey: 'REQ-101' } },
    ],
  },
  A163: {
    call: [
      'POST',
      `${tracker}/createRIL`,
      { ...admin, body: { issueKey: 'DRN-3', spaceKey: 'ENG', key: 'REQ-003' } },
    ],
  },
  A164: { call: ['GET', `${tracker}/recover-null-keys/suggest`, admin] },
  A165: {
    call: ['PUT', `${tracker}/recover-null-keys/associate/40001`, { ...admin, body: { key: 'REQ-005' } }],
  },
  A186: { call: ['GET', `${tracker}/issuelinks/DRN-5`] },
  A188: { call: ['PUT', links, { body: [item] }] },
}
