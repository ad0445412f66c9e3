/** Operations that have written something by the time they refuse: nothing of it is left, however the tables undo it. */
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import type { SimulatorOptions } from '../../src/index.ts'
import { Table } from '../../src/world/store/table.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import type { World } from '../../src/world/world.ts'
import { tableComplaints } from '../fuzz/world-invariants.ts'
import { type CallOptions, startClient } from '../support/client.ts'

type Call = readonly [method: string, path: string, options?: CallOptions]

interface LateRefusal {
  readonly what: string
  readonly call: Call
  readonly status: number
  readonly before?: readonly Call[]
  readonly options?: SimulatorOptions
}

const wiki = '/wiki/rest/reqs/1'
const issueLink = (key: string) => ({
  applinkId: '99999999-8888-4777-8666-555555555555',
  spaceKey: 'ENG',
  key,
  relationship: 'implements',
})
const asAdmin = (body?: unknown): CallOptions => ({ token: 'tok-admin', body })
const text = (key: string) => ({ key, htmlExcerpt: `<p>New ${key}</p>` })

const refusals: readonly LateRefusal[] = [
  {
    what: 'the third of three requirements is DELETED',
    call: ['PUT', `${wiki}/requirement2/ENG`, { body: ['REQ-001', 'REQ-002', 'REQ-099'].map(text) }],
    status: 409,
  },
  {
    what: 'the third of three requirements moves to a page that there is not',
    call: [
      'PUT',
      `${wiki}/requirement2/ENG`,
      { body: [text('REQ-001'), text('REQ-007'), { ...text('REQ-002'), page: { pageId: 9999 } }] },
    ],
    status: 404,
  },
  {
    what: 'a requirement that was written is to have a key that is taken',
    call: ['PUT', `${wiki}/requirement2/ENG/REQ-003`, { body: { htmlExcerpt: 'x', newKey: 'REQ-002' } }],
    status: 409,
  },
  {
    what: 'a requirement by id that was written is to have a key that is taken',
    call: [
      'PUT',
      '/api/requirements/6007?updateOrigin=true&applicationId=101',
      { body: { key: 'REQ-001', originContainerId: 1101, text: 'One.' } },
    ],
    status: 409,
  },
  {
    what: 'the third of three links is there already',
    call: [
      'POST',
      '/tracker/rest/reqs/1/issuelinks/DRN-1',
      { body: ['REQ-003', 'REQ-004', 'REQ-001'].map(issueLink) },
    ],
    status: 409,
    options: { scenario: 'demo', config: { assumptions: { A158: 'conflict' } } },
  },
  {
    what: 'one of the requirements that came before has the key of another',
    call: [
      'POST',
      `${wiki}/requirement2/ENG/REQ-013?providedJson=${encodeURIComponent('[{"key":"REQ-001"}]')}`,
    ],
    status: 409,
  },
  {
    what: 'an integration of a tracker that has one',
    call: ['POST', `${wiki}/integration`, asAdmin({ rpcUrl: 'https://tracker.northwind.test' })],
    status: 409,
  },
  {
    what: 'the second of two settings has no name',
    call: ['PUT', `${wiki}/settings`, asAdmin({ limitForPages: 3, onboarding: { 'a b': 'x' } })],
    status: 400,
  },
  {
    what: 'a workspace whose key is taken',
    call: ['POST', '/api/standalone/workspaces?applicationId=103', { body: { name: 'X', key: 'SIM' } }],
    status: 409,
  },
  {
    what: 'a container whose key is none',
    call: [
      'POST',
      '/api/containers?applicationId=103',
      { body: { type: 'WORKSPACE', name: 'X', key: 'S M' } },
    ],
    status: 400,
  },
  {
    what: 'a matrix whose query is none',
    call: [
      'POST',
      '/wiki/rest/reqs/1/traceability/ENG',
      {
        body: {
          name: 'New',
          query: 'key =',
          columns: [{ step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 }],
        },
      },
    ],
    status: 400,
  },
  {
    what: 'somebody who leaves an organization without an administrator',
    before: [['POST', '/api/organizations', { token: 'tok-bob', body: { name: 'Own' } }]],
    call: ['DELETE', '/api/users/me', { token: 'tok-bob' }],
    status: 409,
  },
]

let undone: MockInstance

beforeEach(() => {
  undone = vi.spyOn(Table.prototype, 'rollback')
})
afterEach(() => {
  undone.mockRestore()
})

/** All records but what counts requests. */
function recordsOf(world: World): string {
  const { clock, stores } = exportWorld(world)
  const { rateWindow: _windows, sequence = [], ...system } = stores['system'] ?? {}
  const counts = sequence.filter((record) => (record as { readonly name: string }).name !== 'exchange')
  return JSON.stringify({ clock, stores: { ...stores, system: { ...system, counts } } })
}

// Tables that are shared with a snapshot go back to what it has, others back step by step.
test.each(
  refusals.flatMap((refusal) => [
    [refusal.what, 'of its own', refusal] as const,
    [refusal.what, 'shared with a snapshot', refusal] as const,
  ]),
)(
  '%s, in a world %s',
  async (_what, sharing, { before = [], call: [method, path, more], status, options }) => {
    const client = await startClient(options)
    const { world } = client.simulator
    for (const [firstMethod, firstPath, firstOptions] of before)
      expect((await client.call(firstMethod, firstPath, firstOptions)).status).toBeLessThan(300)
    const records = recordsOf(world)
    if (sharing !== 'of its own') world.snapshot()
    undone.mockClear()

    const reply = await client.call(method, path, more)

    expect([reply.status, reply.text]).toEqual([status, expect.any(String)])
    // Where nothing had been written, this would show nothing.
    expect(undone).toHaveBeenCalled()
    expect(recordsOf(world)).toBe(records)
    expect(tableComplaints(world)).toEqual([])
    // Nothing of it comes to light later either.
    const later = world.writes
    expect((await client.call(method, path, more)).status).toBe(status)
    expect(world.writes).toBe(later)
  },
)
