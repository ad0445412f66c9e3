/** The MCP server: tools, resources and prompts of one simulator, by the official SDK. */
import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { redactText } from '../gateway/journal/redact-text.ts'
import { suggestionFor } from '../model/input/option-checks.ts'
import { Refusal, quoted } from '../model/input/refusal.ts'
import { once } from '../world/once.ts'
import { parsePastName } from '../world/world-name.ts'
import { ScenarioError } from '../scenario/format/problems.ts'
import { VERSION } from '../version.ts'
import { argumentsSchema, inArguments, readArguments } from './arguments.ts'
import { INSTRUCTIONS } from './instructions.ts'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import type { Arguments, Session, Tool } from './tool.ts'
import { toolsOf } from './tools.ts'
import { createWorld } from './tools/worlds.ts'

/** Called with an error that is a defect of the simulator and not of a call. */
export type OnDefect = (error: unknown) => void

export function createMcpServer(session: Session, onDefect: OnDefect): McpServer {
  const server = new McpServer(
    { name: 'reqsim', title: 'reqsim', version: VERSION },
    { instructions: INSTRUCTIONS },
  )
  for (const tool of toolsOf(session)) addTool(server, tool, session, onDefect)
  addResources(server, session)
  addPrompts(server)
  return server
}

function addTool(server: McpServer, tool: Tool, session: Session, onDefect: OnDefect): void {
  const { readOnly, destructive, idempotent, reachesOutside = false } = tool.effects
  server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: tool.description,
      inputSchema: unchecked(tool),
      annotations: {
        readOnlyHint: readOnly,
        destructiveHint: destructive,
        idempotentHint: idempotent,
        openWorldHint: reachesOutside,
      },
    },
    async (toolArguments) => {
      try {
        const { summary, data } = await runTool(tool, toolArguments, session)
        // Hosts show the text, the structured content, or both; the protocol asks for the JSON as text too.
        const texts = [redactText(summary), JSON.stringify(data)]
        const content = texts.map((text) => ({ type: 'text' as const, text }))
        return { content, structuredContent: data }
      } catch (error) {
        const lines = messagesOf(error, onDefect)
        const names = Object.keys(tool.input().shape)
        const worded = lines.map((line) =>
          line.startsWith(DEFECT) ? line : inArguments(line, toolArguments, names),
        )
        const text = redactText(worded.join('\n'))
        return { content: [{ type: 'text' as const, text }], isError: true }
      }
    },
  )
}

/** Reads the arguments and runs the tool. */
export async function runTool(tool: Tool, toolArguments: Arguments, session: Session) {
  const read = readArguments(tool, toolArguments)
  if (tool !== createWorld) await checkWorld(read['world'], session)
  // On a live clock, the world is moved to the present before it is used.
  session.simulator.catchUp()
  return tool.run(read, session)
}

/** A misspelt name must not make another world, as a request over HTTP does. */
async function checkWorld(world: unknown, { simulator }: Session): Promise<void> {
  if (world === undefined) return
  const names = (await simulator.worlds.list()).map(({ name }) => name)
  // A name such as `trace@12` is that of a past world.
  const base = typeof world === 'string' ? (parsePastName(world)?.world ?? world) : ''
  if (names.includes(base)) return
  const suggestion = suggestionFor(String(world), names, 'create_world makes one')
  throw new TypeError(`world: there is no ${quoted(world)}; ${suggestion}`)
}

/** Every problem of a refused call; of a defect, that it is one. */
function messagesOf(error: unknown, onDefect: OnDefect): string[] {
  if (error instanceof Refusal && !error.message.startsWith('defect of the simulator')) {
    const { message, errors } = error
    // A message joins the first of several problems.
    return (errors.length > 1 ? [...errors] : [message]).slice(0, MAXIMUM_PROBLEMS)
  }
  if (error instanceof TypeError || error instanceof ScenarioError) return [error.message]
  onDefect(error)
  const text = error instanceof Error ? error.message : String(error)
  return [`${DEFECT}${text}`]
}

const MAXIMUM_PROBLEMS = 20
const DEFECT = 'a defect of the simulator, not of the call: '

/** The schema as the client sees it. The tool checks the values itself, so that all errors have one form. */
function unchecked({ input }: Tool): StandardSchemaWithJSON<Arguments> {
  const written = once(() => ({ ...argumentsSchema(input()) }))
  return {
    '~standard': {
      version: 1,
      vendor: 'reqsim',
      validate: (value) => ({ value: value as Arguments }),
      jsonSchema: { input: written, output: written },
    },
  }
}
