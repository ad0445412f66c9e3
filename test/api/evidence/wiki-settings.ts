/** Evidence for the entries of the ledger's file `wiki-settings`. */
import type { wikiSettingEntries } from '../../../src/api/ledger/wiki-settings.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1'
const admin = { token: 'tok-admin' }
const type = (name: string, pattern: string) => ({ body: { name, pattern } })

export const wikiSettingEvidence: EvidenceOf<typeof wikiSettingEntries> = {
  A97: { call: ['GET', `${wiki}/settings/limitForPages`] },
  A98: { call: ['POST', `${wiki}/onboarding/notifications`, admin] },
  A99: { call: ['GET', `${wiki}/propertynames/ENG`] },
  A100: { call: ['PUT', `${wiki}/propertynames/ENG/Category`, { body: { name: 'Kind' } }] },
  A101: {
    before: [['POST', `${wiki}/propertynames/ENG`, { body: { name: 'Owner' } }]],
    call: ['DELETE', `${wiki}/propertynames/Owner`, admin],
  },
  A102: { call: ['GET', `${wiki}/types/ENG`] },
  A103: { call: ['POST', `${wiki}/types/ENG/createAndReplace`, type('Wish', 'WISH-{00}')] },
  A104: { call: ['GET', `${wiki}/excel/ENG/9001/config`] },
  A105: { call: ['DELETE', `${wiki}/excel/ENG/9001`] },
  A106: { call: ['POST', `${wiki}/misc/ENG/migrateUsersQueries`] },
  A107: {
    call: [
      'POST',
      `${wiki}/sync?from=${encodeURIComponent('https://tracker.northwind.test')}`,
      { ...admin, body: '"DRN-1"' },
    ],
  },
}
