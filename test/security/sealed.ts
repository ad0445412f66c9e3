/**
 * A process of its own that answers requests and calls of tools, and notes whatever leaves it: names looked up, sockets,
 * files, processes. Reads its work as JSON from its standard input, and writes what it noted to its standard output.
 */
import child from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import type { ExchangeRequest } from '../../src/api/framework/exchange.ts'
import { createSimulator } from '../../src/index.ts'
import { runTool } from '../../src/mcp/server.ts'
import { tools } from '../../src/mcp/tools.ts'

export interface SealedRequest extends ExchangeRequest {
  readonly method: string
  readonly url: string
}

/** A call of a tool of the MCP server. */
export interface SealedCall {
  readonly tool: string
  readonly toolArguments: Readonly<Record<string, unknown>>
}

export interface SealedWork {
  readonly requests: readonly SealedRequest[]
  readonly calls: readonly SealedCall[]
}

export interface Noted {
  readonly statuses: readonly number[]
  /** How many calls of tools had a result, by tool. */
  readonly results: Readonly<Record<string, number>>
  /** Calls that reach beyond the process, and what they were given first. */
  readonly outside: readonly string[]
  /** What the traps say when something does reach outside, so that it is known that they work. */
  readonly proof: readonly string[]
}

let noted: string[] = []

function trap(holder: object, names: readonly string[], label: string): void {
  const methods = holder as Record<string, unknown>
  for (const name of names) {
    const original = methods[name]
    if (typeof original !== 'function') continue
    methods[name] = function trapped(this: unknown, ...parameters: unknown[]): unknown {
      noted.push(`${label}.${name} ${JSON.stringify(parameters[0]) ?? String(parameters[0])}`.slice(0, 200))
      return Reflect.apply(original, this, parameters)
    }
  }
}

const LOOKUPS = ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny', 'reverse', 'lookupService']
const FILES = Object.keys(fs.promises).filter((name) => name !== 'constants')
/** What works on a file that is open needs none of its own. */
const ON_OPEN_FILES = new Set(['readSync', 'closeSync', 'fstatSync', 'writeSync', 'readvSync', 'fsyncSync'])
const SYNCHRONOUS = Object.keys(fs).filter((name) => name.endsWith('Sync') && !ON_OPEN_FILES.has(name))

function trapAll(): void {
  trap(net.Socket.prototype, ['connect'], 'socket')
  trap(tls, ['connect'], 'tls')
  trap(dgram, ['createSocket'], 'datagram')
  trap(dns, LOOKUPS, 'dns')
  trap(dns.promises, LOOKUPS, 'dns.promises')
  trap(child, ['spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync'], 'process')
  trap(fs.promises, FILES, 'files')
  trap(fs, [...SYNCHRONOUS, 'open', 'readFile', 'stat', 'realpath', 'createReadStream'], 'files')
  syncBuiltinESMExports()
}

/** The program's own modules are loaded late, from its own folders. */
function isOwnModule(call: string): boolean {
  return /^files\.\S+ "?(?:file:\/\/)?[^"]*\/(?:src|node_modules)\/[^"]*"?$/.test(call)
}

async function main(): Promise<void> {
  const { requests, calls } = JSON.parse(await text(process.stdin)) as SealedWork
  const simulator = await createSimulator({ scenario: 'demo', config: { rateLimit: 'off' } })
  await simulator.preload()
  trapAll()
  const statuses: number[] = []
  for (const request of requests) {
    const { status, stream } = await simulator.exchange(request)
    stream?.({ write: () => {}, pending: () => 0, end: () => {} })()
    statuses.push(status)
  }
  const results: Record<string, number> = {}
  const unlisted = (path: string) => Promise.reject(new Error(`${path} is not listed`))
  const session = { simulator, url: undefined, pages: { paths: [], read: unlisted } }
  for (const { tool: name, toolArguments } of calls) {
    const tool = tools.find((each) => each.name === name)
    if (tool === undefined) throw new Error(`no tool ${name}`)
    const hasResult = await runTool(tool, toolArguments, session).then(
      () => true,
      () => false,
    )
    results[name] = (results[name] ?? 0) + (hasResult ? 1 : 0)
  }
  simulator.clock.advance('1d')
  const outside = noted.filter((call) => !isOwnModule(call))
  noted = []
  await fetch('http://127.0.0.1:59999/').catch(() => {})
  await fetch('http://outside.invalid/').catch(() => {})
  await fs.promises.readFile('/etc/hostname').catch(() => {})
  const proof = [...noted]
  process.stdout.write(JSON.stringify({ statuses, results, outside, proof } satisfies Noted))
}

await main()
