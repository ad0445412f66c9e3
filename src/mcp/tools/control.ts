/** The rest of the control API: what people do on the pages of the products, queues, timelines, tokens and settings. */
import { controlRoutes } from '../../control/routes.ts'
import { quoted } from '../../model/input/refusal.ts'
import { callRoute, routeOf, WORLD } from '../control-route.ts'
import { type Arguments, CHANGES, objectSchema, type Tool } from '../tool.ts'
import { resultOf } from './route-tool.ts'
import { isObject } from '../../world/objects.ts'

/** Streams have no end to wait for. */
const ROUTES = controlRoutes.filter(({ path }) => path !== '/events')
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`

export const callControl: Tool = {
  name: 'call_control',
  title: 'Call the control API',
  description:
    'Call any route of the control API, for what has no tool of its own. Create tokens and sessions, save pages and issues as their users do, take a site offline, run the timeline, read queues, assumptions and state machines, change the mode of the clock. Resource reqsim://control describes each route.',
  effects: CHANGES,
  input: () =>
    objectSchema(
      {
        route: { type: 'string', enum: ROUTES.map(nameOf), description: 'Method and path of the route.' },
        path: { type: 'object', description: 'Parameters of the path by name, such as {"id": 102}.' },
        query: { type: 'object', description: 'Parameters of the query by name.' },
        body: { description: 'The body as JSON data.' },
        world: WORLD,
      },
      ['route'],
    ),
  run: async ({ route: name, path = {}, query = {}, body, world }, session) => {
    const route = routeOf(String(name))
    const missing = Object.keys(route.pathParameters).find((each) => isBlank((path as Arguments)[each]))
    if (missing !== undefined)
      throw new TypeError(
        `path: lacks '${missing}'; ${route.pathParameters[missing]?.description ?? 'it is required'}`,
      )
    const call = {
      path: path as Arguments,
      query: query as Arguments,
      world,
      ...(route.body === undefined && body === undefined ? {} : { body: body ?? {} }),
    }
    if (route.body === undefined && body !== undefined)
      throw new TypeError(`body: ${String(name)} takes none, not ${quoted(body)}; leave it out`)
    const data = await callRoute(session, route, call)
    return resultOf(
      `${String(name)}: ${route.status}.`,
      data === undefined ? {} : wrapped(data),
      'narrow it with the query',
    )
  },
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Structured content is an object. */
function wrapped(data: unknown): object {
  return isObject(data) ? data : { value: data }
}
