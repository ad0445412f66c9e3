import { expect, test } from 'vitest'
import { createSimulator, type Report } from '../../src/index.ts'

const PATH = '/api/applications/101'
const headers = { Authorization: 'Bearer tok-alice' }

test('a report is handed over before a reset of all worlds, or another scenario, deletes it', async () => {
  const discarded: Report[] = []
  const sim = await createSimulator({ onReportDiscarded: (report) => void discarded.push(report) })
  await sim.fetch(PATH, { headers })
  await sim.fetch(`/_world/other${PATH}`, { headers })
  sim.reset()
  await sim.fetch(PATH, { headers })
  await sim.load('empty')
  expect(discarded.map(({ exchanges }) => exchanges)).toEqual([2, 1])
  expect(sim.report().exchanges).toBe(0)
})

test('the reset of one world hands nothing over, because the report keeps its calls', async () => {
  const discarded: Report[] = []
  const sim = await createSimulator({ onReportDiscarded: (report) => void discarded.push(report) })
  await sim.fetch(PATH, { headers })
  sim.reset('default')
  expect([discarded.length, sim.report().exchanges]).toEqual([0, 1])
})

test('anything but a function is refused', async () => {
  await expect(createSimulator({ onReportDiscarded: 'log' as never })).rejects.toThrow(
    /onReportDiscarded must be a function that takes a report, not 'log'/,
  )
})
