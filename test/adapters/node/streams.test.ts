/** Responses that stay open: they end as their source says. */
import { expect, test } from 'vitest'
import { createOpenStreams } from '../../../src/adapters/node/events.ts'
import { connectForTest, listenForTest, received } from '../../doors/support/raw-http.ts'

/** What a client receives until its connection ends. */
async function receivedFrom(broken: boolean | undefined): Promise<string> {
  const streams = createOpenStreams()
  const port = await listenForTest((request, response) => {
    response.sendDate = false
    streams.begin(request, response, {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: '',
      stream({ write, end }) {
        write('data: 1\n\n')
        setTimeout(() => end(broken), 20)
        return () => undefined
      },
    })
  })
  const socket = await connectForTest(port)
  const text = received(socket)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  return text
}

test('a stream that ends has the end of its chunks', async () => {
  for (const broken of [undefined, false]) {
    const text = await receivedFrom(broken)
    expect(text).toContain('data: 1\n\n')
    expect(text).toMatch(/\r\n0\r\n\r\n$/)
  }
})

test('a stream that breaks off lacks it', async () => {
  const text = await receivedFrom(true)
  expect(text).toContain('data: 1\n\n')
  expect(text).not.toMatch(/\r\n0\r\n\r\n$/)
})
