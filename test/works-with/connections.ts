/** The table of what clients do when their connection breaks: its cells, how they are measured, and what the last run gave. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runProgram } from './program.ts'
import type { TriedRow } from './row.ts'
import type { Run } from './runs.ts'

export const DOORS = ['server', 'MSW 2', 'MSW 3'] as const
export type ConnectionDoor = (typeof DOORS)[number]

export const CONNECTION_CLIENTS = [
  'node:http',
  'got',
  'axios',
  'superagent',
  'node-fetch',
  'ky',
  'undici',
  'fetch',
] as const
export type ConnectionClient = (typeof CONNECTION_CLIENTS)[number]

export const BREAKS = ['drop', 'drop after the work', 'truncate', 'slow', 'timeout'] as const
export type Break = (typeof BREAKS)[number]

export interface ConnectionCell {
  /** Requests that the simulator has seen, and how many of them wrote. */
  readonly requests: number
  readonly work: number
  /** The code of the first error that the client saw, or the name of one without a code; null for none. */
  readonly code: string | null
  /** The status that the caller gets; null for an error. */
  readonly status: number | null
}

export type ConnectionCells = Readonly<Record<Break, ConnectionCell>>

export type ConnectionRuns = Readonly<
  Record<ConnectionClient, Run & { readonly cells: Readonly<Record<ConnectionDoor, ConnectionCells>> }>
>

const FILE = resolve(import.meta.dirname, 'connections.json')

export function readConnectionRuns(): ConnectionRuns {
  return JSON.parse(readFileSync(FILE, 'utf8')) as ConnectionRuns
}

export function writeConnectionRuns(runs: ConnectionRuns): void {
  const ordered = Object.fromEntries(CONNECTION_CLIENTS.map((client) => [client, runs[client]]))
  writeFileSync(FILE, `${JSON.stringify(ordered, null, 2)}\n`)
}

/** Measures the cells of one client at one door. Throws if anything is printed meanwhile. */
export async function measureConnections(
  client: ConnectionClient,
  door: ConnectionDoor,
): Promise<ConnectionCells> {
  const { cells, printed } = (await runProgram('http/connections.mjs', [door, client], {})) as {
    readonly cells: ConnectionCells
    readonly printed: readonly string[]
  }
  if (printed.length > 0) throw new Error(`${client} at ${door} printed ${printed.join('; ')}`)
  return cells
}

/** The package of a client; those of Node have none. */
export function connectionPackages(client: ConnectionClient): Pick<TriedRow, 'from'> & {
  readonly packages: readonly string[]
} {
  return { from: 'http', packages: client === 'node:http' || client === 'fetch' ? [] : [client] }
}
