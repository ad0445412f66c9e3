import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll } from 'vitest'
import { serve } from '../../src/adapters/node.ts'
import { bytesOf, type PlainAnswer, plainAnswer, type Send } from './door.ts'
import { doorTests } from './door-tests.ts'
import { createSubject } from './subject.ts'

const served = createSubject().then((simulator) => serve(simulator))
const agent = new Agent({ keepAlive: true })

afterAll(async () => {
  agent.destroy()
  await (await served).close()
})

/** Headers of the transport, which only this door has. */
const TRANSPORT: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'content-length'])

/** Node's own client sends exactly what it is told, which fetch does not. */
const send: Send = async ({ method = 'GET', path, headers = {}, body }) => {
  const { port } = await served
  const bytes = body === undefined ? undefined : bytesOf(body)
  // Node's client leaves the length out where a method seldom has a body.
  const sized = bytes === undefined ? headers : { ...headers, 'Content-Length': bytes.length }
  return new Promise<PlainAnswer>((resolve, reject) => {
    const options = { port, host: '127.0.0.1', method, path, headers: sized, agent }
    const request = httpRequest(options, (response) => {
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

doorTests('http', send, async () => `127.0.0.1:${(await served).port}`)
