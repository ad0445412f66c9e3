import { expect, test } from 'vitest'
import { startClient } from '../support/client.ts'

const base = '/wiki/rest/reqs/1'

test('tells as a JSON string whether keys may have special characters, as the setting says', async () => {
  const client = await startClient()
  const mode = async (space: string) => (await client.get(`${base}/misc/${space}/extended-mode`)).text
  const set = (value: readonly string[]) =>
    client.call('PUT', `${base}/settings/extendedModeSpaces`, { token: 'tok-admin', body: { value } })
  const define = () =>
    client.call('PUT', '/_sim/pages/4001', {
      body: { define: [{ key: 'A & B', html: 'x' }] },
      headers: { 'x-sim-control': '1' },
    })
  expect(await mode('ENG')).toBe('"false"')
  expect((await define()).status).toBe(400)
  await set(['ENG'])
  expect(await mode('ENG')).toBe('"true"')
  expect(await mode('OPS')).toBe('"false"')
  expect((await define()).status).toBe(200)
  await set([])
  expect(await mode('ENG')).toBe('"false"')
})

test.each([
  ['NOPE', 'tok-alice', 404],
  ['LAB', 'tok-alice', 403],
  ['ENG', 'tok-eve', 403],
])('of space %s as %s is %i', async (space, token, status) => {
  const client = await startClient()
  expect((await client.get(`${base}/misc/${space}/extended-mode`, { token })).status).toBe(status)
})
