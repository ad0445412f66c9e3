import { describe, expect, test } from 'vitest'
import { INTERFACE_DESCRIPTIONS } from '../../../src/api/framework/surface.ts'
import { errorBody } from '../../../src/api/framework/errors.ts'
import type { JournalEntry } from '../../../src/gateway/journal/entry.ts'
import { Journal } from '../../../src/gateway/journal/journal.ts'
import { nearestOperations } from '../../../src/gateway/exchange/near-miss.ts'
import { countRequest } from '../../../src/gateway/exchange/rate-limit.ts'
import { serialise } from '../../../src/gateway/exchange/serialise.ts'
import { parseJson } from '../../../src/gateway/exchange/body.ts'
import { worldSchema } from '../../../src/model/schema.ts'
import { World } from '../../../src/world/world.ts'

function entry(id: number, body = ''): JournalEntry {
  return {
    id: String(id),
    at: 0,
    world: 'default',
    interface: 'standalone',
    region: 'eu',
    operation: undefined,
    user: undefined,
    request: { method: 'GET', url: '/api', headers: { authorization: 'Bearer secret', accept: 'a' } },
    answer: { status: 200, headers: {}, body },
    assumptions: [],
    unknownParameters: [],
    unknownFields: [],
    rateLimitExceeded: false,
  }
}

describe('the journal', () => {
  test('keeps the latest entries within its bounds', () => {
    const journal = new Journal({ entries: 3, bytes: 1_000_000 })
    for (let id = 1; id <= 5000; id++) journal.add(entry(id))
    expect(journal.size).toBe(3)
    expect(journal.entries().map(({ id }) => id)).toEqual(['4998', '4999', '5000'])
  })

  test('is bounded in bytes too', () => {
    const journal = new Journal({ entries: 1000, bytes: 10_000 })
    for (let id = 1; id <= 20; id++) journal.add(entry(id, 'x'.repeat(1000)))
    const kept = journal.entries()
    expect(kept.map(({ id }) => id)).toEqual(['14', '15', '16', '17', '18', '19', '20'])
    expect(JSON.stringify(kept).length).toBeLessThan(10_000)
  })

  test('shows no credential', () => {
    const journal = new Journal()
    journal.add(entry(1))
    expect(journal.entries()[0]?.request.headers).toEqual({ authorization: '(redacted)', accept: 'a' })
    expect(JSON.stringify(journal.entries())).not.toContain('secret')
  })
})

describe('rate-limit windows', () => {
  const start = Date.parse('2026-01-05T09:00:30.500Z')
  const world = () =>
    new World(worldSchema, { seed: '1', clock: { now: start, start, mode: 'manual', speed: 1 } })
  const count = (of: World, mode: 'enforce' | 'observe' | 'off', credential = 'token:1') =>
    countRequest(of, mode, credential, 'standalone', 'normal', 'eu')

  test('count down to nothing, then refuse until the next virtual minute', () => {
    const subject = world()
    expect(count(subject, 'enforce')).toEqual({
      limit: 200,
      remaining: 199,
      reset: 30,
      exceeded: false,
      refused: false,
    })
    for (let request = 2; request <= 199; request++) count(subject, 'enforce')
    expect(count(subject, 'enforce')).toMatchObject({ remaining: 0, refused: false })
    expect(count(subject, 'enforce')).toMatchObject({ remaining: 0, exceeded: true, refused: true })
    expect(count(subject, 'enforce', 'token:2')).toMatchObject({ remaining: 199, refused: false })
    subject.setClock({ now: Date.parse('2026-01-05T09:01:00.000Z') })
    expect(count(subject, 'enforce')).toMatchObject({ remaining: 199, reset: 60, refused: false })
  })

  test('observing never refuses, switching off never counts', () => {
    const subject = world()
    for (let request = 1; request <= 200; request++) count(subject, 'observe')
    expect(count(subject, 'observe')).toMatchObject({ remaining: 0, exceeded: true, refused: false })
    expect(count(subject, 'off')).toEqual({
      limit: 200,
      remaining: 200,
      reset: 60,
      exceeded: false,
      refused: false,
    })
  })
})

describe('answers as text', () => {
  test('numbers beyond 2^53 - 1 keep their digits', () => {
    expect(serialise({ offset: 9223372036854775807n, text: '"x"', list: [1n] }, 'omit')).toBe(
      '{"offset":9223372036854775807,"text":"\\"x\\"","list":[1]}',
    )
  })

  test('absent fields are left out, or null where the ledger’s alternative says so', () => {
    expect(serialise({ a: undefined, b: 1 }, 'omit')).toBe('{"b":1}')
    expect(serialise({ a: undefined, b: [{ c: undefined }] }, 'null')).toBe('{"a":null,"b":[{"c":null}]}')
  })
})

describe('JSON of bodies', () => {
  test.each([
    ['{"a":', 'must be JSON'],
    ['', 'must be JSON'],
    ['nul', 'must be JSON'],
    ['9007199254740993', "beyond 2^53 - 1: '9007199254740993'"],
    ['{"a":[-9007199254740993]}', "beyond 2^53 - 1: '-9007199254740993'"],
    ['{"9007199254740997":"9007199254740995 \\"","b":[1,9007199254740993]}', ": '9007199254740993'"],
    ['1e400', "beyond 2^53 - 1: '1e400'"],
    ['['.repeat(65) + ']'.repeat(65), 'nested deeper than 64'],
    ['['.repeat(500_000) + ']'.repeat(500_000), 'nested deeper than 64'],
    ['{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000), 'nested deeper than 64'],
  ])('%.40s is refused', (text, message) => {
    expect(() => parseJson(text)).toThrow(message)
  })

  test.each([
    ['{"a":{"b":1e400},"c":9007199254740993}', "beyond 2^53 - 1: '1e400'"],
    [`{"a":${'['.repeat(65)}${']'.repeat(65)},"b":1e400}`, 'nested deeper than 64'],
    [`{"b":1e400,"a":${'['.repeat(65)}${']'.repeat(65)}}`, 'beyond 2^53 - 1'],
  ])('of several faults the first is told: %.40s', (text, message) => {
    expect(() => parseJson(text)).toThrow(message)
  })

  test('names of prototypes pollute nothing', () => {
    parseJson('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('what is within bounds passes', () => {
    expect(parseJson('{"a":[9007199254740991,-1.5]}')).toEqual({ a: [9007199254740991, -1.5] })
    expect(() => parseJson('['.repeat(64) + ']'.repeat(64))).not.toThrow()
  })
})

describe('error bodies', () => {
  const error = { status: 404, message: 'no such thing', errors: ['x'] }
  test.each([
    [
      'standalone',
      'status-code',
      '{"message":"no such thing","statusCode":"NOT_FOUND","errors":["x"]}',
      'application/json',
    ],
    [
      'hosted-wiki',
      'status-code',
      '{"message":"no such thing","statusCode":"NOT_FOUND","errors":["x"]}',
      'application/json',
    ],
    [
      'wiki',
      'status-code',
      '{"status-code":404,"message":"no such thing","sub-code":-1}',
      'application/json; charset=UTF-8',
    ],
    ['tracker', 'plain-text', 'no such thing', 'text/plain; charset=UTF-8'],
    [
      'tracker',
      'standalone',
      '{"message":"no such thing","statusCode":"NOT_FOUND","errors":["x"]}',
      'application/json; charset=UTF-8',
    ],
  ] as const)('%s with %s', (name, alternative, body, contentType) => {
    expect(errorBody(INTERFACE_DESCRIPTIONS[name], error, alternative)).toEqual({ body, contentType })
  })
})

describe('near misses', () => {
  const operations = [
    'GET /applications/{applicationId}',
    'GET /applications/{applicationId}/containers',
    'POST /aggregations/parse',
    'POST /aggregations/execute',
  ].map((line) => {
    const [method, template] = line.split(' ') as [string, string]
    return { operation: { method } as never, path: template, template }
  })
  test.each([
    ['GET', '/applications/101/container', 'GET /applications/{applicationId}/containers'],
    ['GET', '/aplications/101', 'GET /applications/{applicationId}'],
    ['POST', '/aggregation/parse', 'POST /aggregations/parse'],
    ['PUT', '/aggregations/execute', 'POST /aggregations/execute'],
  ])('%s %s is nearest to %s', (method, path, nearest) => {
    expect(nearestOperations(operations, method, path)[0]).toBe(nearest)
    expect(nearestOperations(operations, method, path).length).toBeLessThanOrEqual(3)
  })

  test.each(['/', '/a', '/nowhere', '/nowhere/101', '/a/101/b', `/${'x'.repeat(1000)}`])(
    'nothing is near to %s',
    (path) => {
      expect(nearestOperations(operations, 'GET', path)).toEqual([])
    },
  )

  const prefixed = ['GET /baseline/{spaceKey}', 'GET /baseline/{spaceKey}/{version}', 'GET /settings'].map(
    (line) => {
      const [method, path] = line.split(' ') as [string, string]
      return { operation: { method } as never, path, template: `/rest/reqs/1${path}` }
    },
  )

  test('what all paths of an interface begin with makes none of them near', () => {
    expect(nearestOperations(prefixed, 'GET', '/rest/reqs/1')).toEqual([])
    expect(nearestOperations(prefixed, 'GET', '/rest/reqs/1/nowhere')).toEqual([])
    expect(nearestOperations(prefixed, 'GET', '/rest/reqs/1/nowhere/ENG')).toEqual([])
  })

  test('a prefix that is left out or misspelt is no hindrance', () => {
    const wanted = 'GET /rest/reqs/1/baseline/{spaceKey}'
    for (const path of ['/baseline/ENG', '/rest/req/1/baseline/ENG', '/rest/reqs/1/baselines/ENG'])
      expect([path, nearestOperations(prefixed, 'GET', path)[0]]).toEqual([path, wanted])
  })

  test('a hostile path costs little', () => {
    expect(nearestOperations(operations, 'GET', '/a'.repeat(100_000))).toEqual([])
    expect(nearestOperations(operations, 'GET', '/applications'.repeat(100_000))).toEqual([])
  })
})
