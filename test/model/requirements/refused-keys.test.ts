/** A key that only extended mode allows is refused with what switches that on, by each operation and by scenarios. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { type Client, demoWith, startClient } from '../../support/client.ts'

const KEY = 'req~login~1'
const WIKI = '/wiki/rest/reqs/1'
const MEND =
  "a key is made of letters, digits, '_', '-' and '.'; to allow other characters, set 'extendedMode: true' for space 'ENG' in the scenario, or add it to the setting extendedModeSpaces"

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const CALLS: [method: string, path: string, body?: unknown][] = [
  ['POST', `${WIKI}/requirement2/ENG/${KEY}`],
  ['POST', `${WIKI}/requirement2/ENG/X-1`, { providedJson: JSON.stringify([{ key: KEY }]) }],
  ['POST', `${WIKI}/requirement2/ENG/X-1?mode=SUGGEST&suggestPrefix=${KEY}`],
  ['PUT', `${WIKI}/requirement2/ENG/REQ-001`, { newKey: KEY }],
  ['PUT', `${WIKI}/requirement2/ENG`, [{ key: 'REQ-001', newKey: KEY }]],
  ['PUT', `${WIKI}/requirement/REQ-001?spaceKey=ENG`, { newKey: KEY }],
  ['POST', `${WIKI}/key-suggestions/ENG/suggestAtInitialization`, [KEY]],
  ['POST', '/api/requirements?applicationId=101', { containerId: 1001, key: KEY, text: 'x' }],
  ['PUT', '/api/requirements/6001?applicationId=101', { key: KEY }],
  ['PUT', '/_sim/pages/4001', { define: [{ key: KEY, html: 'x' }] }],
  ['POST', '/_sim/pages', { title: 'P', spaceKey: 'ENG', content: [{ key: KEY, html: 'x' }] }],
]

describe('a refused key names the extended mode and how a scenario sets it', () => {
  test.each(CALLS)('%s %s %j', async (method, path, body) => {
    const headers = { 'x-sim-control': '1' }
    const reply = await client.call(method, path, { headers, ...(body === undefined ? {} : { body }) })
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain(MEND)
  })
})

test('a scenario is refused with the same words, and the mend works there', async () => {
  const requirements = [{ space: 'XT', key: KEY }]
  const scenario = (space: object) =>
    demoWith({ world: { spaces: [{ key: 'XT', name: 'X', site: 101, ...space }], requirements } })
  await expect(createSimulator(scenario({}))).rejects.toThrow(MEND.replace('ENG', 'XT'))
  const { simulator } = await startClient(scenario({ extendedMode: true }))
  expect(simulator.state('requirement').map(({ key }) => key)).toContain(KEY)
})

test('the mend works, as a setting, too', async () => {
  await client.put(`${WIKI}/settings/extendedModeSpaces`, { value: ['ENG'] }, { token: 'tok-admin' })
  expect((await client.post(`${WIKI}/requirement2/ENG/${KEY}`)).status).toBe(200)
})

describe('a key that no mode allows', () => {
  test.each(['a,b', ' a~b ', 'a~\u0001'])('%j does not name the extended mode', async (key) => {
    const reply = await client.put(`${WIKI}/requirement2/ENG/REQ-001`, { newKey: key })
    expect(reply.status).toBe(400)
    expect(reply.body.message).not.toContain('extendedMode: true')
  })
})
