import { describe, expect, test } from 'vitest'
import { INTERFACE_DESCRIPTIONS } from '../../../src/api/framework/interfaces.ts'
import { errorBody } from '../../../src/api/framework/errors.ts'
import { countRequest } from '../../../src/gateway/exchange/rate-limit.ts'
import { serialise } from '../../../src/gateway/exchange/serialise.ts'
import { parseJson } from '../../../src/model/input/json-text.ts'
import { worldSchema } from '../../../src/model/schema.ts'
import { World } from '../../../src/world/world.ts'

describe('rate-limit windows', () => {
  const start = Date.parse('2026-01-05T09:00:30.500Z')
  const world = () =>
    new World(worldSchema, { seed: '1', clock: { now: start, start, mode: 'manual', speed: 1 } })
  const count = (of: World, mode: 'enforce' | 'observe' | 'off', credential = 'token:1') =>
    countRequest(of, mode, { region: 'eu', interface: 'standalone', rate: 'normal', credential })

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
  ])('reports the first of several problems: %.40s', (text, message) => {
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
  const standalone = '{"message":"no such thing","statusCode":"NOT_FOUND","errors":["x"]}'
  const site = '{"status-code":404,"message":"no such thing","sub-code":-1}'
  test.each([
    ['standalone', 'status-code', standalone, 'application/json'],
    ['hosted-wiki', 'status-code', standalone, 'application/json'],
    ['wiki', 'status-code', site, 'application/json; charset=UTF-8'],
    ['tracker', 'plain-text', 'no such thing', 'text/plain; charset=UTF-8'],
    ['tracker', 'standalone', standalone, 'application/json; charset=UTF-8'],
  ] as const)('%s with %s', (name, alternative, body, contentType) => {
    expect(errorBody(INTERFACE_DESCRIPTIONS[name], error, alternative)).toEqual({ body, contentType })
  })
})
