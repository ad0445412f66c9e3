/** Evidence for the entries of the ledger's file `query-language`. */
import type { queryLanguageEntries } from '../../../src/api/ledger/query-language.ts'
import type { EvidenceOf } from './evidence.ts'

const list = '/api/applications/101/projects/1001/variants/current/requirements'
const search = '/wiki/rest/reqs/1/requirement2/ENG'

export const queryLanguageEvidence: EvidenceOf<typeof queryLanguageEntries> = {
  A33: { call: ['GET', list] },
  A34: { call: ['GET', `${list}/REQ-099`] },
  A36: { call: ['GET', `${list}?query=key%20~%20'REQ%25'`] },
  A49: { call: ['GET', `${list}?query=suspect%20%3D%20true`] },
  A119: { call: ['GET', `${search}?q=${encodeURIComponent('baseline = $currentBaseline')}`] },
  A120: { call: ['GET', `${search}?q=${encodeURIComponent("pageHistory = 'Power'")}`] },
  A121: { call: ['GET', `${search}?q=${encodeURIComponent("hasLastTest('PASS')")}`] },
  A230: { call: ['GET', `${list}?query=ruleStatus%20%3D%20true`] },
}
