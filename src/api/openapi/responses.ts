/** The responses of an operation: its success, and each possible refusal with the error body of the interface. */
import { errorBody } from '../framework/errors.ts'
import { ANY_TYPE, type Operation } from '../framework/operation.ts'
import type { InterfaceDescription } from '../framework/interfaces.ts'
import { defined, sortedByName } from './json.ts'
import type { Json, JsonObject } from './json.ts'
import type { ShapeSchemas } from './schemas.ts'

interface CommonRefusal {
  /** Name of its component. */
  readonly name: string
  readonly description: string
}

/** The refusals of any operation, by status. */
const REFUSALS: ReadonlyMap<number, CommonRefusal> = new Map([
  common(400, 'BadRequest', 'The URL, a parameter or the body is not as declared.'),
  common(401, 'Unauthorized', 'The credential is missing, unknown or expired.'),
  common(403, 'Forbidden', 'The caller is known and lacks the permission.'),
  common(404, 'NotFound', 'Something that the request names does not exist.'),
  common(413, 'PayloadTooLarge', 'The body is larger than what is read.'),
  common(415, 'UnsupportedMediaType', 'The body has another content type.'),
  common(429, 'TooManyRequests', 'The rate limit of this minute is used up.'),
])

function common(status: number, name: string, description: string): [number, CommonRefusal] {
  return [status, { name, description }]
}

const RATE_LIMIT_HEADERS = new Map([
  ['X-Rate-Limit-Limit', 'Maximum requests in the rate-limit window.'],
  ['X-Rate-Limit-Remaining', 'Requests remaining in the current window.'],
  ['X-Rate-Limit-Reset', 'Seconds until the next window.'],
])

/** The `headers` of every response (service §8). */
const HEADERS: JsonObject = Object.fromEntries(
  [...RATE_LIMIT_HEADERS.keys()].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

/** For `components.headers`. */
export const headerComponents: JsonObject = Object.fromEntries(
  [...RATE_LIMIT_HEADERS].map(([name, description]) => [
    name,
    { description, schema: { type: 'integer', format: 'int32', minimum: 0 } },
  ]),
)

/** For `components.schemas`: the schema of every error. */
export const ERROR_SCHEMA_NAME = 'ErrorAnswer'

export function errorSchema(surface: InterfaceDescription): JsonObject {
  const message = {
    type: 'string',
    description: 'Names the parameter or record, its value, and what would be right.',
  }
  if (surface.errorShape === 'embedded') {
    return {
      type: 'object',
      required: ['status-code', 'message', 'sub-code'],
      properties: {
        'status-code': { type: 'integer', description: 'The HTTP status.' },
        message,
        'sub-code': { type: 'integer', description: 'Always -1.' },
      },
    }
  }
  return {
    type: 'object',
    required: ['message', 'statusCode', 'errors'],
    properties: {
      message,
      statusCode: { type: 'string', description: 'The name of the HTTP status.' },
      errors: { type: 'array', items: { type: 'string' }, description: 'Details, one each.' },
    },
  }
}

/** For `components.responses`: the refusals with a common description. */
export function responseComponents(surface: InterfaceDescription, statuses: Iterable<number>): JsonObject {
  const responses = new Map<string, Json>()
  for (const status of statuses) {
    const refusal = REFUSALS.get(status)
    if (refusal !== undefined)
      responses.set(refusal.name, errorResponse(surface, status, refusal.description))
  }
  return sortedByName(responses)
}

/** The `responses` of an operation. */
export function responsesOf(
  operation: Operation,
  surface: InterfaceDescription,
  schemas: ShapeSchemas,
): JsonObject {
  const responses: Record<string, Json> = { [operation.success.status]: successResponse(operation, schemas) }
  for (const status of commonStatuses(operation, surface))
    responses[status] = { $ref: `#/components/responses/${REFUSALS.get(status)?.name}` }
  for (const [status, description] of Object.entries(operation.refusals ?? {})) {
    const isSuccess = Number(status) < 300
    responses[status] = isSuccess
      ? { description, headers: HEADERS }
      : errorResponse(surface, Number(status), description)
  }
  return responses
}

function successResponse({ success }: Operation, schemas: ShapeSchemas): JsonObject {
  const { description, shape, bytes } = success
  if (bytes === true) return { description, headers: HEADERS, content: { [ANY_TYPE]: BYTES } }
  if (shape === undefined) return { description, headers: HEADERS }
  const media = defined({ schema: schemas.schemaOf(shape), example: shape.example as Json | undefined })
  return { description, headers: HEADERS, content: { 'application/json': media } }
}

/** Bytes of any content type. */
export const BYTES: JsonObject = { schema: { type: 'string', format: 'binary' } }

/** The statuses of refusals that follow from the declaration, without those that the operation describes itself. */
export function commonStatuses(operation: Operation, surface: InterfaceDescription): number[] {
  const hasBody = operation.body !== undefined
  const possible = new Map([
    // Whatever an operation takes, its URL may be none: one with broken percent-encoding.
    [400, true],
    [401, operation.anonymous !== true],
    [403, operation.anonymous !== true && needsPermission(operation, surface)],
    [404, hasBody || namesRecords(operation)],
    [413, hasBody],
    [415, hasBody],
    [429, true],
  ])
  const worded = operation.refusals ?? {}
  return [...possible].filter(([status, can]) => can && !(status in worded)).map(([status]) => status)
}

/** A path or a required id names a record that has to exist. A filter that matches nothing gives an empty list. */
function namesRecords({ pathParameters, query }: Operation): boolean {
  if (Object.keys(pathParameters).length > 0 || 'applicationId' in query) return true
  return Object.entries(query).some(([name, { required }]) => required && name.endsWith('Id'))
}

/** Being signed in is enough if the words say only that, unless credentials can be bound to a site or application. */
function needsPermission(operation: Operation, surface: InterfaceDescription): boolean {
  if (surface.credentials !== 'bearer-token' || 'applicationId' in operation.query) return true
  return operation.permission.words.replace(/ \(.*\)$/, '') !== 'signed-in'
}

function errorResponse(surface: InterfaceDescription, status: number, description: string): JsonObject {
  return {
    description,
    headers: HEADERS,
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${ERROR_SCHEMA_NAME}` },
        example: JSON.parse(
          errorBody(surface, { status, message: description, errors: [description] }, 'status-code').body,
        ) as Json,
      },
    },
  }
}
