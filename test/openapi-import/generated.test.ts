// What the simulator does not model is answered from the schemas of a description: checked, marked, and no evidence.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSimulator, mergeReports, reportHtml, reportMarkdown } from '../../src/index.ts'
import { loadFieldGenerators } from '../../src/scenario/format/fields.ts'
import { problemsOfValue } from '../../src/openapi-import/accept.ts'
import { inventValue } from '../../src/openapi-import/invent.ts'
import { hasPattern, readPattern, textOfPattern } from '../../src/openapi-import/pattern.ts'
import { schemaReader } from '../../src/openapi-import/schema.ts'
import { random } from '../../src/world/random/random.ts'
import { startClient } from '../support/client.ts'
import { answering, descriptionOf } from './support.ts'

const WIDGET = {
  type: 'object',
  required: ['key', 'made'],
  properties: {
    key: { type: 'string', pattern: '^[A-Z]{3}-\\d{2,4}$' },
    made: { type: 'string', format: 'date-time' },
    count: { type: 'integer', minimum: 5, maximum: 9 },
    colour: { type: ['string', 'null'], enum: ['red', 'blue'] },
    parts: { type: 'array', minItems: 2, maxItems: 2, items: { $ref: '#/components/schemas/Part' } },
    secret: { type: 'string', writeOnly: true },
  },
}
const PART = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 4 },
    of: { $ref: '#/components/schemas/Widget' },
  },
}
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }
const WIDGETS = {
  '/widgets/{id}': {
    parameters: [ID],
    get: answering(
      { $ref: '#/components/schemas/Widget' },
      {
        parameters: [
          { name: 'size', in: 'query', schema: { type: 'string', enum: ['small', 'large'] } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
          { name: 'X-Page', in: 'header', schema: { type: 'integer' } },
        ],
      },
    ),
    put: {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Widget' } } },
      },
      responses: {
        202: {
          description: 'Taken.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Widget' } } },
        },
      },
    },
    delete: { responses: { 204: { description: 'Gone.' } } },
  },
  '/open': { get: answering({ type: 'boolean' }, { security: [] }) },
  '/notes': {
    get: {
      responses: { 200: { description: 'Text.', content: { 'text/plain': { schema: { type: 'string' } } } } },
    },
  },
}
const DOCUMENT = descriptionOf(WIDGETS, { Widget: WIDGET, Part: PART }, { openapi: '3.1.0' })
const OPTIONS = { openapi: [{ surface: 'standalone' as const, document: DOCUMENT }] }

it('returns data of the shape of the schema, the same for the same request', async () => {
  const { get } = await startClient(OPTIONS)
  const reply = await get('/api/widgets/7')
  expect(reply.status).toBe(200)
  expect(reply.headers['X-Sim-Generated']).toBe('schema')
  expect(Object.keys(reply.body)).toEqual(['key', 'made', 'count', 'colour', 'parts'])
  expect(reply.body.key).toMatch(/^[A-Z]{3}-\d{2,4}$/)
  expect(reply.body.made).toMatch(/^2025-/)
  expect([5, 6, 7, 8, 9]).toContain(reply.body.count)
  expect(['red', 'blue']).toContain(reply.body.colour)
  expect(reply.body.parts).toHaveLength(2)
  expect(reply.body.parts[0].name).toMatch(/^.{2,4}$/)
  expect((await get('/api/widgets/7')).text).toBe(reply.text)
  expect((await get('/api/widgets/8')).text).not.toBe(reply.text)
  const again = await startClient(OPTIONS)
  expect((await again.get('/api/widgets/7')).text).toBe(reply.text)
  const seeded = await startClient({ ...OPTIONS, seed: 'another' })
  expect((await seeded.get('/api/widgets/7')).text).not.toBe(reply.text)
})

it('gives a field the same value independent of other fields', async () => {
  const { made: _, ...fewer } = WIDGET.properties
  const schemas = {
    Widget: { ...WIDGET, properties: { ...fewer, made: WIDGET.properties.made, more: { type: 'number' } } },
    Part: PART,
  }
  const other = await startClient({
    openapi: [{ surface: 'standalone', document: descriptionOf(WIDGETS, schemas, { openapi: '3.1.0' }) }],
  })
  const { get } = await startClient(OPTIONS)
  const before = (await get('/api/widgets/7')).body
  const after = (await other.get('/api/widgets/7')).body
  expect(after.more).toBeTypeOf('number')
  expect({ ...after, parts: [] }).toEqual({ ...before, more: after.more, parts: [] })
})

it('refuses parameters and bodies that the description refuses, with name and value', async () => {
  const { get, call, simulator } = await startClient(OPTIONS)
  const refusals: [string, Awaited<ReturnType<typeof get>>][] = [
    ["path parameter 'id' must be a whole number, not 'x'", await get('/api/widgets/x')],
    ["path parameter 'id' must be at least 1, not '0'", await get('/api/widgets/0')],
    ["query parameter 'size' must be one of small, large, not 'huge'", await get('/api/widgets/7?size=huge')],
    ["query parameter 'tags' must be a whole number, not 'b'", await get('/api/widgets/7?tags=1&tags=b')],
    [
      "header 'X-Page' must be a whole number, not 'last'",
      await get('/api/widgets/7', { headers: { 'x-page': 'last' } }),
    ],
    [
      "body field 'made' is required: it must be text",
      await call('PUT', '/api/widgets/7', { body: { key: 'ABC-12' } }),
    ],
    [
      "body field 'key' must match the pattern",
      await call('PUT', '/api/widgets/7', { body: { key: 'abc', made: 'x' } }),
    ],
    ['the body is missing', await call('PUT', '/api/widgets/7')],
  ]
  for (const [message, reply] of refusals) {
    expect([message, reply.status]).toEqual([message, 400])
    expect(reply.body.message).toContain(message)
    expect(reply.headers['X-Sim-Generated']).toBe('schema')
  }
  expect((await get('/api/widgets/7?tags=1&tags=2&size=small')).status).toBe(200)
  expect((await get('/api/widgets/7?shade=dark')).headers['X-Sim-Ignored']).toBe('query shade')
  expect(simulator.journal.entries({ status: 400 }).every(({ generated }) => generated === 'schema')).toBe(
    true,
  )
})

it('writes nothing, and says so', async () => {
  const { call, simulator } = await startClient(OPTIONS)
  const before = simulator.snapshot().stores.get('eu')
  const put = await call('PUT', '/api/widgets/7', { body: { key: 'ABC-12', made: '2026-01-01T00:00:00Z' } })
  expect(put.status).toBe(202)
  expect(put.headers['X-Sim-Not-Written']).toBeDefined()
  const gone = await call('DELETE', '/api/widgets/7')
  expect([gone.status, gone.text]).toEqual([204, ''])
  expect((await call('GET', '/api/widgets/7')).status).toBe(200)
  expect(simulator.snapshot().stores.get('eu')).toEqual(before)
})

it('keeps to the credentials and rate limits of the interface', async () => {
  const { get, call } = await startClient({ ...OPTIONS, config: { rateLimit: 'enforce' } })
  expect((await get('/api/widgets/7', { token: null })).status).toBe(401)
  expect((await get('/api/open', { token: null })).status).toBe(200)
  expect((await get('/api/notes')).headers['Content-Type']).toBe('text/plain')
  expect((await call('POST', '/api/widgets/7')).headers['Allow']).toBe('GET, HEAD, PUT, DELETE, OPTIONS')
  const left = Number((await get('/api/widgets/7')).headers['X-Rate-Limit-Remaining'])
  for (let count = 0; count < left; count++) await get('/api/open')
  expect((await get('/api/widgets/7')).status).toBe(429)
})

it('leaves every operation of the simulator, and is matched last', async () => {
  const paths = {
    '/applications': { post: answering({ type: 'string' }) },
    '/applications/{x}': { get: answering({ type: 'string' }) },
  }
  const { get, call } = await startClient({
    openapi: [{ surface: 'standalone', document: descriptionOf(paths) }],
  })
  const plain = await startClient({})
  const path = '/api/applications?organizationId=1'
  expect((await get(path)).text).toBe((await plain.get(path)).text)
  expect((await get(path)).headers['X-Sim-Generated']).toBeUndefined()
  expect((await get('/api/applications/1')).text).toBe((await plain.get('/api/applications/1')).text)
  expect((await call('GET', '/us/api/widgets/7')).status).toBe(404)
})

it('does not count as evidence: it has a table of its own in the report, for each world', async () => {
  const { get, simulator } = await startClient(OPTIONS)
  const before = simulator.report()
  await get('/api/widgets/7')
  await get('/api/widgets/x')
  await get('/_world/other/api/widgets/7')
  const report = simulator.report()
  expect(report.generated).toEqual([
    { operation: 'standalone:GET /widgets/{id}', times: 3, statuses: { 200: 2, 400: 1 } },
  ])
  expect({ ...report, generated: [] }).toEqual({ ...before, generated: [] })
  expect(simulator.report('other').generated).toMatchObject([{ times: 1 }])
  expect(mergeReports([report, report]).generated).toMatchObject([{ times: 6, statuses: { 200: 4 } }])
  for (const page of [reportHtml(report), reportMarkdown(report)])
    expect(page).toContain('Differences from your own OpenAPI')
  simulator.reset()
  expect(simulator.report().generated).toEqual([])
  expect(simulator.fork().report().descriptions).toEqual(report.descriptions)
})

it('is known to the journal and to verification by its id', async () => {
  const { get, simulator } = await startClient(OPTIONS)
  await get('/api/widgets/7')
  const operation = 'standalone:GET /widgets/{id}'
  expect(simulator.journal.entries({ operation })).toMatchObject([{ generated: 'schema' }])
  expect(simulator.verify({ operation, times: 1 }).ok).toBe(true)
  await expect(createSimulator({ openapi: [{ surface: 'nowhere' as never, document: {} }] })).rejects.toThrow(
    TypeError,
  )
})

it('makes values that their own schema accepts', async () => {
  const makeField = (await loadFieldGenerators())(0)
  const count = fc.integer({ min: 0, max: 5 })
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small' },
      fc.record(
        { type: fc.constant('string'), minLength: count, pattern: fc.constantFrom('^[a-f]+$', '^(x|y)+$') },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constant('string'),
          format: fc.constantFrom('date-time', 'uuid', 'email', 'odd'),
          enum: fc.constant(['a']),
        },
        { requiredKeys: ['type'] },
      ),
      fc
        .tuple(fc.constantFrom('integer', 'number'), fc.integer(), count)
        .map(([type, minimum, more]) => ({ type, minimum, maximum: minimum + more })),
      fc
        .record(
          {
            type: fc.constant('integer'),
            minimum: fc.integer({ max: 50 }),
            exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer({ max: 50 })),
            multipleOf: fc.integer({ min: 1, max: 9 }),
          },
          { requiredKeys: ['type'] },
        )
        .map((one) => ({ not: { const: 1 }, ...one })),
      fc.constant({ type: 'number', minimum: 0, maximum: 5, multipleOf: 0.1 }),
      fc
        .tuple(tie('schema'), count)
        .map(([items, maxItems]) => ({ type: 'array', uniqueItems: true, items, maxItems })),
      tie('schema').map((one) => ({ anyOf: [one, { type: 'null' }] })),
      fc.constantFrom({ type: 'boolean' }, { type: ['null', 'integer'] }, { const: 7 }, {}),
      fc
        .tuple(tie('schema'), count, count)
        .map(([items, least, more]) => ({ type: 'array', items, minItems: least, maxItems: least + more })),
      fc
        .tuple(tie('schema'), tie('schema'))
        .map(([a, b]) => ({ type: 'object', required: ['a', 'c'], properties: { a, b } })),
      fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => ({ oneOf: [a, b] })),
      tie('schema').map((one) => ({ allOf: [one, { description: 'More.' }] })),
    ),
  }))
  fc.assert(
    fc.property(schema, fc.string(), (written, key) => {
      const read = schemaReader({})
      const whole = read(written)
      const { value } = inventValue({ root: {}, read }, written, makeField, (field) =>
        random('1', 'value', key, field),
      )
      expect([written, value, problemsOfValue(read, whole, value)]).toEqual([written, value, []])
    }),
  )
})

it('makes and matches texts of patterns as expressions would', () => {
  const patterns = [
    '^(a|bc)+$',
    '(a+)+$',
    'a|b$|^c',
    '^(?:ab?|-1){2,3}x*$',
    '^((a|b)*c)?(?<last>Z|)$',
    '^(a{0,2}b?)*c+?$',
    '^[A-Z]{2,3}-\\d+$',
    'ab?c*',
    '^\\w[.x]\\.?$',
    '^a*a*b{2}',
    '[a-c-]+$',
    '^$',
    '\\$',
  ]
  for (const text of patterns) {
    const pattern = readPattern(text)
    expect(pattern, text).toBeDefined()
    if (pattern === undefined) continue
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'A', 'Z', '-', '1', '.', 'x', '$'), maxLength: 8 }),
        (value) => {
          expect([text, value, hasPattern(value, pattern)]).toEqual([
            text,
            value,
            new RegExp(text).test(value),
          ])
        },
      ),
    )
    for (let key = 0; key < 20; key++)
      expect(textOfPattern(pattern, random('1', 'pattern', key, text))).toMatch(new RegExp(text))
  }
  for (const text of [
    '(?=a)',
    '(?<!a)b',
    '(a',
    'a)',
    '(^a)',
    '(a)\\1',
    '[^]',
    '[^\\s\\S]',
    'a{5000}',
    'a{3,1}',
    '*',
    '[b-a]',
    '\\1',
    'a**',
  ])
    expect(readPattern(text), text).toBeUndefined()
})

it('returns the example of a media type without a schema', async () => {
  const paths = Object.fromEntries(
    Object.entries({
      '/one': { 'application/json': { example: { code: 'AB-1', parts: [1, null] } } },
      '/named': {
        'application/json': { examples: { a: { $ref: '#/components/examples/A' }, b: { value: 2 } } },
      },
      '/null': { 'application/json': { example: null } },
      '/xml': { 'application/xml': { example: '<a/>' } },
      '/schema': { 'application/json': { schema: { type: 'integer' }, example: 'not this' } },
    }).map(([path, content]) => [path, { get: { responses: { 200: { description: 'Fine.', content } } } }]),
  )
  const document = descriptionOf(paths)
  const components = { schemas: {}, examples: { A: { value: ['first'] } } }
  const client = await startClient({
    scenario: 'demo',
    openapi: [{ surface: 'standalone', document: { ...document, components } }],
  })
  const texts = await Promise.all(
    ['/one', '/named', '/null', '/xml'].map(async (path) => (await client.get(`/api${path}`)).text),
  )
  expect(texts).toEqual(['{"code":"AB-1","parts":[1,null]}', '["first"]', 'null', '<a/>'])
  const drawn = await client.get('/api/schema')
  expect(Number.isInteger(drawn.body)).toBe(true)
  expect((await client.get('/api/one')).headers['X-Sim-Generated']).toBe('schema')
})
