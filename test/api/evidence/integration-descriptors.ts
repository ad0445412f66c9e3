/** Evidence for the entries of the ledger's file `integration-descriptors`. */
import type { integrationDescriptorEntries } from '../../../src/api/ledger/integration-descriptors.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1/integration'
const tracker = '/tracker/rest/reqs/1'
const demo = `${wiki}/svc-0001-demo`
const admin = { token: 'tok-admin' }
const link = '99999999-8888-4777-8666-555555555555'

export const integrationDescriptorEvidence: EvidenceOf<typeof integrationDescriptorEntries> = {
  A142: { call: ['GET', demo] },
  A143: { call: ['POST', `${demo}/check-applinks`] },
  A144: { call: ['POST', wiki, { ...admin, body: { rpcUrl: 'https://nowhere.test' } }] },
  A145: { call: ['PUT', `${demo}?fields=label`, { body: { label: 'Issues' } }] },
  A146: { call: ['DELETE', demo] },
  A147: { call: ['GET', `${demo}/applink/test`] },
  A148: { call: ['POST', `${demo}/authenticate-user`, { body: {} }] },
  A149: { call: ['PUT', `${tracker}/api/${link}/version`, { ...admin, body: '12' }] },
  A150: { call: ['POST', `${demo}/change-version?version=9`] },
  A151: { call: ['GET', `${tracker}/api`, { token: null }] },
  A152: {
    call: [
      'POST',
      `${tracker}/api`,
      { ...admin, body: [{ operation: 'REQUIREMENT_UPDATED', spaceKey: 'ENG', key: 'REQ-001' }] },
    ],
  },
  A153: { call: ['PUT', `${tracker}/api/${link}/mode`, { ...admin, body: '"DISABLED"' }] },
}
