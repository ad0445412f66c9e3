/** The errors that routes of the control API can return. */
import type { Json, JsonObject } from '../../api/openapi/json.ts'
import { statusName } from '../../api/framework/errors.ts'
import type { ControlRoute } from '../route.ts'

export const ERROR_SCHEMA: JsonObject = {
  type: 'object',
  required: ['message', 'statusCode', 'errors'],
  properties: {
    message: {
      type: 'string',
      description: 'Names the parameter or record, its value, and the correction.',
    },
    statusCode: { type: 'string', description: 'The name of the HTTP status.' },
    errors: { type: 'array', items: { type: 'string' }, description: 'Details, one each.' },
  },
}

interface CommonRefusal {
  readonly status: number
  /** The name of its component. */
  readonly name: string
  readonly description: string
  readonly canOccur: (route: ControlRoute, read: boolean) => boolean
}

const COMMON: readonly CommonRefusal[] = [
  {
    status: 400,
    name: 'BadRequest',
    description: 'A parameter, a header or the body is not as declared.',
    canOccur: () => true,
  },
  {
    status: 401,
    name: 'Unauthorized',
    description: 'The control token is missing or wrong.',
    canOccur: ({ anonymous }) => anonymous !== true,
  },
  {
    status: 403,
    name: 'Forbidden',
    description: 'The host name, the origin or the missing `X-Sim-Control` is not allowed.',
    canOccur: () => true,
  },
  {
    status: 404,
    name: 'NotFound',
    description: 'Something that the request names does not exist.',
    canOccur: ({ worldless, pathParameters }) => worldless !== true || Object.keys(pathParameters).length > 0,
  },
  {
    status: 409,
    name: 'Conflict',
    description: 'The state does not allow the request, or the simulator has the maximum number of worlds.',
    canOccur: ({ worldless }) => worldless !== true,
  },
  {
    status: 413,
    name: 'PayloadTooLarge',
    description: 'The body is larger than the maximum.',
    canOccur: ({ body }) => body !== undefined,
  },
  {
    status: 415,
    name: 'UnsupportedMediaType',
    description: 'The body has another content type than application/json.',
    canOccur: (_route, read) => !read,
  },
]

/** For `components.responses`. */
export const errorComponents: JsonObject = Object.fromEntries(
  COMMON.map(({ status, name, description }) => [name, errorResponse(status, description)]),
)

/** The errors of a route, for its `responses`; `read` says whether it only reads. */
export function refusalsOf(route: ControlRoute, read: boolean): JsonObject {
  const found = new Map<string, Json>()
  for (const { status, name, canOccur } of COMMON)
    if (canOccur(route, read)) found.set(String(status), { $ref: `#/components/responses/${name}` })
  for (const [status, description] of Object.entries(route.refusals ?? {}))
    found.set(status, errorResponse(Number(status), description))
  return Object.fromEntries(found)
}

function errorResponse(status: number, description: string): JsonObject {
  return {
    description,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { message: description, statusCode: statusName(status), errors: [description] },
      },
    },
  }
}
