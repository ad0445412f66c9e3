import { expect } from 'vitest'
import { test } from 'reqsim/vitest'

const BASE = 'http://wiki.sim/rest/reqs/1/requirement2/ENG'
const headers = { authorization: 'Bearer tok-alice', 'content-type': 'application/json' }

test.for(Array.from({ length: 9 }, (_, index) => `REQ-00${index + 1}`))('reads %s', async (key, { sim }) => {
  const answer = await sim.fetch(`${BASE}/${key}`, { headers })
  expect(await answer.json()).toMatchObject({ key })
})

test('reads what it wrote', async ({ sim }) => {
  const body = JSON.stringify({ htmlExcerpt: 'The drone shall land.' })
  await sim.fetch(`${BASE}/REQ-001`, { method: 'PUT', headers, body })
  const answer = await sim.fetch(`${BASE}/REQ-001`, { headers })
  expect(await answer.json()).toMatchObject({ htmlExcerpt: 'The drone shall land.' })
})
