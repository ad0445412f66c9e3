import { expect, test } from 'vitest'
import { startClient } from '../support/client.ts'

test.each([
  ['standalone', '/api/v3/api-docs'],
  ['wiki', '/wiki/rest/reqs/1/openapi'],
  ['tracker', '/tracker/rest/reqs/1/openapi'],
  ['hosted-wiki', '/eu/wiki/v3/api-docs'],
] as const)(
  'the description of %s has the operations that are served, and is no exchange',
  async (name, served) => {
    const { simulator, get } = await startClient()
    const { status, body } = await get(`/_sim/openapi/${name}`)
    expect(status).toBe(200)
    expect(body.openapi).toBe('3.0.3')
    expect(simulator.journal.entries()).toEqual([])
    const { body: other } = await get(served)
    expect(body.paths).toEqual(other.paths)
  },
)

test('an interface that there is not has none', async () => {
  const { get } = await startClient()
  const { status, body } = await get('/_sim/openapi/wikis')
  expect(status).toBe(404)
  expect(body.message).toContain('wikis')
})
