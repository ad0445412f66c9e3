/** `reqsim mcp`: the control API as tools of the Model Context Protocol, over the standard input and output. */
import { serve, ServeError, type Served } from '../../adapters/node.ts'
import { packagedPages } from '../../adapters/node/documentation.ts'
import { createSimulator } from '../../index.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { visibleLines } from '../../replay/text.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { explorerForAgents } from '../explore/for-agents.ts'
import type { ClockFlag } from '../flags/flags.ts'
import { fail, readScenario } from '../scenario.ts'
import { reportDefect } from '../serving/defect.ts'
import { readTraceBelow } from '../serving/trace-file.ts'

export interface McpFlags {
  readonly clock?: ClockFlag
  readonly seed?: string
  /** Also serves the worlds over HTTP, on the loopback address. */
  readonly port?: number
  /** Whether agents may run commands. */
  readonly allowCommands?: boolean
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const SDK = '@modelcontextprotocol/server'

const LISTENERS = {
  onDefect: reportDefect,
  onTransportError: ({ message }: Error) => {
    const line = message.replaceAll(/\s+/g, ' ').slice(0, MAXIMUM_LINE)
    process.stderr.write(`reqsim: mcp: ${visibleLines(line)}\n`)
  },
}
/** The SDK explains a wrong message at length. */
const MAXIMUM_LINE = 200

/**
 * Serves until the standard input ends or a signal arrives. Writes only the protocol to the standard output. `flagVariables` are
 * the environment variables of the flags.
 */
export async function runMcp(
  name: string,
  flags: McpFlags,
  flagVariables: readonly string[] = [],
): Promise<void> {
  const { serveMcp } = await loadServer()
  const { scenario } = await readScenario(name)
  const simulator = await createSimulator({
    scenario,
    ...(flags.clock === undefined ? {} : { clock: flags.clock }),
    ...(flags.seed === undefined ? {} : { seed: flags.seed }),
  }).catch(fail)
  const served = flags.port === undefined ? undefined : await listen(simulator, flags.port)
  const streams = { input: process.stdin, output: process.stdout }
  const explorer = flags.allowCommands === true ? explorerForAgents(name, flagVariables) : undefined
  const { close, ended } = serveMcp(
    {
      simulator,
      url: served?.url,
      pages: packagedPages(),
      readTrace: (path) => readTraceBelow(process.cwd(), path),
      exploreCommand: explorer?.explore,
    },
    streams,
    LISTENERS,
  )
  for (const signal of SIGNALS) process.on(signal, close)
  if (served !== undefined) process.stderr.write(`reqsim listening on ${served.url}\n`)
  await ended
  explorer?.stop()
  await served?.close()
  for (const signal of SIGNALS) process.off(signal, close)
}

/** Loads the server. Its SDK is an optional peer dependency. */
async function loadServer() {
  try {
    return await import('../../mcp/stdio.ts')
  } catch (error) {
    if (!(error instanceof Error) || !isMissing(error)) throw error
    throw new ToolFailure(2, `reqsim mcp needs the package ${SDK}: npm install --save-dev ${SDK}`)
  }
}

function isMissing(error: Error & { readonly code?: unknown }): boolean {
  return error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(SDK)
}

async function listen(simulator: Simulator, port: number): Promise<Served> {
  try {
    return await serve(simulator, { port, onDefect: reportDefect })
  } catch (error) {
    if (error instanceof ServeError) throw new ToolFailure(1, error.message)
    throw error
  }
}
