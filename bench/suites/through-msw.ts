import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect } from 'vitest'
import { handlers } from 'reqsim/msw'
import { test as base } from 'reqsim/vitest'

const headers = { authorization: 'Bearer tok-alice', 'content-type': 'application/json' }
const server = setupServer()
beforeAll(() => server.listen())
afterAll(() => server.close())

const test = base.extend<{ address: string }>({
  address: async ({ sim }, use) => {
    server.use(...handlers(sim))
    await use('http://wiki.sim/rest/reqs/1/requirement2/ENG')
    server.resetHandlers()
  },
})

test.for(Array.from({ length: 9 }, (_, index) => `REQ-00${index + 1}`))(
  'reads %s',
  async (key, { address }) => {
    const answer = await fetch(`${address}/${key}`, { headers })
    expect(await answer.json()).toMatchObject({ key })
  },
)

test('reads what it wrote', async ({ address }) => {
  const body = JSON.stringify({ htmlExcerpt: 'The drone shall land.' })
  await fetch(`${address}/REQ-001`, { method: 'PUT', headers, body })
  const answer = await fetch(`${address}/REQ-001`, { headers })
  expect(await answer.json()).toMatchObject({ htmlExcerpt: 'The drone shall land.' })
})
