/** Where the calls of a recording go: addresses of other hosts, named ones, and servers. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { readArchive } from '../../src/replay/archive.ts'
import { placeExchanges } from '../../src/replay/bases.ts'
import { readBase } from '../../src/cli/flags/replay.ts'
import { createSimulator } from '../../src/index.ts'
import {
  againstDemo,
  browserArchive,
  type Entry,
  makeFolder,
  NO_TYPE,
  ONLY_BODIES,
  replay,
} from './replaying.ts'

const folder = makeFolder()
afterAll(() => folder.remove())
const archived = (...entries: Entry[]) => folder.write('browser.har', browserArchive(entries))

describe('addresses', () => {
  const placesOf = (urls: readonly (string | Entry)[], ...bases: string[]) => {
    const file = archived(...urls.map((url) => (typeof url === 'string' ? { url } : url)))
    const flags = bases.flatMap((base) => readBase(base, undefined))
    return placeExchanges(readArchive(file), { bases: flags, keepsPaths: false }).map((place) => place?.url)
  }
  const key = 'rest/reqs/1/requirement2/ENG/REQ-001'

  test('are known by what their paths can only be', () => {
    expect(
      placesOf([
        `https://northwind.example/wiki/${key}?expand=all`,
        `https://wiki.example/${key}`,
        `https://intra.example/products/confluence/${key}`,
        'https://app.example/api/applications/101',
        'https://app.example/us/api/applications/901',
        {
          url: 'https://connect.example/confluence/rest/search?query=x',
          headers: { 'X-Api-Key': 'k', 'X-Base-Url': 'u' },
        },
        'http://127.0.0.1:4010/api/applications/101',
        'https://app.example/assets/logo.svg',
        'https://fonts.example/css',
        'http://127.0.0.1:4010/_sim/clock',
      ]),
    ).toEqual([
      `/wiki/${key}?expand=all`,
      `/wiki/${key}`,
      `/wiki/${key}`,
      '/api/applications/101',
      '/us/api/applications/901',
      '/eu/wiki/rest/search?query=x',
      '/api/applications/101',
      undefined,
      undefined,
      undefined,
    ])
  })

  test('that two interfaces have are known by the calls beside them, or refused', () => {
    const url = '/rest/reqs/1/openapi'
    expect(() => placesOf([`https://one.example${url}`])).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message: expect.stringMatching(
          /^log\.entries\[0\] GET 'https:\/\/one\.example\S+' may belong to the wiki or the tracker interface: select one with --base wiki=https:\/\/one\.example or --base tracker=https:\/\/one\.example$/,
        ),
      }),
    )
    expect(placesOf([`https://one.example${url}`, `https://one.example/${key}`])[0]).toBe(`/wiki${url}`)
    expect(placesOf([`https://one.example${url}`], 'tracker=https://one.example/')).toEqual([
      `/tracker${url}`,
    ])
  })

  test('where others are of the service are of it too, whether an operation takes them or not', () => {
    expect(
      placesOf([
        `https://intra.example/confluence/${key}`,
        'https://intra.example/confluence/rest/reqs/1/never/heard?of=it',
        'https://intra.example/confluence/rest/api/content/5',
        'https://intra.example/other/rest/reqs/1/never/heard',
        'https://app.example/api/applications/101',
        'https://app.example/api/never',
        'https://app.example/apis',
      ]),
    ).toEqual([
      `/wiki/${key}`,
      '/wiki/rest/reqs/1/never/heard?of=it',
      undefined,
      undefined,
      '/api/applications/101',
      '/api/never',
      undefined,
    ])
  })

  test('that are named hold all that is below them, known or not', () => {
    const base = 'standalone-us=https://app.example/gate'
    expect(
      placesOf(
        [
          'https://app.example/gate/applications/1',
          'https://app.example/gate/nothing',
          'https://app.example/gatex',
        ],
        base,
      ),
    ).toEqual(['/us/api/applications/1', '/us/api/nothing', undefined])
  })

  test.each([
    'wiki',
    'wikki=https://x',
    'wiki=ftp://x',
    'wiki=https://a:b@x',
    'wiki=https://x?y',
    '=https://x',
  ])('--base %s', async (base) => {
    const { code, error } = await againstDemo('x.har', '--base', base)
    expect([code, error]).toEqual([2, expect.stringMatching(/A base (?:address )?is written/)])
  })

  test('the whole way: another host, against the demo', async () => {
    const url = `https://intra.example/confluence/${key}`
    const { code, out } = await againstDemo(
      archived({ url }, { url: 'https://intra.example/logo.png' }),
      '--as',
      'alice',
      ...ONLY_BODIES,
    )
    expect([code, out]).toEqual([
      0,
      '1 replayed, 0 different, 1 body not in the archive and not compared, 1 skipped: 1 not of the service\n',
    ])
  })
})

describe('against a server', () => {
  test('it alone receives requests, only those of the service, below its paths', async () => {
    const requests: string[] = []
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url} ${String(request.headers['authorization'])}`)
      response.writeHead(200).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const path = '/confluence/rest/reqs/1/requirement2/ENG/REQ-001'
    const file = archived(
      { url: `https://intra.invalid${path}`, headers: { Authorization: 'Bearer recorded' } },
      { url: 'https://cdn.invalid/logo.svg' },
      { url: 'http://api.us.sim/api/applications/901' },
    )
    const header = ['--header', 'Authorization: Bearer given', '--ignore', 'body', ...NO_TYPE]
    const plain = await replay(file, '--against', target, ...header)
    const based = await replay(
      file,
      '--against',
      `${target}/sim/`,
      '--base',
      'wiki=https://intra.invalid/confluence',
      ...header,
    )
    server.close()
    for (const { code, out } of [plain, based])
      expect([code, out]).toEqual([
        0,
        '2 replayed, 0 different, 2 bodies not in the archive and not compared, 1 skipped: 1 not of the service\n',
      ])
    expect(requests).toEqual([
      `GET ${path} Bearer given`,
      'GET /us/api/applications/901 Bearer given',
      'GET /sim/wiki/rest/reqs/1/requirement2/ENG/REQ-001 Bearer given',
      'GET /sim/us/api/applications/901 Bearer given',
    ])
  })

  test.each([
    'http://me:hush-hush@127.0.0.1:1',
    'http://127.0.0.1:1/?a=b',
    'http://127.0.0.1:1/#a',
    'http://',
  ])('--against %s', async (target) => {
    const { code, error } = await replay(archived({ url: 'http://api.sim/api/x' }), '--against', target)
    expect([code, error]).toEqual([2, expect.stringMatching(/address of a server/)])
    expect(error).not.toContain('hush')
  })
})

test('a recording of the simulator on its port is replayed by its paths', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  const answer = await simulator.exchange(
    { method: 'GET', url: '/api/applications/101', headers: { host: 'localhost:4010' } },
    { as: 'alice' },
  )
  const file = archived({
    url: 'http://localhost:4010/api/applications/101',
    responseHeaders: answer.headers,
    answer: JSON.parse(String(answer.body)),
  })
  expect((await againstDemo(file, '--as', 'alice', '--values')).code).toBe(0)
})
