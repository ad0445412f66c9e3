// What a description says of a response is what is sent: its status, headers and media type, and its examples.

import { describe, expect, it } from 'vitest'
import { type Client, startClient } from '../support/client.ts'
import { preferredType } from '../../src/openapi-import/accept-header.ts'
import { descriptionOf } from './support.ts'

type Json = Readonly<Record<string, unknown>>

/** A client of one operation with these responses. */
async function clientOf(responses: Json, components: Json = {}): Promise<Client> {
  const document = { ...descriptionOf({ '/x': { get: { responses } } }), openapi: '3.1.0', components }
  return startClient({ openapi: [{ surface: 'standalone', document }] })
}

const fine = (content: Json, headers?: Json): Json => ({
  200: { description: 'Fine.', content, ...(headers === undefined ? {} : { headers }) },
})
const NAME = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }

describe('the media type', () => {
  it.each([
    'application/vnd.api+json',
    'application/hal+json',
    'application/problem+json',
    'application/vnd.example+json; version=1',
    'application/json;charset=utf-8',
    'application/json',
  ])('%s is sent as it is documented', async (type) => {
    const { get } = await clientOf(fine({ [type]: { schema: NAME } }))
    const reply = await get('/api/x')
    expect([reply.status, reply.headers['Content-Type'], typeof JSON.parse(reply.text).name]).toEqual([
      200,
      type,
      'string',
    ])
  })

  const several = {
    'text/csv': { example: 'a,b' },
    'application/hal+json': { example: { kind: 'hal' } },
    'application/vnd.x+json; version=1': { example: { kind: 'one' } },
    'application/vnd.x+json; version=2': { example: { kind: 'two' } },
  }
  it.each([
    [undefined, 'application/hal+json'],
    ['*/*', 'application/hal+json'],
    ['text/*', 'text/csv'],
    ['text/csv;q=0.5, application/hal+json;q=0.4', 'text/csv'],
    ['application/vnd.x+json;version=2', 'application/vnd.x+json; version=2'],
    ['application/vnd.x+json', 'application/vnd.x+json; version=1'],
    ['application/hal+json;q=0, */*;q=0.1', 'application/vnd.x+json; version=1'],
    ['TEXT/CSV', 'text/csv'],
    ['nonsense', 'application/hal+json'],
  ])('with Accept %s is %s', async (accept, type) => {
    const { get } = await clientOf(fine(several))
    const reply = await get('/api/x', accept === undefined ? {} : { headers: { accept } })
    expect([reply.status, reply.headers['Content-Type']]).toEqual([200, type])
  })

  it.each(['image/png', 'application/vnd.x+json;version=3', '*/*;q=0', 'text/csv;q=0'])(
    'is none with Accept %s: 406 names what there is',
    async (accept) => {
      const { get } = await clientOf(fine(accept.startsWith('text') ? { 'text/csv': {} } : several))
      const { status, body, headers } = await get('/api/x', { headers: { accept } })
      expect([status, body.statusCode, headers['X-Sim-Generated']]).toEqual([406, 'NOT_ACCEPTABLE', 'schema'])
      expect(body.message).toContain(`Accept '${accept}' fits no response: accept `)
      expect(body.message).toContain('text/csv')
    },
  )

  it('of a documented range is the one that the client names', async () => {
    const { get } = await clientOf(fine({ 'application/*': { schema: NAME } }))
    const reply = await get('/api/x', { headers: { accept: 'text/html, application/vnd.y+json;q=0.8' } })
    expect([reply.headers['Content-Type'], typeof JSON.parse(reply.text).name]).toEqual([
      'application/vnd.y+json',
      'string',
    ])
  })

  it('that nobody can send is replaced, and a hostile Accept takes no time', async () => {
    const { get } = await clientOf(fine({ 'text/x\r\nX-Evil: 1': { example: 'a' } }))
    expect((await get('/api/x')).headers).toMatchObject({ 'Content-Type': 'application/octet-stream' })
    const started = performance.now()
    preferredType('a/b;q='.repeat(100_000), ['text/csv'])
    preferredType(','.repeat(100_000), ['text/csv'])
    expect(performance.now() - started).toBeLessThan(500)
  })
})

describe('the status', () => {
  it.each<[string, Json, number]>([
    ['that is only a redirect', { 303: { description: 'See.' }, 404: { description: 'None.' } }, 303],
    ['of a range', { '2XX': { description: 'Fine.' } }, 200],
    ['of a range of redirects', { '3XX': { description: 'See.' }, default: { description: 'Error.' } }, 302],
    ['that is only the default', { default: { description: 'Fine.' } }, 200],
    ['that is only an error', { 410: { description: 'Gone.' } }, 410],
    [
      'that comes first of several',
      { 202: { description: 'Later.' }, 201: { description: 'Made.' }, 302: {} },
      201,
    ],
  ])('%s', async (_name, responses, status) => {
    const { simulator } = await clientOf(responses)
    const headers = { authorization: 'Bearer tok-alice' }
    expect((await simulator.exchange({ method: 'GET', url: '/api/x', headers })).status).toBe(status)
  })
})

describe('a documented header', () => {
  const headers = {
    Location: { schema: { type: 'string' }, example: '/api/x/7' },
    'X-Named': { examples: { a: { value: 'first' }, b: { value: 'second' } }, schema: { type: 'string' } },
    'X-Schema': { schema: { type: 'integer', example: 7 } },
    'X-Total-Count': { schema: { type: 'integer', minimum: 3, maximum: 5 } },
    'X-List': { schema: { type: 'array', items: { enum: ['a'] }, minItems: 2, maxItems: 2 } },
    'X-Referred': { $ref: '#/components/headers/Referred' },
    'X-Evil': { example: 'a\r\nX-More: 1' },
    'Content-Type': { example: 'text/html' },
    'bad name': { example: 'x' },
  }
  it('is sent with its example, or a value of its schema', async () => {
    const components = { headers: { Referred: { example: 'there' } } }
    const { get } = await clientOf({ 303: { description: 'See.', headers } }, components)
    const reply = await get('/api/x')
    expect(reply.status).toBe(303)
    expect(reply.headers).toMatchObject({
      Location: '/api/x/7',
      'X-Named': 'first',
      'X-Schema': '7',
      'X-Total-Count': expect.stringMatching(/^[345]$/),
      'X-List': 'a,a',
      'X-Referred': 'there',
    })
    for (const name of ['X-Evil', 'Content-Type', 'bad name', 'X-More'])
      expect(reply.headers).not.toHaveProperty(name)
  })

  it('is written in its style if it is an object, and as JSON if it has content of JSON', async () => {
    const schema = {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { const: 1 }, b: { const: 'x' } },
    }
    const { get } = await clientOf(
      fine(
        {},
        {
          'X-Simple': { schema },
          'X-Exploded': { schema, explode: true },
          'X-Json': { content: { 'application/json': { schema } } },
        },
      ),
    )
    expect((await get('/api/x')).headers).toMatchObject({
      'X-Simple': 'a,1,b,x',
      'X-Exploded': 'a=1,b=x',
      'X-Json': '{"a":1,"b":"x"}',
    })
  })

  it('is named as not followed if no header can have its value', async () => {
    const { get } = await clientOf(
      fine(
        {},
        {
          'X-Breaks': { example: 'a\nb' },
          'X-Greek': { example: 'αβγ' },
          'X-Deep': { example: [[1]] },
          'X-Fine': { example: 1 },
        },
      ),
    )
    const { headers: sent } = await get('/api/x')
    expect(sent).toMatchObject({
      'X-Fine': '1',
      'X-Sim-Not-Followed': 'value at header x-breaks; value at header x-deep; value at header x-greek',
    })
    expect(Object.keys(sent)).not.toContain('X-Greek')
  })
})

describe('an example', () => {
  it.each<[string, Json, unknown]>([
    ['of a media type', { schema: NAME, example: { name: 'Ada' } }, { name: 'Ada' }],
    ['among several', { schema: NAME, examples: { a: { value: { name: 'Ada' } }, b: {} } }, { name: 'Ada' }],
    ['of a schema', { schema: { ...NAME, example: { name: 'Ada' } } }, { name: 'Ada' }],
    ['in a list of a schema', { schema: { ...NAME, examples: [{ name: 'Ada' }] } }, { name: 'Ada' }],
    [
      'of a field',
      { schema: { ...NAME, properties: { name: { type: 'string', example: 'Ada' } } } },
      { name: 'Ada' },
    ],
    [
      'of items',
      { schema: { type: 'array', minItems: 1, maxItems: 1, items: { ...NAME, example: { name: 'Ada' } } } },
      [{ name: 'Ada' }],
    ],
    ['that does not fit its schema is passed over', { schema: { const: 7, example: 8 }, example: 'x' }, 7],
    [
      'that fits is taken after one that does not',
      { schema: { type: 'integer' }, examples: { a: { value: 'x' }, b: { value: 3 } } },
      3,
    ],
  ])('%s', async (_name, media, body) => {
    const { get } = await clientOf(fine({ 'application/json': media }))
    expect((await get('/api/x')).body).toEqual(body)
  })

  it('does not keep the items of a list from being different', async () => {
    const items = { type: 'string', example: 'a', pattern: '^[a-f]{3}$|' }
    const list = {
      type: 'array',
      minItems: 3,
      maxItems: 3,
      uniqueItems: true,
      items: { ...items, pattern: '^[a-f]+$' },
    }
    const { get } = await clientOf(fine({ 'application/json': { schema: list } }))
    expect(new Set((await get('/api/x')).body).size).toBe(3)
  })
})
