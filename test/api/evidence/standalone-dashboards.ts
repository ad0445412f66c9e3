/** Evidence for the entries of the ledger's file `standalone-dashboards`. */
import type { standaloneDashboardEntries } from '../../../src/api/ledger/standalone-dashboards.ts'
import type { EvidenceOf } from './evidence.ts'

const inWiki = 'applicationId=101'

export const standaloneDashboardEvidence: EvidenceOf<typeof standaloneDashboardEntries> = {
  A224: { call: ['GET', `/api/dashboards?containerId=1001&${inWiki}`] },
  A225: { call: ['GET', `/api/dashboards/default?containerId=1001&${inWiki}`] },
  A226: { call: ['GET', `/api/templates/1?${inWiki}`] },
  A228: { call: ['POST', `/api/calculations/parse?${inWiki}`, { body: { formula: '1 + 1' } }] },
  A229: { call: ['POST', '/api/telemetry', { body: { feature: 'dashboard.open' } }] },
}
