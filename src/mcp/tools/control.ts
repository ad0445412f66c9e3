/** The rest of the control API: what people do on the pages of the products, queues, timelines, tokens and settings. */
import * as z from 'zod'
import { controlRoutes } from '../../control/routes.ts'
import { quoted } from '../../model/input/refusal.ts'
import { isObject } from '../../world/objects.ts'
import { callRoute, routeOf } from '../control-route.ts'
import { object, WORLD } from '../fields.ts'
import { CHANGES, declareTool } from '../tool.ts'
import { resultOf } from './route-tool.ts'

/** Streams have no end to wait for. */
const ROUTES = controlRoutes.filter(({ path }) => path !== '/events')
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`

export const callControl = declareTool({
  name: 'call_control',
  title: 'Call the control API',
  description:
    'Call any route of the control API, for what has no tool of its own. Create tokens and sessions, save pages and issues as their users do, take a site offline, run the timeline, read queues, assumptions and state machines, change the mode of the clock. Resource reqsim://control describes each route.',
  effects: CHANGES,
  input: () => ({
    route: z
      .enum(ROUTES.map(nameOf), 'must be one that resource reqsim://control describes')
      .describe('Method and path of the route.'),
    path: object('Parameters of the path by name, such as {"id": 102}.').optional(),
    query: object('Parameters of the query by name.').optional(),
    body: z.unknown().describe('The body as JSON data.').optional(),
    world: WORLD,
  }),
  run: async ({ route: name, path = {}, query = {}, body, world }, session) => {
    const route = routeOf(name)
    const missing = Object.keys(route.pathParameters).find((each) => isBlank(path[each]))
    if (missing !== undefined)
      throw new TypeError(
        `path: lacks '${missing}'; ${route.pathParameters[missing]?.description ?? 'it is required'}`,
      )
    const call = {
      path,
      query,
      world,
      ...(route.body === undefined && body === undefined ? {} : { body: body ?? {} }),
    }
    if (route.body === undefined && body !== undefined)
      throw new TypeError(`body: ${name} takes none, not ${quoted(body)}; leave it out`)
    const data = await callRoute(session, route, call)
    return resultOf(
      `${name}: ${route.status}.`,
      data === undefined ? {} : wrapped(data),
      'narrow it with the query',
    )
  },
})

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Structured content is an object. */
function wrapped(data: unknown): object {
  return isObject(data) ? data : { value: data }
}
