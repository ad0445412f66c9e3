/** Evidence for the entries of the ledger's file `hosted-wiki`. */
import type { hostedWikiEntries } from '../../../src/api/ledger/hosted-wiki.ts'
import type { EvidenceOf } from './evidence.ts'

const hosted = {
  token: null,
  headers: { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' },
}
const columns = [{ step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 }]
const below = (columnIndex: number, type: string, value: string, parentColumnIndex: number) => ({
  step: { type, value },
  columnIndex,
  parentColumnIndex,
})
const rendering = (asked: readonly object[], query = '') =>
  [
    'POST',
    '/eu/wiki/rest/traceability/ENG',
    { ...hosted, body: { traceabilityMatrix: { columns: asked, query } } },
  ] as const
const selection = { selectedRequirementIds: [6003] }

const linked = [
  'POST',
  '/eu/wiki/rest/jira-bulk/links',
  { ...hosted, body: { selection, issueIds: ['DRN-1'] } },
] as const
const found = ['GET', '/eu/wiki/rest/search', hosted] as const

export const hostedWikiEvidence: EvidenceOf<typeof hostedWikiEntries> = {
  A231: { call: rendering(columns) },
  A232: { call: ['GET', '/eu/wiki/rest/saved-matrices/1', hosted] },
  A233: { call: ['GET', '/eu/wiki/rest/saved-matrices/1', hosted] },
  A234: { call: ['POST', '/eu/wiki/rest/saved-matrices/search', { ...hosted, body: { owned: true } }] },
  A235: { call: linked },
  A240: { call: rendering(columns) },
  A241: { call: rendering(columns, "key = 'NONE'") },
  A242: { call: rendering(columns) },
  A243: {
    call: rendering([...columns, below(1, 'JIRA', '', 0), below(2, 'JIRAFIELD', 'status', 1)]),
  },
  A244: { call: ['PUT', '/eu/wiki/rest/saved-matrices/1', { ...hosted, body: { name: 'Cover' } }] },
  A245: { call: found },
  A246: { call: found },
  A247: { call: found },
  A248: { call: linked },
  A249: { call: linked },
}
