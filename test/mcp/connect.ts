/** A client of the official SDK, connected to a server in this process or to one that it starts. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'
import { createMcpServer, type OnDefect } from '../../src/mcp/server.ts'
import type { Session } from '../../src/mcp/tool.ts'
import { compileCache } from '../support/compile-cache.ts'
import type { CallTool, Content } from './solutions.ts'

/** What a tool returned. */
export interface Outcome {
  readonly isError: boolean
  /** The first text: the summary, or the error. */
  readonly text: string
  readonly texts: readonly string[]
  readonly data: Content
}

export async function callTool(client: Client, name: string, toolArguments: object = {}): Promise<Outcome> {
  const result = await client.callTool({ name, arguments: toolArguments as Record<string, unknown> })
  const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''))
  const data = (result.structuredContent ?? {}) as Content
  return { isError: result.isError === true, text: texts[0] ?? '', texts, data }
}

/** The structured content of a tool; throws for its error. */
export function toolsOf(client: Client): CallTool {
  return async (name, toolArguments) => {
    const { isError, text, data } = await callTool(client, name, toolArguments)
    if (isError) throw new Error(`${name}: ${text}`)
    return data
  }
}

/** A client of a server in this process. */
export async function connectTo(session: Session, onDefect: OnDefect = () => {}) {
  const server = createMcpServer(session, onDefect)
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await server.connect(ours)
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(theirs)
  return { client, close: () => client.close() }
}

const NO_PAGES: Session['pages'] = { paths: [], read: () => Promise.reject(new Error('no page is listed')) }

/** A server in this process with a simulator of its own. */
export async function connectInProcess(
  options: SimulatorOptions = { scenario: 'demo' },
  more: Partial<Session> = {},
) {
  const simulator = await createSimulator(options)
  const defects: unknown[] = []
  const session = { simulator, url: undefined, pages: NO_PAGES, ...more }
  const { client } = await connectTo(session, (error) => defects.push(error))
  const call = (name: string, toolArguments?: object) => callTool(client, name, toolArguments)
  return { client, simulator, defects, call }
}

/** A process that a client starts, as a host does. `url` is the address that it announces with `--port`. */
export async function connectToProcess(...args: readonly string[]) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['src/cli/main.ts', 'mcp', ...args],
    env: { ...compileCache },
    stderr: 'pipe',
  })
  const announced = Promise.withResolvers<string>()
  let errors = ''
  transport.stderr?.on('data', (bytes: Buffer) => {
    errors += String(bytes)
    const address = /^reqsim listening on (\S+)\n/.exec(errors)?.[1]
    if (address !== undefined) announced.resolve(address)
  })
  // The revision of the protocol without a handshake; in this process, clients begin with the older `initialize`.
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(transport)
  return { client, url: () => announced.promise }
}
