import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { pathText } from '../../../src/model/input/field-place.ts'
import { readBody } from '../../../src/gateway/exchange/body.ts'
import { readConfig } from '../../../src/model/records/world/config.ts'
import { worldSchema } from '../../../src/model/schema.ts'
import { World } from '../../../src/world/world.ts'
import { ANY_TYPE, type Operation } from '../../../src/api/framework/operation.ts'
import { Refusal } from '../../../src/model/input/refusal.ts'

const start = Date.parse('2026-01-05T09:00:00Z')
const { system } = new World(worldSchema, {
  seed: '1',
  clock: { now: start, start, mode: 'manual', speed: 1 },
})

test('what a body is checked with is built once, however many bodies come', () => {
  let builds = 0
  const body = {
    required: true,
    schema: () => {
      builds++
      return z.object({ key: z.string() })
    },
  }
  const read = (text: string) =>
    readBody(
      body,
      { method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, body: text },
      readConfig(system),
    )
  expect(read('{"key":"A","more":1}')).toEqual({
    body: { key: 'A' },
    undeclared: [['more']],
    repeated: [],
    value: { key: 'A', more: 1 },
    bare: false,
  })
  expect(read('{"key":"B"}').body).toEqual({ key: 'B' })
  for (const wrong of [1, 2])
    expect(() => read(`{"key":${wrong}}`)).toThrow(`body field 'key' must be text, not '${wrong}'`)
  expect(builds).toBe(1)
})

type Declared = NonNullable<Operation['body']>

const config = readConfig(system)

const JSON_TYPE = 'application/json'
const ANYTHING = () => z.unknown()

interface Sent {
  readonly declared?: Partial<Declared>
  readonly type?: string | undefined
  readonly body?: string | Uint8Array | undefined
  readonly maximum?: number
}

/** What was read, or what was said against it. */
function read({ declared = {}, type, body, maximum = 1000 }: Sent) {
  const headers = type === undefined ? {} : { 'content-type': type }
  const request = { method: 'POST', url: '/', headers, body }
  try {
    return readBody({ required: true, schema: ANYTHING, ...declared } as Declared, request, {
      ...config,
      maximumBodyBytes: maximum,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { kind, message, errors, reasons } = error
    return { kind, message, errors, reasons }
  }
}

const accepted = (body: unknown, bare = false) => ({ body, undeclared: [], repeated: [], bare })
const refused = (kind: string, message: string, errors: string[] = [], reasons: string[] = []) => ({
  kind,
  message,
  errors,
  reasons,
})
const missing = (what: string) =>
  refused('INVALID', `the body is missing: send ${what}`, [`the body is missing: send ${what}`])
const wrongType = (message: string) => refused('UNSUPPORTED_TYPE', message, [message], ['media-type'])
const bytesOf = (text: string) => new TextEncoder().encode(text)
const OCTETS = ['application/octet-stream', 'image/png']

describe('what is missing', () => {
  test.each<[string, Sent, object]>([
    ['JSON', { type: JSON_TYPE }, missing('JSON')],
    ['empty JSON', { type: JSON_TYPE, body: '' }, missing('JSON')],
    ['no bytes of JSON', { type: JSON_TYPE, body: bytesOf('') }, missing('JSON')],
    ['JSON of no type', {}, missing('JSON')],
    ['text', { declared: { contentType: 'text/plain' } }, missing('text')],
    ['bytes', { declared: { bytes: OCTETS }, type: 'image/png', body: '' }, missing('bytes')],
    ['what may be left out', { declared: { required: false } }, accepted(undefined)],
    [
      'bytes that may be left out',
      { declared: { required: false, bytes: OCTETS }, type: 'image/png' },
      { ...accepted(undefined), sent: { bytes: bytesOf(''), contentType: 'image/png' } },
    ],
  ])('%s', (_name, sent, result) => expect(read(sent)).toEqual(result))
})

describe('content types', () => {
  test.each([
    JSON_TYPE,
    'application/json; charset=UTF-8',
    'Application/JSON ;x=y',
    'application/vnd.a-b.1+json',
    'application/a+b+json;v=1',
  ])('%s is JSON', (type) => expect(read({ type, body: '{"a":1}' })).toEqual(accepted({ a: 1 })))

  test.each([
    'text/json',
    'text/plain',
    'application/jsonx',
    'xapplication/a+json',
    'application/a+jsonx',
    'application/+json',
    'application/a b+json',
    'application',
  ])('%s is none', (type) =>
    expect(read({ type, body: '{}' })).toEqual(
      wrongType(`content type '${type}': send Content-Type: application/json`),
    ),
  )

  const plain = { plainText: true }
  const text = { contentType: 'text/plain' }
  const bytes = { bytes: OCTETS }
  test.each<[Sent, object]>([
    [{ body: '{}' }, wrongType('no content type: send Content-Type: application/json')],
    [
      { body: '{}', declared: plain },
      wrongType('no content type: send Content-Type: application/json or text/plain'),
    ],
    [
      { body: '{}', declared: { ...plain, ...bytes }, type: 'a/b' },
      wrongType(
        `content type 'a/b': send Content-Type: application/json or text/plain or ${OCTETS.join(' or ')}`,
      ),
    ],
    [
      { body: 'x', declared: text, type: 'application/a+json' },
      wrongType("content type 'application/a+json': send Content-Type: text/plain"),
    ],
    [
      { body: 'x', declared: text, type: JSON_TYPE },
      wrongType("content type 'application/json': send Content-Type: text/plain"),
    ],
    [{ body: '"x"', declared: text, type: 'text/plain' }, accepted('"x"')],
    [{ body: '"x"', declared: plain, type: 'Text/Plain;a=b' }, accepted('"x"', true)],
    [{ body: '"x"', declared: plain, type: JSON_TYPE }, accepted('x')],
    [{ body: bytesOf('"é"'), type: JSON_TYPE }, accepted('é')],
    [
      { body: '{}', declared: bytes, type: 'image/png; q=1' },
      { ...accepted(undefined), sent: { bytes: bytesOf('{}'), contentType: 'image/png; q=1' } },
    ],
    [
      { body: bytesOf('a'), declared: { bytes: [ANY_TYPE] } },
      { ...accepted(undefined), sent: { bytes: bytesOf('a'), contentType: '' } },
    ],
    [{ body: '{}', declared: bytes, type: JSON_TYPE }, accepted({})],
  ])('%j', (sent, result) => expect(read(sent)).toEqual(result))
})

describe('sizes', () => {
  const message = 'the body has too many bytes: the maximum is 10 bytes'
  const tooLarge = refused('TOO_LARGE', message, [message], ['size'])
  test.each<[string, string | Uint8Array, boolean]>([
    ['ten characters', '"12345678"', true],
    ['eleven', '"123456789"', false],
    ['ten bytes of characters of two', '"ééé67"  '.slice(0, 7), true],
    ['eleven bytes of characters of three', '"€€€"', false],
    ['ten bytes of characters of three', '"€€1 "'.slice(0, 5) + '"', true],
    ['ten bytes', bytesOf('"12345678"'), true],
    ['eleven bytes', bytesOf('"123456789"'), false],
  ])('%s', (_name, body, fits) => {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
    const result = read({ type: JSON_TYPE, body, maximum: 10 })
    expect(result).toEqual(fits ? accepted(JSON.parse(text)) : tooLarge)
    const octets = read({ declared: { bytes: OCTETS }, type: 'image/png', body, maximum: 10 })
    if (!fits) expect(octets).toEqual(tooLarge)
    else expect(octets).toMatchObject({ sent: { bytes: bytesOf(text) } })
  })
})

test('bytes that are no UTF-8', () => {
  expect(read({ type: JSON_TYPE, body: new Uint8Array([0x22, 0xff, 0x22]) })).toEqual(
    refused('INVALID', 'body: send text in UTF-8', ['body: send text in UTF-8']),
  )
})

describe('what is wrong with a value', () => {
  const ONE_OF = () =>
    z.union([
      z.object({ a: z.string() }),
      z.array(z.object({ b: z.union([z.number(), z.array(z.string())]) })),
      z.literal('x'),
    ])
  const ALIKE = () => z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])
  const PLACES = () =>
    z.looseObject({}).superRefine((_value, { addIssue }) => {
      for (const path of [['a'], ['a', 'b'], ['a', 'toString'], ['12', 'c'], ['1d', 'e'], ['d1', 0]])
        addIssue({ code: 'custom', path, message: `Names ${path.join('-')}` })
    })

  test.each<[unknown, () => z.ZodType, string[]]>([
    [1, () => z.string(), ["body must be text, not '1'"]],
    [{}, () => z.object({ a: z.string() }), ["body field 'a' is required: it must be text"]],
    [{ a: null }, () => z.object({ a: z.string() }), ["body field 'a' must be text, not 'null'"]],
    [{}, () => z.object({ toString: z.string() }), ["body field 'toString' is required: it must be text"]],
    [
      [{ 'a b': { 12: 'x', '1d': 'y', d1: 'z' } }],
      () => z.array(z.object({ 'a b': z.record(z.string(), z.number()) })),
      [
        "body field '[0].a b[12]' must be a number, not 'x'",
        "body field '[0].a b.1d' must be a number, not 'y'",
        "body field '[0].a b.d1' must be a number, not 'z'",
      ],
    ],
    [{ a: 1 }, ONE_OF, ["body field 'a' must be text, not '1'"]],
    [{}, ONE_OF, ["body field 'a' is required: it must be text"]],
    [[{ b: ['c', 1] }], ONE_OF, ["body field '[0].b[1]' must be text, not '1'"]],
    [
      { a: null, 12: { c: 'x' }, '1d': 'text', d1: [true] },
      PLACES,
      [
        "body field 'a': names a, not 'null'",
        "body field 'a.b' is required: names a-b",
        "body field 'a.toString' is required: names a-toString",
        "body field '[12].c': names 12-c, not 'x'",
        "body field '1d.e' is required: names 1d-e",
        "body field 'd1[0]': names d1-0, not 'true'",
      ],
    ],
  ])('%j', (value, schema, errors) => {
    const result = read({ declared: { schema }, type: JSON_TYPE, body: JSON.stringify(value) })
    expect(result).toMatchObject({ kind: 'INVALID', errors, reasons: [] })
  })

  test.each<[unknown, () => z.ZodType]>([
    [{}, ALIKE],
    ['y', ONE_OF],
    [5, ONE_OF],
  ])('reports one error when several shapes match, or none: %j', (value, schema) => {
    const result = read({ declared: { schema }, type: JSON_TYPE, body: JSON.stringify(value) })
    expect(result).toMatchObject({ errors: [expect.stringMatching(/^body\b/)] })
    expect(result).toMatchObject({
      errors: [expect.stringContaining(`, not '${typeof value === 'object' ? '{}' : value}'`)],
    })
  })

  test('three faults are one sentence, and fifty are listed', () => {
    const schema = () => z.array(z.string())
    const faults = (count: number) =>
      read({
        declared: { schema },
        type: JSON_TYPE,
        body: JSON.stringify(Array.from({ length: count }, () => 1)),
      })
    const fault = (index: number) => `body field '[${index}]' must be text, not '1'`
    const three = [0, 1, 2].map(fault).join('; ')
    expect(faults(1)).toMatchObject({ message: fault(0) })
    expect(faults(3)).toMatchObject({ message: three })
    expect(faults(4)).toMatchObject({ message: `${three} (and 1 more)` })
    const many = faults(60)
    expect(many).toMatchObject({ errors: Array.from({ length: 50 }, (_, index) => fault(index)) })
  })
})

describe('what nothing reads', () => {
  const unread = (schema: () => z.ZodType, value: unknown) => {
    const result = read({ declared: { schema }, type: JSON_TYPE, body: JSON.stringify(value) })
    return 'undeclared' in result ? result.undeclared.map(pathText) : result
  }
  const NESTED = () => z.object({ a: z.object({ b: z.string() }), c: z.array(z.object({ d: z.number() })) })

  test.each<[unknown, () => z.ZodType, string[]]>([
    [{ a: { b: 'x' }, c: [{ d: 1 }] }, NESTED, []],
    [
      { x: { y: 1 }, a: { b: 'x', 7: null, '7e': 1 }, c: [{ d: 1 }, { d: 2, e: 3 }] },
      NESTED,
      ['x', 'a[7]', 'a.7e', 'c[1].e'],
    ],
    [{ a: { b: 'x', e: 1 }, c: [{ d: 1 }] }, NESTED, ['a.e']],
    [{ a: { b: 'x' }, c: [{ d: 1 }, { d: 2, e: 3 }] }, NESTED, ['c[1].e']],
    ['text', () => z.string(), []],
    [null, () => z.null(), []],
    [{ a: 1 }, () => z.object({}).transform(() => 'text'), []],
    [{ a: 1 }, () => z.object({}).transform(() => null), []],
    ['text', () => z.string().transform(() => ({ a: 1 })), []],
    [{ a: { b: 1 } }, () => z.object({ a: z.object({}).transform(() => 'text') }), []],
    [{ a: null }, () => z.object({ a: z.null().transform(() => ({ b: 1 })) }), []],
    [{ x: 1, a: { b: 1 } }, () => z.object({ a: z.object({}).transform(() => 'text') }), ['x']],
    [{ x: 1, a: null }, () => z.object({ a: z.null().transform(() => ({ b: 1 })) }), ['x']],
    [{ ['n'.repeat(300)]: 1 }, () => z.object({}), ['n'.repeat(200)]],
  ])('%j', (value, schema, paths) => expect(unread(schema, value)).toEqual(paths))

  test('lists fifty, without reading the rest', () => {
    const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1]))
    const schema = () => z.object({ a: z.object({}) })
    expect(unread(schema, { ...fifty, a: { b: 1 } })).toEqual(Object.keys(fifty))
    const { x0: _first, ...others } = fifty
    expect(unread(schema, { ...others, a: { b: 1 } })).toEqual([...Object.keys(others), 'a.b'])
  })
})
