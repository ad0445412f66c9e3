// npm run works-with: tries every row of the page 'Works with' and measures the tables of rate limits and of broken
// connections, records versions and day of what works, and writes the pages anew. `--only NAME` tries rows whose id begins so;
// `--only rate-limits` and `--only connections` measure a table.

import { parseArgs } from 'node:util'
import {
  CONNECTION_CLIENTS,
  connectionPackages,
  type ConnectionRuns,
  DOORS,
  measureConnections,
  readConnectionRuns,
  writeConnectionRuns,
} from './connections.ts'
import { installFolders } from './install.ts'
import { CLIENTS, measureAll } from './rate-limits.ts'
import { isTried } from './row.ts'
import { ROWS } from './rows.ts'
import { installedVersions, packagesOf, readRuns, writeRuns } from './runs.ts'

const { only = '' } = parseArgs({ options: { only: { type: 'string' } } }).values
const on = new Date().toISOString().slice(0, 10)
const TABLE = 'rate-limits'
const failed: string[] = []

/** Runs one row or client, and says what came of it. */
async function attempt(id: string, what: () => Promise<void>): Promise<void> {
  const start = performance.now()
  try {
    await what()
    console.log(`works  ${id} (${Math.round((performance.now() - start) / 1000)} s)`)
  } catch (error) {
    failed.push(id)
    console.log(`FAILS  ${id}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

await installFolders()
for (const row of ROWS.filter(isTried)) {
  if (!row.id.startsWith(only)) continue
  await attempt(row.id, async () => {
    const versions = installedVersions(row)
    await row.run()
    const runs = readRuns()
    writeRuns({ ...runs, rows: { ...runs.rows, [row.id]: { versions, on } } })
  })
}
if (TABLE.startsWith(only)) {
  for (const client of CLIENTS) {
    await attempt(`${TABLE}: ${client}`, async () => {
      const versions = installedVersions(packagesOf(client))
      const cells = await measureAll(client)
      const runs = readRuns()
      writeRuns({ ...runs, rateLimits: { ...runs.rateLimits, [client]: { versions, on, cells } } })
    })
  }
}
if ('connections'.startsWith(only)) {
  for (const client of CONNECTION_CLIENTS) {
    await attempt(`connections: ${client}`, async () => {
      const versions = installedVersions(connectionPackages(client))
      const measured = []
      for (const door of DOORS) measured.push([door, await measureConnections(client, door)] as const)
      const cells = Object.fromEntries(measured) as ConnectionRuns[typeof client]['cells']
      writeConnectionRuns({ ...readConnectionRuns(), [client]: { versions, on, cells } })
    })
  }
}
console.log(failed.length === 0 ? 'All work: now run npm run generate.' : `${failed.length} failed.`)
process.exitCode = failed.length === 0 ? 0 : 1
