/** The typed read of tables. */
import { expect, test } from 'vitest'
import { createSimulator, type TableName } from '../../src/index.ts'
import { REGIONS } from '../../src/model/schema.ts'

interface Listed {
  readonly items: readonly { readonly table: TableName; readonly records: number }[]
}

test.each(REGIONS)('every table that the control API lists can be read: region %s', async (region) => {
  const sim = await createSimulator({ scenario: 'outage' })
  sim.faults.add({ operation: 'wiki.baseline.list', status: 503 })
  await sim.call('standalone.application.list', { as: 'alice', query: { organizationId: 1 } })
  const { items } = (await (await sim.fetch(`http://sim.sim/_sim/state?region=${region}`)).json()) as Listed
  const first = new Map(items.toReversed().map(({ table, records }) => [table, records]))
  expect([...first.keys()].map((table) => [table, sim.state(table, {}, region).length])).toEqual([...first])
})

test('sequences, jobs and faults can be filtered', async () => {
  const sim = await createSimulator()
  sim.faults.add({ operation: 'wiki.baseline.list', status: 503, times: 2 })
  expect(sim.state('sequence', { name: 'key/1001/REQ-' })).toEqual([{ name: 'key/1001/REQ-', value: 12 }])
  expect(sim.state('sequence', { name: 'user' }, 'us')).toEqual([{ name: 'user', value: 91 }])
  expect(sim.state('job', { kind: 'integration.synchronise' }).map(({ region }) => region)).toEqual(['eu'])
  expect(sim.state('fault', { enabled: true }, 'us').map(({ id }) => id)).toEqual([1])
})
