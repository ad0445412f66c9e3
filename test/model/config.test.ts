import { expect, test } from 'vitest'
import { readConfig } from '../../src/model/records/world/config.ts'
import { startClient } from '../support/client.ts'

const path = '/wiki/rest/reqs/1/requirement2/OPS?nothing=1'

test('a world that is given no configuration isolates spaces, and passes over what nothing reads', async () => {
  const { get, simulator } = await startClient()
  expect(readConfig(simulator.world.system)).toEqual({
    isolateSpaces: true,
    strict: false,
    maximumBodyBytes: 8_388_608,
    assumptions: {},
  })
  const { status, body } = await get(path)
  expect([status, body.results]).toEqual([200, []])
})

test('a configuration changes what it names, and leaves the rest', async () => {
  const { get, simulator } = await startClient({ scenario: 'demo', config: { strict: true } })
  expect(readConfig(simulator.world.system)).toEqual({
    isolateSpaces: true,
    strict: true,
    maximumBodyBytes: 8_388_608,
    assumptions: {},
  })
  const { status, body } = await get(path)
  expect([status, body.message]).toEqual([400, expect.stringContaining("'nothing'")])
})
