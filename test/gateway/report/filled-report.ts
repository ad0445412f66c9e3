/** Reports that hold one row of each kind, and none. */
import type { Report } from '../../../src/index.ts'

export const LISTING = 'standalone.application.list'

export const used = {
  operation: LISTING,
  interface: 'standalone',
  stability: 'stable',
  provenance: 'documented',
  exercised: 3,
  statuses: { 200: 2, 404: 1 },
  validated: 2,
  invalid: 0,
  stateful: 1,
  faulted: 0,
  rateLimited: 1,
  gaps: [401, 403],
} as const
export const assumed = { provenance: 'assumed', times: 4, inForce: 'x', otherwise: [] } as const
export const difference = {
  operation: LISTING,
  place: 'query limit',
  kind: 'maximum',
  ours: 200,
  theirs: null,
} as const
export const lacking = {
  operation: 'wiki.x.y',
  place: 'operation',
  kind: 'extra',
  ours: 'wiki.x.y',
  theirs: null,
} as const
export const FULL: Report = {
  exchanges: 9,
  faulted: 2,
  unmatched: 3,
  unmatchedRequests: [
    {
      method: 'GET',
      path: '/api/applicatons',
      nearest: ['GET /api/applications', 'GET /api/applications/{id}'],
      times: 2,
    },
    { method: 'PUT', path: '/nowhere', nearest: [], times: 1 },
  ],
  defects: 4,
  rateLimited: 5,
  operations: [
    used,
    { ...used, operation: 'b.struck', exercised: 0, faulted: 2, statuses: {}, gaps: [200] },
    { ...used, operation: 'c.unused', exercised: 0 },
    { ...used, operation: 'c.unused.too', exercised: 0 },
    { ...used, operation: 'd.wrong', exercised: 1, invalid: 1 },
  ],
  stabilities: [
    { class: 'public', operations: 0, exercised: 0, exchanges: 0 },
    { class: 'stable', operations: 4, exercised: 2, exchanges: 4 },
  ],
  provenances: [{ class: 'documented', operations: 4, exercised: 2, exchanges: 4 }],
  unknown: [{ operation: LISTING, kind: 'field', name: 'colr', suggestion: 'color', times: 6 }],
  assumptions: [
    { ...assumed, id: 'A01', title: 'One', general: true, behaviour: 'does' },
    {
      ...assumed,
      id: 'A02',
      title: 'Two',
      general: false,
      behaviour: 'is',
      otherwise: [
        { value: 'a', behaviour: 'Is not.' },
        { value: 'b', behaviour: 'May be.' },
      ],
    },
    { ...assumed, id: 'A02', title: 'Two', general: false, behaviour: 'was' },
    { ...assumed, id: 'A03', title: 'Three', general: false, behaviour: 'has' },
  ],
  features: [{ user: 'alice', feature: 'x', times: 2 }],
  machines: [
    {
      machine: 'door',
      states: [
        { state: 'OPEN', visited: true },
        { state: 'SHUT', visited: true },
        { state: 'LOCKED', visited: false },
        { state: 'GONE', visited: false },
      ],
      transitions: [
        { from: 'OPEN', event: 'SHUT', to: 'SHUT', times: 2 },
        { from: 'SHUT', event: 'OPEN', to: 'OPEN', times: 1 },
        { from: 'SHUT', event: 'LOCK', to: 'LOCKED', times: 0 },
      ],
    },
  ],
  generated: [
    { operation: 'own.a', times: 2, statuses: { 200: 2 } },
    { operation: 'own.b', times: 3, statuses: { 200: 1, 404: 2 } },
  ],
  descriptions: [
    {
      surface: 'standalone',
      file: 'a.yaml',
      title: 'A',
      version: '1',
      compared: 1,
      generated: [],
      differences: [difference, lacking],
      lacking: 1,
      untold: 7,
      passedOver: [],
    },
    {
      surface: 'wiki',
      file: 'b.yaml',
      title: 'B',
      version: '1',
      compared: 1,
      generated: [],
      differences: [{ ...difference, ours: ['a', 'b'], theirs: true }],
      lacking: 0,
      untold: 0,
      passedOver: [],
    },
  ],
}
const {
  features: _features,
  generated: _generated,
  descriptions: _descriptions,
  unmatchedRequests: _unmatched,
  ...rest
} = FULL
/** Without features, descriptions and the paths that match nothing. */
export const PLAIN: Report = rest
export const EMPTY: Report = {
  ...PLAIN,
  operations: [],
  stabilities: [],
  provenances: [],
  unknown: [],
  assumptions: [],
  machines: [],
}
