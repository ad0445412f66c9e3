import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'

test('a token is refused once it has expired', async () => {
  const sim = await createSimulator({ scenario: 'demo' })
  const read = () =>
    sim.fetch('http://api.sim/api/applications/101', { headers: { Authorization: 'Bearer tok-alice' } })

  expect((await read()).status).toBe(200)
  sim.clock.advanceTo('2027-01-06T00:00:00Z')
  expect((await read()).status).toBe(401)
})
