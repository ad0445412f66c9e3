/** A recording of a simulator is replayed against what it was recorded of, whatever the calls were. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { hostedHeaders, SITES } from '../support/hosted.ts'
import { type Client, clientOf } from '../support/client.ts'
import { createSimulator } from '../../src/index.ts'
import { againstDemo, browserArchive, makeFolder, replay } from './replaying.ts'

const folder = makeFolder()
afterAll(() => folder.remove())

/** The archive of what is done, as the control API gives it out. */
async function recorded(act: (client: Client) => Promise<void>, query = ''): Promise<string> {
  const client = clientOf(await createSimulator({ scenario: 'demo' }))
  await act(client)
  const { text } = await client.get(`/_sim/journal?format=har${query}`)
  return folder.write('own.har', text)
}

const agreeing = (count: number, rest = '') => ({
  code: 0,
  out: `${count} replayed, 0 different${rest}\n`,
  error: '',
})

const inWiki = 'applicationId=101'
const ROWS = {
  projectContainerId: 1001,
  rows: [{ key: 'REQ-001', properties: [{ name: 'Cost', value: 5 }] }],
}

describe('a world other than default', () => {
  const hosted = hostedHeaders('tok-alice', SITES.wiki)

  test('that a prefix of the path names: hosted calls get a token of that world', async () => {
    const file = await recorded(async ({ call, get }) => {
      const path = '/_world/rec/eu/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
      const answer = await get(path, { token: null, headers: { ...hosted, host: '127.0.0.1:4010' } })
      expect(answer.status).toBe(200)
      await call('GET', 'http://wiki.cloud.sim/_world/rec/rest/reqs/1/requirement2/ENG/REQ-002', {
        token: null,
        headers: hosted,
      })
    }, '&world=rec')
    expect(await againstDemo(file, '--values')).toEqual(agreeing(2))
  })

  test('that a header names: its clock follows, and no other', async () => {
    const world = (name: string) => ({ headers: { 'x-sim-world': name } })
    const file = await recorded(async ({ call, get, post }) => {
      const started = await post(`/api/external-properties/import/json?${inWiki}`, ROWS, world('rec4'))
      expect(started.status).toBe(200)
      const job = `/api/jobs/2?${inWiki}`
      const headers = { 'x-sim-control': '1', ...world('rec4').headers }
      expect((await call('POST', '/_sim/clock/advance', { body: { by: '1500ms' }, headers })).status).toBe(
        200,
      )
      expect((await get(job, world('rec4'))).body).toHaveProperty('finishedAt')
      // In this world the same import has only begun: it agrees with none that was moved along.
      await post(`/api/external-properties/import/json?${inWiki}`, ROWS, world('other'))
      expect((await get(job, world('other'))).body).not.toHaveProperty('finishedAt')
    })
    expect(await againstDemo(file, '--values')).toEqual(agreeing(4))
  })

  test('with an unknown name is refused again', async () => {
    const file = await recorded(async ({ simulator }) => {
      const url = '/_world/a%20b/api/applications/101'
      const { status } = await simulator.exchange({
        method: 'GET',
        url,
        headers: { authorization: 'Bearer tok-alice' },
      })
      expect(status).toBe(400)
    })
    expect(await againstDemo(file)).toEqual(agreeing(1))
  })

  test('keeps its prefix on a server', async () => {
    const file = await recorded(async ({ get }) => {
      await get('http://wiki.sim/_world/rec/rest/reqs/1/requirement2/ENG/REQ-001?expand=all')
      await get('http://api.us.sim/_world/rec/us/x')
    })
    const urls: string[] = []
    const server = createServer((request, response) => {
      urls.push(String(request.url))
      response.writeHead(200).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await replay(file, '--against', `http://127.0.0.1:${(server.address() as AddressInfo).port}/sim`)
    server.close()
    expect(urls).toEqual([
      '/sim/_world/rec/wiki/rest/reqs/1/requirement2/ENG/REQ-001?expand=all',
      '/sim/_world/rec/us/x',
    ])
  })
})

describe('the token of one application', () => {
  test('is one of that application again, for the same user', async () => {
    const file = await recorded(async ({ get, simulator }) => {
      const current = await get('/api/applications/current', { token: 'tok-app101' })
      expect(current.body.id).toBe(101)
      await get('http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001', { token: 'tok-app101' })
      expect((await get('/api/applications/current')).status).toBe(400)
      expect(simulator.journal.har().log.entries.map((entry) => entry._application)).toEqual([101, 101, null])
    })
    expect(await againstDemo(file, '--values')).toEqual(agreeing(3))
    const other = await againstDemo(file, '--as', 'admin', '--value', 'body.id')
    expect(other).toEqual(agreeing(3))
  })

  test('is overridden by --header, and missing if the scenario has no such user', async () => {
    const file = await recorded(async ({ get }) => {
      await get('/api/applications/current', { token: 'tok-app101' })
    })
    const replayed = await againstDemo(file, '--header', 'Authorization: Bearer tok-alice')
    expect(replayed.out).toContain('status: 400 instead of 200')
    expect((await replay(file, '--against', 'empty')).out).toContain('status: 401 instead of 200')
  })
})

describe('a signed address', () => {
  const inWorkspaces = 'applicationId=103'
  const address = `/api/files/3100/download/url?${inWorkspaces}`
  const host = { host: '127.0.0.1:4010' }

  test('is requested as in the response of the replay', async () => {
    const file = await recorded(async ({ call, get, simulator }) => {
      const first = await get(address, { headers: host })
      expect((await call('GET', first.body.url, { token: null })).status).toBe(200)
      simulator.clock.advance('20m')
      const second = await get(`/_world/rec${address}`, { headers: host })
      expect((await call('GET', second.body.url, { token: null })).status).toBe(200)
      expect((await call('GET', first.body.url, { token: null })).status).toBe(403)
    })
    expect(await againstDemo(file, '--values')).toEqual(agreeing(5))
    expect(await againstDemo(file, '--seed', 'another')).toEqual(agreeing(5))
  })

  test('of a call in process has no host, then and now', async () => {
    const file = await recorded(async ({ call, get }) => {
      const { body } = await get(address)
      expect(body.url).toMatch(/^\/api\/file-transfers\//)
      expect((await call('GET', body.url, { token: null })).status).toBe(200)
    })
    expect(await againstDemo(file, '--values')).toEqual(agreeing(2))
  })

  test('that was given before the recording began is left out, unless it was refused', async () => {
    const file = await recorded(async ({ call, get, simulator }) => {
      const { body } = await get(address, { headers: host })
      simulator.journal.clear()
      await call('GET', body.url, { token: null })
      simulator.clock.advance('20m')
      await call('GET', body.url, { token: null })
    })
    expect(await againstDemo(file)).toEqual(agreeing(1, ', 1 skipped: 1 at an earlier signed address'))
  })

  test('keeps no signature anywhere', async () => {
    const file = await recorded(async ({ call, get }) => {
      const { body } = await get(address, { headers: host })
      await call('GET', body.url, { token: null })
    })
    expect(readFileSync(file, 'utf8')).not.toMatch(/[0-9a-f]{32}/)
    const { code, out } = await replay(file, '--against', 'empty', '--reporter', 'json')
    expect([code, out]).toEqual([1, expect.not.stringMatching(/[0-9a-f]{32}/)])
  })
})

describe('responses from the schemas of your own description', () => {
  const content = (schema: object) => ({ 'application/json': { schema } })
  const description = {
    openapi: '3.0.3',
    info: { title: 'Mine', version: '9' },
    paths: {
      '/widgets/{number}': {
        get: {
          parameters: [{ name: 'number', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: {
            200: {
              description: 'The widget.',
              content: content({
                type: 'object',
                required: ['id', 'madeAt'],
                properties: { id: { type: 'integer' }, madeAt: { type: 'string', format: 'date-time' } },
              }),
            },
          },
        },
      },
    },
  }
  const mine = () => folder.write('mine.json', description)

  async function session(): Promise<string> {
    const openapi = [{ surface: 'standalone' as const, document: description }]
    const simulator = await createSimulator({ scenario: 'demo', openapi })
    const headers = { authorization: 'Bearer tok-alice' }
    for (const url of ['/api/applications/101', '/api/widgets/7', '/api/widgets/7', '/api/widgets/no'])
      await simulator.exchange({ method: 'GET', url, headers })
    const har = simulator.journal.har()
    expect(har.log.entries.map((entry) => entry._generated)).toEqual([null, 'schema', 'schema', 'schema'])
    return folder.write('generated.har', har)
  }

  test('do not count as evidence, and are left out with the reason', async () => {
    const { code, out } = await againstDemo(await session(), '--values')
    expect(code).toBe(0)
    expect(out).toBe(
      'responses from the schemas of your own OpenAPI prove nothing: pass it with --openapi and --surface to replay them too\n' +
        '1 replayed, 0 different, 3 skipped: 3 generated from a schema\n',
    )
    const server = await replay(await session(), '--against', 'http://127.0.0.1:1', '--header', 'a: b')
    expect(server.error).toMatch(
      /no response from 'http:\/\/127\.0\.0\.1:1' to GET '\/api\/applications\/101'/,
    )
  })

  test('are replayed against the same description', async () => {
    const flags = ['--openapi', mine(), '--surface', 'standalone']
    const file = await session()
    expect(await againstDemo(file, '--values', ...flags)).toEqual(agreeing(4))
    const report = await againstDemo(file, '--reporter', 'json', ...flags)
    expect(JSON.parse(report.out).exchanges[1].operation).toBe('standalone:GET /widgets/{number}')
    const other = await againstDemo(file, '--values', '--seed', 'another', ...flags)
    expect([other.code, other.out]).toEqual([1, expect.stringContaining('#2 GET')])
  })

  test('are reported as different if the description lost the operation, or changed it', async () => {
    const lost = folder.write('lost.json', { ...description, paths: {} })
    const { out } = await againstDemo(await session(), '--openapi', lost, '--surface', 'standalone')
    expect(out).toContain('status: 404 instead of 200')
    const elsewhere = await againstDemo(await session(), '--openapi', lost, '--surface', 'wiki')
    expect(elsewhere.out).toContain('3 skipped: 3 generated from a schema')
  })

  test('of a browser, at an address of its own, are found by the description too', async () => {
    const url = 'https://app.example/api/widgets/7'
    const file = folder.write('browser.har', browserArchive([{ url, answer: { id: 1, madeAt: 'x' } }]))
    const flags = ['--against', 'demo', '--as', 'alice', '--ignore', 'header']
    expect((await replay(file, ...flags)).out).toContain('1 skipped: 1 not of the service')
    expect(await replay(file, ...flags, '--openapi', mine(), '--surface', 'standalone')).toEqual(agreeing(1))
  })

  test.each<[readonly string[], number, RegExp]>([
    [['--against', 'demo', '--openapi', 'x.json'], 2, /1 --openapi and 0 --surface/],
    [
      ['--against', 'http://127.0.0.1:1', '--openapi', 'x.json', '--surface', 'wiki'],
      2,
      /--openapi is for scenarios/,
    ],
    [['--against', 'demo', '--openapi', 'absent.json', '--surface', 'wiki'], 1, /cannot read 'absent\.json'/],
    [['--against', 'demo', '--openapi', 'package.json', '--surface', 'wiki'], 1, /package\.json/],
  ])('%j', async (flags, code, message) => {
    const result = await replay(await session(), ...flags)
    expect([result.code, result.error]).toEqual([code, expect.stringMatching(message)])
  })
})
