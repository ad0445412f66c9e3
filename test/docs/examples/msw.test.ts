import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { handlers } from '../../../src/adapters/msw.ts'

const sim = await createSimulator({ scenario: 'demo' })
const server = setupServer(...handlers(sim))

beforeAll(() => server.listen())
afterEach(() => sim.reset())
afterAll(() => server.close())

test('reads a requirement', async () => {
  // Your client goes here; it calls the service as always.
  const url = 'http://api.sim/api/applications/101/projects/1001/variants/current/requirements/REQ-001'
  const response = await fetch(url, { headers: { Authorization: 'Bearer tok-app101' } })

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ key: 'REQ-001', status: 'ACTIVE' })
})
