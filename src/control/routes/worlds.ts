/** What is loaded, the worlds in use, and putting them back to their beginning. */
import * as z from 'zod'
import { string } from '../../api/framework/parameter.ts'
import { conflict, invalid, notFound, unavailable } from '../../model/input/errors.ts'
import { loadReady } from '../../scenario/ready/ready.ts'
import { readyScenarios } from '../../scenario/ready/list.ts'
import { CLOCK_MODES } from '../../world/time/clock-state.ts'
import { compareStates } from '../differences.ts'
import { MAXIMUM_SCENARIO_BYTES } from '../limits.ts'
import { type ControlContext, controlRoute, listOf, paging, routesOf } from '../route.ts'
import { describeClock } from './clock.ts'
import {
  loadedScenarioResponse,
  type LoadedWorld,
  loadedWorldResponse,
  readyScenarioListResponse,
  snapshotDifferenceResponse,
  worldListResponse,
  worldResponse,
} from '../responses/worlds.ts'
import { isObject } from '../../world/objects.ts'
import { once } from '../../world/once.ts'

const DEFAULT_WORLD = 'default'

const resetShape = once(() =>
  z.strictObject({
    worlds: z
      .literal('all')
      .exactOptional()
      .describe('`all` resets every world, not only the addressed one.'),
    mode: z
      .enum(CLOCK_MODES)
      .exactOptional()
      .describe(
        'The mode of the clock of the addressed world after the reset; that of the scenario by default.',
      ),
  }),
)

/** The scenario as it was sent, also with a field named `__proto__`, which the check of scenarios reports. */
const scenarioShape = once(() =>
  z.unknown().refine(isObject, 'expected an object').meta({ type: 'object', additionalProperties: true }),
)

const worldShape = once(() =>
  z.strictObject({
    name: z.string().min(1).describe('1 to 64 letters, digits, `.`, `_` or `-`.'),
    from: z
      .string()
      .default('scenario')
      .describe(
        '`scenario` for a new world of the loaded scenario, or the name of the world to fork: `default` as it is, `default@12` as it was after step 12.',
      ),
  }),
)

export const worldRoutes = routesOf('Worlds', [
  controlRoute({
    id: 'getHealth',
    method: 'GET',
    path: '/health',
    summary: 'Health, version and loaded scenario',
    details: 'Needs no control token. Without one, only worlds in use are shown.',
    anonymous: true,
    returns: loadedWorldResponse,
    responseNote: '`scenarioHash` is the SHA-256 of the resolved scenario.',
    refusals: { 503: 'The server drains: it serves requests, but will end soon.' },
    handle: (_input, context) => {
      const { host, trusted, worldName, draining } = context
      if (draining) throw unavailable('the server', 'drains and will end: send new work to another one')
      if (!trusted && !host.worlds.names().includes(worldName)) {
        throw notFound('world', worldName)
      }
      return describeLoaded(context)
    },
  }),
  controlRoute({
    id: 'resetWorld',
    method: 'POST',
    path: '/reset',
    summary: 'Reset the addressed world, or all worlds, to the loaded scenario',
    body: { optional: true, shape: resetShape, example: { worlds: 'all' } },
    returns: loadedWorldResponse,
    handle: ({ body }, context) => {
      context.world()
      const { host, worldName } = context
      host.reset(body.worlds ?? worldName)
      const { mode } = body
      if (mode !== undefined) host.worlds.move(worldName, (world) => world.setClock({ mode }))
      return describeLoaded(context)
    },
  }),
  controlRoute({
    id: 'getScenario',
    method: 'GET',
    path: '/scenario',
    summary: 'Get the loaded scenario',
    worldless: true,
    returns: loadedScenarioResponse,
    responseNote: '`description` if it has one, `steps` is the length of its timeline.',
    handle: (_input, { host }) => {
      const { name, seed, hash } = host.loaded()
      const description = host.description()
      return {
        name,
        ...(description === undefined ? {} : { description }),
        seed,
        scenarioHash: hash,
        steps: host.timeline().length,
      }
    },
  }),
  controlRoute({
    id: 'listScenarios',
    method: 'GET',
    path: '/scenarios',
    summary: 'List the ready scenarios, which `POST /scenario` loads by name',
    query: paging,
    worldless: true,
    returns: readyScenarioListResponse,
    responseNote: '`steps` is the length of the timeline.',
    handle: async ({ query }) => {
      const { items, total } = listOf(readyScenarios(), query)
      const described = items.map(async ({ name, description }) => {
        const { timeline = [] } = await loadReady(name)
        return { name, description, steps: timeline.length }
      })
      return { items: await Promise.all(described), total }
    },
  }),
  controlRoute({
    id: 'loadScenario',
    method: 'POST',
    path: '/scenario',
    summary: 'Load a scenario and reset every world to it',
    details: 'Takes a scenario object, or `{"name": "…"}` alone for a ready scenario.',
    body: {
      shape: scenarioShape,
      example: { name: 'demo' },
      maximumBytes: MAXIMUM_SCENARIO_BYTES,
    },
    returns: loadedWorldResponse,
    handle: async ({ body }, context) => {
      const [only, ...others] = Object.keys(body)
      const ready = only === 'name' && others.length === 0 ? body['name'] : undefined
      if (ready !== undefined && typeof ready !== 'string') {
        throw invalid('name', ready, 'send the name of a ready scenario')
      }
      await context.host.load(ready ?? body)
      return describeLoaded(context)
    },
  }),
  controlRoute({
    id: 'listWorlds',
    method: 'GET',
    path: '/worlds',
    summary: 'List the worlds in use',
    query: paging,
    worldless: true,
    returns: worldListResponse,
    responseNote: '`default` first, then in order of creation.',
    handle: ({ query }, { host }) => {
      const items = host.worlds.names().flatMap((name) => {
        const world = host.worlds.peek(name)
        return world === undefined ? [] : [{ name, clock: describeClock(world) }]
      })
      return listOf(items, query)
    },
  }),
  controlRoute({
    id: 'createWorld',
    method: 'POST',
    path: '/worlds',
    summary: 'Create a world',
    body: { shape: worldShape, example: { name: 'second', from: 'scenario' } },
    status: 201,
    worldless: true,
    returns: worldResponse,
    refusals: {
      404: '`from` is not in use, or has no such step.',
      409: 'The name is in use, or the simulator has its maximum of worlds.',
    },
    handle: ({ body }, { host }) => {
      const { name, from } = body
      const world = host.worlds.create(name, from === 'scenario' ? undefined : from)
      return { name, clock: describeClock(world) }
    },
  }),
  controlRoute({
    id: 'compareWorlds',
    method: 'GET',
    path: '/worlds/{name}/diff',
    summary: 'Compare another world with the addressed world',
    pathParameters: {
      name: string({ required: true, description: 'The name of the other world.', example: 'second' }),
    },
    query: { ...paging, table: string({ description: 'Only records of this table.' }) },
    exampleAfter: [{ route: 'createWorld' }],
    returns: snapshotDifferenceResponse,
    responseNote:
      'As `GET /snapshots/{id}/diff/{other}`: `before` is the record of the other world, `after` that of the addressed one.',
    refusals: { 404: 'No world of this name is in use.' },
    handle: ({ path, query }, { host, world }) => {
      const other = host.worlds.peek(path.name)
      if (other === undefined)
        throw notFound('world', path.name, { instead: 'GET /worlds lists those in use' })
      return compareStates(world().schema, [other.snapshot(), world().snapshot()], query)
    },
  }),
  controlRoute({
    id: 'deleteWorlds',
    method: 'DELETE',
    path: '/worlds',
    summary: 'Delete every world except `default`',
    status: 204,
    worldless: true,
    handle: (_input, { host }) => {
      for (const name of host.worlds.names().filter((candidate) => candidate !== DEFAULT_WORLD))
        host.worlds.drop(name)
    },
  }),
  controlRoute({
    id: 'deleteWorld',
    method: 'DELETE',
    path: '/worlds/{name}',
    summary: 'Delete a world; its next use creates it again',
    pathParameters: {
      name: string({ required: true, description: 'The name of the world.', example: 'second' }),
    },
    status: 204,
    worldless: true,
    exampleAfter: [{ route: 'createWorld' }],
    refusals: { 404: 'No world of this name is in use.', 409: '`default` cannot be deleted.' },
    handle: ({ path }, { host }) => {
      const { name } = path
      if (name === DEFAULT_WORLD) throw conflict('world', name, 'cannot be deleted', 'reset it instead')
      if (!host.worlds.names().includes(name)) throw notFound('world', name)
      host.worlds.drop(name)
    },
  }),
])

function describeLoaded({ host, world, worldName }: ControlContext): LoadedWorld {
  const { name, seed, hash } = host.loaded()
  const clock = describeClock(world())
  return {
    status: 'ok',
    version: host.version,
    scenario: name,
    seed,
    scenarioHash: hash,
    world: worldName,
    clock,
  }
}
