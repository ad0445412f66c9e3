// What a schema says is held to: in what is taken, in what is made, and as OpenAPI means it.

import { expect, it } from 'vitest'
import { type Client, startClient } from '../support/client.ts'
import { answering, descriptionOf, reportOf } from './support.ts'
import { threadTime } from '../support/thread-time.ts'

const json = (schema: unknown) => ({ 'application/json': { schema } })
const taking = (schema: unknown) => ({
  requestBody: { required: true, content: json(schema) },
  responses: { 200: { description: 'Taken.', content: json(schema) } },
})

/** A client of operations at `/x`: GET answers data of the schema, PUT takes and answers it. */
function clientOf(
  schema: unknown,
  schemas: Readonly<Record<string, unknown>> = {},
  more = {},
): Promise<Client> {
  const paths = { '/x': { get: answering(schema, more), put: taking(schema) } }
  const document = descriptionOf(paths, schemas, { openapi: '3.1.0' })
  return startClient({ openapi: [{ surface: 'standalone', document }] })
}

async function problem({ call }: Client, body: unknown): Promise<string | undefined> {
  const reply = await call('PUT', '/api/x', { body })
  return reply.status === 200 ? undefined : String(reply.body.message)
}

it('text beyond ASCII was refused by patterns that it has', async () => {
  const fields = {
    name: { type: 'string', pattern: '^.{1,4}$' },
    words: { type: 'string', pattern: '^\\S+\\s\\S+$' },
    path: { type: 'string', pattern: '^[^/]+$' },
  }
  const client = await clientOf({ type: 'object', properties: fields })
  expect(await problem(client, { name: 'Zoë😀', words: 'eins\tzwölf', path: 'größe' })).toBeUndefined()
  expect(await problem(client, { name: 'line\n' })).toContain("must match the pattern '^.{1,4}$'")
  expect(await problem(client, { name: 'Zoë😀!' })).toContain('body field')
  expect(await problem(client, { words: 'eins' })).toContain('words')
  expect(await problem(client, { path: 'a/b' })).toContain('path')
  const { body } = await client.get('/api/x')
  expect(body.words).toMatch(/^[!-~]+ [!-~]+$/)
})

it('an optional number, as 3.1 writes it, was anything', async () => {
  const schema = { anyOf: [{ type: 'integer' }, { type: 'null' }] }
  const parameters = [{ name: 'limit', in: 'query', schema }]
  const client = await clientOf({ type: 'object', properties: { count: schema } }, {}, { parameters })
  expect((await client.get('/api/x?limit=5')).status).toBe(200)
  expect((await client.get('/api/x?limit=abc')).status).toBe(400)
  expect(await problem(client, { count: null })).toBeUndefined()
  expect(await problem(client, { count: 'abc' })).toContain('count')
})

it('numbers and booleans of an enum without a type could not be sent', async () => {
  const parameters = [
    { name: 'size', in: 'query', schema: { enum: [1, 2] } },
    { name: 'on', in: 'query', schema: { enum: [true] } },
  ]
  const client = await clientOf({ type: 'boolean' }, {}, { parameters })
  expect((await client.get('/api/x?size=2&on=true')).status).toBe(200)
  expect((await client.get('/api/x?size=3')).status).toBe(400)
  expect((await client.get('/api/x?on=false')).status).toBe(400)
})

it('a boolean was taken as true and false alone, other than by operations of the simulator', async () => {
  const parameters = [{ name: 'deep', in: 'query', schema: { type: 'boolean' } }]
  const client = await clientOf({ type: 'boolean' }, {}, { parameters })
  for (const word of ['true', 'True', 'NO', '1', ''])
    expect([word, (await client.get(`/api/x?deep=${word}`)).status]).toEqual([word, 200])
  expect((await client.get('/api/x?deep=maybe')).status).toBe(400)
})

it('of allOf the second bound of a number, and the second schema of a field, was lost', async () => {
  const Base = {
    type: 'object',
    properties: { kind: { type: 'string' }, size: { type: 'number', minimum: 1, maximum: 900 } },
  }
  const narrower = { properties: { kind: { enum: ['pump'] }, size: { type: 'integer', minimum: 880 } } }
  const client = await clientOf({ allOf: [{ $ref: '#/components/schemas/Base' }, narrower] }, { Base })
  const { body } = await client.get('/api/x')
  expect(body.kind).toBe('pump')
  expect(body.size).toBeGreaterThanOrEqual(880)
  expect(body.size).toBeLessThanOrEqual(900)
  expect(Number.isInteger(body.size)).toBe(true)
  expect(await problem(client, { kind: 'valve' })).toContain('must be one of pump')
  expect(await problem(client, { size: 5 })).toContain('at least 880')
  expect(await problem(client, { size: 901 })).toContain('at most 900')
})

it('an excluded minimum of 3.0 was made', async () => {
  const schema = { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true }
  const client = await clientOf({ type: 'array', minItems: 20, items: schema })
  expect(new Set((await client.get('/api/x')).body)).toEqual(new Set([1]))
})

it('a number above 2^31 was made below its minimum', async () => {
  const client = await clientOf({ type: 'integer', format: 'int64', minimum: 5_000_000_000 })
  expect((await client.get('/api/x')).body).toBeGreaterThanOrEqual(5_000_000_000)
})

it('multiples, lists without repetition, exclusions and numbers of fields were passed over', async () => {
  const properties = {
    price: { type: 'number', multipleOf: 0.05, minimum: 0, maximum: 1 },
    bits: { type: 'array', uniqueItems: true, minItems: 2, maxItems: 2, items: { type: 'boolean' } },
    word: { enum: ['a', 'b'], not: { const: 'a' } },
    some: { not: { type: 'string' } },
    map: { type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: { type: 'integer' } },
  }
  const client = await clientOf({ type: 'object', properties })
  const { body } = await client.get('/api/x')
  expect(await problem(client, body)).toBeUndefined()
  expect(body.bits.toSorted()).toEqual([false, true])
  expect(body.word).toBe('b')
  expect(typeof body.some).not.toBe('string')
  expect(await problem(client, { price: 0.3 })).toBeUndefined()
  expect(await problem(client, { price: 0.33 })).toContain('multiple of 0.05')
  expect(await problem(client, { bits: [true, true] })).toContain('unique items')
  expect(await problem(client, { word: 'a' })).toContain('excluded')
  expect(await problem(client, { some: 'x' })).toContain('excluded')
  expect(await problem(client, { map: {} })).toContain('at least 1 field')
  expect(await problem(client, { map: { a: 1, b: 2 } })).toContain('at most 1 field')
})

it('an object twice in a list is found in any order of its fields', async () => {
  const client = await clientOf({ type: 'array', uniqueItems: true, items: {} })
  expect(
    await problem(client, [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ]),
  ).toContain('unique items')
  expect(
    await problem(client, [
      { a: 1, b: 2 },
      { a: 1, b: 3 },
    ]),
  ).toBeUndefined()
})

it('a field that a description rules out was taken', async () => {
  const closed = { type: 'object', additionalProperties: false, properties: { a: { type: 'integer' } } }
  const client = await clientOf(closed)
  expect(await problem(client, { a: 1 })).toBeUndefined()
  expect(await problem(client, { a: 1, b: 1 })).toContain("body field 'b' must be absent")
  const added = await clientOf({ allOf: [closed, { type: 'object', properties: { b: {} } }] })
  expect(await problem(added, { a: 1, b: 1 })).toBeUndefined()
})

const CAT = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string' }, purrs: { type: 'boolean' } },
}
const DOG = { ...CAT, properties: { kind: { type: 'string' }, barks: { type: 'boolean' } } }
const REFS = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]

it('the field of a discriminator held a word that stands for no schema', async () => {
  const mapping = { cat: '#/components/schemas/Cat', dog: 'Dog', other: 'elsewhere.yaml#/Fox' }
  const pets = (discriminator: object) => ({
    type: 'array',
    minItems: 12,
    maxItems: 12,
    items: { oneOf: REFS, discriminator },
  })
  const client = await clientOf(pets({ propertyName: 'kind', mapping }), { Cat: CAT, Dog: DOG })
  const { body } = await client.get('/api/x')
  expect(new Set(body.map((pet: { kind: string }) => pet.kind))).toEqual(new Set(['cat', 'dog']))
  for (const pet of body) expect(Object.keys(pet)).toContain(pet.kind === 'cat' ? 'purrs' : 'barks')
  expect(await problem(client, body)).toBeUndefined()
  expect(
    await problem(
      client,
      body.map(() => ({ kind: 'fox' })),
    ),
  ).toContain('one of the described schemas')
  const implied = await clientOf(pets({ propertyName: 'kind' }), { Cat: CAT, Dog: DOG })
  const named = (await implied.get('/api/x')).body as { kind: string }[]
  expect(new Set(named.map(({ kind }) => kind))).toEqual(new Set(['Cat', 'Dog']))
  // Not every service keeps to the names of schemas where none are mapped.
  expect(await problem(implied, body)).toBeUndefined()
})

it('a schema that others extend was made as none of them', async () => {
  const mapping = { cat: '#/components/schemas/Cat', kitten: '#/components/schemas/Kitten' }
  const extending = (base: string, properties: object) => ({
    allOf: [{ $ref: `#/components/schemas/${base}` }, { type: 'object', properties }],
  })
  const schemas = {
    Pet: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string', enum: ['cat', 'kitten', 'dog'] } },
      discriminator: { propertyName: 'kind', mapping },
    },
    Cat: extending('Pet', { purrs: { type: 'boolean' } }),
    Kitten: extending('Cat', { age: { type: 'integer' } }),
  }
  const list = (name: string) => ({
    type: 'array',
    minItems: 12,
    maxItems: 12,
    items: { $ref: `#/components/schemas/${name}` },
  })
  const pets = await clientOf(list('Pet'), schemas)
  const { body } = await pets.get('/api/x')
  expect(new Set(body.map((pet: { kind: string }) => pet.kind))).toEqual(new Set(['cat', 'kitten']))
  for (const pet of body) expect('age' in pet).toBe(pet.kind === 'kitten')
  expect(
    await problem(
      pets,
      body.map(() => ({ kind: 'dog' })),
    ),
  ).toBeUndefined()
  const kittens = (await (await clientOf(list('Kitten'), schemas)).get('/api/x')).body as { kind: string }[]
  expect(new Set(kittens.map(({ kind }) => kind))).toEqual(new Set(['kitten']))
})

it('a discriminator that leads round in a circle ends', async () => {
  const mapping = { a: 'Node', b: '#/components/schemas/Leaf' }
  const schemas = {
    Node: {
      type: 'object',
      properties: { kind: { type: 'string' }, next: { $ref: '#/components/schemas/Node' } },
      discriminator: { propertyName: 'kind', mapping },
    },
    Leaf: { allOf: [{ $ref: '#/components/schemas/Node' }, { $ref: '#/components/schemas/Leaf' }] },
  }
  const client = await clientOf({ $ref: '#/components/schemas/Node' }, schemas)
  const { status, body } = await client.get('/api/x')
  expect([status, typeof body.kind]).toEqual([200, 'string'])
  expect(await problem(client, body)).toBeUndefined()
})

it('alternatives of one field were compared by the first alone', async () => {
  const id = (schema: object) => ({ type: 'object', properties: { id: schema } })
  const answer = { oneOf: [id({ type: 'integer' }), id({ type: 'string' })] }
  const { differences } = await reportOf(
    descriptionOf({ '/applications/current': { get: answering(answer) } }),
  )
  const found = differences.find(({ place, kind }) => place === 'answer id' && kind === 'type')
  expect(found?.theirs).toBe('integer or string')
})

it('base64 was no base64', async () => {
  const client = await clientOf({ type: 'string', format: 'byte' })
  const { body } = await client.get('/api/x')
  expect(btoa(atob(body))).toBe(body)
})

it('a bound on steps counts what patterns take, whoever asks', async () => {
  const slow = { type: 'string', pattern: `^${'a?'.repeat(140)}$` }
  const schema = {
    type: 'array',
    items: { anyOf: Array.from({ length: 100 }, (_, at) => ({ ...slow, minLength: at })) },
  }
  const client = await clientOf(schema)
  const begun = threadTime()
  expect(
    (await client.call('PUT', '/api/x', { body: Array.from({ length: 40 }, () => 'a'.repeat(19_000)) }))
      .status,
  ).toBeLessThan(500)
  expect(threadTime() - begun).toBeLessThan(15_000)
})
