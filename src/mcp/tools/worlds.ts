/** Tools that load scenarios, create worlds and reset them. */
import * as z from 'zod'
import { READY_SCENARIOS } from '../../scenario/ready/scenarios.generated.ts'
import { callRoute, fieldsOf, routeOf } from '../control-route.ts'
import { nameOrNumber, object, WORLD } from '../fields.ts'
import { ADDS, declareTool, PUTS_BACK } from '../tool.ts'
import { type Data, resultOf, routeTool } from './route-tool.ts'

const NOTHING_LEFT_OUT = 'use get_state'

export const loadScenario = declareTool({
  name: 'load_scenario',
  title: 'Load a scenario',
  description:
    'Load a ready scenario by its name, or a scenario object of your own, and reset every world to it. Deletes all snapshots, the journal and the report. Begin with `demo` unless the task says otherwise; resource reqsim://scenarios describes each.',
  effects: PUTS_BACK,
  input: () => ({
    name: z
      .enum(READY_SCENARIOS.map(({ name }) => name))
      .describe('The name of a ready scenario.')
      .optional(),
    scenario: object(
      'A scenario object instead, such as {"extends": ["demo"], "clock": {"mode": "auto"}}. It extends ready scenarios only.',
    ).optional(),
  }),
  run: async ({ name, scenario }, session) => {
    if ((name === undefined) === (scenario === undefined))
      throw new TypeError("the arguments: 'name' or 'scenario' says what to load; give one of the two")
    const body = scenario ?? { name }
    const data = (await callRoute(session, routeOf('POST /scenario'), { body })) as Data
    return resultOf(`Loaded ${String(data['scenario'])}; every world begins anew.`, data, NOTHING_LEFT_OUT)
  },
})

export const createWorld = routeTool({
  name: 'create_world',
  title: 'Create a world',
  route: 'POST /worlds',
  description:
    'Create a named world of the loaded scenario, or a fork of another world with its present state. Worlds do not see each other. Every other tool takes the name as `world`.',
  effects: ADDS,
  world: null,
  summarise: ({ name }) => `Created world ${String(name)}.`,
})

export const resetWorld = declareTool({
  name: 'reset_world',
  title: 'Reset a world, or restore a snapshot',
  description:
    'Put a world back to the loaded scenario, or to a snapshot, with its clock, faults and records. Resetting also deletes the journal entries of the world; restoring a snapshot keeps them.',
  effects: PUTS_BACK,
  input: () => {
    const { worlds } = fieldsOf(routeOf('POST /reset'))
    return {
      world: WORLD,
      snapshot: nameOrNumber('The snapshot to restore, by the name or number of take_snapshot.').optional(),
      ...(worlds === undefined ? {} : { worlds }),
    }
  },
  run: async ({ world, worlds, snapshot }, session) => {
    if (snapshot !== undefined) {
      if (worlds !== undefined)
        throw new TypeError("worlds: a snapshot is restored into one world; leave out 'worlds' or 'snapshot'")
      const route = routeOf('POST /snapshots/{id}/restore')
      const data = (await callRoute(session, route, { path: { id: snapshot }, body: {}, world })) as Data
      return resultOf(
        `Restored ${String(snapshot)} into world ${String(data['world'])}.`,
        data,
        NOTHING_LEFT_OUT,
      )
    }
    const body = worlds === undefined ? {} : { worlds }
    const data = (await callRoute(session, routeOf('POST /reset'), { body, world })) as Data
    const what = worlds === undefined ? `world ${String(data['world'])}` : 'every world'
    return resultOf(`Reset ${what} to ${String(data['scenario'])}.`, data, NOTHING_LEFT_OUT)
  },
})
