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
import { code, table } from '../../src/docs/markdown.ts'

/** A list for each group of rows. */
export function worksWithParts(runs: Runs): DrawnParts {
  return Object.fromEntries(GROUPS.map((group) => [group, groupList(group, runs)]))
}

function groupList(group: Group, runs: Runs): string {
  const rows = ROWS.filter((row) => row.group === group)
  const tried = rows.filter(isTried)
  const lines = [...Map.groupBy(tried, ({ name }) => name)].map(([name, same]) => lineOf(name, same, runs))
  const untried = rows.filter((row): row is Exclude<Row, TriedRow> => !isTried(row))
  const items = [...lines, ...untried.map(({ name, why }) => `- **${name}**: ${why}`)]
  return `${items.join('\n')}\n\nTried on ${firstDay(tried.map(({ id }) => runOf(id, runs)))} or later.`
}

/** One item for all rows of a program. */
function lineOf(name: string, rows: readonly TriedRow[], runs: Runs): string {
  const [row] = rows
  if (row === undefined) throw new Error(`${name} has no row`)
  const texts = [row.settings, row.surprises, row.responds].filter((text) => text !== 'none' && text !== '')
  return `- **${name}** (${versionsOf(runOf(row.id, runs), row.packages)}): ${texts.map(sentence).join(' ')}`
}

/** The last run of a row. Throws for one that was never tried. */
function runOf(id: string, runs: Runs): Run {
  const run = runs.rows[id]
  if (run === undefined) throw new Error(`${id} was never tried: npm run works-with -- --only ${id}`)
  return run
}

function sentence(text: string): string {
  return /[.…]$/.test(text) ? text : `${text}.`
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

/** What clients do when their connection breaks: a table for a server, and what differs through the other doors. */
export function connectionParts(runs: ConnectionRuns): DrawnParts {
  const textOf = (door: ConnectionDoor, client: ConnectionClient, kind: Break) =>
    connectionText(runs[client].cells[door][kind])
  const [server, ...others] = DOORS
  const headings = ['Client', ...BREAKS.map((kind) => BREAK_HEADINGS[kind])]
  const lines = CONNECTION_CLIENTS.map((client) => [
    nameOfConnection(client),
    ...BREAKS.map((kind) => textOf(server, client, kind)),
  ])
  const differences = (door: ConnectionDoor) =>
    CONNECTION_CLIENTS.flatMap((client) => {
      const texts = BREAKS.map((kind) => textOf(door, client, kind))
      const [first = ''] = texts
      if (new Set(texts).size === 1) return [`- ${nameOfConnection(client)}: ${first}`]
      return BREAKS.filter((kind) => textOf(server, client, kind) !== textOf(door, client, kind)).map(
        (kind) => `- ${nameOfConnection(client)}, ${BREAK_HEADINGS[kind]}: ${textOf(door, client, kind)}`,
      )
    }).join('\n')
  const tables = [
    [`connections: ${server}`, table(headings, lines)],
    ...others.map((door) => [`connections: ${door}`, differences(door)]),
  ]
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
const NAMES_OF_CONNECTIONS: Readonly<Partial<Record<ConnectionClient, string>>> = {
  'node:http': '`node:http`',
  fetch: '`fetch`',
  undici: "undici's `request`",
}

type ConnectionClient = (typeof CONNECTION_CLIENTS)[number]

function nameOfConnection(client: ConnectionClient): string {
  return NAMES_OF_CONNECTIONS[client] ?? client
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
