/** Evidence for the entries of the ledger's file `wiki-common`. */
import type { wikiCommonEntries } from '../../../src/api/ledger/wiki-common.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1'

export const wikiCommonEvidence: EvidenceOf<typeof wikiCommonEntries> = {
  A51: { call: ['GET', `${wiki}/requirement2/ENG/REQ-001`] },
  A52: { call: ['GET', `${wiki}/requirement2/ENG/REQ-001`] },
  A55: {
    call: [
      'PUT',
      `${wiki}/onboarding/tour`,
      { token: 'tok-admin', body: 'seen', headers: { 'content-type': 'text/plain' } },
    ],
  },
}
