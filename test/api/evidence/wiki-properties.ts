/** Evidence for the entries of the ledger's file `wiki-properties`. */
import type { wikiPropertyEntries } from '../../../src/api/ledger/wiki-properties.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1'
const cost = { key: 'Cost', value: '250' }

export const wikiPropertyEvidence: EvidenceOf<typeof wikiPropertyEntries> = {
  A88: { call: ['GET', `${wiki}/external-properties/ENG/count`] },
  A90: { call: ['PUT', `${wiki}/external-properties/ENG/REQ-001`, { body: cost }] },
  A91: { call: ['PUT', `${wiki}/external-properties/ENG/REQ-001`, { body: cost }] },
  A92: { call: ['GET', `${wiki}/external-properties/ENG/count`] },
  A93: { call: ['PUT', `${wiki}/accumulator/ENG?formula=SUM(ext@Cost)`, { body: {} }] },
  A95: { call: ['PUT', `${wiki}/accumulator/ENG?formula=SUM(@jira)&withJira=true`, { body: {} }] },
  A96: {
    call: ['PUT', `${wiki}/accumulator/ENG?formula=SUM(ext@Cost)&matrixType=TRACEABILITY`, { body: {} }],
  },
}
