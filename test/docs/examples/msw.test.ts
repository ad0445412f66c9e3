import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { handlers } from '../../../src/adapters/msw.ts'

const sim = await createSimulator({ scenario: 'demo' })
const server = setupServer(...handlers(sim, { base: 'https://service.example.com' }))

beforeAll(() => server.listen())
afterEach(() => sim.reset())
afterAll(() => server.close())

test('reads a requirement', async () => {
  // Your client goes here; it calls the service as always.
  const url = 'https://service.example.com/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
  const response = await fetch(url, { headers: { Authorization: 'Bearer tok-alice' } })

  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ key: 'REQ-001', status: 'ACTIVE' })
})
