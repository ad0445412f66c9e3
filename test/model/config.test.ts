import { expect, test } from 'vitest'
import { readConfig } from '../../src/model/config.ts'
import { startClient } from '../support/client.ts'

test('a world that is given no configuration isolates spaces, and passes over what nothing reads', async () => {
  const { get, simulator } = await startClient()
  expect(readConfig(simulator.world.system)).toEqual({
    isolateSpaces: true,
    strict: false,
    maximumBodyBytes: 5_242_880,
    assumptions: {},
  })
  const path = '/wiki/rest/reqs/1/requirement2/OPS'
  const unread = await get(`${path}?nothing=1`)
  expect([unread.status, unread.body.results]).toEqual([200, []])
  const refused = await get(`${path}?q=key`)
  expect(refused.status).toBe(400)
})
