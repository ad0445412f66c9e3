/** Evidence for the entries that all interfaces share, and those of the standalone interface. */
import type { generalEntries } from '../../../src/api/ledger/general.ts'
import type { standaloneEntries } from '../../../src/api/ledger/standalone.ts'
import type { EvidenceOf } from './evidence.ts'

const list = '/api/applications/101/projects/1001/variants/current/requirements'
const formula = { formula: 'COUNT(*)', selection: { projectContainerId: 1001 } }

export const foundationEvidence: EvidenceOf<typeof generalEntries & typeof standaloneEntries> = {
  A01: { call: ['GET', '/api/nowhere'] },
  A02: { call: ['GET', '/api/nowhere'] },
  A03: {
    call: [
      'POST',
      '/api/aggregations/parse?applicationId=101',
      { body: '{}', headers: { 'content-type': 'text/html' } },
    ],
  },
  A05: { call: ['GET', `${list}?undeclared=1`] },
  A260: {
    before: [
      ['PUT', '/wiki/rest/reqs/1/requirement2/ENG/REQ-001', { body: { htmlExcerpt: '<p>M&uuml;ller</p>' } }],
    ],
    call: ['GET', '/api/applications/101/projects/1001/variants/current/requirements/REQ-001'],
  },
  A256: { call: ['POST', '/api/telemetry', { body: '{"feature":"x","feature":"y"}' }] },
  A06: { call: ['GET', `${list}?limit=1&limit=2`] },
  A08: { call: ['HEAD', list] },
  A09: { call: ['GET', `${list}/`] },
  A10: { call: ['GET', `${list}?offset=9223372036854775808`] },
  A11: { call: ['GET', '/api/nowhere'] },
  A12: { call: ['GET', list] },
  A13: {
    call: ['GET', '/wiki/rest/reqs/1/openapi', { token: null, headers: { cookie: 'JSESSIONID=sess-alice' } }],
  },
  A266: {
    call: ['GET', '/wiki/rest/reqs/1/settings', { token: null, headers: { cookie: 'JSESSIONID=ended' } }],
  },
  A14: { call: ['GET', '/eu/wiki/v3/api-docs', { token: null }] },
  A15: { call: ['GET', '/api/applications?organizationId=1', { token: 'tok-app101' }] },
  A16: { call: ['GET', list, { token: null }] },
  A17: { call: ['GET', list], times: 201 },
  A19: { call: ['GET', list], times: 201 },
  A20: { call: ['GET', list], times: 201 },
  A22: { call: ['GET', list] },
  A23: { call: ['GET', '/api/applications/101'] },
  A24: { call: ['GET', '/api/applications/101/link-requests'] },
  A26: { call: ['GET', '/api/applications/101'] },
  A27: { call: ['GET', list] },
  A28: { call: ['GET', '/api/applications/101/containers/1001'] },
  A29: { call: ['GET', '/api/applications/101/containers?type=page'] },
  A30: { call: ['GET', '/api/applications/101/projects/1001/variants'] },
  A31: { call: ['GET', list] },
  A32: { call: ['GET', list] },
  A35: { call: ['GET', list] },
  A37: { call: ['GET', `${list}?query=key%20~`] },
  A38: { call: ['GET', '/api/applications/101/projects/1001/variants/5002/requirements'] },
  A39: { call: ['POST', '/api/aggregations/execute?applicationId=101', { body: formula }] },
  A40: { call: ['POST', '/api/calculations/execute?applicationId=101', { body: { formula: '1 + 1' } }] },
  A42: { call: ['GET', list] },
  A44: {
    call: ['POST', '/api/aggregations/parse?applicationId=101', { body: '['.repeat(70) + ']'.repeat(70) }],
  },
  A45: { call: ['GET', `${list}?${'sort=id&'.repeat(21)}`] },
  A46: { call: ['GET', '/api/v3/api-docs', { token: null }] },
  A47: { call: ['GET', '/api/applications/current'] },
  A239: { call: ['POST', '/wiki/rest/reqs/1/requirement2/ENG/A+B'] },
}
