/** Evidence for the entries of the ledger's file `wiki-pages`. */
import type { wikiPageEntries } from '../../../src/api/ledger/wiki-pages.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1'
const suggest = ['POST', `${wiki}/key-suggestions/ENG/suggestAtInitialization`, { body: ['REQ-'] }] as const

export const wikiPageEvidence: EvidenceOf<typeof wikiPageEntries> = {
  A77: { call: ['PUT', `${wiki}/helpers/reindex/4001`] },
  A254: { call: ['GET', `${wiki}/page/ENG/4001`] },
  A79: { call: ['GET', `${wiki}/misc/ENG/dependency`] },
  A80: { call: suggest },
  A81: { call: suggest },
  A84: { call: ['DELETE', `${wiki}/uninstall/pages/4001`, { token: 'tok-admin' }] },
  A85: { call: ['GET', `${wiki}/rte/ENG/suggest2?q=REQ`] },
  A86: { call: ['GET', `${wiki}/rte/ENG/report/transform-to-html`] },
}
