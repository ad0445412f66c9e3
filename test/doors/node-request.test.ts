// Bodies as they arrive: in pieces, one behind another, before or after somebody reads them, and more than anybody wants.

import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { writeResponse } from '../../src/adapters/node/exchange.ts'
import { readBody } from '../../src/adapters/node/request.ts'
import { connectForTest, listenForTest, received } from './support/raw-http.ts'

const LIMIT = 1000
/** Milliseconds after which all that a test sends is there. */
const LATE = 600

interface Read {
  readonly bodies: string[]
  /** How often the end of a request was told. */
  ends: number
}

/** Reads bodies after so many milliseconds, and answers each with its length. */
function listen(read: Read, delay?: number): Promise<number> {
  return listenForTest((request, response) => {
    response.sendDate = false
    request.on('end', () => void read.ends++)
    const begin = (): void =>
      readBody(request, {
        limit: LIMIT,
        onBody(bytes) {
          const body = bytes === undefined ? 'none' : new TextDecoder().decode(bytes)
          read.bodies.push(body)
          const answer = { status: 200, headers: {}, body: `<${body.length}>` }
          setImmediate(() => writeResponse(request, response, answer))
        },
        onRefused: () => {},
      })
    if (delay === undefined) begin()
    else setTimeout(begin, delay)
  })
}

/** Sends texts one by one, some milliseconds apart, and answers what the server said until it ended the connection. */
async function converse(port: number, texts: readonly string[]): Promise<string> {
  const socket = await connectForTest(port)
  const responses = received(socket)
  // Each waits for the one before: timers that a busy machine runs late would run together.
  for (const text of texts) {
    socket.write(text)
    await wait(30)
  }
  return responses
}

const responsesOf = (text: string) => text.match(/<\d+>/g)

const POST = 'POST / HTTP/1.1\r\nHost: a\r\n'
const TOO_LONG = [
  `${POST}Content-Length: ${4 * LIMIT}\r\n\r\n`,
  ...Array.from({ length: 4 }, () => 'x'.repeat(LIMIT)),
  'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
]
const whole = (body: string) => `${POST}Content-Length: ${body.length}\r\n\r\n${body}`
const LAST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

describe.each([
  ['read at once', undefined],
  ['read when the request is there', 1],
  ['read some time later', 100],
])('bodies %s', (_when, delay) => {
  test.each<[string, string[], string[]]>([
    ['in one piece', [whole('abc'), LAST], ['abc', 'none']],
    ['behind one another in one piece', [whole('ab') + whole('cde') + LAST], ['ab', 'cde', 'none']],
    ['in several pieces', [`${POST}Content-Length: 6\r\n\r\nab`, 'cd', 'ef', LAST], ['abcdef', 'none']],
    ['that come after their heads', [`${POST}Content-Length: 2\r\n\r\n`, 'ab', LAST], ['ab', 'none']],
    [
      'in chunks',
      [`${POST}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`, '2\r\nbc\r\n0\r\n\r\n', LAST],
      ['abc', 'none'],
    ],
    ['of no chunks', [`${POST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, LAST], ['none', 'none']],
    ['of no length', [`${POST}Content-Length: 0\r\n\r\n`, LAST], ['none', 'none']],
    [
      'that are not there',
      [`${POST}\r\n`, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', LAST],
      ['none', 'none', 'none'],
    ],
    ['as long as the limit', [whole('x'.repeat(LIMIT)), LAST], ['x'.repeat(LIMIT), 'none']],
    ['longer by one', [whole('x'.repeat(LIMIT + 1)) + LAST], ['x'.repeat(LIMIT + 1), 'none']],
    ['much longer, whole', [whole('x'.repeat(3 * LIMIT)) + LAST], ['x'.repeat(LIMIT + 1), 'none']],
  ])('%s', async (_what, texts, bodies) => {
    const read: Read = { bodies: [], ends: 0 }
    const received = await converse(await listen(read, delay), texts)
    expect(read.bodies).toEqual(bodies)
    expect(responsesOf(received)).toEqual(bodies.map((body) => `<${body.length}>`))
    // A stream that nobody reads to its end tells none.
    if (delay === undefined) expect(read.ends).toBe(bodies.length)
  })
})

test.each([
  ['read at once', undefined],
  ['read when the request is there', 1],
])(
  'a body too long, %s with the rest still arriving, is answered and ends the connection',
  async (_when, delay) => {
    const read: Read = { bodies: [], ends: 0 }
    const received = await converse(await listen(read, delay), TOO_LONG)
    expect(read.bodies).toEqual(['x'.repeat(LIMIT + 1)])
    expect(responsesOf(received)).toEqual([`<${LIMIT + 1}>`])
    expect(received).toContain('Connection: close')
  },
)

test('a body too long that is read when all is there ends no connection', async () => {
  const read: Read = { bodies: [], ends: 0 }
  const received = await converse(await listen(read, LATE), TOO_LONG)
  expect(read.bodies).toEqual(['x'.repeat(LIMIT + 1), 'none'])
  expect(responsesOf(received)).toEqual([`<${LIMIT + 1}>`, '<4>'])
})

test('of a request that has ended, a connection that stays open keeps no body', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let body: WeakRef<Uint8Array> | undefined
  const port = await listenForTest((request, response) =>
    readBody(request, {
      limit: LIMIT,
      onBody(bytes = new Uint8Array()) {
        body = new WeakRef(bytes)
        setImmediate(() => writeResponse(request, response, { status: 200, headers: {}, body: 'fine' }))
      },
      onRefused: () => {},
    }),
  )
  const socket = await connectForTest(port)
  socket.write(whole('x'.repeat(LIMIT)))
  await once(socket.resume(), 'data')
  await expect
    .poll(() => {
      collect()
      return body?.deref()
    })
    .toBeUndefined()
  expect(socket.destroyed).toBe(false)
})
