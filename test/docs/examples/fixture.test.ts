import { expect } from 'vitest'
import { test } from '../../../src/adapters/vitest.ts'

test('a reader may not edit', async ({ sim }) => {
  const response = await sim.fetch('http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001', {
    method: 'PUT',
    headers: { Authorization: 'Bearer tok-bob', 'Content-Type': 'application/json' },
    body: JSON.stringify({ htmlExcerpt: 'Shorter.' }),
  })

  expect(response.status).toBe(403)
})
