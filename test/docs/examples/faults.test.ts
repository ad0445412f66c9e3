import { expect } from 'vitest'
import { test } from '../../../src/adapters/vitest.ts'

test('an answer is lost, though the work was done', async ({ sim }) => {
  sim.faults.add({ operation: 'wiki.baseline.freeze', drop: true, performed: true, times: 1 })
  const headers = { Authorization: 'Bearer tok-alice' }
  const freeze = () =>
    sim.fetch('http://wiki.sim/rest/reqs/1/baseline-actions/ENG/freeze/2', { method: 'POST', headers })

  await expect(freeze()).rejects.toThrow('fetch failed')
  // A client that just tries again is refused: the first call has begun to freeze it.
  expect((await freeze()).status).toBe(409)
})
