// Clients of the Model Context Protocol, of both major versions of the official SDK, with `reqsim mcp`.

import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { runProgram } from '../program.ts'
import type { TriedRow } from '../row.ts'

const MAIN = resolve(import.meta.dirname, '../../../src/cli/main.ts')
const SEEN = {
  server: 'reqsim',
  tools: 19,
  now: '2026-01-05T09:03:00.000Z',
  refused: [true, "by 'soon': must be a duration such as '10s', '3m' or 'PT3M'"],
}

function clientRow(
  version: 'v1' | 'v2',
  name: string,
  texts: Pick<TriedRow, 'settings' | 'surprises' | 'from'>,
): TriedRow {
  return {
    id: `mcp-${version}`,
    name,
    group: 'Agents',
    packages: [name],
    always: true,
    responds: 'none',
    ...texts,
    run: async () => {
      const command = [process.execPath, MAIN, 'mcp', 'demo']
      assert.deepEqual(await runProgram('formats/mcp.mjs', [version, ...command], {}), SEEN)
    },
  }
}

export const AGENT_ROWS: readonly TriedRow[] = [
  clientRow('v1', '@modelcontextprotocol/sdk', {
    from: 'formats',
    settings: 'client of version 1: `StdioClientTransport` with `npx reqsim mcp`',
    surprises: 'none',
  }),
  clientRow('v2', '@modelcontextprotocol/client', {
    from: 'project',
    settings: 'client of version 2: the transport is in `@modelcontextprotocol/client/stdio`',
    surprises: 'none',
  }),
]
