/** The state machines of the service as data, and the states of the records of a world. */
import { string } from '../../api/framework/parameter.ts'
import { countStates, type ListedMachine, machines } from '../../model/machine-list.ts'
import { notFound } from '../../model/input/errors.ts'
import { nearestName } from '../../world/nearest.ts'
import { controlRoute, routesOf } from '../route.ts'
import { countedMachineResponse, machineListResponse } from '../responses/catalogue.ts'

export const machineRoutes = routesOf('State machines', [
  controlRoute({
    id: 'listMachines',
    method: 'GET',
    path: '/machines',
    summary: 'List the state machines of the service',
    details:
      'A record that does not exist is in the state `none`. Transitions that are not listed are refused with 409.',
    worldless: true,
    returns: machineListResponse,
    handle: () => ({ items: machines.map(describeMachine), total: machines.length }),
  }),
  controlRoute({
    id: 'getMachine',
    method: 'GET',
    path: '/machines/{name}',
    summary: 'Get a state machine and the number of records in each state',
    pathParameters: {
      name: string({
        required: true,
        description: 'The name of the machine, as `GET /machines` lists it.',
        example: 'baseline',
      }),
    },
    regional: true,
    returns: countedMachineResponse,
    responseNote: '`records` has a number for each state.',
    handle: ({ path }, { store }) => {
      const listed = findMachine(path.name)
      return { ...describeMachine(listed), records: countStates(listed, store()) }
    },
  }),
])

/** A state machine as lists show it. */
export function describeMachine({ id, machine, initial }: ListedMachine) {
  const { name: title, states, events, transitions } = machine
  return { name: id, title, states, initial, events, transitions }
}

function findMachine(name: string): ListedMachine {
  const found = machines.find(({ id }) => id === name)
  if (found !== undefined) return found
  const nearest = nearestName(
    name,
    machines.map(({ id }) => id),
  )
  const suggestion = nearest === undefined ? 'GET /machines lists them' : `did you mean '${nearest}'?`
  throw notFound('state machine', name, { instead: suggestion })
}
