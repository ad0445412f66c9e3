/** Shadow mode: hand-written handlers respond, and a fork of the simulator says what it would have responded. */
import { getResponse, http, HttpResponse, passthrough } from 'msw'
import { describe, expect, test } from 'vitest'
import { shadow, type ShadowOptions } from '../../src/adapters/msw/shadow.ts'
import { createSimulator } from '../../src/index.ts'
import { auditMarkdown } from '../../src/replay/audit/text.ts'

const WIKI = 'https://wiki.example.com'
const READ = `${WIKI}/rest/reqs/1/requirement2/ENG/:key`
const sim = await createSimulator({ scenario: 'demo' })
const OPTIONS: ShadowOptions = { base: { wiki: WIKI }, as: 'alice' }

/** Sends requests to a handler in shadow mode. */
async function audit(
  handler: ReturnType<typeof http.get>,
  paths: readonly (string | Request)[],
  options: ShadowOptions = OPTIONS,
) {
  const audited = shadow(sim, [handler], options)
  const statuses: (number | undefined)[] = []
  for (const path of paths) {
    const request = typeof path === 'string' ? new Request(`${WIKI}/rest/reqs/1${path}`) : path
    statuses.push((await getResponse([...audited.handlers], request))?.status)
  }
  const { handlers, ...counts } = audited.summary()
  const [found] = handlers
  return { statuses, found: found!, counts, text: audited.text(), summary: audited.summary() }
}

const TEXT = 'The drone shall take off and land without a pilot at the controls.'

describe('a handler', () => {
  test('is safe to remove if the simulator responds the same, but for more fields', async () => {
    const same = http.get(READ, ({ params }) => HttpResponse.json({ key: params['key'], htmlExcerpt: TEXT }))
    const { statuses, found, counts, text } = await audit(same, ['/requirement2/ENG/REQ-001'])
    expect(statuses).toEqual([200])
    expect(found).toMatchObject({
      handler: `GET ${READ}`,
      verdict: 'safe',
      operations: ['wiki.requirement.read'],
      calls: 1,
      needs: [],
      tests: [],
    })
    expect(new Set(found.differences.map(({ kind }) => kind))).toEqual(new Set(['added']))
    expect(counts).toEqual({ calls: 1, safe: 1, differs: 0, outside: 0, unused: 0 })
    expect(text).toMatch(
      /^safe to remove: GET https:.*, 1 call of wiki\.requirement\.read\n {2}\d+ fields more/,
    )
  })

  test('differs in a value, a type and a field, with what the record needs', async () => {
    const other = http.get(READ, () =>
      HttpResponse.json({ key: 7, htmlExcerpt: 'It shall fly.', owner: 'bob' }),
    )
    const { found } = await audit(other, ['/requirement2/ENG/REQ-001', '/requirement2/ENG/REQ-001'])
    expect(found.verdict).toBe('differs')
    expect(found.differences.filter(({ kind }) => kind !== 'added')).toEqual([
      { kind: 'type', place: 'body.key', text: 'text instead of number', calls: 2 },
      { kind: 'field', place: 'body.owner', text: 'missing', calls: 2 },
      {
        kind: 'value',
        place: 'body.htmlExcerpt',
        text: `"${TEXT}" instead of "It shall fly."`,
        calls: 2,
      },
    ])
    expect(found.needs).toEqual([{ kind: 'values', text: 'body.htmlExcerpt "It shall fly."', calls: 2 }])
  })

  test.each([
    ['a space', '/requirement2/DOC/REQ-001', OPTIONS, 'record', "space 'DOC'"],
    ['a record', '/requirement2/ENG/REQ-999', OPTIONS, 'record', "requirement 'REQ-999' in space 'ENG'"],
    ['a token', '/requirement2/ENG/REQ-001', { base: { wiki: WIKI } }, 'token', /^no credential: /],
    ['another address', '/requirment2/ENG/REQ-001', OPTIONS, 'operation', /requirment2/],
  ] as const)('needs %s', async (_what, path, options, kind, text) => {
    const any = http.get(`${WIKI}/*`, () => HttpResponse.json({}))
    const { found } = await audit(any, [path], options)
    expect(found.verdict).toBe('differs')
    expect(found.needs).toHaveLength(1)
    expect(found.needs[0]).toMatchObject({
      kind,
      text: typeof text === 'string' ? text : expect.stringMatching(text),
    })
  })

  test.each([
    [
      503,
      {
        kind: 'fault',
        text: `sim.faults.add({ operation: 'wiki.requirement.read', status: 503, body: "no" })`,
      },
    ],
    [404, { kind: 'record', text: 'another key or id, which the scenario does not have' }],
    [403, { kind: 'permission', text: 'a caller whom the service refuses with 403' }],
  ])('with status %i needs a cause of it', async (status, need) => {
    const failing = http.get(READ, () => new HttpResponse('no', { status }))
    const { found } = await audit(failing, ['/requirement2/ENG/REQ-001'])
    expect(found.differences).toEqual([
      { kind: 'status', place: 'status', text: `200 instead of ${status}`, calls: 1 },
    ])
    expect(found.needs).toEqual([{ ...need, calls: 1 }])
  })

  test('with a failure of its own needs a fault with that body, unless it is long', async () => {
    const textOf = async (body: object | null): Promise<string | undefined> => {
      const failing = http.get(READ, () => HttpResponse.json(body, { status: 500 }))
      return (await audit(failing, ['/requirement2/ENG/REQ-001'])).found.needs[0]?.text
    }
    expect(await textOf({ code: 'E_DB' })).toMatch(/status: 500, body: \{"code":"E_DB"\} \}\)$/)
    expect(await textOf({ code: 'E'.repeat(200) })).toMatch(/status: 500, body: … \}\)$/)
  })

  test('that drops the connection needs a fault that does', async () => {
    const { found } = await audit(
      http.get(READ, () => HttpResponse.error()),
      ['/requirement2/ENG/REQ-001'],
    )
    expect(found.differences[0]?.text).toBe('200 instead of a network error')
    expect(found.needs[0]?.text).toBe("sim.faults.add({ operation: 'wiki.requirement.read', drop: true })")
  })

  test('that is not called, or of another service, is listed as that', async () => {
    const { found, counts } = await audit(
      http.get(READ, () => HttpResponse.json({})),
      [],
    )
    expect([found.verdict, counts.unused]).toEqual(['unused', 1])
    const login = http.get('https://login.example.com/whoami', () => HttpResponse.json({}))
    const outside = await audit(login, [new Request('https://login.example.com/whoami?token=secret')])
    expect(outside.found).toMatchObject({ verdict: 'outside', calls: 1, differences: [], needs: [] })
    expect(JSON.stringify(outside.summary)).not.toContain('secret')
  })

  test('keeps its response, its body, and what it passes on', async () => {
    const seen: unknown[] = []
    const echo = http.put(READ, async ({ request }) => {
      seen.push(await request.json())
      return HttpResponse.json({ own: true }, { status: 418 })
    })
    const audited = shadow(sim, [echo, http.get(READ, () => passthrough())], OPTIONS)
    const url = `${WIKI}/rest/reqs/1/requirement2/ENG/REQ-001`
    const put = new Request(url, { method: 'PUT', body: '{"htmlExcerpt":"x"}' })
    const response = await getResponse([...audited.handlers], put)
    expect([response?.status, await response?.json(), seen]).toEqual([
      418,
      { own: true },
      [{ htmlExcerpt: 'x' }],
    ])
    await getResponse([...audited.handlers], new Request(url))
    expect(audited.summary().handlers.map(({ calls }) => calls)).toEqual([0, 1])
  })
})

test('the simulator that is passed does not change', async () => {
  const write = http.put(READ, () => HttpResponse.json({}))
  const before = sim.state('requirement', { key: 'REQ-001' })
  const body = JSON.stringify({ htmlExcerpt: 'Changed.' })
  const headers = { 'content-type': 'application/json', authorization: 'Bearer made-up' }
  const url = `${WIKI}/rest/reqs/1/requirement2/ENG/REQ-001`
  const { found } = await audit(write, [new Request(url, { method: 'PUT', headers, body })])
  expect(found.operations).toEqual(['wiki.requirement.write'])
  expect(found.needs).toEqual([])
  expect(sim.state('requirement', { key: 'REQ-001' })).toEqual(before)
  expect(sim.journal.entries()).toEqual([])
})

test('credentials do not enter the summary', async () => {
  const login = http.get(READ, () => HttpResponse.json({ key: 'REQ-001', token: 'tok-very-secret' }))
  const { summary } = await audit(login, ['/requirement2/ENG/REQ-001?token=tok-very-secret'])
  expect(JSON.stringify(summary)).not.toContain('very-secret')
})

test('the summary as Markdown is a table whose cells hide no characters', async () => {
  const odd = http.get(READ, () => HttpResponse.json({ htmlExcerpt: 'a | b <script>' }))
  const { summary } = await audit(odd, ['/requirement2/ENG/REQ-001'])
  const lines = auditMarkdown(summary).split('\n')
  expect(lines[2]).toBe('1 handler, 1 call: 0 safe to remove, 1 differs')
  expect(lines[6]).toContain(String.raw`instead of "a \| b &lt;script>"`)
})

test('wrong arguments are refused', async () => {
  expect(() => shadow(createSimulator() as never, [])).toThrow('a promise of one')
  expect(() => shadow(sim, [], { bases: 'x' } as never)).toThrow("did you mean 'base'?")
  expect(() => shadow(sim, [], { as: 'nobody' as never })).toThrow('nobody')
})
