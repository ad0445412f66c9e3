import { describe, expect, test } from 'vitest'
import { startClient } from '../support/client.ts'

const inDemo = { headers: { 'x-sim-world': 'default' } }

async function withThreeExchanges() {
  const client = await startClient()
  for (const path of ['/wiki/rest/reqs/1/openapi', '/api/applications/101', '/wiki/rest/reqs/1/nothing'])
    await client.simulator.exchange({
      method: 'GET',
      url: path,
      headers: { authorization: 'Bearer tok-alice' },
      body: undefined,
    })
  return client
}

describe('the journal in pages', () => {
  test('newest first, and each page continues after the one before it', async () => {
    const { get } = await withThreeExchanges()
    const numbers = async (query: string) =>
      (await get(`/_sim/journal?${query}`, inDemo)).body.items.map(({ number }: { number: number }) => number)
    expect(await numbers('order=newest')).toEqual([3, 2, 1])
    expect(await numbers('order=newest&limit=2')).toEqual([3, 2])
    expect(await numbers('order=newest&limit=2&offset=2')).toEqual([1])
    expect(await numbers('order=newest&offset=3')).toEqual([])
    expect(await numbers('order=oldest&limit=2')).toEqual([1, 2])
    expect(await numbers('order=newest&unmatched=false')).toEqual([2, 1])
    expect((await get('/_sim/journal?order=newest&limit=1', inDemo)).body.total).toBe(3)
  })

  test('brief: what a list shows, without headers and bodies', async () => {
    const { get } = await withThreeExchanges()
    const { items } = (await get('/_sim/journal?brief=true&order=newest', inDemo)).body
    expect(items[1]).toMatchObject({
      operation: 'standalone.application.read',
      user: 'alice',
      request: { method: 'GET', url: '/api/applications/101' },
      answer: { status: 200 },
    })
    expect(Object.keys(items[1].request)).toEqual(['method', 'url'])
    expect(Object.keys(items[1].answer)).toEqual(['status'])
  })

  test('an order that there is not is refused with its name', async () => {
    const { get } = await startClient()
    const { status, body } = await get('/_sim/journal?order=random')
    expect(status).toBe(400)
    expect(body.message).toContain("query parameter 'order'")
    expect(body.message).toContain('random')
  })
})

test('filters the exchanges of a world, whatever their bodies and addresses contain', async () => {
  const { simulator, get } = await startClient()
  const send = (world: string, path: string, body?: string) =>
    simulator.exchange({
      method: body === undefined ? 'GET' : 'POST',
      url: path,
      headers: { 'x-sim-world': world, 'content-type': 'application/json' },
      body,
    })
  await send('second', '/wiki/rest/reqs/1/baseline/ENG', '{"number":9,"id":"1","at":1,"world":"default"}')
  await send('default', '/api/x?{"number":9,"id":"1","at":1,"world":"second"')
  await send('second', '/api/y')
  const numbersOf = async (world: string, query = '') => {
    const { body } = await get(`/_sim/journal?world=${world}${query}`)
    return [body.items.map(({ number }: { number: number }) => number), body.total]
  }
  expect(await numbersOf('second')).toEqual([[1, 3], 2])
  expect(await numbersOf('default')).toEqual([[2], 1])
  expect(await numbersOf('second', '&since=1')).toEqual([[3], 1])
  expect(await numbersOf('second', '&method=POST')).toEqual([[1], 1])
  simulator.journal.clear('second')
  expect(await numbersOf('second')).toEqual([[], 0])
  expect(await numbersOf('default')).toEqual([[2], 1])
})

test('filters by interface, and by text of an address or a body but never of a credential', async () => {
  const { get, simulator } = await withThreeExchanges()
  await simulator.exchange({
    method: 'POST',
    url: '/wiki/rest/reqs/1/baseline/ENG',
    headers: {
      'x-sim-world': 'default',
      authorization: 'Bearer tok-alice',
      'content-type': 'application/json',
    },
    body: '{"baseline":{"name":"Release Two","token":"hidden-value"}}',
  })
  const numbersOf = async (query: string) =>
    (await get(`/_sim/journal?${query}`, inDemo)).body.items.map(({ number }: { number: number }) => number)
  expect(await numbersOf('interface=standalone')).toEqual([2])
  expect(await numbersOf('interface=wiki&text=REQS/1/NOTHING')).toEqual([3])
  expect(await numbersOf('text=release%20two')).toEqual([4])
  expect(await numbersOf('text=tok-alice')).toEqual([])
  expect(await numbersOf('text=hidden-value')).toEqual([])
  const refused = await get('/_sim/journal?interface=wikki', inDemo)
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain("'wikki'")
  expect(() => simulator.journal.entries({ interface: 'wikki' as 'wiki' })).toThrow(
    /^interface of a filter of the journal must be one of standalone, wiki, .*, not 'wikki'$/,
  )
})

test('the brief list says how long a fault delayed a response', async () => {
  const { get, simulator } = await startClient()
  simulator.faults.add({ path: '/rest/reqs/1/openapi', latency: '250ms' })
  await simulator.exchange({ method: 'GET', url: '/wiki/rest/reqs/1/openapi', headers: {}, body: undefined })
  const { items } = (await get('/_sim/journal?brief=true', inDemo)).body
  expect(items[0].answer).toEqual({ status: 200, delivery: { latency: 250, waits: false } })
})

describe('one exchange', () => {
  test('is found by its number, with bodies and without credentials', async () => {
    const { get } = await withThreeExchanges()
    const { status, body } = await get('/_sim/journal/2')
    expect(status).toBe(200)
    expect(body).toMatchObject({ number: 2, request: { headers: { authorization: '(redacted)' } } })
    expect(JSON.parse(body.answer.body)).toMatchObject({ id: 101 })
  })

  test('is not found once the journal has forgotten it', async () => {
    const { simulator, get } = await withThreeExchanges()
    simulator.journal.clear()
    const { status, body } = await get('/_sim/journal/2')
    expect([status, body.message]).toEqual([404, "no exchange '2' in the journal"])
    expect((await get('/_sim/journal/0')).status).toBe(404)
    expect((await get('/_sim/journal/x')).status).toBe(404)
    // A number that JavaScript cannot hold was a defect of the simulator.
    const beyond = await get('/_sim/journal/9007199254740993')
    expect([beyond.status, beyond.body.message]).toEqual([
      404,
      "no exchange '9007199254740993' in the journal",
    ])
  })
})
