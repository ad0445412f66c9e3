// Clients of the Model Context Protocol of both major versions, with `reqsim mcp`. Run as `node mcp.mjs v1|v2 COMMAND…`.

const [, , version, command, ...parameters] = process.argv
const { Client, StdioClientTransport } =
  version === 'v1'
    ? {
        ...(await import('@modelcontextprotocol/sdk/client/index.js')),
        ...(await import('@modelcontextprotocol/sdk/client/stdio.js')),
      }
    : {
        ...(await import('@modelcontextprotocol/client')),
        ...(await import('@modelcontextprotocol/client/stdio')),
      }

const client = new Client({ name: 'works-with', version: '1.0.0' })
await client.connect(new StdioClientTransport({ command, args: parameters, stderr: 'ignore' }))
const { tools } = await client.listTools()
const moved = await client.callTool({ name: 'advance_clock', arguments: { by: '3m' } })
const refused = await client.callTool({ name: 'advance_clock', arguments: { by: 'soon' } })
console.log(
  JSON.stringify({
    server: client.getServerVersion().name,
    tools: tools.length,
    now: moved.structuredContent?.now ?? moved.structuredContent,
    refused: [refused.isError, refused.content[0].text],
  }),
)
await client.close()
