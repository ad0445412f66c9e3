/** The MCP server on a pair of streams, as a host starts it: the standard input and output of a process. */
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { createMcpServer, type OnDefect } from './server.ts'
import type { Session } from './tool.ts'

export interface McpConnection {
  /** Ends the connection, as the end of the input does. */
  readonly close: () => void
  readonly ended: Promise<void>
}

export interface McpListeners {
  readonly onDefect: OnDefect
  /** Called for messages that cannot be read or sent; the connection goes on. */
  readonly onTransportError: (error: Error) => void
}

export function serveMcp(
  session: Session,
  { input, output }: { readonly input: Readable; readonly output: Writable },
  { onDefect, onTransportError }: McpListeners,
): McpConnection {
  const closed = Promise.withResolvers<void>()
  const handle = serveStdio(() => createMcpServer(session, onDefect), {
    transport: new StdioServerTransport(input, output),
    onerror: onTransportError,
  })
  const inputEnded = Promise.race([once(input, 'end'), once(input, 'close')])
  const ended = Promise.race([closed.promise, inputEnded]).then(() => handle.close())
  return { close: () => closed.resolve(), ended }
}
