/** The headers and credentials of the control API, as OpenAPI describes them. */
import type { JsonObject } from '../../api/openapi/json.ts'

/** For `components.parameters`. */
export const HEADERS: JsonObject = {
  World: {
    name: 'X-Sim-World',
    in: 'header',
    description: 'The name of the world; `default` when absent. The first use of a name creates the world.',
    schema: { type: 'string', maxLength: 64 },
  },
  WorldMustExist: {
    name: 'X-Sim-World-Must-Exist',
    in: 'header',
    description: '`1` creates no world: 404 when it is not in use. Meant for observers.',
    schema: { type: 'string', enum: ['1'] },
  },
}

/** References to the headers, which every route that uses a world takes. */
export const headerReferences: readonly JsonObject[] = Object.keys(HEADERS).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

/** For `components.securitySchemes`. */
export const SECURITY_SCHEMES: JsonObject = {
  controlToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The control token of the server. Every route but `GET /health` needs it if the server has one.',
  },
  write: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Sim-Control',
    description: 'Always `1`. Every write needs it, because pages of other sites cannot send it.',
  },
  console: {
    type: 'apiKey',
    in: 'cookie',
    name: 'reqsim-console',
    description: 'The session of the console, which the page at `/_sim/` uses instead of the control token.',
  },
}

/** The alternatives of a route: without a credential on loopback, with a token, or with the session of the console. */
export function securityOf(anonymous: boolean, read: boolean): readonly JsonObject[] {
  const write = read ? {} : { write: [] }
  if (anonymous) return [write]
  return [write, { ...write, controlToken: [] }, { ...write, console: [] }]
}
