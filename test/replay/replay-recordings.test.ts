/** Recordings that no simulator made: callers without their credentials, what is left out, and broken files. */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { ToolFailure } from '../../src/replay/failure.ts'
import { readArchive } from '../../src/replay/archive.ts'
import { placeExchanges } from '../../src/replay/bases.ts'
import { againstDemo, browserArchive, type Entry, makeFolder, ONLY_BODIES, replay } from './replaying.ts'

const folder = makeFolder()
afterAll(() => folder.remove())
const archived = (...entries: Entry[]) => folder.write('browser.har', browserArchive(entries))

describe('credentials', () => {
  const secret = 'c0rrect-horse-battery'
  const file = () =>
    archived(
      {
        url: `http://api.sim/api/applications/101?access_token=${secret}`,
        headers: { Authorization: `Bearer ${secret}`, 'X-Note': `sent by ${secret}` },
        answer: { name: secret, token: secret },
      },
      { url: 'http://wiki.sim/rest/reqs/1/x', headers: { Cookie: `a=1; JSESSIONID=${secret}` }, status: 404 },
      {
        method: 'POST',
        url: `http://person:${secret}@api.sim/api/${secret}`,
        headers: { 'X-Api-Key': secret },
        body: { password: secret },
        status: 404,
      },
    )

  test('are nowhere once the archive is read', () => {
    expect(JSON.stringify(readArchive(file()))).not.toContain(secret)
  })

  test('are not sent, with a warning if none replaces them', async () => {
    for (const reporter of ['tty', 'json', 'junit']) {
      const { code, out, error } = await againstDemo(file(), '--values', '--reporter', reporter)
      expect(code).toBe(1)
      expect(out + error).not.toContain(secret)
      expect(out).toContain('401 instead of 200')
    }
    const { out } = await againstDemo(file())
    expect(out).toContain(
      "the recording has no credentials (callers '1', '2'): pass others with --as, or --as 1=user for one caller\n",
    )
  })

  test('of the caller are in no report either', async () => {
    const { out } = await againstDemo(
      archived({ url: 'http://api.sim/api/applications/101', answer: { name: 'x', echo: 'tok-alice' } }),
      '--values',
      '--header',
      'Authorization: Bearer tok-alice',
    )
    expect(out).toContain('body.echo: missing')
    expect(out).not.toContain('tok-alice')
  })
})

describe('callers', () => {
  const mine = { Authorization: 'Bearer first-of-all' }
  const others = { Authorization: 'Bearer another-one' }
  const url = 'http://api.sim/api/applications/101'
  const file = () =>
    archived({ url, headers: mine }, { url, headers: others, status: 403 }, { url, status: 401 }, { url })

  test('one user stands for all of them, but for a call that was refused for want of one', async () => {
    const { out } = await againstDemo(file(), '--as', 'alice', ...ONLY_BODIES)
    expect(out.match(/^ {2}status.*/gm)).toEqual(['  status: 200 instead of 403'])
  })

  test('each has a user of their own', async () => {
    const as = ['--as', '1=alice', '--as', '2=eve', '--as', 'admin', '--ignore', 'header.www-authenticate']
    expect(await againstDemo(file(), ...as, ...ONLY_BODIES)).toEqual({
      code: 0,
      out: '4 replayed, 0 different, 4 bodies not in the archive and not compared\n',
      error: '',
    })
  })

  test('of HTTP Basic are known by name', async () => {
    const basic = { Authorization: `Basic ${btoa('Zoe:secret')}` }
    const url = 'http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001'
    const file = archived({ url, headers: basic })
    expect((await againstDemo(file, '--as', 'Zoe=bob', ...ONLY_BODIES)).code).toBe(0)
  })

  test('at hosted addresses get a token of the simulator', async () => {
    const site = { 'X-Base-Url': 'https://wiki.northwind.test/wiki' }
    const file = archived({
      url: 'http://wiki.cloud.sim/rest/search?query=key%20%3D%20%27REQ-001%27',
      headers: { ...site, 'X-Api-Key': 'a-key-of-somebody' },
    })
    const { code, out } = await againstDemo(file, '--as', 'alice', ...ONLY_BODIES)
    expect([code, out]).toEqual([0, '1 replayed, 0 different, 1 body not in the archive and not compared\n'])
  })

  test.each([
    ['nobody', /the scenario has no user 'nobody'/],
    ['alcie', /no user 'alcie': did you mean 'alice'\?/],
    ['3=alice', /the recording has no caller '3'; it has '1', '2'/],
  ])('--as %s', async (as, message) => {
    expect(await againstDemo(file(), '--as', as)).toMatchObject({
      code: 2,
      error: expect.stringMatching(message),
    })
  })

  test.each(['--as=alice', '--seed=1', '--write-overrides=x.yaml'])('a server takes no %s', async (flag) => {
    expect(await replay(file(), '--against', 'http://127.0.0.1:1', flag)).toMatchObject({
      code: 2,
      error: expect.stringMatching(/ scenario/),
    })
  })
})

describe('what is left out', () => {
  const url = 'http://api.sim/api/applications/101'
  test('is reported with its reason', async () => {
    const { out } = await againstDemo(
      archived(
        { url, status: 401 },
        { url, status: 0 },
        { url, status: -1 },
        { url, status: 304 },
        { url: 'wss://api.sim/live', status: 101 },
        { method: 'OPTIONS', url, headers: { 'Access-Control-Request-Method': 'GET' }, status: 204 },
        { method: 'POST', url, body: { mimeType: 'application/json', _file: 'body.json' } },
      ),
      ...ONLY_BODIES,
      '--ignore',
      'header.www-authenticate',
    )
    expect(out).toBe(
      '1 replayed, 0 different, 1 body not in the archive and not compared, 6 skipped: 2 without a response, 1 from a cache, 1 not of the service, 1 preflight requests, 1 with a body that is not in the archive\n',
    )
  })

  test('bodies are text, base64, the pairs of a form, or absent', () => {
    const encoded = Buffer.from('{"a":"é"}').toString('base64')
    const { exchanges } = readArchive(
      archived(
        {
          url,
          body: { mimeType: 'x', text: encoded, encoding: 'base64' },
          answer: { text: encoded, encoding: 'base64' },
        },
        {
          url,
          body: {
            mimeType: 'application/x-www-form-urlencoded; charset=utf-8',
            params: [{ name: 'a b', value: '1&2' }, { name: 'c' }, 5],
          },
          answer: { text: '', size: 12 },
        },
      ),
    )
    expect(exchanges.map(({ body, responseBody }) => [body, responseBody])).toEqual([
      ['{"a":"é"}', '{"a":"é"}'],
      ['a+b=1%262&c=&=', undefined],
    ])
  })

  test('property: any file is read or refused', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record(
            {
              request: fc.record(
                {
                  method: fc.oneof(fc.constant('GET'), fc.jsonValue()),
                  url: fc.oneof(fc.constant(url), fc.webUrl(), fc.jsonValue()),
                  headers: fc.jsonValue(),
                  postData: fc.jsonValue(),
                },
                { requiredKeys: [] },
              ),
              response: fc.record({
                status: fc.oneof(fc.integer(), fc.jsonValue()),
                content: fc.jsonValue(),
              }),
              startedDateTime: fc.jsonValue(),
            },
            { requiredKeys: [] },
          ),
          { maxLength: 3 },
        ),
        (entries) => {
          const file = folder.write('any.har', { log: { entries } })
          try {
            placeExchanges(readArchive(file), { bases: [], keepsPaths: false })
          } catch (error) {
            expect(error).toBeInstanceOf(ToolFailure)
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})
