/** `reqsim replay`: a session once more. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve, type Served } from '../../src/adapters/node.ts'
import type { Har } from '../../src/gateway/journal/har.ts'
import { readArchive } from '../../src/replay/archive.ts'
import { createSimulator } from '../../src/index.ts'
import { startClient } from '../support/client.ts'
import { run } from '../cli/cli.ts'
import { makeFolder } from './replaying.ts'

const folder = makeFolder()
const { write } = folder
afterAll(() => folder.remove())

/** A session with waiting, writing, a refusal and what a fault answered. */
async function session(): Promise<Har> {
  const client = await startClient()
  await client.get('/api/applications?organizationId=1')
  await client.get('http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001')
  await client.call('PUT', '/wiki/rest/reqs/1/requirement2/ENG', {
    token: 'tok-admin',
    body: [{ key: 'REQ-002', htmlExcerpt: 'Hold.' }],
  })
  client.simulator.clock.advance('6m')
  await client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-012', { token: 'tok-bob' })
  await client.get('/api/applications/999')
  client.simulator.faults.add({ operation: 'standalone.application.list', status: 503, times: 1 })
  await client.simulator.exchange({ method: 'GET', url: '/api/applications?organizationId=1', headers: {} })
  return client.simulator.journal.har()
}

/** An archive with one entry, as a browser would write it. */
function archive(request: object = {}, response: object = {}): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'browser', version: '1' },
      entries: [
        {
          startedDateTime: '2026-07-01T00:00:00Z',
          request: { method: 'GET', url: 'http://api.sim/api/applications/101', headers: [], ...request },
          response: { status: 200, headers: [], content: { text: '' }, ...response },
        },
      ],
    },
  }
}

let har: Har
let file: string
beforeAll(async () => {
  har = await session()
  file = write('session.har', har)
})

describe('against a scenario', () => {
  test('the Allow header of a refused method is compared', async () => {
    const recorded = (allow: string) => {
      const answer = { status: 405, headers: [{ name: 'Allow', value: allow }] }
      return write('refused.har', archive({ method: 'PATCH' }, answer))
    }
    const outOf = async (allow: string) => (await run(['replay', recorded(allow), '--against', 'demo'])).out
    expect(await outOf('GET, POST')).toContain(
      "  header allow: 'GET, HEAD, OPTIONS' instead of 'GET, POST'\n",
    )
    expect(await outOf('GET, HEAD, OPTIONS')).not.toContain('header allow')
  })

  test('the recorded scenario responds the same, with its clock and users', async () => {
    expect(await run(['replay', file, '--against', 'demo'])).toEqual({
      code: 0,
      out: '5 replayed, 0 different, 1 skipped: 1 with a fault\n',
      errors: '',
    })
  })

  test('another scenario reports the differences, the same each time', async () => {
    const first = await run(['replay', file, '--against', 'empty'])
    expect(first.code).toBe(1)
    expect(first.out).toContain(
      '#2 GET http://wiki.sim/rest/reqs/1/requirement2/ENG/REQ-001\n  status: 401 instead of 200\n',
    )
    expect(first.errors).toBe('reqsim: 5 replayed, 5 different, 1 skipped: 1 with a fault\n')
    expect(await run(['replay', file, '--against', 'empty'])).toEqual(first)
  })

  test('a scenario file, and a header of every request', async () => {
    const scenario = write('own.yaml', 'name: own\nextends: [demo]\n')
    const one = write(
      'one.har',
      archive({}, { headers: [{ name: 'content-type', value: 'application/json' }], content: {} }),
    )
    const args = ['replay', one, '--against', scenario]
    const refused = await run(args)
    expect([refused.code, refused.out]).toEqual([
      1,
      expect.stringContaining('  status: 401 instead of 200\n'),
    ])
    const { code, out } = await run([...args, '--header', 'Authorization: Bearer tok-alice'])
    expect([code, out]).toEqual([1, expect.not.stringContaining('status:')])
    expect(out).toContain('  header x-rate-limit-limit: not recorded\n')
  })

  test('shape matters, values do not', async () => {
    const own = await createSimulator({ scenario: 'demo' })
    const answer = await own.fetch('http://api.sim/api/applications/101', {
      headers: { authorization: 'Bearer tok-alice' },
    })
    const body = (await answer.json()) as Record<string, unknown>
    const headers = [...answer.headers].map(([name, value]) => ({ name, value }))
    const replay = (changed: object) =>
      run([
        'replay',
        write('shape.har', archive({}, { headers, content: { text: JSON.stringify(changed) } })),
        '--against',
        'demo',
        '--header',
        'authorization: Bearer tok-alice',
      ])
    expect((await replay({ ...body, name: 'another', id: 5 })).code).toBe(0)
    const { name: _name, ...nameless } = body
    const { out } = await replay({ ...nameless, id: '5', tags: [{ 'a b': 1 }] })
    expect(out.split('\n').slice(1, -1)).toEqual([
      '  body.id: number instead of text',
      '  body.tags: missing',
      '  body.name: not recorded',
    ])
  })
})

describe('against a server', () => {
  let served: Served
  beforeAll(async () => {
    served = await serve(await createSimulator({ scenario: 'demo' }))
  })
  afterAll(() => served.close())

  test('that the user names', async () => {
    const anonymous = await run(['replay', file, '--against', served.url])
    expect(anonymous.code).toBe(1)
    expect(anonymous.out).toContain('status: 401 instead of 200')
    const { out } = await run([
      'replay',
      file,
      '--against',
      served.url,
      '--header',
      'authorization: Bearer tok-admin',
    ])
    expect(out).toMatch(/^5 replayed, 0 different/)
  })

  test('that has none of the recorded paths: the report says how to name the addresses', async () => {
    const base = 'https://intra.example/confluence'
    const url = `${base}/rest/reqs/1/requirement2/ENG/REQ-001`
    const elsewhere = write('elsewhere.har', archive({ url }))
    const against = ['--against', served.url, '--header', 'cookie: JSESSIONID=sess-alice']
    const { out } = await run(['replay', elsewhere, ...against])
    expect(out).toContain('status: 404 instead of 200')
    expect(out).toContain('pass the addresses of the recording, such as --base wiki=')
    const placed = await run(['replay', elsewhere, ...against, '--base', `wiki=${base}`])
    expect(placed.out).not.toContain('status: 404')
    expect(placed.out).not.toContain('--base')
  })

  test('no redirect is followed, and its target is compared', async () => {
    let requests = 0
    const redirecting = createServer((_request, response) => {
      requests++
      response.writeHead(302, { location: `${served.url}/api/applications/101` }).end()
    })
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
    const { port } = redirecting.address() as AddressInfo
    const { code, out } = await run([
      'replay',
      write('one.har', archive()),
      '--against',
      `http://127.0.0.1:${port}`,
    ])
    redirecting.close()
    expect([code, requests]).toEqual([1, 1])
    expect(out).toContain('  status: 302 instead of 200\n')
    expect(out).toContain(`  header location: '${served.url}/api/applications/101' instead of none\n`)
  })

  test('a target that does not respond', async () => {
    const { code, errors } = await run(['replay', file, '--against', 'http://127.0.0.1:1'])
    expect(code).toBe(1)
    expect(errors).toMatch(
      /^reqsim: no response from 'http:\/\/127\.0\.0\.1:1' to GET '\/api\/applications\?organizationId=1': .+\n$/,
    )
  })
})

describe('wrong usage', () => {
  const entry = (changes: object) => ({ log: { entries: [changes] } })
  test.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /it is not JSON/],
    ['no archive', { a: 1 }, /it has no list 'log\.entries'/],
    ['a list', [], /it has no list/],
    ['deep nesting', '['.repeat(200_000) + ']'.repeat(200_000), /it has no list/],
    ['no method', entry({}), /log\.entries\[0\]\.request\.method is not a method/],
    [
      'no address',
      archive({ url: '/api/applications/101' }),
      /log\.entries\[0\]\.request\.url is not an http address/,
    ],
    ['no status', archive({}, { status: '200' }), /log\.entries\[0\]\.response\.status is not a status/],
    [
      'too many',
      { log: { entries: Array.from({ length: 10_001 }, () => 0) } },
      /10001 entries, more than the maximum of 10000/,
    ],
    [
      'a polluting name',
      '{"log":{"entries":[{"__proto__":{"request":{"method":"GET"}}}]}}',
      /request\.method/,
    ],
  ])('%s', (_name, content, message) => {
    const path = write('bad.har', content)
    expect(() => readArchive(path)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringMatching(message) }),
    )
  })

  test.each([
    [['replay', 'x.har'], /--against/],
    [['replay', 'absent.har', '--against', 'demo', '--header', 'a: b'], /cannot read 'absent\.har'/],
    [['replay', 'x.har', '--against', 'demo', '--header', 'nothing'], /A header is written 'Name: value'/],
  ])('%j', async (args, message) => {
    const { code, errors } = await run(args)
    expect(code).toBe(2)
    expect(errors).toMatch(message)
  })

  test('a scenario that does not exist', async () => {
    const { code, errors } = await run(['replay', file, '--against', 'dmeo'])
    expect([code, errors]).toEqual([2, expect.stringContaining("'demo'")])
  })

  test('text of an archive moves no cursor of the terminal', async () => {
    const { out } = await run([
      'replay',
      write('escape.har', archive({ url: 'http://api.sim/api/\u001b[2J' }, { status: 200 })),
      '--against',
      'demo',
    ])
    expect(out).toContain('#1 GET http://api.sim/api/\\u001b[2J')
  })
})
