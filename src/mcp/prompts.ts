/** Prompts of the MCP server: two tasks that its tools are made for. */
import { completable, type McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { operationIndex } from '../api/operation-index.ts'

const MAXIMUM_COMPLETIONS = 100

export function addPrompts(server: McpServer): void {
  const operation = completable(
    z.string().describe('The id of an operation, such as wiki.baseline.freeze'),
    (begun) =>
      operationIndex
        .map(({ id }) => id)
        .filter((id) => id.startsWith(begun))
        .slice(0, MAXIMUM_COMPLETIONS),
  )
  server.registerPrompt(
    'explore_operation',
    {
      title: 'Explore an operation',
      description: 'Find out how an operation behaves, in good and bad cases.',
      argsSchema: z.object({ operation }),
    },
    ({ operation: id }) => asUser(explore(id)),
  )
  server.registerPrompt(
    'reproduce_failure',
    {
      title: 'Reproduce a failure',
      description: 'Reproduce what a client of the service reported, with the fewest steps.',
      argsSchema: z.object({ symptom: z.string().describe('What the client saw, such as an error message') }),
    },
    ({ symptom }) => asUser(reproduce(symptom)),
  )
}

function explore(id: string): string {
  return [
    `Find out how the operation ${id} of the simulated service behaves.`,
    'Load the scenario demo and describe the operation. Take a snapshot, call the operation as its example says, and compare with the snapshot.',
    'Then call it as a user without permission, with a missing parameter, and with an id that does not exist. Reset the world between the calls.',
    'Report the statuses, the changed records, and the assumptions that the report lists.',
  ].join('\n')
}

function reproduce(symptom: string): string {
  return [
    `A client of the service reported: ${symptom}`,
    'Reproduce it in the simulator. Load the scenario that fits best, find the operations involved, and call them as the client would. If the service must misbehave for it, add a fault. If time must pass, advance the clock.',
    'Reset and repeat with fewer steps until none can be left out. Report the scenario, the steps and the decisive response.',
  ].join('\n')
}

function asUser(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
