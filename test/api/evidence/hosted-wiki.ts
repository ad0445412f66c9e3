/** Evidence for the entries of the ledger's file `hosted-wiki`. */
import type { hostedWikiEntries } from '../../../src/api/ledger/hosted-wiki.ts'
import type { EvidenceOf } from './evidence.ts'

const hosted = {
  token: null,
  headers: { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' },
}
const columns = [{ step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 }]
const selection = { selectedRequirementIds: [6003] }

export const hostedWikiEvidence: EvidenceOf<typeof hostedWikiEntries> = {
  A231: {
    call: [
      'POST',
      '/eu/wiki/rest/traceability/ENG',
      { ...hosted, body: { traceabilityMatrix: { columns } } },
    ],
  },
  A232: { call: ['GET', '/eu/wiki/rest/saved-matrices/1', hosted] },
  A233: { call: ['GET', '/eu/wiki/rest/saved-matrices/1', hosted] },
  A234: { call: ['POST', '/eu/wiki/rest/saved-matrices/search', { ...hosted, body: { owned: true } }] },
  A235: {
    call: ['POST', '/eu/wiki/rest/jira-bulk/links', { ...hosted, body: { selection, issueIds: ['DRN-1'] } }],
  },
}
