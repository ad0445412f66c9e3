/** Requests that are answered before all of their body has arrived: the rest must not be read as the next request. */
import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createConnections } from '../../../src/adapters/node/connections.ts'
import { deliverResponse } from '../../../src/adapters/node/delivery.ts'
import { writeResponse } from '../../../src/adapters/node/exchange.ts'
import { connectForTest, listenForTest } from '../../doors/support/raw-http.ts'

const RESPONSE = { status: 413, headers: {}, body: 'too large' }
const BODY = 'x'.repeat(40)

/** What a client receives up to the end of the first response, after it has sent so many bytes of a body of forty. */
async function responseAfter(bytes: number, respond: RequestListener): Promise<string> {
  const port = await listenForTest((request, response) => {
    response.sendDate = false
    // What has arrived is read, so that the request is complete if it can be.
    request.resume()
    setTimeout(() => respond(request, response), 20)
  })
  const socket = await connectForTest(port)
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 40\r\n\r\n${BODY.slice(0, bytes)}`)
  let text = ''
  return new Promise((resolve) => {
    socket.on('data', (part) => {
      text += part.toString('latin1')
      if (text.endsWith(RESPONSE.body)) resolve(text)
    })
    socket.resume()
  })
}

describe.each<[string, RequestListener]>([
  ['a response', (request, response) => writeResponse(request, response, RESPONSE)],
  [
    'a response that a fault slows down',
    (request, response) => {
      const slow = { ...RESPONSE, delivery: { slow: 1, waits: true } }
      void deliverResponse(request, response, slow, { connections: createConnections(), hasNoBody: false })
    },
  ],
])('%s', (_what, respond) => {
  test.each([0, 5, 39])('to a request of which %i of 40 bytes arrived ends the connection', async (bytes) => {
    expect(await responseAfter(bytes, respond)).toMatch(/^connection: close\r$/im)
  })

  test('to a whole request keeps the connection', async () => {
    expect(await responseAfter(40, respond)).toMatch(/^connection: keep-alive\r$/im)
  })
})
