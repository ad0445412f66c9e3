/** Evidence for the entries of the ledger's file `wiki-search`. */
import type { wikiSearchEntries } from '../../../src/api/ledger/wiki-search.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1'
const admin = { token: 'tok-admin' }

export const wikiSearchEvidence: EvidenceOf<typeof wikiSearchEntries> = {
  A68: { call: ['GET', `${wiki}/requirement2/OPS?spaceKey=*`] },
  A69: { call: ['GET', `${wiki}/requirement2/ENG?includeArchived=true`] },
  A70: { call: ['GET', `${wiki}/requirement2/ENG?sort=KEY%20DESC`] },
  A71: { call: ['GET', `${wiki}/requirement2/ENG`] },
  A74: {
    call: [
      'PUT',
      `${wiki}/requirement3/request?fetchDependentPages=true`,
      { body: [{ spaceKey: 'ENG', key: 'REQ-001' }] },
    ],
  },
  A75: { call: ['GET', `${wiki}/misc/ENG/uiSearch`, admin] },
  A76: {
    call: [
      'GET',
      '/eu/wiki/rest/search?query=key%20%3D%20%27REQ-001%27',
      {
        token: null,
        headers: { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' },
      },
    ],
  },
}
