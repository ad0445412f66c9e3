// The documents of the real operations.

import { describe, expect, it } from 'vitest'
import { assumptions } from '../../../src/api/framework/assumptions.ts'
import { DOCUMENT_NAMES, openApiDocument } from '../../../src/api/openapi/document.ts'
import { GROUP_DESCRIPTIONS } from '../../../src/api/openapi/groups.ts'
import { operations } from '../../../src/api/operations.ts'
import { compareCodePoints } from '../../../src/world/order.ts'
import type { SimulatorOptions } from '../../../src/index.ts'
import { startClient } from '../../support/client.ts'
import { documentErrors, exampleErrors } from './validity.ts'

describe.each(DOCUMENT_NAMES)('the document of %s', (name) => {
  const document = openApiDocument(name, operations, {
    baseUrls: ['http://base.test'],
    version: '1.2.3',
    assumptions,
  })

  it('is valid OpenAPI 3.0.3', async () => {
    expect(await documentErrors(document)).toBe('')
  })

  it('has examples that fit their schemas', () => {
    expect(exampleErrors(document).errors).toEqual([])
  })

  it('lists each operation of its interface once', () => {
    const surface = name === 'hosted-standalone' ? 'standalone' : name
    const listed = [...JSON.stringify(document).matchAll(/"operationId":"([^"]+)"/g)].map((match) => match[1])
    expect(new Set(listed).size).toBe(listed.length)
    const own = operations.filter((operation) => operation.interface === surface).map(({ id }) => id)
    expect(own.filter((id) => !listed.includes(id))).toEqual([])
  })

  it('is the same text whenever it is made', () => {
    const again = openApiDocument(name, [...operations], {
      baseUrls: ['http://base.test'],
      version: '1.2.3',
      assumptions,
    })
    expect(JSON.stringify(again)).toBe(JSON.stringify(document))
  })
})

it('of a hosted product lists embedded operations only while hosted addresses serve them', async () => {
  const pathsOf = async (config: NonNullable<SimulatorOptions['config']>) => {
    const client = await startClient({ scenario: 'demo', config })
    return Object.keys((await client.get('/eu/wiki/v3/api-docs', { token: null })).body.paths)
  }
  expect(await pathsOf({})).toContain('/rest/reqs/1/openapi')
  const own = await pathsOf({ assumptions: { A48: 'off' } })
  expect(own.filter((path) => path.startsWith('/rest/reqs/'))).toEqual([])
  expect(own).toContain('/v3/api-docs')
})

it.each([
  ['wiki', '/eu/wiki'],
  ['wiki', '/us/wiki'],
  ['tracker', '/eu/tracker'],
  ['tracker', '/us/tracker'],
] as const)(
  'of the embedded %s, read at %s, has the embedded operations, and the credentials of the hosted address',
  async (product, address) => {
    const client = await startClient()
    const read = async (path: string) => (await client.get(path, { token: null })).body
    const embedded = await read(`/${product}/rest/reqs/1/openapi`)
    const hosted = await read(`${address}/v3/api-docs`)
    const both = await read(`${address}/rest/reqs/1/openapi`)
    expect(both.servers).toEqual(hosted.servers)
    expect(both.security).toEqual(hosted.security)
    expect(both.components.securitySchemes).toEqual(hosted.components.securitySchemes)
    expect(Object.keys(both.paths)).toEqual(Object.keys(embedded.paths))
    for (const [path, operations] of Object.entries(both.paths))
      expect(operations).toEqual(hosted.paths[path])
  },
)

it('every group of operations has a description, and every description a group', () => {
  const groups = new Set(operations.map(({ group }) => group))
  expect(Object.keys(GROUP_DESCRIPTIONS)).toEqual([...groups].sort(compareCodePoints))
})

it('examples of bodies and answers pass the validation that guards them', () => {
  const shapes = operations.flatMap(({ id, body, success }) =>
    [body, success.shape]
      .filter((shape) => shape?.example !== undefined)
      .map((shape) => ({ id, shape: shape! })),
  )
  const faulty = shapes.filter(({ shape }) => !shape.schema().safeParse(shape.example).success)
  expect(faulty.map(({ id, shape }) => `${id} ${shape.name ?? ''}`)).toEqual([])
})

it('a form is described by its fields, not as some text', () => {
  const { paths } = JSON.parse(
    JSON.stringify(
      openApiDocument('standalone', operations, {
        baseUrls: ['http://base.test'],
        version: '1.2.3',
        assumptions,
      }),
    ),
  )
  const formOf = (path: string, method: string) =>
    paths[path][method].requestBody.content['multipart/form-data'].schema
  const file = { type: 'string', format: 'binary', description: expect.any(String) }
  const id = { type: 'integer', format: 'int64', description: expect.any(String) }
  expect(formOf('/external-properties/import', 'post')).toEqual({
    type: 'object',
    required: ['file'],
    properties: {
      file,
      projectContainerId: id,
      variantId: id,
      sheet: { type: 'string', description: expect.any(String) },
    },
  })
  expect(formOf('/files/{id}/upload/blob', 'put')).toMatchObject({ required: ['file'], properties: { file } })
})
