// A generated value follows its schema as a validator of others reads it, or the response names the keyword that it does not follow.

import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadFieldGenerators } from '../../src/scenario/format/fields.ts'
import { unfollowed } from '../../src/openapi-import/conform.ts'
import { inventValue } from '../../src/openapi-import/invent.ts'
import { schemaReader } from '../../src/openapi-import/schema.ts'
import { random } from '../../src/world/random/random.ts'
import { startClient } from '../support/client.ts'
import { answering, descriptionOf } from './support.ts'
import { schemas } from './schemas-of-keywords.ts'

const root = { openapi: '3.1.0' }
const makeField = (await loadFieldGenerators())(0)
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false, logger: false }))

const invented = (schema: unknown, key: string) =>
  inventValue({ root, read: schemaReader(root) }, schema, makeField, (field) =>
    random('1', 'value', key, field),
  )

/** Keywords that were not followed, such as those of an e-mail address with a length. */
const CASES: Readonly<Record<string, object>> = {
  'an e-mail address of few characters': { type: 'string', format: 'email', maxLength: 8 },
  'an e-mail address of many characters': { type: 'string', format: 'email', minLength: 90, maxLength: 95 },
  'a host name with a length': { type: 'string', format: 'hostname', minLength: 100, maxLength: 120 },
  'an address with a length': { type: 'string', format: 'uri', minLength: 60 },
  'an instant with a length': { type: 'string', format: 'date-time', minLength: 25 },
  'base64 with a length': { type: 'string', format: 'byte', minLength: 30, maxLength: 34 },
  contains: { type: 'array', items: { type: 'integer' }, contains: { const: 5 } },
  'minContains and maxContains': { contains: { const: 5 }, minContains: 2, maxContains: 3, minItems: 5 },
  'propertyNames with a pattern': {
    minProperties: 3,
    propertyNames: { pattern: '^[a-c]{2}$' },
    additionalProperties: { type: 'integer' },
  },
  'propertyNames with values': { propertyNames: { enum: ['a', 'b'] }, minProperties: 2 },
  'propertyNames beside properties': {
    properties: { short: {}, 'too long': {} },
    propertyNames: { maxLength: 5 },
  },
  patternProperties: {
    patternProperties: { '^x-': { type: 'integer' } },
    additionalProperties: false,
    minProperties: 3,
  },
  maxProperties: { properties: { a: {}, b: {}, c: {} }, required: ['c'], maxProperties: 2 },
  'letters of any script': { type: 'string', pattern: '^\\p{Lu}\\p{Ll}{3,5}$' },
  'a class with letters of any script': { type: 'string', pattern: '^[\\p{L}\\d_]+$', minLength: 12 },
  'no letter of any script': { type: 'string', pattern: '^[^\\p{L}]\\P{L}$' },
  'a script without ASCII': { type: 'string', pattern: '^\\p{Script=Greek}{4}$' },
  'exclusive bounds close together': { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.0005 },
  'the multiple between two bounds': { type: 'integer', multipleOf: 7, minimum: 100, maximum: 110 },
  'multiples within exclusive bounds': {
    type: 'number',
    multipleOf: 0.5,
    exclusiveMinimum: 1,
    exclusiveMaximum: 2,
  },
  'multiples of two numbers': { type: 'integer', allOf: [{ multipleOf: 4 }, { multipleOf: 6 }] },
  'whole multiples of a fraction': { type: 'integer', multipleOf: 2.5 },
  dependentRequired: { properties: { a: { type: 'integer' } }, dependentRequired: { a: ['b'], b: ['c'] } },
  unevaluatedProperties: {
    unevaluatedProperties: false,
    allOf: [{ properties: { a: { type: 'integer' } } }],
    anyOf: [{ required: ['b'], properties: { b: { type: 'string' } } }, { properties: { c: {} } }],
  },
  'a pattern with groups and alternatives': {
    type: 'string',
    pattern: '^(?:https?|ftp)://([a-z]{2,}\\.)+(com|org)(:\\d{2,4})?$',
  },
  'a pattern of one of two words': { type: 'string', pattern: '^red$|^blue$' },
  'a pattern with groups and a length': {
    type: 'string',
    pattern: '^(ab|cd)+$',
    minLength: 30,
    maxLength: 40,
  },
  'an instant with its pattern': {
    type: 'string',
    format: 'date-time',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
  },
  'a day with its pattern': { type: 'string', format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  'an e-mail address with its pattern': { type: 'string', format: 'email', pattern: '^[^@]+@[^@]+\\.[^@]+$' },
  'a uuid in capitals': { type: 'string', format: 'uuid', pattern: '^[0-9A-F-]{36}$' },
  'an address with its scheme': { type: 'string', format: 'uri', pattern: '^https?://', minLength: 50 },
  'numbers with dots': { type: 'string', format: 'ipv4', pattern: '^(\\d{1,3}\\.){3}\\d{1,3}$' },
  uniqueItems: { type: 'array', uniqueItems: true, minItems: 3, items: { enum: ['a', 'b', 'c'] } },
  'many items': { type: 'array', minItems: 60, items: { type: 'boolean' } },
  'a long text': { type: 'string', minLength: 5000 },
  prefixItems: { prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false, minItems: 2 },
  'not a type': { not: { type: 'string' } },
  'not some values': { type: 'string', maxLength: 1, not: { enum: ['a'] } },
  'if and then': {
    properties: { kind: { enum: ['x', 'y'] } },
    required: ['kind'],
    if: { properties: { kind: { const: 'x' } } },
    then: { required: ['ex'], properties: { ex: { type: 'integer' } } },
    else: { required: ['why'], properties: { why: { type: 'string' } } },
  },
  'one of two that overlap': { oneOf: [{ type: 'integer' }, { type: 'number', maximum: 5 }] },
}

describe('a generated value follows', () => {
  it.each(Object.entries(CASES))('%s', (_name, schema) => {
    const validate = ajv.compile(schema)
    for (let key = 0; key < 20; key++) {
      const { value, unfollowed: missed } = invented(schema, `${key}`)
      expect([value, missed, validate(value), validate.errors]).toEqual([value, [], true, null])
    }
  })
})

it('a keyword that no value follows is named in a header, with its place', async () => {
  const schema = {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date', maxLength: 5 },
      parts: { type: 'array', minItems: 1, maxItems: 1, items: { pattern: '^(a|b)(?=c)$', type: 'string' } },
    },
  }
  const document = { ...descriptionOf({ '/x': { get: answering(schema) } }), openapi: '3.1.0' }
  const { get } = await startClient({ openapi: [{ surface: 'standalone', document }] })
  expect((await get('/api/x')).headers['X-Sim-Not-Followed']).toBe('maxLength at day; pattern at parts[0]')
  const plain = descriptionOf({ '/x': { get: answering({ type: 'integer' }) } })
  const followed = await startClient({ openapi: [{ surface: 'standalone', document: plain }] })
  expect((await followed.get('/api/x')).headers).not.toHaveProperty('X-Sim-Not-Followed')
})

it('what a validator refuses is named, for any schema', () => {
  let followed = 0
  let named = 0
  fc.assert(
    fc.property(schemas, fc.nat(99), (schema, key) => {
      const { value, unfollowed: missed } = invented(schema, `${key}`)
      const isValid = ajv.validate(schema, value)
      if (missed.length === 0) {
        followed++
        expect([schema, value, isValid, ajv.errors]).toEqual([schema, value, true, null])
      } else {
        named++
        expect([schema, value, missed, isValid]).toEqual([schema, value, missed, false])
      }
    }),
    { numRuns: Number(process.env['SCHEMAS'] ?? 150) },
  )
  // The others contradict themselves.
  expect(followed).toBeGreaterThan(named * 2)
})

it('the check of a value agrees with a validator of others, for any value', () => {
  fc.assert(
    fc.property(schemas, fc.json({ maxDepth: 3 }), (schema, text) => {
      // ajv lets an empty list pass `contains` if there is `prefixItems`.
      fc.pre(!(text.includes('[]') && JSON.stringify(schema).includes('prefixItems')))
      // Validators differ in what they take for a multiple among very large and very small numbers.
      const value: unknown = JSON.parse(text, (_name, inner: unknown) =>
        typeof inner === 'number' ? Math.round(2 * (inner % 100)) / 2 : inner,
      )
      const isValid = ajv.validate(schema, value)
      expect([schema, value, unfollowed(root, schema, value).length === 0]).toEqual([schema, value, isValid])
    }),
    { numRuns: Number(process.env['SCHEMAS'] ?? 150) },
  )
})

it.each(['anyOf', 'oneOf'])('a value is checked within forty levels of %s', (keyword) => {
  let schema: object = { type: 'string' }
  for (let level = 0; level < 40; level++) schema = { [keyword]: [schema] }
  expect(unfollowed({ openapi: '3.1.0' }, schema, 'text')).toEqual([])
  expect(unfollowed({ openapi: '3.1.0' }, schema, 1)).toEqual([{ keyword, path: '' }])
})
