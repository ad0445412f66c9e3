/** Evidence for the entries of the ledger's file `wiki-settings`. */
import type { wikiSettingEntries } from '../../../src/api/ledger/wiki-settings.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1'
const admin = { token: 'tok-admin' }
const type = (name: string, pattern: string) => ({ body: { name, pattern } })

export const wikiSettingEvidence: EvidenceOf<typeof wikiSettingEntries> = {
  A100: { call: ['GET', `${wiki}/settings/limitForPages`] },
  A101: { call: ['POST', `${wiki}/onboarding/notifications`, admin] },
  A102: { call: ['GET', `${wiki}/propertynames/ENG`] },
  A103: { call: ['PUT', `${wiki}/propertynames/ENG/Category`, { body: { name: 'Kind' } }] },
  A104: {
    before: [['POST', `${wiki}/propertynames/ENG`, { body: { name: 'Owner' } }]],
    call: ['DELETE', `${wiki}/propertynames/Owner`, admin],
  },
  A105: { call: ['GET', `${wiki}/types/ENG`] },
  A106: { call: ['POST', `${wiki}/types/ENG/createAndReplace`, type('Wish', 'WISH-{00}')] },
  A107: { call: ['GET', `${wiki}/excel/ENG/9001/config`] },
  A108: { call: ['DELETE', `${wiki}/excel/ENG/9001`] },
  A109: { call: ['POST', `${wiki}/misc/ENG/migrateUsersQueries`] },
  A110: {
    call: [
      'POST',
      `${wiki}/sync?from=${encodeURIComponent('https://tracker.northwind.test')}`,
      { ...admin, body: '"DRN-1"' },
    ],
  },
}
