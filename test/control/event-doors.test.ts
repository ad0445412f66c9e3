// The stream of events through every door: each hands on what comes, and lets both sides end it.

import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { handlers } from '../../src/adapters/msw.ts'
import { serve, type Served } from '../../src/adapters/node.ts'
import { createOpenStreams } from '../../src/adapters/node/events.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { MAXIMUM_STREAMS } from '../../src/simulator/events.ts'
import { WRITE_HEADERS } from './client.ts'
import { readStream } from './event-reader.ts'

/** Busy machines take their time. */
const WAIT = { timeout: 20_000, interval: 20 }

const servers: Served[] = []

async function start(simulator: Simulator): Promise<Served> {
  const served = await serve(simulator)
  servers.push(served)
  return served
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((served) => served.close()))
})

interface Door {
  readonly simulator: Simulator
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly close: () => unknown
}

const doors: Record<string, () => Promise<Door>> = {
  fetch: async () => {
    const simulator = await createSimulator()
    return { simulator, fetch: (path, init) => simulator.fetch(path, init), close: () => {} }
  },
  HTTP: async () => {
    const simulator = await createSimulator()
    const { url } = await start(simulator)
    return { simulator, fetch: (path, init) => fetch(url + path, init), close: () => {} }
  },
  MSW: async () => {
    const simulator = await createSimulator()
    const server = setupServer(...handlers(simulator, { base: 'http://localhost:3998' }))
    server.listen()
    return {
      simulator,
      fetch: (path, init) => fetch(`http://localhost:3998${path}`, init),
      close: () => server.close(),
    }
  },
}

/** One more stream can begin; it is ended, so that none is left to whoever cleans up. */
async function expectRoom(door: Pick<Door, 'fetch'>): Promise<void> {
  const response = await door.fetch('/_sim/events')
  await response.body?.cancel()
  expect(response.status).toBe(200)
}

describe.each(Object.entries(doors))('through %s', (_name, open) => {
  const take = async (door: Door) => {
    const responses = await Promise.all(
      Array.from({ length: MAXIMUM_STREAMS }, () => door.fetch('/_sim/events')),
    )
    return responses.map(readStream)
  }

  test('events come one by one, as they happen', async () => {
    const door = await open()
    const response = await door.fetch('/_sim/events?types=clock')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    const stream = readStream(response)
    for (const minutes of [1, 2, 3]) {
      await door.fetch('/_sim/clock/advance', {
        method: 'POST',
        headers: WRITE_HEADERS,
        body: JSON.stringify({ by: '1m' }),
      })
      const events = await stream.until(minutes)
      expect(events.at(-1)?.data['now']).toBe(`2026-01-05T09:0${minutes}:00.000Z`)
    }
    await stream.cancel()
    await door.close()
  })

  test('a reader that cancels makes room', async () => {
    const door = await open()
    const streams = await take(door)
    expect((await door.fetch('/_sim/events')).status).toBe(503)
    await streams[0]?.cancel()
    await vi.waitFor(() => expectRoom(door), WAIT)
    await Promise.all(streams.slice(1).map((stream) => stream.cancel()))
    await door.close()
  })

  test('a request that is aborted ends its stream and makes room', async () => {
    const door = await open()
    const aborting = new AbortController()
    const first = readStream(await door.fetch('/_sim/events', { signal: aborting.signal }))
    const others = await Promise.all(
      Array.from({ length: MAXIMUM_STREAMS - 1 }, () => door.fetch('/_sim/events')),
    )
    expect((await door.fetch('/_sim/events')).status).toBe(503)
    aborting.abort()
    expect(await first.ended).toBe('broken')
    await vi.waitFor(() => expectRoom(door), WAIT)
    await Promise.all(others.map(({ body }) => body?.cancel()))
    await door.close()
  })
})

// MSW reads what it mocks as fast as it comes: there, nobody is slow for the simulator.
describe.each(Object.entries(doors).filter(([name]) => name !== 'MSW'))('through %s', (name, open) => {
  test('a reader that does not read is cut off, and the others are not', async () => {
    const door = await open()
    const stuck = await door.fetch('/_sim/events')
    const reading = readStream(await door.fetch('/_sim/events'))
    // Sockets hold some megabytes themselves; a simulator holds one for each stream.
    const events = name === 'fetch' ? 3000 : 10_000
    const large = { method: 'X'.repeat(300), url: `/wiki/${'x'.repeat(290)}`, headers: {} }
    for (let count = 0; count < events; count++) {
      await door.simulator.exchange(large)
      if (count % 200 === 0) await delay(0)
    }
    const late = readStream(stuck)
    expect(await late.ended).toBe('broken')
    await vi.waitFor(() => expect(reading.text().match(/^id: /gm)).toHaveLength(events), WAIT)
    await reading.cancel()
    await door.close()
  })
})

test('requests that are aborted before their answer leave no stream behind', async () => {
  const simulator = await createSimulator()
  for (let count = 0; count < 2 * MAXIMUM_STREAMS; count++) {
    const aborting = new AbortController()
    const response = simulator.fetch('/_sim/events', { signal: aborting.signal })
    aborting.abort()
    await expect(response).rejects.toThrow(/abort/)
  }
  await expectRoom({ fetch: (path) => simulator.fetch(path) })
})

describe('over HTTP', () => {
  test('the server ends within a second with streams open, and they end properly', async () => {
    const simulator = await createSimulator()
    const served = await start(simulator)
    const streams = await Promise.all(
      Array.from({ length: 5 }, async () => readStream(await fetch(`${served.url}/_sim/events`))),
    )
    const begin = performance.now()
    await served.close()
    expect(performance.now() - begin).toBeLessThan(1000)
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(streams.map(() => 'closed'))
  })

  test('a connection that breaks makes room', async () => {
    const simulator = await createSimulator()
    const { port, url } = await start(simulator)
    const sockets = await Promise.all(
      Array.from(
        { length: MAXIMUM_STREAMS },
        () =>
          new Promise<ReturnType<typeof connect>>((resolve) => {
            const socket = connect(port, '127.0.0.1', () =>
              socket.write('GET /_sim/events HTTP/1.1\r\nHost: localhost\r\n\r\n'),
            )
            socket.once('data', () => resolve(socket))
            socket.on('error', () => {})
          }),
      ),
    )
    expect((await fetch(`${url}/_sim/events`)).status).toBe(503)
    for (const socket of sockets) socket.resetAndDestroy()
    await vi.waitFor(() => expectRoom({ fetch: (path, init) => fetch(url + path, init) }), WAIT)
    expect((await fetch(`${url}/_sim/health`)).status).toBe(200)
  })

  test('a sign of life comes now and then, which is no event', async () => {
    const streams = createOpenStreams(5)
    const { createServer } = await import('node:http')
    const server = createServer((request, response) =>
      streams.begin(request, response, { status: 200, headers: {}, body: '', stream: () => () => {} }),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const stream = readStream(await fetch(`http://127.0.0.1:${port}`))
    await vi.waitFor(() => expect(stream.text()).toMatch(/^(:\n\n){3,}$/), WAIT)
    expect(stream.events()).toEqual([])
    streams.close()
    expect(await stream.ended).toBe('closed')
    await new Promise((resolve) => server.close(resolve))
  })

  test('a live clock publishes the jobs that its timer runs, without a request', async () => {
    const simulator = await createSimulator({ clock: { mode: 'live', speed: 5000 } })
    const { url } = await start(simulator)
    const stream = readStream(await fetch(`${url}/_sim/events?types=job,clock`))
    // A busy machine may come to the timer late, and run what is due by then before it tells of the clock.
    const events = (await stream.until(8)).map(({ type }) => type)
    expect(events.join(' ')).toMatch(/^(?:(?:job )+clock ?)+(?:job ?)*$/)
    await stream.cancel()
  })
})
