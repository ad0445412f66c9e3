import { expect, test } from 'vitest'
import { chooseRows, type RowChoice } from '../../src/console/panels/report/rows.ts'
import { startClient } from '../support/client.ts'

async function rowsOf(choice: Partial<RowChoice>): Promise<readonly string[]> {
  const { simulator, get } = await startClient()
  await get('/api/applications/101')
  await get('/api/applications/999')
  await get('/api/applications/999')
  for (let count = 0; count < 4; count++) await get('/wiki/rest/reqs/1/requirement2/ENG/REQ-001')
  simulator.faults.add({ operation: 'wiki.baseline.search', status: 429 })
  await get('/wiki/rest/reqs/1/baseline')
  const all = { text: '', showing: 'exercised', sort: 'declared', ...choice } as const
  return chooseRows(simulator.report().operations, all).map(({ operation }) => operation)
}

test('exercised ones, in the order of declaration', async () => {
  expect(await rowsOf({})).toEqual(['standalone.application.read', 'wiki.requirement.read'])
})

test('by use, by refusals, by name', async () => {
  expect(await rowsOf({ sort: 'exercised' })).toEqual([
    'wiki.requirement.read',
    'standalone.application.read',
  ])
  expect((await rowsOf({ sort: 'refused', showing: 'all' }))[0]).toBe('standalone.application.read')
  const byName = await rowsOf({ sort: 'operation', showing: 'all' })
  expect(byName).toEqual(byName.toSorted())
})

test('narrowed by words, by kind', async () => {
  expect(await rowsOf({ text: 'WIKI read' })).toEqual(['wiki.requirement.read'])
  expect(await rowsOf({ text: 'nothing of this kind' })).toEqual([])
  expect(await rowsOf({ showing: 'faulted' })).toHaveLength(1)
  const [all, used, unused] = await Promise.all([
    rowsOf({ showing: 'all' }),
    rowsOf({}),
    rowsOf({ showing: 'unexercised' }),
  ])
  expect(unused).toHaveLength(all.length - used.length)
})
