/** The OpenAPI 3.0.3 description of the control API, generated from the declarations of its routes. */
import type { Shape } from '../../api/framework/operation.ts'
import {
  defined,
  type Json,
  type JsonObject,
  type OpenApiDocument,
  sortedByName,
} from '../../api/openapi/json.ts'
import { pathParameters, queryParameters } from '../../api/openapi/parameters.ts'
import { mapSchemas } from '../../api/openapi/normalise.ts'
import { shapeSchemas, type ShapeSchemas } from '../../api/openapi/schemas.ts'
import { isRead } from '../safety.ts'
import { regionParameter } from '../read-input.ts'
import type { ResponseShape } from '../responses/shape.ts'
import type { ControlBody, ControlRoute } from '../route.ts'
import { GROUP_DESCRIPTIONS } from './groups.ts'
import { errorComponents, ERROR_SCHEMA, refusalsOf } from './refusals.ts'
import { HEADERS, headerReferences, SECURITY_SCHEMES, securityOf } from './security.ts'

export interface ControlDocumentOptions {
  /** Address of the server; empty for addresses relative to that of the description. */
  readonly origin: string
  /** The release of the simulator. */
  readonly version: string
}

const INTRODUCTION = [
  'Controls a running simulator: moves the clock, injects faults, reads the state, edits records and resets worlds.',
  'The header `X-Sim-World`, or the second server with its path prefix, selects the world; its first use creates it.',
  'Writes need the header `X-Sim-Control: 1`. Every route but `GET /health` needs the control token if the server has one, and is refused without one on addresses other than loopback.',
  'Examples use the demo world. They succeed on a new one in the order of `x-example-after`.',
].join(' ')

/** The document of these routes. */
export function controlDocument(
  routes: readonly ControlRoute[],
  { origin, version }: ControlDocumentOptions,
): OpenApiDocument {
  const bodies = new Map(routes.flatMap((route) => bodyShapes(route)))
  const responses = withInner(routes.flatMap(({ returns }) => returns ?? []))
  const schemas = shapeSchemas([...bodies.values(), ...responses])
  const paths = Map.groupBy(routes, ({ path }) => path)
  return {
    openapi: '3.0.3',
    info: {
      title: 'Control API',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [
      { url: `${origin}/_sim`, description: 'The world of `X-Sim-World`, or `default`.' },
      {
        url: `${origin}/_world/{world}/_sim`,
        description: 'One world, for clients that cannot send headers.',
        variables: { world: { default: 'default', description: 'The name of the world.' } },
      },
    ],
    tags: [...new Set(routes.map(({ group }) => group))].map((name) =>
      defined({ name, description: GROUP_DESCRIPTIONS[name] }),
    ),
    paths: Object.fromEntries(
      [...paths].map(([path, members]) => [
        path,
        Object.fromEntries(
          members.map((route) => [route.method.toLowerCase(), operationObject(route, schemas, bodies)]),
        ),
      ]),
    ),
    components: {
      schemas: sortedByName(new Map([...members(schemas.components), ['Error', ERROR_SCHEMA]])),
      responses: errorComponents,
      parameters: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** The schemas by name, their defaults as words: some generators make a field with a default compulsory. */
function members(components: JsonObject): [string, Json][] {
  return Object.entries(components).map(([name, schema]) => [name, withDefaultsAsWords(schema as JsonObject)])
}

function withDefaultsAsWords(schema: JsonObject): JsonObject {
  const { default: value, ...rest } = mapSchemas(schema, withDefaultsAsWords)
  if (value === undefined) return rest
  const words = `Default: ${JSON.stringify(value)}.`
  const { description } = rest
  return { ...rest, description: typeof description === 'string' ? `${description} ${words}` : words }
}

type Bodies = ReadonlyMap<string, Shape>

function bodyShapes({ id, body }: ControlRoute): [string, Shape][] {
  return body === undefined ? [] : [[id, { name: body.name ?? `${capitalised(id)}Body`, schema: body.shape }]]
}

function withInner(shapes: readonly ResponseShape[]): readonly ResponseShape[] {
  const found = new Set<ResponseShape>()
  const add = (one: ResponseShape): void => {
    if (found.has(one)) return
    found.add(one)
    one.inner.forEach(add)
  }
  shapes.forEach(add)
  return [...found]
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function operationObject(route: ControlRoute, schemas: ShapeSchemas, bodies: Bodies): JsonObject {
  const { id, group, summary, details, responseNote: response, method, exampleAfter } = route
  const parameters = parametersOf(route)
  const success = defined({ description: response ?? `${summary}.`, content: contentOf(route, schemas) })
  const after = exampleAfter?.map(({ route: operation, body }) =>
    defined({ operation, body: body as Json | undefined }),
  )
  return defined({
    operationId: id,
    tags: [group],
    summary,
    description: details,
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: route.body === undefined ? undefined : requestBody(route.body, schemas, bodies.get(id)),
    responses: { [route.status]: success, ...refusalsOf(route, isRead(method)) },
    security: securityOf(route.anonymous === true, isRead(method)),
    'x-example-after': after,
  })
}

function parametersOf(route: ControlRoute): JsonObject[] {
  const region = route.regional === true && route.body === undefined ? { region: regionParameter } : {}
  const headers = queryParameters(route.headers ?? {}).map((header) => ({ ...header, in: 'header' }))
  return [
    ...pathParameters(route.pathParameters, new Map()),
    ...queryParameters({ ...route.query, ...region }),
    ...(route.filters === undefined ? [] : [filtersParameter(route.filters)]),
    ...headers,
    ...(route.worldless === true ? [] : headerReferences),
  ]
}

/** Every property of the object is a parameter of the query. */
function filtersParameter(description: string): JsonObject {
  return {
    name: 'filters',
    in: 'query',
    description,
    style: 'form',
    explode: true,
    schema: { type: 'object', additionalProperties: { type: 'string' } },
  }
}

function contentOf(
  { returns, otherTypes = [] }: ControlRoute,
  schemas: ShapeSchemas,
): JsonObject | undefined {
  if (returns === undefined && otherTypes.length === 0) return undefined
  const json = returns === undefined ? {} : { 'application/json': { schema: schemas.schemaOf(returns) } }
  const others = otherTypes.map((type): [string, Json] => [type, { schema: { type: 'string' } }])
  return { ...json, ...Object.fromEntries(others) }
}

function requestBody(
  body: ControlBody<unknown>,
  schemas: ShapeSchemas,
  shape: Shape | undefined,
): JsonObject {
  const schema = shape === undefined ? {} : schemas.schemaOf(shape)
  return {
    required: body.optional !== true,
    content: { 'application/json': { schema, example: body.example as Json } },
  }
}
