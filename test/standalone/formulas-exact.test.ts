/** Formulas to the letter: the order of what is calculated, what operands read, and whom relations leave out. */
import { describe, expect, test } from 'vitest'
import { requirements } from '../../src/model/requirements/records.ts'
import { type Client, startClient } from '../support/client.ts'

const start = (world: object = {}) =>
  startClient({ scenario: { name: 'formulas', extends: ['demo'], world } } as never)
const run = async (client: Client, what: string, formula: string, selection: object = {}) => {
  const body = { formula, selection }
  const reply = await client.post(`/api/${what}/execute?applicationId=101`, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const only = (...keys: string[]) => ({ keys })

test('requirements of several spaces are calculated by id', async () => {
  const client = await start({
    requirements: [
      { id: 5900, space: 'OPS', key: 'OPS-1' },
      { id: 6050, space: 'ENG', key: 'A-1' },
    ],
  })
  const { results } = await run(client, 'calculations', '1', only('REQ-001', 'A-1', 'OPS-1'))
  expect(results.map(({ requirementId }: { requirementId: number }) => requirementId)).toEqual([
    5900, 6001, 6050,
  ])
})

test('@jira is a property like any other, of which there is none', async () => {
  const client = await start()
  expect((await run(client, 'aggregations', 'COUNT(@jira)')).value).toBe(0)
  const formula = 'COUNT(@Nothing)'
  const path = `/wiki/rest/reqs/1/accumulator/ENG?withJira=true&formula=${encodeURIComponent(formula)}`
  expect((await client.call('PUT', path)).body[formula].value).toBe(0)
})

test('a relation leads to no requirement that the caller may not read', async () => {
  const dependencies = [{ to: 'ENG/REQ-005', relationship: 'refines' }]
  const client = await start({
    requirements: [
      { id: 6801, space: 'LAB', key: 'SEC-2', external: { Cost: 7 }, dependencies },
      { id: 6802, space: 'OPS', key: 'OPS-2', external: { Cost: 5 }, dependencies },
    ],
  })
  const { results } = await run(client, 'calculations', 'SUM(ext@Cost, from@refines)', only('REQ-005'))
  expect(results).toMatchObject([{ key: 'REQ-005', value: 5 }])
})

describe('of many properties', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      key: `P${at}`,
      value: String(at),
      dataType: 'NUMBER' as const,
    }))

  test.each([20, 21, 40])('all %i are found, each by its name', async (count) => {
    const client = await start()
    const table = client.simulator.world.region('eu').table(requirements)
    for (const id of [6001, 6002]) table.update(id, { properties: many(count) })
    const formula = `@P0 + @P${count - 1} * 100`
    const { results } = await run(client, 'calculations', formula, only('REQ-001', 'REQ-002'))
    const value = (count - 1) * 100
    expect(results).toMatchObject([{ value }, { value }])
    expect((await run(client, 'aggregations', 'COUNT(@P99)', only('REQ-001'))).value).toBe(0)
  })
})
