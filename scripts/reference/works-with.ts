// The tables of 'Works with', and that of clients that retry: what the rows say, with the versions and days of their runs.

import { countText } from '../../src/world/count-text.ts'
import {
  type Break,
  BREAKS,
  CONNECTION_CLIENTS,
  type ConnectionCell,
  type ConnectionDoor,
  type ConnectionRuns,
  DOORS,
} from '../../test/works-with/connections.ts'
import { type Cell, CLIENTS, type RetryingClient, type Situation } from '../../test/works-with/rate-limits.ts'
import { type Group, GROUPS, isTried, type Row, type TriedRow } from '../../test/works-with/row.ts'
import { ROWS } from '../../test/works-with/rows.ts'
import { packagesOf, type Run, type Runs } from '../../test/works-with/runs.ts'
import type { DrawnParts } from './drawn-parts.ts'
import { code, table, tableWithNotes } from '../../src/docs/markdown.ts'

/** A table for each group of rows. */
export function worksWithParts(runs: Runs): DrawnParts {
  return Object.fromEntries(GROUPS.map((group) => [group, groupTable(group, runs)]))
}

function groupTable(group: Group, runs: Runs): string {
  const rows = ROWS.filter((row) => row.group === group)
  const tried = Map.groupBy(rows.filter(isTried), ({ name }) => name)
  const headings = [
    'Name',
    'Version',
    'Last tried',
    'Settings',
    'What surprises',
    'What the simulator responds',
  ]
  const lines = [...tried].map(([name, same]) => lineOf(name, same, runs))
  const untried = rows.filter((row): row is Exclude<Row, TriedRow> => !isTried(row))
  return [
    tableWithNotes(headings, lines),
    ...(untried.length === 0 ? [] : [untried.map(({ name, why }) => `- **${name}**: ${why}`).join('\n')]),
  ].join('\n\n')
}

/** One line for all rows of a program. Throws for a row that was never tried. */
function lineOf(name: string, rows: readonly TriedRow[], runs: Runs): string[] {
  const [row] = rows
  if (row === undefined) throw new Error(`${name} has no row`)
  const made = rows.map(({ id }) => {
    const run = runs.rows[id]
    if (run === undefined) throw new Error(`${id} was never tried: npm run works-with -- --only ${id}`)
    return run
  })
  const over = rows.length === 1 ? '' : `, over ${rows.length} descriptions`
  return [name, versionsOf(made[0], row.packages), firstDay(made) + over, ...textsOf(row)]
}

function textsOf({ settings, surprises, responds }: TriedRow): string[] {
  return [settings, surprises, responds].map((text) => (text === 'none' ? '' : text))
}

/** The version of the program alone, or of each package with its name. */
function versionsOf(run: Run | undefined, packages: readonly string[]): string {
  const versions = packages.map((name) => run?.versions[name] ?? '')
  return packages.length === 1
    ? (versions[0] ?? '')
    : packages.map((name, index) => `${name} ${versions[index]}`).join(', ')
}

function firstDay(made: readonly Run[]): string {
  return made.map(({ on }) => on).sort()[0] ?? ''
}

const SITUATION_HEADINGS: Readonly<Record<Exclude<Situation, 'fast'>, string>> = {
  reset: '`X-Rate-Limit-Reset: 2`',
  'retry-after': 'and `Retry-After: 2`',
  zero: 'both are 0',
  manual: 'limit reached, paused clock',
  live: 'limit reached, live clock',
}

/** What makes a test fast with each client, and what it looks at. */
const OF_CLIENTS: Readonly<Record<RetryingClient, { readonly obeys: string; readonly fast: string }>> = {
  ky: {
    obeys: '`Retry-After`, else `X-Rate-Limit-Reset`',
    fast: '`retry: { maxRetryAfter: 1 }`',
  },
  got: {
    obeys: '`Retry-After`, else 1 s, 2 s, …',
    fast: '`retry: { calculateDelay: ({ computedValue }) => Math.min(computedValue, 1) }`',
  },
  'axios-retry': { obeys: '`Retry-After`, else no wait', fast: '`retryDelay: () => 1`' },
  'p-retry': { obeys: 'nothing: 1 s, 2 s, …', fast: '`minTimeout: 1`' },
  'fetch-retry': { obeys: 'nothing: 1 s each; 429 needs `retryOn: [429]`', fast: '`retryDelay: 1`' },
  undici: { obeys: '`Retry-After`, else 0.5 s, 1 s, …', fast: '`maxTimeout: 1`' },
  urllib3: {
    obeys: '`Retry-After`; else 429 needs `status_forcelist=[429]`, and there is no wait',
    fast: '`respect_retry_after_header=False`',
  },
  tenacity: { obeys: 'nothing: its `wait`, here `wait_exponential()`', fast: '`sleep=lambda seconds: None`' },
}
const NAMES: Readonly<Partial<Record<RetryingClient, string>>> = {
  undici: "undici's RetryAgent",
  urllib3: "Python's urllib3",
  tenacity: "Python's tenacity",
}

/** What clients do when their connection breaks: a table for each door. */
export function connectionParts(runs: ConnectionRuns): DrawnParts {
  const lineAt = (door: ConnectionDoor) => (client: (typeof CONNECTION_CLIENTS)[number]) => {
    const cells = runs[client].cells[door]
    return [NAMES_OF_CONNECTIONS[client] ?? client, ...BREAKS.map((kind) => connectionText(cells[kind]))]
  }
  const headings = ['Client', ...BREAKS.map((kind) => BREAK_HEADINGS[kind])]
  const tables = DOORS.map((door) => [
    `connections: ${door}`,
    table(headings, CONNECTION_CLIENTS.map(lineAt(door))),
  ])
  const versions = CONNECTION_CLIENTS.flatMap((client) =>
    Object.entries(runs[client].versions).map(([name, version]) => `${name} ${version}`),
  )
  const day = firstDay(CONNECTION_CLIENTS.map((client) => runs[client]))
  return {
    ...Object.fromEntries(tables),
    'day of the connections': `\`npm run works-with -- --only connections\` measured this on ${day}, with ${versions.join(', ')}.`,
  }
}

const BREAK_HEADINGS: Readonly<Record<Break, string>> = {
  drop: '`drop`',
  'drop after the work': '`drop`, `performed`',
  truncate: '`truncate`',
  slow: '`slow`',
  timeout: 'its own timeout',
}
const NAMES_OF_CONNECTIONS: Readonly<Partial<Record<(typeof CONNECTION_CLIENTS)[number], string>>> = {
  'node:http': '`node:http`',
  fetch: '`fetch`',
  undici: "undici's `request`",
}

/** `2 calls, 2 writes, ECONNRESET: 201`. */
function connectionText({ requests, work, code: seen, status }: ConnectionCell): string {
  if (requests === 0) return `not caught: ${code(seen ?? '')}`
  const calls = [countText(requests, 'call'), ...(work === 0 ? [] : [countText(work, 'write')])]
  return `${[...calls, ...(seen === null ? [] : [code(seen)])].join(', ')}: ${status ?? 'error'}`
}

/** What clients do that send a refused request again, and how a test with each is fast. */
export function retryParts({ rateLimits }: Runs): DrawnParts {
  const nameOf = (client: RetryingClient) => NAMES[client] ?? client
  const situations = Object.keys(SITUATION_HEADINGS) as (keyof typeof SITUATION_HEADINGS)[]
  const measured = CLIENTS.map((client) => [
    nameOf(client),
    ...situations.map((situation) => cellText(rateLimits[client].cells[situation])),
  ])
  const settings = CLIENTS.map((client) => {
    const { obeys, fast } = OF_CLIENTS[client]
    const run = rateLimits[client]
    const version = versionsOf(run, packagesOf(client).packages)
    return [nameOf(client), version, obeys, fast, cellText(run.cells.fast)]
  })
  return {
    'clients that retry': table(['Client', ...Object.values(SITUATION_HEADINGS)], measured),
    'settings of clients': table(['Client', 'Version', 'Obeys', 'Fast with', 'Then'], settings),
    'day of the measurement': `\`npm run works-with\` measured both tables on ${firstDay(CLIENTS.map((client) => rateLimits[client]))}.`,
  }
}

/** `2 calls, 2 s: 200`; the virtual seconds are given where they are not 0. */
function cellText({ requests, real, virtual, status }: Cell): string {
  const time = virtual === 0 ? `${real} s` : `${real} s (${virtual} s virtual)`
  return `${requests} calls, ${time}: ${status}`
}
