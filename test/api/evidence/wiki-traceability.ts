/** Evidence for the entries of the ledger's file `wiki-traceability`. */
import type { wikiTraceabilityEntries } from '../../../src/api/ledger/wiki-traceability.ts'
import type { EvidenceOf } from './evidence.ts'

const wiki = '/wiki/rest/reqs/1'
const render = `${wiki}/traceability/ENG/uiTraceability`
const first = { step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 }
const step = (type: string) => ({ step: { type }, columnIndex: 1, parentColumnIndex: 0 })

export const wikiTraceabilityEvidence: EvidenceOf<typeof wikiTraceabilityEntries> = {
  A108: { call: ['GET', `${wiki}/traceability/ENG/1`] },
  A109: { call: ['GET', `${wiki}/traceability/ENG/`] },
  A110: { call: ['PUT', render, { body: { columns: [first, step('VARIANT')] } }] },
  A111: { call: ['PUT', render, { body: { columns: [first, step('DESCRIPTION')] } }] },
  A112: {
    before: [
      [
        'PUT',
        `${wiki}/requirement2/ENG/REQ-005`,
        { body: { dependencies: [{ relationship: 'guards', spaceKey: 'LAB', key: 'SEC-001' }] } },
      ],
    ],
    call: ['PUT', render, { body: { columns: [first, step('TO')], query: "key = 'REQ-005'" } }],
  },
  A113: { call: ['PUT', render, { body: { columns: [first], offsetJson: '{"limit":2}' } }] },
  A114: { call: ['PUT', render, { body: { columns: [first], offsetJson: '{"cellLimit":2}' } }] },
  A115: {
    call: ['PUT', render, { body: { columns: [first], query: 'key = $k', variables: { k: 'REQ-001' } } }],
  },
  A116: { call: ['GET', `${render}/customfields/11111111-2222-4333-8444-555555555555`] },
  A117: { call: ['GET', `${wiki}/misc/ENG/traceability/data`, { token: 'tok-admin' }] },
  A118: { call: ['GET', `${wiki}/rte/ENG/traceability/transform-to-html?id=1`] },
}
