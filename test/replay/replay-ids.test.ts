/** Ids that differ between the recorded world and the one that answers. */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { ArchivedExchange } from '../../src/replay/archive.ts'
import { differencesOf } from '../../src/replay/differences.ts'
import { createIdMap } from '../../src/replay/ids.ts'
import { startClient } from '../support/client.ts'
import { againstDemo, browserArchive, makeFolder, ONLY_BODIES } from './replaying.ts'

const folder = makeFolder()
afterAll(() => folder.remove())

const RECORDED: ArchivedExchange = {
  method: 'GET',
  url: 'https://api.vendor.test/api/files/1/download',
  headers: {},
  body: undefined,
  status: 302,
  responseHeaders: {},
  responseBody: undefined,
  at: undefined,
  caller: undefined,
  host: undefined,
  application: undefined,
  generated: false,
  hosted: false,
  leftOut: undefined,
}

describe('ids', () => {
  const columns = [{ step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 }]
  const matrices = 'http://wiki.sim/rest/reqs/1/traceability/ENG'

  /** Saves a matrix, changes it and deletes it, in a world where others were saved before. */
  async function session(before: number): Promise<string> {
    const client = await startClient()
    const save = (name: string) => client.post(matrices, { name, columns })
    for (let count = 0; count < before; count++) await save(`earlier ${count}`)
    client.simulator.journal.clear()
    const { body, status } = await save('mine')
    expect(status).toBe(200)
    expect((await client.get(`${matrices}/${body.id}`)).status).toBe(200)
    const change = { id: body.id, name: 'changed', columns }
    expect((await client.call('PUT', `${matrices}/${body.id}`, { body: change })).status).toBeLessThan(300)
    expect((await client.get('http://wiki.sim/rest/reqs/1/traceability/ENG/1')).status).toBe(200)
    return folder.write(`ids-${before}.har`, client.simulator.journal.har())
  }

  test('of another world are replaced in later requests, and count as equal', async () => {
    for (const file of [await session(0), await session(3)])
      expect(await againstDemo(file, '--values')).toEqual({
        code: 0,
        out: '4 replayed, 0 different\n',
        error: '',
      })
  })

  test('differ where their place is named', async () => {
    const { out } = await againstDemo(await session(3), '--value', 'body.id')
    expect(out).toMatch(/^#1 POST \S+\n {2}body\.id: \d+ instead of \d+\n#2/)
  })

  test('are looked up by the name of the field; an id of two records only under its names', () => {
    const ids = createIdMap()
    const baseline = { id: 'wiki.baseline.read', path: '/baseline/{baselineId}', interface: 'wiki' } as const
    const application = {
      id: 'standalone.application.read',
      path: '/applications/{applicationId}',
      interface: 'standalone',
    } as const
    ids.learn('{"id":2}', '{"id":7}', baseline)
    expect(ids.url('/x/2/rest/baseline/2?applicationId=2&q=a+2', baseline)).toBe(
      '/x/2/rest/baseline/7?applicationId=7&q=a+2',
    )
    ids.learn('{"id":2}', '{"id":9}', application)
    expect(ids.url('/rest/baseline/2?applicationId=2&other=2', baseline)).toBe(
      '/rest/baseline/7?applicationId=9&other=2',
    )
    expect(ids.url('/rest/baseline/2', undefined)).toBe('/rest/baseline/2')
    expect(ids.body('{"baselineId": 2, "applicationIds": ["2"], "id": 2, "count": 2}')).toBe(
      '{"baselineId":7,"applicationIds":["2"],"id":2,"count":2}',
    )
    expect(ids.body('{ "count" : 2.0 }')).toBe('{ "count" : 2.0 }')
    expect(ids.stands('baselineId', 2, 7)).toBe(true)
    expect(ids.stands('id', 2, 7)).toBe(false)
  })

  test('that both worlds have stay, and so do values that are not ids', () => {
    const ids = createIdMap()
    ids.learn('{"items":[{"id":1,"total":5},{"id":2}]}', '{"items":[{"id":2,"total":6},{"id":3}]}', undefined)
    expect(ids.body('{"id":1,"keys":[2]}')).toBe('{"id":2,"keys":[2]}')
    expect(ids.body('{"total":5}')).toBe('{"total":5}')
  })

  test('of one world change nothing', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.jsonValue(),
        fc.webUrl({ withQueryParameters: true }),
        (seen, sent, url) => {
          const ids = createIdMap()
          ids.learn(JSON.stringify(seen), JSON.stringify(seen), undefined)
          const body = JSON.stringify(sent)
          expect([ids.body(body), ids.url(url, undefined)]).toEqual([body, url])
        },
      ),
    )
  })

  test('deep bodies and polluting names are sent as they are', () => {
    const ids = createIdMap()
    const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`
    ids.learn('{"id":"recorded-id"}', '{"id":"answered-id"}', undefined)
    ids.learn(deep, deep, undefined)
    expect(ids.body(deep)).toBe(deep)
    expect(ids.body('{"__proto__":{"id":"recorded-id"}}')).toBe('{"__proto__":{"id":"answered-id"}}')
    expect('id' in {}).toBe(false)
  })
})

describe('signed addresses with another host, expiry and signature in every run', () => {
  const call = 'https://api.vendor.test/api/files/3100/download/url?applicationId=103'
  const signature = '0123456789abcdef'.repeat(2)
  const expiresAt = '2026-01-05T09:15:00.000Z'
  const flags = ['--as', 'alice', ...ONLY_BODIES]
  const against = async (url: string, ...more: readonly string[]) => {
    const headers = { authorization: 'Bearer of-the-vendor' }
    const answer = { url, method: 'GET', expiresAt }
    const file = folder.write('signed.har', browserArchive([{ url: call, headers, answer }]))
    return (await againstDemo(file, ...flags, ...more)).out
  }

  test.each([
    `https://api.vendor.test/api/file-transfers/download-3100-7-1700000000000-${signature}`,
    `https://files.vendor.test/open?of=103&ticket=download-3100-7-1700000000000-${signature}`,
    `https://bucket.vendor.test/3100/spec.pdf?X-Amz-Expires=900&X-Amz-Signature=${signature}`,
    `https://blobs.vendor.test/spec.pdf?sv=2024&sig=${signature}%3D`,
  ])('%s counts as equal, unless its place is named', async (url) => {
    expect(await against(url, '--values')).toBe('1 replayed, 0 different\n')
    expect(await against(url, '--value', 'body.url')).toMatch(/\n {2}body\.url: \S+ instead of /)
  })

  test.each([
    ['another file', `https://api.vendor.test/api/file-transfers/download-3101-2-1700000000000-${signature}`],
    ['an upload', `https://api.vendor.test/api/file-transfers/upload-3100-2-1700000000000-${signature}`],
    ['an address without a signature', 'https://files.vendor.test/3100/spec.pdf'],
    ['a text', `see download-3100-2-1700000000000-${signature}`],
  ])('%s differs', async (_name, url) => {
    expect(await against(url, '--values')).toMatch(/\n {2}body\.url: \S+ instead of /)
  })

  test('in a location count as equal', () => {
    const location = (text: string) => ({ location: text })
    const differences = (url: string) =>
      differencesOf(
        { ...RECORDED, responseHeaders: location(url) },
        { status: 302, headers: location('/api/file-transfers/download-1-2-3-(redacted)'), body: '' },
        { values: false, valuesAt: [], ignored: [], stands: () => false },
      )
    expect(differences('https://blobs.vendor.test/spec.pdf?sig=(redacted)')).toEqual([])
    expect(differences('https://blobs.vendor.test/spec.pdf')).toHaveLength(1)
  })
})
