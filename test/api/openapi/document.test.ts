import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { DOCUMENT_NAMES, openApiDocument } from '../../../src/api/openapi/document.ts'
import type { AssumptionSummary, DocumentName } from '../../../src/api/openapi/document.ts'
import { madeUp, sketch, widgetShape } from './made-up.ts'
import { documentErrors, exampleErrors } from './validity.ts'

const ledger: readonly AssumptionSummary[] = [
  { id: 'A00', title: 'Any', section: '7', provenance: 'assumed', behaviour: 'So.', general: true },
  { id: 'A01', title: 'One', section: '4.1', provenance: 'assumed', behaviour: 'So.', general: false },
  {
    id: 'A02',
    title: 'Two',
    section: '4.1',
    provenance: 'observed',
    evidence: [
      { fact: 'It is so.', degree: 'stated', shownBy: 'a client says so' },
      { fact: 'It was so.', degree: 'likely', shownBy: 'a client reads it' },
    ],
    behaviour: 'So.',
    general: false,
  },
]

function made(name: DocumentName, operations = madeUp) {
  const document = openApiDocument(name, operations, {
    baseUrls: ['http://base.test'],
    version: '9.9.9',
    assumptions: ledger,
  })
  // Read back as a client would, so that members can be reached without ceremony.
  return JSON.parse(JSON.stringify(document)) as Document
}
interface Document {
  [member: string]: unknown
  paths: Record<string, Item>
  components: {
    schemas: Record<string, { properties: Record<string, unknown>; required: string[] }>
    responses: Record<string, { headers: object }>
  }
}
interface Item {
  [method: string]: {
    parameters: { name: string; [member: string]: unknown }[]
    responses: Record<string, { $ref?: string; description?: string; headers?: object; content?: object }>
    [member: string]: unknown
  }
}

describe.each(DOCUMENT_NAMES)('the document of %s', (name) => {
  it('is valid OpenAPI 3.0.3', async () => {
    const document = made(name)
    expect(document['openapi']).toBe('3.0.3')
    expect(await documentErrors(document)).toBe('')
  })

  it('has examples that fit their schemas', () => {
    const { count, errors } = exampleErrors(made(name))
    expect(errors).toEqual([])
    expect(count).toBeGreaterThan(3)
  })

  it('names the addresses and the release', () => {
    expect(made(name)).toMatchObject({
      servers: [{ url: 'http://base.test' }],
      info: { 'x-simulator-version': '9.9.9' },
    })
  })
})

it('is computed once for a list of operations', () => {
  const options = { baseUrls: [] }
  const first = openApiDocument('wiki', madeUp, options)
  expect(openApiDocument('wiki', madeUp, options)['paths']).toBe(first['paths'])
  expect(openApiDocument('wiki', [...madeUp], options)['paths']).not.toBe(first['paths'])
  expect(openApiDocument('wiki', [...madeUp], options)).toEqual(first)
})

it('would not pass with an example that does not fit', () => {
  const wrong = sketch({
    id: 'wiki.a',
    interface: 'wiki',
    method: 'PUT',
    path: '/a',
    body: { ...widgetShape, example: { id: 'seven' }, required: true },
  })
  const { errors } = exampleErrors(made('wiki', [wrong]))
  expect(errors.join()).toContain('data/id must be integer')
})

describe('parameters', () => {
  const { parameters } = made('standalone').paths['/widgets']!['get']!
  const named = (name: string): unknown => parameters.find((parameter) => parameter.name === name)

  it('tell type, bounds, default and example', () => {
    expect(named('applicationId')).toEqual({
      name: 'applicationId',
      in: 'query',
      required: true,
      schema: { type: 'integer', format: 'int32' },
      example: 101,
    })
    expect(named('limit')).toMatchObject({
      schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 200, default: 20 },
    })
    expect(named('name')).toMatchObject({
      description: 'Filter by name.',
      schema: { type: 'string', maxLength: 255 },
    })
    expect(named('kind')).toMatchObject({ schema: { enum: ['LEFT', 'RIGHT'], default: 'LEFT' } })
    expect(named('deep')).toMatchObject({ schema: { type: 'boolean', default: false } })
  })

  it('send each sort criterion on its own', () => {
    expect(named('sort')).toMatchObject({
      style: 'form',
      explode: true,
      schema: { type: 'array', items: { type: 'string' } },
      example: ['name,desc'],
    })
  })
})

describe('answers', () => {
  const { paths } = made('standalone')
  const statuses = (path: string, method: string): string[] => Object.keys(paths[path]![method]!.responses)

  it('list the refusals that can occur, and no others', () => {
    expect(statuses('/widgets', 'get')).toEqual(['200', '400', '401', '403', '404', '429'])
    expect(statuses('/widgets', 'post')).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '429',
    ])
    expect(statuses('/me', 'get')).toEqual(['200', '400', '401', '429'])
    expect(statuses('/v3/api-docs', 'get')).toEqual(['200', '400', '429'])
    expect(
      Object.keys(made('wiki').paths['/rest/reqs/1/widgets/{widgetKey}/label']!['put']!.responses),
    ).toEqual(['200', '400', '401', '403', '404', '413', '415', '429'])
  })

  it('carry the rate-limit headers, each of them', () => {
    const document = made('standalone')
    const named = ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset']
    const { responses } = document['components'] as unknown as {
      responses: Record<string, { headers: object }>
    }
    for (const answer of Object.values(responses)) expect(Object.keys(answer.headers)).toEqual(named)
    const answers = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ responses }) => Object.values(responses))
      .filter(({ $ref }) => $ref === undefined)
    for (const answer of answers) expect(Object.keys(answer.headers!)).toEqual(named)
  })

  it('keep the words of the operation', () => {
    expect(paths['/widgets']!['post']!.responses['409']).toMatchObject({ description: 'The label is taken.' })
  })

  it('have the error shape of the interface', () => {
    const required = (name: DocumentName): unknown =>
      (made(name)['components'] as { schemas: Record<string, { required: unknown }> }).schemas['ErrorAnswer']!
        .required
    expect(required('standalone')).toEqual(['message', 'statusCode', 'errors'])
    expect(required('wiki')).toEqual(['status-code', 'message', 'sub-code'])
    expect(required('hosted-wiki')).toEqual(['message', 'statusCode', 'errors'])
  })
})

describe('security', () => {
  it('is one scheme named token on every standalone operation', () => {
    const document = made('standalone')
    expect(document['components']).toMatchObject({
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    })
    expect(document.paths['/widgets']!['get']!['security']).toEqual([{ token: [] }])
    expect(document.paths['/v3/api-docs']!['get']!['security']).toEqual([])
  })

  it('is both headers on hosted operations, embedded ones included', () => {
    const both = [{ apiKey: [], baseUrl: [] }]
    const { paths } = made('hosted-tracker')
    expect(paths['/rest/search']!['get']!['security']).toEqual(both)
    expect(paths['/rest/reqs/1/widgets/{widgetKeyOrWidget}']!['get']!['security']).toEqual(both)
  })

  it('is any of session, password and token on embedded operations', () => {
    expect(made('wiki')['security']).toEqual([{ session: [] }, { basic: [] }, { bearer: [] }])
  })
})

describe('paths', () => {
  it('that differ only in parameter names share one item', () => {
    const item = made('wiki').paths['/rest/reqs/1/widgets/{widgetKeyOrWidget}']!
    expect(Object.keys(item)).toEqual(['get', 'delete'])
    expect(item['delete']!.parameters).toEqual([
      {
        name: 'widgetKeyOrWidget',
        in: 'path',
        required: true,
        description: 'Here the widget. Its number.',
        schema: { type: 'integer', format: 'int64' },
        example: 7,
        'x-parameter': 'widget',
      },
    ])
  })

  it('refuse two operations of one method', () => {
    const twice = [
      sketch({ id: 'wiki.a', interface: 'wiki', method: 'GET', path: '/a/{x}' }),
      sketch({ id: 'wiki.b', interface: 'wiki', method: 'GET', path: '/a/{y}' }),
    ]
    expect(() => made('wiki', twice)).toThrow("'wiki.a' and 'wiki.b' both serve GET")
  })
})

describe('schemas', () => {
  const { schemas } = made('standalone').components
  const properties = schemas['Widget']!.properties

  it('refer to named shapes wherever they occur', () => {
    expect(schemas['Owner']).toMatchObject({
      description: 'Who.',
      properties: { widget: { anyOf: [{ $ref: '#/components/schemas/Widget' }, { nullable: true }] } },
    })
    expect(made('standalone').paths['/widgets']!['get']!.responses['200']!.content).toMatchObject({
      'application/json': {
        schema: { properties: { items: { items: { $ref: '#/components/schemas/Widget' } } } },
      },
    })
  })

  it('say null and whole numbers as OpenAPI 3.0 does', () => {
    expect(properties['id']).toEqual({ type: 'integer', format: 'int64' })
    expect(properties['size']).toEqual({ type: 'integer', format: 'int32', minimum: 1 })
    expect(properties['big']).toEqual({ type: 'integer', format: 'int64' })
    expect(properties['label']).toEqual({ type: 'string', nullable: true, maxLength: 255 })
    expect(properties['kind']).toEqual({ type: 'string', nullable: true, enum: ['LEFT', 'RIGHT', null] })
    expect(properties['createdAt']).toEqual({ type: 'string', format: 'date-time' })
    expect(schemas['Owner']).toMatchObject({ properties: { note: { type: 'string', nullable: true } } })
  })

  it('are one where a shape is built again for each use', () => {
    const item = (): z.ZodType => z.object({ id: z.int() })
    const list = { name: 'Items', schema: () => z.object({ items: z.array(item()) }) }
    const document = made('wiki', [
      sketch({
        id: 'wiki.a',
        interface: 'wiki',
        method: 'PUT',
        path: '/a',
        body: { name: 'Item', schema: () => item(), required: true },
        success: { status: 200, description: 'Done.', shape: list },
      }),
      sketch({
        id: 'wiki.b',
        interface: 'wiki',
        method: 'GET',
        path: '/b',
        success: { status: 200, description: 'Done.', shape: { name: 'Item', schema: () => item() } },
      }),
    ])
    expect(Object.keys(document.components.schemas)).toEqual(['ErrorAnswer', 'Item', 'Items'])
    expect(document.components.schemas['Items']!.properties['items']).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Item' },
    })
  })

  it('refuse one name for two shapes', () => {
    const other = { name: 'Widget', schema: () => z.string() }
    const operations = [
      sketch({
        id: 'wiki.a',
        interface: 'wiki',
        method: 'PUT',
        path: '/a',
        body: { ...widgetShape, required: true },
        success: { status: 200, description: 'Done.', shape: other },
      }),
    ]
    expect(() => made('wiki', operations)).toThrow("both named 'Widget'")
  })
})

it('tells what the simulator knows of each operation', () => {
  const document = made('standalone')
  expect(document.paths['/widgets']!['get']).toMatchObject({
    operationId: 'standalone.widgets.list',
    tags: ['Widgets'],
    'x-stability': 'stable',
    'x-provenance': 'documented',
    'x-permission': { words: 'container read', assumed: true },
    'x-rate-class': 'normal',
    'x-assumptions': ['A02'],
  })
  expect(document['x-assumptions']).toEqual({
    A00: { title: 'Any', section: '7', provenance: 'assumed', behaviour: 'So.' },
    A02: { title: 'Two', section: '4.1', provenance: 'observed', degree: 'likely', behaviour: 'So.' },
  })
  expect(made('wiki').paths['/rest/reqs/1/widgets/{widgetKeyOrWidget}']!['get']!['deprecated']).toBe(true)
})
