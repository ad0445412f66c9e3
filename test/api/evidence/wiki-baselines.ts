/** Evidence for the entries of the ledger's file `wiki-baselines`. */
import type { wikiBaselineEntries } from '../../../src/api/ledger/wiki-baselines.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1'
const freeze = ['POST', `${wiki}/baseline/OPS/1/create`, { body: { name: 'One' } }] as const

export const wikiBaselineEvidence: EvidenceOf<typeof wikiBaselineEntries> = {
  A140: { before: [freeze], call: ['GET', `${wiki}/baseline/OPS/1`] },
  A141: { call: freeze },
  A142: { before: [freeze], call: ['GET', `${wiki}/baseline/OPS/1`] },
  A143: { before: [freeze], call: ['GET', `${wiki}/baseline/OPS`] },
  A144: { call: ['GET', `${wiki}/baseline`] },
  A145: { call: ['POST', `${wiki}/baseline/OPS`, { body: { baseline: { name: 'One' } } }] },
  A146: { call: freeze },
  A147: { call: ['GET', `${wiki}/baseline-actions/OPS/suggest`] },
  A148: { call: ['PUT', `${wiki}/baseline/ENG/0/refreeze`, { body: { baselineToRefreeze: 1 } }] },
  A149: { call: ['GET', `${wiki}/misc/ENG/refreezeDependencies`] },
  A150: { before: [freeze], call: ['GET', `${wiki}/baseline/OPS/1/pages`] },
  A151: { call: ['DELETE', `${wiki}/tasks/none`] },
}
