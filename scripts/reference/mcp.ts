// The tables of the page about MCP, drawn from the server itself.

import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { packagedPages } from '../../src/adapters/node/documentation.ts'
import { createSimulator } from '../../src/index.ts'
import { createMcpServer } from '../../src/mcp/server.ts'
import type { DrawnParts } from './drawn-parts.ts'
import { code, table } from '../../src/docs/markdown.ts'

/** The tables, as a client of the server sees its tools, resources and prompts. */
export async function mcpParts(): Promise<DrawnParts> {
  const session = {
    simulator: await createSimulator({ scenario: 'empty' }),
    url: undefined,
    pages: packagedPages(),
    exploreCommand: () => Promise.reject(new Error('no command is explored here')),
  }
  const server = createMcpServer(session, () => {})
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await server.connect(ours)
  const client = new Client({ name: 'reference', version: '1' })
  await client.connect(theirs)
  const [{ tools }, { resources }, { resourceTemplates }, { prompts }] = await Promise.all([
    client.listTools(),
    client.listResources(),
    client.listResourceTemplates(),
    client.listPrompts(),
  ])
  await client.close()
  const single = resources.filter(({ uri }) => !/^reqsim:\/\/\w+\/./.test(uri))
  return {
    tools: [...Map.groupBy(tools, ({ annotations }) => effectOf(annotations))]
      .map(([effect, same]) => `- **${effect}**: ${same.map(({ name }) => code(name)).join(', ')}`)
      .join('\n'),
    resources: table(
      ['Resource or prompt', 'What it is'],
      [
        ...single.map(({ uri, description = '' }) => [code(uri), description]),
        ...resourceTemplates.map(({ uriTemplate, title = '' }) => [code(uriTemplate), `${title}.`]),
        ...prompts.map(({ name, description = '' }) => [`prompt ${code(name)}`, description]),
      ],
    ),
  }
}

interface Hints {
  readonly readOnlyHint?: boolean | undefined
  readonly destructiveHint?: boolean | undefined
}

function effectOf({ readOnlyHint, destructiveHint }: Hints = {}): string {
  if (readOnlyHint === true) return 'Read'
  return destructiveHint === true ? 'Change' : 'Add'
}
