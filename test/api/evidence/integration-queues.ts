/** Evidence for the entries of the ledger's file `integration-queues`. */
import type { integrationQueueEntries } from '../../../src/api/ledger/integration-queues.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1'
const queue = `${wiki}/integration/svc-0001-demo/queue`
const admin = { token: 'tok-admin' }
const link = { operation: 'ADD_LINK', spaceKey: 'ENG', key: 'REQ-003', issueKey: 'DRN-3' }

export const integrationQueueEvidence: EvidenceOf<typeof integrationQueueEntries> = {
  A135: { call: ['PUT', `${queue}/outbound/8001`, admin] },
  A136: { call: ['GET', `${queue}/outbound?includeDone=true`] },
  A137: { call: ['GET', `${queue}/flush`, admin] },
  A138: { call: ['PUT', `${wiki}/personal-queue/svc-0001-demo/8002`] },
  A139: { call: ['GET', `${queue}/inbound`], before: [['POST', `${queue}/inbound`, { body: [link] }]] },
  A185: { call: ['GET', `${queue}/flush`, admin] },
  A238: { call: ['PUT', `${queue}/outbound/8001`, admin] },
}
