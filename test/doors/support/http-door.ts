/** Requests as Node's own client sends them, to a simulator that is served. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent, request as httpsRequest } from 'node:https'
import type { Served } from '../../../src/adapters/node.ts'
import type { DoorRequest } from '../cases/cases.ts'
import { bytesOf, type PlainAnswer, plainAnswer, type Send } from '../door.ts'

export interface HttpDoor {
  readonly send: Send
  close(): Promise<void>
}

/** The door to a server, which is closed with it. `authority` is what an HTTPS client trusts, as PEM. */
export function openHttpDoor(served: Pick<Served, 'port' | 'close'>, authority?: string): HttpDoor {
  const agent =
    authority === undefined
      ? new Agent({ keepAlive: true })
      : new SecureAgent({ keepAlive: true, ca: authority })
  return {
    send: (request) => sendBy(agent, served.port, request),
    close() {
      agent.destroy()
      return served.close()
    },
  }
}

/** Headers of the transport, which only this door has. */
const TRANSPORT: ReadonlySet<string> = new Set(['connection', 'keep-alive'])

/** Node's own client sends exactly what it is told, which fetch does not. */
function sendBy(
  agent: Agent | SecureAgent,
  port: number,
  { method = 'GET', path, headers = {}, body }: DoorRequest,
): Promise<PlainAnswer> {
  const bytes = body === undefined ? undefined : bytesOf(body)
  // Node's client leaves the length out where a method seldom has a body.
  const sized = bytes === undefined ? headers : { ...headers, 'Content-Length': bytes.length }
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', method, path, headers: sized, agent }
    const send = agent instanceof SecureAgent ? httpsRequest : httpRequest
    const request = send(options, (response) => {
      read(response).then(resolve, reject)
    })
    request.on('error', reject)
    request.end(bytes)
  })
}

async function read(response: IncomingMessage): Promise<PlainAnswer> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const headers: [string, string][] = []
  for (let index = 0; index < response.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = response.rawHeaders.slice(index, index + 2)
    if (!TRANSPORT.has(name.toLowerCase())) headers.push([name, value])
  }
  return plainAnswer(response.statusCode ?? 0, headers, Buffer.concat(chunks))
}
