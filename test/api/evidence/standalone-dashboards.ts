/** Evidence for the entries of the ledger's file `standalone-dashboards`. */
import type { standaloneDashboardEntries } from '../../../src/api/ledger/standalone-dashboards.ts'
import type { EvidenceOf } from './evidence.ts'

const inWiki = 'applicationId=101'

export const standaloneDashboardEvidence: EvidenceOf<typeof standaloneDashboardEntries> = {
  A260: { call: ['GET', `/api/dashboards?containerId=1001&${inWiki}`] },
  A261: { call: ['GET', `/api/dashboards/default?containerId=1001&${inWiki}`] },
  A262: { call: ['GET', `/api/templates/1?${inWiki}`] },
  A263: { call: ['POST', `/api/templates/parse?${inWiki}`, { body: { content: '{{key}}' } }] },
  A264: { call: ['POST', `/api/calculations/parse?${inWiki}`, { body: { formula: '1 + 1' } }] },
  A265: { call: ['POST', '/api/telemetry', { body: { feature: 'dashboard.open' } }] },
}
