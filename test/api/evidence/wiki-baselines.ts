/** Evidence for the entries of the ledger's files `wiki-baselines` and `wiki-baseline-views`. */
import type { wikiBaselineViewEntries } from '../../../src/api/ledger/wiki-baseline-views.ts'
import type { wikiBaselineEntries } from '../../../src/api/ledger/wiki-baselines.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1'
const freeze = ['POST', `${wiki}/baseline/OPS/1/create`, { body: { name: 'One' } }] as const

export const wikiBaselineEvidence: EvidenceOf<typeof wikiBaselineEntries & typeof wikiBaselineViewEntries> = {
  A125: { before: [freeze], call: ['GET', `${wiki}/baseline/OPS`] },
  A123: { call: freeze },
  A124: { before: [freeze], call: ['GET', `${wiki}/baseline/OPS/1`] },
  A126: { call: ['GET', `${wiki}/baseline`] },
  A127: { call: ['POST', `${wiki}/baseline/OPS`, { body: { baseline: { name: 'One' } } }] },
  A128: { call: freeze },
  A129: { call: ['GET', `${wiki}/baseline-actions/OPS/suggest`] },
  A130: { call: ['PUT', `${wiki}/baseline/ENG/0/refreeze`, { body: { baselineToRefreeze: 1 } }] },
  A131: { call: ['GET', `${wiki}/misc/ENG/refreezeDependencies`] },
  A132: { before: [freeze], call: ['GET', `${wiki}/baseline/OPS/1/pages`] },
  A133: { call: ['DELETE', `${wiki}/tasks/none`] },
}
