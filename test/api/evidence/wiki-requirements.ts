/** Evidence for the entries of the ledger's file `wiki-requirements`. */
import type { wikiRequirementEntries } from '../../../src/api/ledger/wiki-requirements.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1'
const requirement = `${wiki}/requirement2/ENG/REQ-001`
const link = `${requirement}/link/issue/DRN-3`

export const wikiRequirementEvidence: EvidenceOf<typeof wikiRequirementEntries> = {
  A56: { call: ['POST', `${wiki}/requirement2/ENG/REQ-013?mode=SUGGEST&suggestQuantity=2`] },
  A57: { call: ['POST', `${requirement}?override=true&pageId=4002`] },
  A58: { call: ['PUT', requirement, { body: { id: 1, status: 'DELETED' } }] },
  A60: { call: ['PUT', requirement, { body: { newKey: 'REQ-100' } }] },
  A61: { call: ['DELETE', requirement] },
  A62: { call: ['GET', `${wiki}/misc/ENG/history?reqs=REQ-001`] },
  A63: { call: ['GET', `${wiki}/misc/ENG/history?reqs=REQ-001&expand=changes`] },
  A64: { call: ['PUT', `${link}?relationship=tests`] },
  A66: { call: ['GET', `${wiki}/requirement/REQ-001`] },
  A67: { call: ['DELETE', requirement] },
}
