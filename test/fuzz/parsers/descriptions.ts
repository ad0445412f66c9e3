/** A user's own descriptions of the service. */
import { operations } from '../../../src/api/operations.ts'
import { openApiDocument } from '../../../src/api/openapi/document.ts'
import { loadSchemas } from '../../../src/api/framework/zod.ts'
import { createSimulator, OpenApiError } from '../../../src/index.ts'
import { importDescriptions } from '../../../src/openapi-import/import.ts'
import { check, type DataParser, isA } from './parser.ts'
import { yamlFamilies } from './yaml.ts'

await loadSchemas()
const described = openApiDocument('hosted-wiki', operations, {
  baseUrls: ['/'],
  version: '1',
  assumptions: [],
})

const schemaNamed = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const NODE = schemaNamed('Node')
const json = (schema: object) => ({ description: 'x', content: { 'application/json': { schema } } })

const smallDescription = {
  openapi: '3.0.3',
  info: { title: 'Mine', version: '1' },
  paths: {
    '/widgets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'w',
        parameters: [{ $ref: '#/components/parameters/q' }],
        responses: { 200: { $ref: '#/components/responses/W' } },
      },
      put: {
        requestBody: json(NODE),
        responses: {
          201: json({
            allOf: [NODE, { type: 'object', required: ['b'], properties: { b: { enum: ['x', 'y'] } } }],
          }),
        },
      },
    },
  },
  components: {
    parameters: {
      q: {
        name: 'q',
        in: 'query',
        schema: { type: 'array', items: { type: 'string', pattern: '^[a-c]{2,4}$' } },
      },
    },
    responses: { W: json({ type: 'array', items: NODE }) },
    schemas: {
      Node: {
        type: 'object',
        required: ['kind'],
        discriminator: { propertyName: 'kind', mapping: { leaf: '#/components/schemas/Leaf' } },
        properties: {
          kind: { type: 'string' },
          next: NODE,
          size: { type: 'number', multipleOf: 0.5, minimum: 1 },
        },
      },
      Leaf: { oneOf: [NODE, { type: 'string', format: 'date-time', nullable: true }] },
    },
  },
}

/** A description with so many schemas, each of which refers to another. */
function referring(size: number, next: (at: number) => number, more: object = {}): string {
  const schemas = Array.from({ length: size }, (_, at) => [`S${at}`, schemaNamed(`S${next(at)}`)])
  return JSON.stringify({
    openapi: '3.0.0',
    paths: { '/w': { get: { responses: { 200: json(schemaNamed('S0')) } } } },
    components: { schemas: { ...Object.fromEntries(schemas), ...more } },
  })
}

export const openapi: DataParser = {
  kind: 'data',
  name: 'openapi',
  isYaml: true,
  corpus: [smallDescription, smallDescription, described],
  refuses: isA(OpenApiError),
  async read(document) {
    // Nothing else is taken for a description, whatever it holds.
    if (typeof document !== 'object' || document === null) return
    const descriptions = [{ surface: 'standalone' as const, document, file: 'mine.json' }]
    await importDescriptions(descriptions)
    const simulator = await createSimulator({ openapi: descriptions })
    const headers = { authorization: 'Bearer tok-alice', 'content-type': 'application/json' }
    for (const [method, url, body] of [
      ['GET', '/api/widgets/1?q=ab', undefined],
      ['PUT', '/api/widgets/1', '{"kind":"leaf","next":{"kind":"x"}}'],
      ['GET', '/api/widgets/x', undefined],
    ] as const) {
      const { status, body: text } = await simulator.exchange({ method, url, headers, body })
      check(
        status < 500 || simulator.journal.entries().at(-1)?.defect === undefined,
        `${method} ${url} answers ${status}: ${simulator.journal.entries().at(-1)?.defect}`,
      )
      check(text.length < 1_000_000, `${method} ${url} answers ${text.length} characters`)
    }
  },
  async readText(text) {
    await importDescriptions([{ surface: 'standalone', document: text, file: 'mine.json' }])
  },
  families: {
    lists: (size) => `{"openapi":"3.0.0","paths":{},"x":${'['.repeat(size)}${']'.repeat(size)}}`,
    paths: (size) =>
      JSON.stringify({
        openapi: '3.0.0',
        paths: Object.fromEntries(
          Array.from({ length: size }, (_, at) => [`/w${at}`, { get: { responses: {} } }]),
        ),
      }),
    'references in a row': (size) => referring(size, (at) => at + 1, { [`S${size}`]: {} }),
    'a circle of references': (size) => referring(size, (at) => (at + 1) % size),
    ...Object.fromEntries(
      Object.entries(yamlFamilies).map(([name, make]) => [
        `YAML: ${name}`,
        (size: number) => `openapi: 3.0.0\npaths: {}\n${make(size)}`,
      ]),
    ),
  },
}
