import { expect } from 'vitest'
import { test } from '../../../src/adapters/vitest.ts'

test('the response is lost, although the work was done', async ({ sim }) => {
  sim.faults.add({ operation: 'wiki.baseline.freeze', drop: true, performed: true, times: 1 })
  const headers = { Authorization: 'Bearer tok-alice' }
  const freeze = () =>
    sim.fetch('http://wiki.sim/rest/reqs/1/baseline-actions/ENG/freeze/2', { method: 'POST', headers })

  await expect(freeze()).rejects.toThrow('fetch failed')
  // A naive retry is refused: the first call has started the task.
  expect((await freeze()).status).toBe(409)

  sim.clock.advance('1m')
  const baseline = await sim.fetch('http://wiki.sim/rest/reqs/1/baseline/ENG/2', { headers })
  expect(await baseline.json()).toMatchObject({ status: 'DONE' })
})
