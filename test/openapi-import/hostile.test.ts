// Descriptions that mean harm, or are no descriptions: refused with file, pointer and mend, or borne within bounds.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { startClient } from '../support/client.ts'
import { threadTime } from '../support/thread-time.ts'
import { answering, descriptionOf, problemsOf, reportOf } from './support.ts'

const REF = { $ref: '#/components/schemas/Node' }

it('refuses everything but OpenAPI 3.0 and 3.1, and says what to do', async () => {
  const cases: [object | string, RegExp][] = [
    [
      { swagger: '2.0', paths: {} },
      /^mine\.json#\/swagger: is Swagger '2\.0': convert it to OpenAPI 3 first/,
    ],
    [
      { openapi: '3.2.0', paths: {} },
      /^mine\.json#\/openapi: version '3\.2\.0' is not supported: convert it/,
    ],
    [{ openapi: 3, paths: {} }, /^mine\.json#\/openapi: version '3'/],
    [{ info: {} }, /has no field 'openapi'/],
    [{ openapi: '3.1.0' }, /^mine\.json#\/paths: there are no paths/],
    ['[1]', /must be an object/],
    ['', /must be an object/],
    ['{"openapi": "3.0.0",', /^mine\.json: is not JSON: /],
    ['openapi: 3.0.0\npaths:\n\t- a', /^mine\.json: line 3: /],
    ['openapi: 3.0.0\nopenapi: 3.0.1', /line 2: the key 'openapi' occurs twice/],
    ['openapi: !!js/function 3', /line 1: the tag '!!js\/function' is not allowed/],
    ['a: 1\n---\nb: 2', /more than one document/],
    [
      '{"openapi":"3.0.0","paths":{"__proto__":{"get":{}}}}',
      /#\/paths\/__proto__: the name '__proto__' is not allowed/,
    ],
  ]
  for (const [document, problem] of cases) expect((await problemsOf(document))[0]).toMatch(problem)
  expect(({} as Record<string, unknown>)['get']).toBeUndefined()
})

it('reads YAML and JSON alike', async () => {
  const yaml =
    'openapi: 3.0.3\ninfo: {title: Mine, version: "9"}\npaths:\n  /widgets:\n    get:\n      responses: {200: {description: x}}\n'
  const { generated, title } = await reportOf(yaml)
  expect({ generated, title }).toEqual({ generated: ['standalone:GET /widgets'], title: 'Mine' })
})

it('what YAML shares by merge keys was lost, and what it shares more than a hundred times was refused', async () => {
  const path = (at: number) =>
    `  /w${at}:\n    get:\n      responses:\n        <<: *shared\n        200: {description: own}\n`
  const paths = Array.from({ length: 150 }, (_, at) => path(at)).join('')
  const shared = 'x-shared: &shared\n  200: {description: lost}\n  418: {description: shared}\n'
  const modelled = path(0).replace('/w0', '/applications/current')
  const yaml = `openapi: 3.0.3\ninfo: {title: Mine}\n${shared}paths:\n${modelled}${paths}`
  const { generated, differences } = await reportOf(yaml)
  expect(generated).toHaveLength(150)
  expect(differences).toContainEqual({
    operation: 'standalone.application.readCurrent',
    place: 'status 418',
    kind: 'missing',
    ours: null,
    theirs: true,
  })
  const proto = 'openapi: 3.0.3\nx-a: &a {"__proto__": {polluted: 1}}\nx-b: {<<: *a}\npaths: {}\n'
  expect((await problemsOf(proto))[0]).toContain("the name '__proto__' is not allowed")
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

it('anchors and aliases without number took time without end', async () => {
  const head = 'openapi: 3.0.3\npaths: {}\n'
  const lines = (count: number, line: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => line(at)).join('')
  const began = threadTime()
  const many = `${head}${lines(8000, (at) => `a${at}: &a${at} 1\n`)}l:\n${lines(40_000, (at) => `- *a${at % 8000}\n`)}`
  expect((await problemsOf(many))[0]).toMatch(/line \d+: has more than 2500 anchors and aliases/)
  const chain = `${head}m0: &m0 {k: 1}\n${lines(1200, (at) => `m${at + 1}: &m${at + 1} {<<: *m${at}, k${at}: 1}\n`)}`
  expect((await problemsOf(chain))[0]).toContain('its merge keys copy more than 200000 fields')
  expect((await problemsOf(`${head}a: &a {b: {c: *a}}\n`))[0]).toContain('nested more than 100 deep')
  expect(threadTime() - began).toBeLessThan(10_000)
})

it('never fetches: references lead within the file, or are refused with their place', async () => {
  const references = [
    'http://127.0.0.1:1/x.json',
    'other.yaml#/A',
    '//host/a',
    '#anchor',
    '#/components/schemas/None',
  ]
  const get = answering({
    type: 'object',
    properties: Object.fromEntries(references.map(($ref, at) => [`f${at}`, { $ref }])),
  })
  const problems = await problemsOf(descriptionOf({ '/widgets': { get } }))
  expect(problems).toHaveLength(references.length)
  expect(problems[0]).toContain(
    'mine.json#/paths/~1widgets/get/responses/200/content/application~1json/schema/properties/f0',
  )
  expect(problems[0]).toContain('which is not supported: bundle the description into one file')
  expect(problems[3]).toContain('is not a JSON pointer')
  expect(problems[4]).toContain('points to nothing')
  const circle = { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } }
  expect((await problemsOf(descriptionOf({}, circle)))[0]).toContain('is circular')
  const asData = answering({
    type: 'object',
    example: { $ref: 'http://x' },
    properties: { $ref: { type: 'string' } },
  })
  expect(await problemsOf(descriptionOf({ '/widgets': { get: asData } }))).toEqual([])
})

it('supports recursive schemas, in responses, bodies and comparisons', async () => {
  const schemas = {
    Node: {
      type: 'object',
      required: ['left', 'right', 'either'],
      properties: {
        left: REF,
        right: REF,
        either: { oneOf: [REF, { type: 'array', items: REF }] },
        all: { allOf: [REF] },
      },
    },
    Either: { oneOf: [{ $ref: '#/components/schemas/Either' }, { $ref: '#/components/schemas/Either' }] },
    All: { allOf: [{ $ref: '#/components/schemas/All' }, { $ref: '#/components/schemas/Every' }] },
    Every: { allOf: [{ $ref: '#/components/schemas/All' }, { $ref: '#/components/schemas/All' }] },
  }
  const paths = Object.fromEntries(
    Object.keys(schemas).flatMap((name) => {
      const schema = { $ref: `#/components/schemas/${name}` }
      const requestBody = { content: { 'application/json': { schema } } }
      return [
        [`/x/${name}`, { get: answering(schema), post: answering(schema, { requestBody }) }],
        ['/applications', { get: answering(schema) }],
      ]
    }),
  )
  const { get, post } = await startClient({
    openapi: [{ surface: 'standalone', document: descriptionOf(paths, schemas) }],
  })
  for (const name of Object.keys(schemas)) {
    const answer = await get(`/api/x/${name}`)
    expect(answer.status).toBe(200)
    expect(answer.text.length).toBeLessThan(500_000)
    const deep = `${'{"left":'.repeat(50)}{}${'}'.repeat(50)}`
    expect([200, 400]).toContain((await post(`/api/x/${name}`, deep)).status)
  }
})

it('refuses bombs and bears size within seconds', async () => {
  const levels = Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`)
  const bomb = `openapi: 3.0.0\npaths: {}\nx-a:\n  a0: &a0 x\n${levels.map((line) => `  ${line}`).join('\n')}\n`
  expect((await problemsOf(bomb))[0]).toMatch(/has more than 2000000 values/)
  expect((await problemsOf(`openapi: 3.0.0\nx: ${'['.repeat(50_000)}`))[0]).toContain(
    'nested more than 100 deep',
  )
  expect(
    (await problemsOf(`{"openapi":"3.0.0","paths":{},"x":${'['.repeat(5000)}${']'.repeat(5000)}}`))[0],
  ).toContain('nested more than 100 deep')
  expect((await problemsOf(' '.repeat(17 * 1024 * 1024)))[0]).toContain('is longer than')
  const cyclic: Record<string, unknown> = { openapi: '3.0.0' }
  cyclic['paths'] = cyclic
  expect((await problemsOf(cyclic))[0]).toContain('is not JSON data')
  const schema = { type: 'object', properties: { id: { type: 'integer' }, node: REF } }
  const paths = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, at) => [`/w${at}/{id}`, { get: answering(schema) }]),
  )
  const began = threadTime()
  const { get, simulator } = await startClient({
    openapi: [{ surface: 'standalone', document: descriptionOf(paths, { Node: schema }) }],
  })
  expect(simulator.descriptions[0]?.generated).toHaveLength(10_000)
  expect((await get('/api/w9999/1')).status).toBe(200)
  expect((await get('/api/nothing/at/all')).status).toBe(404)
  expect(threadTime() - began).toBeLessThan(20_000)
}, 60_000)

it('generates from growing schemas, and the same whatever was requested before', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `S${at}`)
  const schemas = Object.fromEntries(
    names.map((name, at) => {
      const next = { $ref: `#/components/schemas/${names[(at + 1) % names.length]}` }
      const own = { type: 'object', properties: { [`f${at}`]: { type: 'integer' } } }
      return [name, { allOf: [own, next, next, { $ref: '#/components/schemas/S0' }] }]
    }),
  )
  const paths = Object.fromEntries(
    names.map((name) => [`/${name}`, { get: answering({ $ref: `#/components/schemas/${name}` }) }]),
  )
  const openapi = [{ surface: 'standalone' as const, document: descriptionOf(paths, schemas) }]
  const began = threadTime()
  const forward = await startClient({ openapi })
  const backward = await startClient({ openapi })
  const texts = new Map<string, string>()
  for (const name of names) texts.set(name, (await forward.get(`/api/${name}`)).text)
  for (const name of names.toReversed())
    expect((await backward.get(`/api/${name}`)).text).toBe(texts.get(name))
  expect(texts.get('S0')).toContain('"f7":')
  expect(threadTime() - began).toBeLessThan(10_000)
}, 30_000)

it('runs no expression of a description', async () => {
  const ahead = { type: 'string', pattern: '^(?=a+)b$' }
  const runaway = { type: 'string', pattern: '^((a+)+)+$' }
  const slow = { type: 'string', pattern: `^${'a*'.repeat(100)}$` }
  const name = (pattern: object, at: string) => ({ name: at, in: 'query', schema: pattern })
  const parameters = [name(ahead, 'ahead'), name(runaway, 'one'), name(slow, 'two')]
  const document = descriptionOf({ '/x': { get: answering({}, { parameters }) } })
  const { get, simulator } = await startClient({ openapi: [{ surface: 'standalone', document }] })
  const text = `${'a'.repeat(5000)}!`
  const began = threadTime()
  expect((await get(`/api/x?ahead=${text}`)).status).toBe(200)
  // A text that would take too long is not refused.
  expect((await get(`/api/x?one=${text}`)).status).toBe(200)
  expect((await get(`/api/x?one=${text.slice(-50)}`)).status).toBe(400)
  expect((await get(`/api/x?two=${text}`)).status).toBe(400)
  expect(threadTime() - began).toBeLessThan(5000)
  expect(simulator.descriptions[0]?.passedOver).toEqual([
    { pointer: '/paths/~1x/get/parameters/0/schema', message: expect.stringContaining('is skipped') },
  ])
})

it('passes over paths that no header or router can bear, and says so', async () => {
  const get = answering({ type: 'string' })
  const odd = [
    '/a\r\nX-Evil: 1',
    '/ä',
    '/{a}{b}',
    '/{a}/{a}',
    '/{__x__',
    '/b?c=d',
    'no-slash',
    `/${'x'.repeat(600)}`,
  ]
  const document = descriptionOf(
    Object.fromEntries([...odd, '/ok/{constructor}', '/ok/{toString}'].map((path) => [path, { get }])),
  )
  const { generated, passedOver } = await reportOf(document)
  expect(generated).toEqual(['standalone:GET /ok/{constructor}'])
  expect(passedOver).toHaveLength(odd.length + 1)
  const { get: read } = await startClient({ openapi: [{ surface: 'standalone', document }] })
  expect((await read('/api/ok/7')).status).toBe(200)
})

it('one request to a description that refers to itself a thousandfold took many seconds', async () => {
  const fields = Array.from({ length: 600 }, (_, at) => `f${at}`)
  const schemas = Array.from({ length: 60 }, (_, at) => ({
    type: 'object',
    properties: Object.fromEntries(
      fields.map((name, next) => [name, { $ref: `#/components/schemas/S${(at + next) % 60}` }]),
    ),
  }))
  const all = { allOf: schemas.map((_schema, at) => ({ $ref: `#/components/schemas/S${at}` })) }
  const readOnly = Object.fromEntries(fields.map((name) => [name, { readOnly: true }]))
  const list = { type: 'array', items: { type: 'object', required: fields, properties: readOnly } }
  const content = (schema: object) => ({ content: { 'application/json': { schema } } })
  const document = descriptionOf(
    {
      '/applications': { get: answering(all, { requestBody: content(all) }) },
      '/x': { get: answering(all), put: answering({}, { requestBody: content(list) }) },
    },
    Object.fromEntries(schemas.map((schema, at) => [`S${at}`, schema])),
  )
  const { get, call } = await startClient({ openapi: [{ surface: 'standalone', document }] })
  const began = threadTime()
  expect((await get('/api/x')).status).toBe(200)
  const body = Array.from({ length: 50_000 }, () => ({}))
  expect((await call('PUT', '/api/x', { body })).status).toBe(200)
  expect(threadTime() - began).toBeLessThan(8000)
})

it('makes values of any bounds, however absurd', async () => {
  const bounds = {
    minLength: 1e12,
    maxLength: -5,
    minItems: 1e9,
    maxItems: 1e12,
    minimum: 1e308,
    maximum: -1e308,
    multipleOf: 1e-300,
    exclusiveMinimum: true,
    format: 'x'.repeat(50),
    minProperties: 1e9,
  }
  const types = ['string', 'integer', 'number', 'array', 'object', 'boolean', 'null', 'nonsense', 7, null]
  const properties = Object.fromEntries(
    types.map((type, at) => [`f${at}`, { ...bounds, type, items: { type: 'string', ...bounds } }]),
  )
  const schema = {
    type: 'object',
    required: ['__x', ...types],
    properties: { ...properties, all: { allOf: 'no', enum: 7, oneOf: {}, required: 'x', properties: [] } },
  }
  const { get } = await startClient({
    openapi: [{ surface: 'standalone', document: descriptionOf({ '/x': { get: answering(schema) } }) }],
  })
  const reply = await get('/api/x')
  expect(reply.status).toBe(200)
  expect(reply.text.length).toBeLessThan(200_000)
})

it('turns any description into a simulator or problems, and handles any request without a defect', async () => {
  const keyword = fc.constantFrom(
    'type',
    'properties',
    'items',
    'oneOf',
    'allOf',
    'enum',
    '$ref',
    'required',
    'minimum',
    'pattern',
    'nullable',
    'const',
    'additionalProperties',
    'anyOf',
    'not',
    'uniqueItems',
    'multipleOf',
    'exclusiveMinimum',
    'minItems',
    'discriminator',
    'propertyName',
    'mapping',
  )
  const leaf = fc.oneof(
    fc.constantFrom('string', 'object', 'array', 'integer', '#/components/schemas/A', '#/paths', '^a{2}$'),
    fc.integer(),
    fc.constant(null),
    fc.boolean(),
  )
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('schema'), { maxLength: 3 }),
      fc.dictionary(keyword, tie('schema'), { maxKeys: 4 }),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(schema, schema, async (one, two) => {
      const parameters = [
        { name: 'q', in: 'query', schema: one },
        { name: 'id', in: 'path', required: true, schema: two },
      ]
      const requestBody = { content: { 'application/json': { schema: one } } }
      const paths = {
        '/x/{id}': { put: answering(two, { parameters, requestBody }) },
        '/applications': { get: answering(one, { parameters }) },
      }
      const document = descriptionOf(paths, { A: two })
      if ((await problemsOf(document)).length > 0) return
      const simulator = await createSimulator({ openapi: [{ surface: 'standalone', document }] })
      for (const body of ['{}', '[1,{"a":null}]', '"x"']) {
        const headers = { authorization: 'Bearer tok-alice', 'content-type': 'application/json' }
        const answer = await simulator.exchange({ method: 'PUT', url: '/api/x/1?q=2', headers, body })
        expect([200, 400]).toContain(answer.status)
      }
    }),
    { numRuns: 25 },
  )
}, 60_000)
