import { beforeEach, describe, expect, test } from 'vitest'
import type { ResponseStream } from '../../src/api/framework/exchange.ts'
import { MAXIMUM_PENDING_BYTES } from '../../src/control/event-stream.ts'
import { createSimulator, type Simulator, type SimulatorEvent } from '../../src/index.ts'
import { Events, KEPT_EVENTS, MAXIMUM_STREAMS } from '../../src/simulator/events.ts'
import { EVENT_TYPES, type EventType } from '../../src/simulator/event.ts'
import { schedule } from '../../src/world/time/jobs.ts'
import { type ControlClient, createControlClient, WRITE_HEADERS } from './client.ts'
import { readEvents } from './event-reader.ts'

const named = (name: string) => ({ 'x-sim-world': name })
const ask = (client: ControlClient, world = 'default') =>
  client.simulator.exchange({
    method: 'GET',
    url: '/wiki/rest/reqs/1/nothing?secret=value',
    headers: named(world),
  })

/** A receiver in process; `pending` is what the test says. */
interface Receiver {
  text: string
  pending: number
  ended: 'closed' | 'broken' | undefined
  leave(): void
}

function receive(stream: ResponseStream | undefined): Receiver {
  const receiver: Receiver = { text: '', pending: 0, ended: undefined, leave: () => {} }
  receiver.leave = stream!({
    write: (text) => void (receiver.text += text),
    pending: () => receiver.pending,
    end: (broken = false) => void (receiver.ended = broken ? 'broken' : 'closed'),
  })
  return receiver
}

async function listen(client: ControlClient, query = '', headers: Record<string, string> = {}) {
  const { raw } = await client.simulatorAnswer(`/events${query}`, headers)
  return receive(raw.stream)
}

/** What a listener hears from now on: of each event what `pick` makes of it. */
function collect(simulator: Simulator, pick: (event: SimulatorEvent) => unknown, ...types: EventType[]) {
  const events: unknown[] = []
  simulator.events.subscribe((event) => events.push(pick(event)), types.length > 0 ? { types } : {})
  return events
}

let client: ControlClient
beforeEach(() => {
  client = createControlClient()
})

describe('in process', () => {
  test('an exchange is published as in the journal, without query and credential', async () => {
    const { simulator } = createControlClient()
    const events: SimulatorEvent[] = []
    const stop = simulator.events.subscribe((event) => events.push(event))
    await simulator.exchange({
      method: 'GET',
      url: '/wiki/rest/reqs/1/requirement2/ENG?q=secret',
      headers: { authorization: 'Bearer secret', ...named('second') },
    })
    stop()
    await simulator.exchange({ method: 'GET', url: '/wiki/x', headers: {} })
    const [entry] = simulator.journal.entries()
    const where = { world: 'second', at: '2026-01-05T09:00:00.000Z' }
    expect(events).toEqual([
      { id: 1, type: 'world', ...where, data: { change: 'created' } },
      {
        id: 2,
        type: 'exchange',
        ...where,
        data: {
          number: entry?.number,
          id: entry?.id,
          method: 'GET',
          path: '/wiki/rest/reqs/1/requirement2/ENG',
          operation: 'wiki.requirement.search',
          status: 401,
          fault: null,
        },
      },
    ])
    expect(JSON.stringify(events)).not.toContain('secret')
  })

  test('publishes the jobs that ran before the clock, and nothing for a clock that stays', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    const events = collect(simulator, ({ type, at, data }) => [type, at, data])
    simulator.clock.advance('7m')
    simulator.clock.advance(0)
    simulator.clock.set({ mode: 'auto' })
    simulator.clock.set({ mode: 'auto' })
    const minute = (number: number) => `2026-01-05T09:0${number}:00.000Z`
    const job = (id: number, at: string, outcome: string) => [
      'job',
      at,
      { id, kind: 'integration.synchronise', due: at, outcome },
    ]
    expect(events).toEqual([
      job(1, minute(3), '2 to the tracker: 2 DONE'),
      job(3, minute(6), 'nothing waited'),
      ['clock', minute(7), { now: minute(7), mode: 'manual', speed: 1, fired: 2 }],
      ['clock', minute(7), { now: minute(7), mode: 'auto', speed: 1, fired: 0 }],
    ])
  })

  test('publishes faults when they are added, strike and are removed', async () => {
    const events = collect(client.simulator, ({ at, data }) => [at, data], 'fault')
    const fault = { operation: 'wiki.requirement.search', after: 1, status: 503 }
    await client.write('POST', '/faults', fault)
    for (let call = 0; call < 3; call++) {
      await client.send('GET', '/wiki/rest/reqs/1/requirement2/ENG')
    }
    await client.write('PATCH', '/faults/1', { enabled: false })
    expect((await client.write('DELETE', '/faults/2')).status).toBe(404)
    await client.write('DELETE', '/faults/1')
    await client.write('DELETE', '/faults')
    const at = '2026-01-05T09:00:00.000Z'
    expect(events).toEqual([
      [at, { change: 'written', fault: 1 }],
      [at, { change: 'struck', fault: 1, times: 1 }],
      [at, { change: 'struck', fault: 1, times: 1 }],
      [at, { change: 'switched', fault: 1 }],
      [at, { change: 'removed', fault: 1 }],
      [at, { change: 'cleared' }],
    ])
  })

  test('a fault that strikes a job has the instant of the job', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    simulator.faults.add({ freeze: 'ENG', times: 1 })
    const token = { authorization: 'Bearer tok-alice' }
    const url = '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2'
    expect((await simulator.exchange({ method: 'POST', url, headers: token })).status).toBe(200)
    const events = collect(simulator, ({ at, data }) => [at, data], 'fault')
    simulator.clock.advance('10m')
    expect(events).toEqual([['2026-01-05T09:00:00.001Z', { change: 'struck', fault: 1, times: 1 }]])
  })

  test('publishes edits of the control API with their route, but no refused ones', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    const events = collect(simulator, ({ type, world, data }) => [type, world, data])
    const write = (method: string, path: string, body: object) =>
      simulator.exchange({ method, url: `/_sim${path}`, headers: WRITE_HEADERS, body: JSON.stringify(body) })
    await write('PATCH', '/sites/102', { status: 'DISABLED' })
    await write('PATCH', '/sites/999', { status: 'DISABLED' })
    await write('POST', '/verify', { path: '/wiki/x', times: 0 })
    const edited = { change: 'edited', by: 'PATCH /sites/{id}', path: '/sites/102', status: 'DISABLED' }
    expect(events).toEqual([['world', 'default', edited]])
  })

  test('publishes the clock move for a polling client after the exchange', async () => {
    const simulator = await createSimulator({ scenario: 'demo', clock: { mode: 'auto' } })
    const alice = { authorization: 'Bearer tok-alice' }
    const call = (method: string, url: string) => simulator.exchange({ method, url, headers: alice })
    const frozen = await call('POST', '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2')
    const { taskId } = JSON.parse(frozen.body as string)
    const events: SimulatorEvent[] = []
    simulator.events.subscribe((event) => events.push(event))
    await call('GET', `/wiki/rest/reqs/1/tasks/status/${taskId}`)
    expect(events.map(({ type }) => type)).toEqual(['exchange', 'job', 'clock'])
    expect(events[1]?.data).toMatchObject({ kind: expect.stringMatching(/freeze/) })
  })

  test('publishes the first 500 jobs of a clock move and counts all', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    const events: SimulatorEvent[] = []
    simulator.events.subscribe((event) => events.push(event))
    const fired = simulator.clock.advance('30d').length
    expect(fired).toBeGreaterThan(10_000)
    expect(events).toHaveLength(501)
    expect(events.at(-1)).toMatchObject({ type: 'clock', data: { fired } })
  })

  test('publishes the creation, reset and removal of worlds', async () => {
    const { simulator } = client
    const events = collect(simulator, ({ world, data }) => [world, data], 'world')
    await client.write('POST', '/worlds', { name: 'a', from: 'default' })
    simulator.worldOf('b')
    await client.write('POST', '/reset', {}, named('a'))
    await client.write('POST', '/snapshots', { name: 'kept' })
    await client.write('POST', '/snapshots/kept/restore', {}, named('b'))
    simulator.restore(simulator.snapshot())
    await client.write('DELETE', '/worlds/a')
    simulator.reset()
    await client.write('POST', '/scenario', { name: 'other' })
    expect(events).toEqual([
      ['a', { change: 'created' }],
      ['b', { change: 'created' }],
      ['a', { change: 'reset' }],
      ['b', { change: 'restored' }],
      ['default', { change: 'restored' }],
      ['a', { change: 'dropped' }],
      ['b', { change: 'dropped' }],
      ['default', { change: 'reset' }],
      ['default', { change: 'loaded' }],
    ])
  })

  test('events caused by a listener follow the current one, in the same order for all listeners', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    const orders: number[][] = [[], []]
    simulator.events.subscribe(({ type, id }) => {
      orders[0]?.push(id)
      if (type === 'exchange') simulator.clock.advance('1m')
    })
    simulator.events.subscribe(({ id }) => orders[1]?.push(id))
    await simulator.exchange({ method: 'GET', url: '/wiki/x', headers: {} })
    expect(orders.join(' and ')).toBe('1,2 and 1,2')
  })

  test('a listener that is unsubscribed during an event receives nothing more', () => {
    const events = new Events()
    const calls: string[] = []
    const stopFirst = events.subscribe(() => {
      calls.push('first')
      stopFirst()
      stopSecond()
    })
    const stopSecond = events.subscribe(() => calls.push('second'))
    for (let count = 0; count < 3; count++) events.publish('world', 'w', 0, { change: 'reset' })
    expect(calls).toEqual(['first'])
  })

  test('an error in a listener affects neither the exchange nor other listeners', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    const others = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    process.on('unhandledRejection', note)
    try {
      let calls = 0
      client.simulator.events.subscribe(() => {
        throw new Error('of the listener')
      })
      client.simulator.events.subscribe(() => calls++)
      expect((await ask(client)).status).toBe(404)
      await new Promise((resolve) => setTimeout(resolve, 10))
      expect([calls, unhandled]).toEqual([1, [expect.objectContaining({ message: 'of the listener' })]])
    } finally {
      process.removeListener('unhandledRejection', note)
      for (const listener of others) process.on('unhandledRejection', listener)
    }
  })

  test('a fork publishes to its own listeners only', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    let calls = 0
    simulator.events.subscribe(() => calls++)
    simulator.fork().clock.advance('3m')
    expect(calls).toBe(0)
  })
})

describe('kept events', () => {
  const publish = (events: Events, count: number) => {
    for (let index = 0; index < count; index++) events.publish('world', 'w', 0, { change: 'reset' })
  }

  test('are none before the first listener', () => {
    const events = new Events()
    publish(events, 10)
    expect([events.recording, events.since(0)]).toEqual([false, []])
  })

  test('are the latest thousand, by id', () => {
    const events = new Events()
    events.subscribe(() => {})
    publish(events, 10)
    expect(events.since(7)?.map(({ id }) => id)).toEqual([8, 9, 10])
    expect([events.since(10), events.since(11)]).toEqual([[], undefined])
    publish(events, 5000)
    expect(events.since(5010 - KEPT_EVENTS)).toHaveLength(KEPT_EVENTS)
    expect(events.since(5010 - KEPT_EVENTS - 1)).toBeUndefined()
  })

  test('stay for a thousand events after the last listener left, then ids are unknown', () => {
    const events = new Events()
    const stop = events.subscribe(() => {})
    publish(events, 3)
    stop()
    publish(events, KEPT_EVENTS)
    expect(events.since(3)).toHaveLength(KEPT_EVENTS)
    publish(events, 1)
    expect([events.recording, events.since(1003), events.since(3)]).toEqual([false, undefined, undefined])
    publish(events, 5)
    events.subscribe(() => {})
    publish(events, 1)
    expect(events.since(1003)).toBeUndefined()
    expect(events.since(1004)?.map(({ id }) => id)).toEqual([1005])
  })
})

describe('GET /events', () => {
  test('streams all events as server-sent events', async () => {
    const { raw } = await client.simulatorAnswer('/events')
    const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }
    expect(raw).toMatchObject({ status: 200, body: '' })
    expect(raw.headers).toEqual({ ...headers, 'X-Content-Type-Options': 'nosniff' })
    const receiver = receive(raw.stream)
    expect(receiver.text).toBe('retry: 1000\n\n')
    await ask(client)
    await client.write('POST', '/clock/advance', { by: '1m' })
    expect(readEvents(receiver.text)).toEqual([
      {
        id: 1,
        type: 'exchange',
        data: {
          world: 'default',
          at: '2026-01-05T09:00:00.000Z',
          number: 1,
          id: '1',
          method: 'GET',
          path: '/wiki/rest/reqs/1/nothing',
          operation: null,
          status: 404,
          fault: null,
          diagnosis: { reason: "no operation at 'GET /rest/reqs/1/nothing'", nearest: [] },
        },
      },
      {
        id: 2,
        type: 'clock',
        data: {
          world: 'default',
          at: '2026-01-05T09:01:00.000Z',
          now: '2026-01-05T09:01:00.000Z',
          mode: 'manual',
          speed: 1,
          fired: 0,
        },
      },
    ])
    receiver.leave()
    await ask(client)
    expect(readEvents(receiver.text)).toHaveLength(2)
  })

  test('a path with line ends cannot forge an event', async () => {
    const receiver = await listen(client)
    const url = '/wiki/x\n\nevent: world\ndata: {}\n\n'
    await client.simulator.exchange({ method: 'GET', url, headers: {} })
    expect(readEvents(receiver.text).map(({ type }) => type)).toEqual(['exchange'])
  })

  test('filters by world, by type, and by the world of the path', async () => {
    const byWorld = await listen(client, '?world=second')
    const byTypes = await listen(client, '?types=clock,world')
    const byPath = await listen(client, '', named('second'))
    await ask(client)
    await ask(client, 'second')
    const types = ({ text }: Receiver) => readEvents(text).map(({ type, data }) => [type, data['world']])
    expect(types(byWorld)).toEqual([
      ['world', 'second'],
      ['exchange', 'second'],
    ])
    expect(types(byPath)).toEqual(types(byWorld))
    expect(types(byTypes)).toEqual([['world', 'second']])
    expect((await client.get('/worlds')).body.total).toBe(2)
  })

  test('creates no world', async () => {
    await listen(client, '?world=fresh')
    await listen(client, '', named('fresh'))
    expect((await client.get('/worlds')).body.total).toBe(1)
  })

  test('sends missed events after Last-Event-ID, filtered, before new ones', async () => {
    const first = await listen(client)
    await ask(client)
    first.leave()
    await ask(client, 'second')
    await ask(client)
    const again = await listen(client, '?types=exchange', { 'last-event-id': '1' })
    await ask(client)
    expect(readEvents(again.text).map(({ id }) => id)).toEqual([3, 4, 5])
  })

  test('sends a gap event when missed events are no longer kept', async () => {
    await listen(client)
    await ask(client)
    const ahead = await listen(client, '', { 'last-event-id': '999999' })
    expect(readEvents(ahead.text)).toEqual([{ id: undefined, type: 'gap', data: { after: 999_999 } }])
    await ask(client)
    expect(readEvents(ahead.text).map(({ type }) => type)).toEqual(['gap', 'exchange'])
  })

  test('allows 32 streams at a time', async () => {
    const receivers: Receiver[] = []
    for (let count = 0; count < MAXIMUM_STREAMS; count++) receivers.push(await listen(client))
    const refused = await client.get('/events')
    expect([refused.status, refused.body['statusCode'], refused.body.message]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      expect.stringMatching(/32 streams/),
    ])
    receivers[0]?.leave()
    receivers[0]?.leave()
    await listen(client)
    expect((await client.get('/events')).status).toBe(503)
  })

  test('counts a stream only once it is read, and ends those over the limit', async () => {
    const answers = []
    for (let count = 0; count < 2 * MAXIMUM_STREAMS; count++)
      answers.push((await client.simulatorAnswer('/events')).raw)
    const receivers = answers.map(({ stream }) => receive(stream))
    expect(receivers.filter(({ ended }) => ended === 'closed')).toHaveLength(MAXIMUM_STREAMS)
    receivers.at(-1)?.leave()
    expect((await client.get('/events')).status).toBe(503)
  })

  test('ends the stream of a receiver that does not keep up', async () => {
    const slow = await listen(client)
    const quick = await listen(client)
    slow.pending = MAXIMUM_PENDING_BYTES
    await ask(client)
    expect(slow.ended).toBeUndefined()
    slow.pending++
    await ask(client)
    await ask(client)
    expect([slow.ended, readEvents(slow.text).length]).toEqual(['broken', 1])
    expect([quick.ended, readEvents(quick.text).length]).toEqual([undefined, 3])
    for (let count = 0; count < MAXIMUM_STREAMS - 1; count++) await listen(client)
    expect((await client.get('/events')).status).toBe(503)
  })

  test('HEAD opens no stream', async () => {
    const raw = await client.simulator.exchange({ method: 'HEAD', url: '/_sim/events', headers: {} })
    expect([raw.status, raw.stream]).toEqual([200, undefined])
  })

  test.each([
    ['?types=exchnge', {}, /did you mean 'exchange'/],
    ['?types=', {}, /'types' '': unknown event type/],
    ['?types=__proto__', {}, /unknown event type/],
    ['?types=exchange,,clock', {}, /'types' '': unknown event type/],
    ['?wrld=a', {}, /did you mean 'world'/],
    ['', { 'last-event-id': 'x' }, /Last-Event-ID 'x'/],
    ['', { 'last-event-id': '-1' }, /Last-Event-ID/],
    ['', { 'last-event-id': '9'.repeat(400) }, /Last-Event-ID/],
  ])('/events%s with %j is refused', async (query, headers, message) => {
    const reply = await createControlClient().get(`/events${query}`, headers)
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringMatching(message)])
    expect(reply.body.message.length).toBeLessThan(400)
  })

  test('the reference names every event type', async () => {
    const { controlRoutes } = await import('../../src/control/routes.ts')
    const { details = '' } = controlRoutes.find(({ path }) => path === '/events') ?? {}
    for (const type of EVENT_TYPES) expect(details).toContain(`\`${type}\``)
  })
})

test('a synchronisation that could send nothing reports the reason', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  const patch = { method: 'PATCH', url: '/_sim/sites/102', headers: WRITE_HEADERS }
  await simulator.exchange({ ...patch, body: '{"status":"DISABLED"}' })
  const jobs = collect(simulator, ({ data }) => data, 'job')
  simulator.clock.advance('3m')
  const outcome = "2 to the tracker: none went, no response from 'https://tracker.northwind.test'"
  expect(jobs).toMatchObject([{ outcome, failed: true }])
})

test('a synchronisation is reported as failed if a message fails, and not if all are DONE', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  simulator.faults.add({ queue: 'outbound', answer: 'FAILED', times: 1 })
  const advance = { method: 'POST', url: '/_sim/clock/advance', headers: WRITE_HEADERS }
  const answer = await simulator.exchange({ ...advance, body: '{"by":"6m"}' })
  expect(JSON.parse(answer.body as string)).toMatchObject({
    fired: [{ outcome: '2 to the tracker: 1 FAILED, 1 DONE', failed: true }, {}],
    firedTotal: 2,
    failedTotal: 1,
  })
})

test('a freezing that a fault ends is reported as failed', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  simulator.faults.add({ freeze: 'ENG', at: 50 })
  const url = '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2'
  await simulator.exchange({ method: 'POST', url, headers: { authorization: 'Bearer tok-alice' } })
  const jobs = collect(simulator, ({ data }) => data, 'job')
  simulator.clock.advance('10s')
  expect(jobs).toMatchObject([
    { kind: 'baseline.freeze', outcome: 'failed: the freezing failed (fault 1)', failed: true },
  ])
})

describe('past events', () => {
  interface PastEvent {
    readonly id: number
    readonly type: string
    readonly at: string
    readonly data: Readonly<Record<string, unknown>>
  }
  const past = async (client: ControlClient, query = '', world = 'default') => {
    const { body } = await client.get(`/events/past${query}`, named(world))
    return body as unknown as { readonly items: readonly PastEvent[]; readonly total: number }
  }
  /** The default world runs a job every minute; others that are made of it do too. */
  const startBusy = () => {
    schedule(client.simulator.world, { kind: 'every-minute', due: client.simulator.world.now + 60_000 })
    return client
  }

  test('include jobs, faults and edits of a world without listeners, but no exchanges', async () => {
    const client = startBusy()
    await ask(client)
    await client.write('POST', '/clock/advance', { by: '1m' })
    await client.write('PUT', '/pages/4001', { title: 'Another title' })
    await client.write('POST', '/faults', { operation: 'wiki.baseline.list', status: 503 })
    expect(await past(client)).toMatchObject({
      items: [
        { type: 'job', at: '2026-01-05T09:01:00.000Z', data: { kind: 'every-minute' } },
        { type: 'world', data: { change: 'edited', by: 'PUT /pages/{id}' } },
        { type: 'fault', data: { change: 'written', fault: 1 } },
      ],
      total: 3,
    })
    expect(await past(client, '?offset=1&limit=1')).toMatchObject({ items: [{ type: 'world' }], total: 3 })
    expect((await past(client, '', 'second')).total).toBe(0)
  })

  test('keep the id that listeners received, and have other ids for unpublished events', async () => {
    const client = startBusy()
    await client.write('POST', '/clock/advance', { by: '1m' })
    const ids: number[] = []
    const stop = client.simulator.events.subscribe(({ id }) => ids.push(id), { types: ['job'] })
    await client.write('POST', '/clock/advance', { by: '1m' })
    stop()
    const { items } = await past(client)
    expect(items.map(({ id }) => id)).toEqual([expect.any(Number), ...ids])
    expect(ids).toHaveLength(1)
    expect(items[0]?.id).toBeLessThan(0)
  })

  test.each([
    ['a reset', '/reset', {}],
    ['another scenario', '/scenario', { name: 'other' }],
  ])('end with %s', async (_what, path, body) => {
    const client = startBusy()
    await client.write('POST', '/clock/advance', { by: '1m' })
    expect((await past(client)).total).toBe(1)
    expect((await client.write('POST', path, body)).status).toBe(200)
    expect((await past(client)).total).toBe(0)
  })

  test('end with their world, so that a new one of the same name has none', async () => {
    const client = startBusy()
    await client.write('POST', '/worlds', { name: 'second', from: 'default' })
    await client.write('POST', '/clock/advance', { by: '1m' }, named('second'))
    expect((await past(client, '', 'second')).total).toBe(1)
    await client.write('DELETE', '/worlds/second')
    expect((await past(client, '', 'second')).total).toBe(0)
  })

  test('are bounded: the latest are kept', async () => {
    const client = startBusy()
    for (let count = 0; count < 20; count++) await client.write('POST', '/clock/advance', { by: '50m' })
    const { items, total } = await past(client, '?limit=1000')
    expect(total).toBe(300)
    const last = Date.parse('2026-01-06T01:40:00Z')
    const latest = Array.from({ length: 300 }, (_, at) => new Date(last - (299 - at) * 60_000).toISOString())
    expect(items.map(({ at }) => at)).toEqual(latest)
  })
})
