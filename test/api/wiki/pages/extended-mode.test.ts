import { beforeEach, expect, test } from 'vitest'
import { client, startDemo } from '../../../support/demo.ts'

beforeEach(() => startDemo())

const base = '/wiki/rest/reqs/1'

test('returns as a JSON string whether keys may have special characters, as the setting says', async () => {
  const mode = async (space: string) => (await client.get(`${base}/misc/${space}/extended-mode`)).text
  const set = (value: readonly string[]) =>
    client.put(`${base}/settings/extendedModeSpaces`, { value }, { token: 'tok-admin' })
  const define = () =>
    client.put(
      '/_sim/pages/4001',
      { define: [{ key: 'A & B', html: 'x' }] },
      { headers: { 'x-sim-control': '1' } },
    )
  expect(await mode('ENG')).toBe('"false"')
  expect((await define()).status).toBe(400)
  await set(['ENG'])
  expect(await mode('ENG')).toBe('"true"')
  expect(await mode('OPS')).toBe('"false"')
  expect((await define()).status).toBe(200)
  await set([])
  expect(await mode('ENG')).toBe('"false"')
})

test('of an unknown space is 404', async () => {
  expect((await client.get(`${base}/misc/NOPE/extended-mode`)).status).toBe(404)
})

test('keys with special characters that are in use stay writable when the mode is switched off again', async () => {
  const headers = { 'x-sim-control': '1' }
  const set = (value: readonly string[]) =>
    client.put(`${base}/settings/extendedModeSpaces`, { value }, { token: 'tok-admin' })
  const edit = (body: object) => client.put('/_sim/pages/4001', body, { headers })
  const reserve = (key: string, query = '') =>
    client.post(`${base}/requirement2/ENG/${encodeURIComponent(key)}${query}`, {})
  await set(['ENG'])
  const content = [
    { key: 'A & B', html: 'x' },
    { key: 'REQ-001', html: 'y' },
  ]
  expect((await edit({ content })).status).toBe(200)
  expect((await reserve('C & D')).status).toBe(200)
  await set([])
  expect((await edit({ define: [{ key: 'A & B', html: 'z' }] })).status).toBe(200)
  expect((await edit({ content })).status).toBe(200)
  expect((await reserve('A & B', '?override=true')).status).toBe(200)
  expect((await reserve('A & B')).status).toBe(409)
  expect((await edit({ define: [{ key: 'C & D', html: 'now on a page' }] })).status).toBe(200)
  const written = await client.put(`${base}/requirement2/ENG/${encodeURIComponent('A & B')}`, {
    htmlExcerpt: 'w',
  })
  expect(written.body).toMatchObject({ key: 'A & B', htmlExcerpt: 'w' })
  // What nothing has any more is new.
  expect((await edit({ undefine: ['A & B'] })).status).toBe(200)
  for (const reply of [
    await edit({ define: [{ key: 'A & B', html: 'again' }] }),
    await reserve('A & B', '?override=true'),
    await reserve('E & F'),
    await client.put(`${base}/requirement2/ENG/REQ-001`, { newKey: 'E & F' }),
  ]) {
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain("a key is made of letters, digits, '_', '-' and '.'")
  }
})
