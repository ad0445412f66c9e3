import { describe, expect, test } from 'vitest'
import { assumptions } from '../../src/api/framework/assumptions.ts'
import { openApiDocument } from '../../src/api/openapi/document.ts'
import { operations } from '../../src/api/operations.ts'
import { ADDRESSES, INTERFACES, type InterfaceName } from '../../src/api/framework/interfaces.ts'
import {
  responseOf,
  type Description,
  filledRequest,
  findPlaced,
  missingParameters,
  placedByPath,
  schemasOf,
  schemaText,
  valuesFromExamples,
} from '../../src/console/panels/api/openapi.ts'

const described = new Map<InterfaceName, Description>(
  INTERFACES.map((name) => [
    name,
    openApiDocument(name, operations, { baseUrls: ['/x'], assumptions }) as unknown as Description,
  ]),
)
const wiki = described.get('wiki') as Description

function placedOf(id: string) {
  const operation = operations.find((each) => each.id === id)
  const placed = operation === undefined ? undefined : findPlaced(wiki, id, operation.method, operation.path)
  if (placed === undefined) throw new Error(`${id} is not described`)
  return placed
}

test('every operation is found in the description of its interface', () => {
  const lost = operations.filter(({ interface: name, id, method, path }) => {
    const description = described.get(name)
    return description === undefined || findPlaced(description, id, method, path) === undefined
  })
  expect(lost.map(({ id }) => id)).toEqual([])
})

describe('the form', () => {
  test('begins with what the examples say, so that it can be sent', () => {
    const placed = placedOf('wiki.baseline.create')
    const values = valuesFromExamples(placed)
    expect(missingParameters(placed, values)).toEqual([])
    const address = ADDRESSES.find(({ interface: name }) => name === 'wiki')
    const request = filledRequest(placed, values, address?.path ?? '')
    expect(request).toMatchObject({
      method: 'POST',
      path: '/wiki/rest/reqs/1/baseline/ENG',
      headers: { 'Content-Type': 'application/json' },
    })
    expect(JSON.parse(request.body ?? '')).toMatchObject({ baseline: { name: 'Release 2.0' } })
  })

  test('encodes what is typed, splits lists, and leaves out what is empty', () => {
    const placed = placedOf('wiki.requirement.read')
    const request = filledRequest(
      placed,
      {
        parameters: {
          'path:spaceKey': 'E/N',
          'path:key': '$& ?',
          'query:v': '',
          'query:expand': 'references, x&y',
        },
        contentType: '',
        body: '',
      },
      '/wiki',
    )
    expect(request).toEqual({
      method: 'GET',
      path: '/wiki/rest/reqs/1/requirement2/E%2FN/%24%26%20%3F?expand=references&expand=x%26y',
      headers: {},
    })
  })

  test('says which parts of the path are missing', () => {
    const placed = placedOf('wiki.requirement.read')
    expect(
      missingParameters(placed, { parameters: { 'path:key': 'REQ-001' }, contentType: '', body: '' }),
    ).toEqual(['spaceKey'])
  })
})

test('a schema comes with what it names', () => {
  const content = placedOf('wiki.baseline.create').operation.requestBody?.content['application/json']
  expect(Object.keys(schemasOf(wiki, content?.schema ?? {}))).toContain('CreationPayload')
})

test('an answer is read behind its reference', () => {
  const { responses } = placedOf('wiki.baseline.create').operation
  const declared = responses['403']
  expect(declared?.$ref).toBeDefined()
  expect(responseOf(wiki, declared ?? {}).description).toMatch(/\w/)
})

test.each([
  [
    { type: 'integer', format: 'int32', minimum: 1, maximum: 200, default: 20 },
    'integer int32, 1 to 200, default 20',
  ],
  [
    { type: 'array', items: { type: 'string', maxLength: 255 } },
    'comma-separated list: string, at most 255 characters',
  ],
  [{ type: 'string', enum: ['A', 'B'] }, 'A, B'],
  [undefined, ''],
])('%j in words', (schema, text) => {
  expect(schemaText(schema)).toBe(text)
})

describe('an operation that the description of the simulator lacks', () => {
  test('has a form for its path, and a body where its method has one', () => {
    const placed = placedByPath('standalone:PUT /a/{x-y}/{z}', 'PUT', '/a/{x-y}/{z}')
    const values = { ...valuesFromExamples(placed), body: '{"a":1}' }
    expect(missingParameters(placed, values)).toEqual(['x-y', 'z'])
    const filled = { ...values, parameters: { 'path:x-y': 'a/b', 'path:z': '7' } }
    expect(missingParameters(placed, filled)).toEqual([])
    expect(filledRequest(placed, filled, '/api')).toMatchObject({
      method: 'PUT',
      path: '/api/a/a%2Fb/7',
      body: '{"a":1}',
    })
    expect(placedByPath('x', 'GET', '/a').operation).toEqual({
      operationId: 'x',
      parameters: [],
      responses: {},
    })
  })
})
