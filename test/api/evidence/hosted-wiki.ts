/** Evidence for the entries of the ledger's file `hosted-wiki`. */
import type { hostedWikiEntries } from '../../../src/api/ledger/hosted-wiki.ts'
import type { EvidenceOf } from './evidence.ts'

const hosted = {
  token: null,
  headers: { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' },
}
const columns = [{ step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 }]
const rendering = (columnList: readonly object[], query = '') =>
  [
    'POST',
    '/eu/wiki/rest/traceability/ENG',
    { ...hosted, body: { traceabilityMatrix: { columns: columnList, query } } },
  ] as const
export const hostedWikiEvidence: EvidenceOf<typeof hostedWikiEntries> = {
  A231: { call: rendering(columns) },
  A232: { call: ['GET', '/eu/wiki/rest/saved-matrices/1', hosted] },
  A233: { call: ['GET', '/eu/wiki/rest/saved-matrices/1', hosted] },
}
