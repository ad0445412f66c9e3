/** Faults that name a mistake of the service, on the demo. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createSimulator, type FaultInput, type Simulator } from '../../src/index.ts'
import { openTrace } from '../../src/adapters/trace.ts'
import { FAULT_MUTATIONS } from '../../src/model/records/world/fault-limits.ts'
import { MUTATION_KINDS } from '../../src/scenario/format/mutation-kinds.ts'
import { readScenarioText } from '../../src/scenario/format/text.ts'
import type { ScenarioObject } from '../../src/scenario/input.ts'

const demo = await createSimulator()
const enforcing = await createSimulator({ config: { rateLimit: 'enforce' } })

let sim: Simulator
beforeEach(() => {
  sim = demo.fork()
})

interface Reply {
  readonly status: number
  readonly fault: string | undefined
  // The tests read bodies of many shapes.
  readonly body: never
}

async function send(method: string, url: string, body?: unknown, token = 'tok-alice', on = sim) {
  const response = await on.exchange({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const { status, headers, body: text } = response
  const fault = headers['X-Sim-Fault']
  return { status, fault, body: text === '' ? undefined : JSON.parse(text as string) } as Reply
}

const REQUIREMENT = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
const OTHER = '/wiki/rest/reqs/1/requirement2/ENG/REQ-002'
const BASELINE = '/wiki/rest/reqs/1/baseline/ENG'
const LINKS = '/tracker/rest/reqs/1/issuelinks/DRN-1'

const owner = (name: string) => ({ properties: [{ key: 'Owner', value: name }] })
const write = (name: string, url = REQUIREMENT, on = sim) => send('PUT', url, owner(name), 'tok-alice', on)
async function ownerOf(url = REQUIREMENT, on = sim): Promise<string | undefined> {
  const { body } = await send('GET', url, undefined, 'tok-alice', on)
  const { properties = [] } = body as { properties?: { key: string; value: string }[] }
  return properties.find(({ key }) => key === 'Owner')?.value
}
const add = (fault: FaultInput) => sim.faults.add(fault).id
const counts = () => sim.faults.list().map(({ matched, struck }) => [matched, struck])

describe('the service', () => {
  test('loses a write, which the response, the journal and the counts say', async () => {
    add({ mutate: 'lost-write', operation: 'wiki.requirement.write', times: 1 })
    const lost = await write('alice')
    expect([lost.status, lost.fault]).toEqual([200, '1'])
    expect((lost.body as ReturnType<typeof owner>).properties[0]?.value).toBe('alice')
    expect(await ownerOf()).toBeUndefined()
    expect(sim.journal.entries({ operation: 'wiki.requirement.write' })[0]).toMatchObject({ fault: 1 })
    expect((await write('bob')).fault).toBeUndefined()
    expect(await ownerOf()).toBe('bob')
    expect(counts()).toEqual([[2, 1]])
  })

  test('keeps a record that it reports as deleted', async () => {
    add({ mutate: 'kept-record' })
    const deleted = await send('DELETE', `${BASELINE}/1`)
    expect([deleted.status < 300, deleted.fault]).toEqual([true, '1'])
    expect((await send('GET', `${BASELINE}/1`)).status).toBe(200)
  })

  test('applies a write twice', async () => {
    add({ mutate: 'applied-twice', interface: 'standalone' })
    const { fault, body } = await send('POST', '/api/organizations', { name: 'Twice' })
    const { id } = body as { id: number }
    expect(fault).toBe('1')
    expect(sim.state('organization', { name: 'Twice' }).map((each) => each.id)).toEqual([id, id + 1])
  })

  test('writes to the neighbour', async () => {
    add({ mutate: 'wrong-record', operation: 'wiki.requirement.write', times: 1 })
    expect((await write('alice')).fault).toBe('1')
    expect([await ownerOf(), await ownerOf(OTHER)]).toEqual([undefined, 'alice'])
  })

  test('undoes the write before', async () => {
    add({ mutate: 'undoes-previous', operation: 'wiki.requirement.write' })
    expect([(await write('alice')).fault, (await write('bob', OTHER)).fault]).toEqual([undefined, '1'])
    expect([await ownerOf(), await ownerOf(OTHER)]).toEqual([undefined, 'bob'])
  })

  test('does not show the last write, until somebody else writes', async () => {
    add({ mutate: 'stale-read', operation: 'wiki.requirement.read' })
    await write('alice')
    expect([await ownerOf(), await ownerOf()]).toEqual([undefined, undefined])
    expect(counts()).toEqual([[2, 2]])
    await sim.tokens.create({ user: 'bob' })
    expect(await ownerOf()).toBe('alice')
    await write('carol')
    const before = sim.snapshot()
    expect(await ownerOf()).toBe('alice')
    await write('dave')
    expect([await ownerOf(), await ownerOf(REQUIREMENT, sim.fork())]).toEqual(['carol', 'carol'])
    for (const name of ['eve', 'frank']) {
      sim.restore(before)
      await write(name)
    }
    sim.restore(before)
    expect(await ownerOf()).toBe('alice')
  })

  test('allows what it must refuse', async () => {
    add({ mutate: 'allowed', operation: 'wiki.baseline.read' })
    const { status, fault } = await send('GET', `${BASELINE}/1`, undefined, 'tok-eve')
    expect([status, fault]).toEqual([200, '1'])
    expect((await send('GET', `${BASELINE}/1`)).fault).toBeUndefined()
    expect(counts()).toEqual([[2, 1]])
  })

  test('refuses what it must allow', async () => {
    add({ mutate: 'refused', user: 'alice', operation: 'wiki.requirement.write' })
    const { status, fault, body } = await write('alice')
    expect([status, fault]).toEqual([403, '1'])
    expect((body as { message: string }).message).toBe("user 'alice' may not call 'wiki.requirement.write'")
    expect(await ownerOf()).toBeUndefined()
    expect((await send('PUT', REQUIREMENT, owner('admin'), 'tok-admin')).fault).toBeUndefined()
    expect(await ownerOf()).toBe('admin')
  })

  test('accepts an expired token', async () => {
    add({ mutate: 'outlives-expiry' })
    const { status, fault } = await send('GET', REQUIREMENT, undefined, 'tok-old')
    expect([status, fault]).toEqual([200, '1'])
    expect((await send('GET', REQUIREMENT, undefined, 'tok-none')).status).toBe(401)
    expect(sim.state('token')).toEqual(demo.state('token'))
  })

  test('limits nobody, or too early', async () => {
    sim = enforcing.fork()
    for (let call = 1; call <= 200; call++) await send('GET', LINKS)
    const id = add({ mutate: 'limit-never', times: 1 })
    expect((await send('GET', LINKS)).fault).toBe('1')
    expect((await send('GET', LINKS)).status).toBe(429)
    sim.faults.remove(id)
    sim.clock.advance('1h')
    add({ mutate: 'limit-early' })
    for (let call = 1; call <= 100; call++) expect((await send('GET', LINKS)).status).toBe(200)
    expect(await send('GET', LINKS)).toMatchObject({ status: 429, fault: '2' })
  })
})

describe('a response', () => {
  const LIST = '/wiki/rest/reqs/1/requirement2/ENG'
  const read = (url = REQUIREMENT, on = sim) => send('GET', url, undefined, 'tok-alice', on)

  test('has a mistake at the place that the fault names, and no record changes', async () => {
    const { body: right } = await read()
    add({ mutate: 'field-null', operation: 'wiki.requirement.read', field: 'properties[].value', times: 1 })
    const before = sim.state('requirement')
    const { status, fault, body } = await read()
    const { properties, ...others } = right as { properties: readonly object[] }
    expect([status, fault, properties.length]).toEqual([200, '1', 3])
    expect(body).toEqual({ ...others, properties: properties.map((each) => ({ ...each, value: null })) })
    expect(sim.state('requirement')).toEqual(before)
    expect((await read()).body).toEqual(right)
    expect(counts()).toEqual([[2, 1]])
  })

  test('has it at the first place that it changes, if the fault names none', async () => {
    const { body: right } = await read(LIST)
    add({ mutate: 'list-short', operation: 'wiki.requirement.search' })
    const { body, fault } = await read(LIST)
    const { results, ...others } = right as { results: unknown[] }
    expect([fault, body]).toEqual(['1', { ...others, results: results.slice(0, -1) }])
  })

  test('of a write has it too, and the write is done once', async () => {
    add({ mutate: 'field-missing', operation: 'wiki.requirement.write', field: 'key' })
    const { fault, body } = await write('alice')
    expect([fault, 'key' in (body as object)]).toEqual(['1', false])
    expect(await ownerOf()).toBe('alice')
    const trace = await openTrace(await sim.trace())
    expect(trace.steps.filter(({ differs }) => differs === true)).toEqual([])
  })

  test('of a later page repeats the first one, and a refusal has another status', async () => {
    add({ mutate: 'page-repeated' })
    add({ mutate: 'wrong-error-status' })
    const first = await read(`${LIST}?limit=3`)
    const second = await read(`${LIST}?limit=3&offset=3`)
    const resultsOf = ({ body }: Reply) => (body as { results: unknown }).results
    expect([first.fault, second.fault]).toEqual([undefined, '1'])
    expect(resultsOf(second)).toEqual(resultsOf(first))
    expect(await read('/wiki/rest/reqs/1/requirement2/ENG/NONE-1')).toMatchObject({ status: 400, fault: '2' })
  })

  test('stays as it is where the operation has no such place, which is no strike', async () => {
    add({ mutate: 'field-null', field: 'results[].nothing' })
    const plain = await read(LIST, demo.fork())
    expect(await read(LIST)).toEqual(plain)
    expect(counts()).toEqual([[1, 0]])
  })
})

describe('a mistake', () => {
  test('strikes by its moment, and only where it changes something', async () => {
    add({ mutate: 'lost-write', after: 1, every: 2, times: 1 })
    // Reads do not match; a write that is refused matches and is not struck.
    await send('GET', REQUIREMENT)
    expect((await write('one')).fault).toBeUndefined()
    expect((await write('two')).fault).toBeUndefined()
    expect((await send('PUT', REQUIREMENT, owner('no'), 'tok-eve')).fault).toBeUndefined()
    expect(counts()).toEqual([[3, 0]])
    expect((await write('four')).fault).toBeUndefined()
    expect((await write('five')).fault).toBe('1')
    expect(await ownerOf()).toBe('four')
    expect(counts()).toEqual([[5, 1]])
  })

  test('is the first of those that can be made, and yields to a fault of the response', async () => {
    add({ mutate: 'allowed' })
    add({ mutate: 'lost-write' })
    add({ mutate: 'refused' })
    expect((await write('alice')).fault).toBe('2')
    const plain = add({ status: 503, times: 1 })
    expect(await write('alice')).toMatchObject({ status: 503, fault: String(plain) })
    expect(counts()).toEqual([
      [2, 0],
      [2, 1],
      [2, 0],
      [1, 1],
    ])
  })

  test('is switched off, and goes with its fault', async () => {
    const id = add({ mutate: 'lost-write' })
    sim.faults.enable(id, false)
    expect((await write('alice')).fault).toBeUndefined()
    sim.faults.enable(id, true)
    expect((await write('bob')).fault).toBe('1')
    sim.faults.clear()
    expect((await write('carol')).fault).toBeUndefined()
    expect(await ownerOf()).toBe('carol')
  })

  test('leaves no trace in a world that it does not reach', async () => {
    const plain = demo.fork()
    add({ mutate: 'wrong-record', operation: 'standalone.*' })
    const each = async (on: Simulator) => [await write('alice', REQUIREMENT, on), await ownerOf(OTHER, on)]
    expect(await each(sim)).toEqual(await each(plain))
    expect(counts()).toEqual([[0, 0]])
  })
})

describe('the past', () => {
  test('of a world with mistakes is computed again as it was', async () => {
    add({ mutate: 'stale-read', operation: 'wiki.requirement.read' })
    add({ mutate: 'undoes-previous', operation: 'wiki.requirement.write', every: 3 })
    await write('first')
    // More steps than share a snapshot.
    const seen: (string | undefined)[] = []
    for (let step = 0; step < 40; step++) {
      seen.push(await ownerOf(step % 3 === 0 ? OTHER : REQUIREMENT))
      if (step % 8 === 7) await write(`owner ${step}`, step % 16 === 7 ? OTHER : REQUIREMENT)
    }
    expect(new Set(seen).size).toBeGreaterThan(2)
    const past = sim.pastOf('default')
    await sim.preload()
    const again = async (step: number) => {
      const { entry, input } = past.step(step)
      if (entry === undefined || input.kind !== 'exchange') return
      const before = sim.fork({ at: step - 1 })
      const { body } = await before.exchange(input.request)
      expect([step, body]).toEqual([step, entry.answer.body])
    }
    for (let step = 4; step <= past.last; step += 7) await again(step)
    const trace = await openTrace(await sim.trace())
    expect(trace.steps.filter(({ differs }) => differs === true)).toEqual([])
    expect(trace.simulator.faults.list()).toEqual(sim.faults.list())
    expect(trace.simulator.state('requirement')).toEqual(sim.state('requirement'))
  })

  test('shows that a struck write changed no record', async () => {
    add({ mutate: 'lost-write' })
    await write('alice')
    const trace = await openTrace(await sim.trace())
    const { last } = sim.pastOf('default')
    expect(trace.steps.at(-1)).toMatchObject({ fault: 1, status: 200 })
    expect(trace.compare(last - 1, last).items.map(({ table }) => table)).toEqual([
      'fault',
      'sequence',
      'rateWindow',
    ])
  })
})

describe('a fault is refused', () => {
  test.each([
    [{ mutate: 'never-ends' }, /mutate: must be "lost-write" or "kept-record" or .*, not 'never-ends'/],
    [{ mutate: 'lost-wrte' }, /, not 'lost-wrte'; did you mean 'lost-write'\?$/],
    [{ mutate: 'field-nul' }, /, not 'field-nul'; did you mean 'field-null'\?$/],
    [{ mutate: 'lost-write', field: 'key' }, "field: 'field' goes with a mistake in a place of the response"],
    [{ mutate: 'page-skips', field: 'key' }, "field: 'field' goes with a mistake in a place of the response"],
    [{ status: 503, field: 'key' }, "field: 'field' goes with a mistake in a place of the response"],
    [{ mutate: 'field-null', freeze: 'ENG' }, "'mutate' does not go with 'freeze'"],
    [
      { mutate: 'lost-write', status: 503 },
      "status: 'status' does not go with 'mutate': leave one of them out",
    ],
    [{ mutate: 'lost-write', performed: true }, "'performed' does not go with 'mutate'"],
    [{ mutate: 'lost-write', freeze: 'ENG' }, "'mutate' does not go with 'freeze'"],
    [
      { mutate: 'lost-write', operation: 'wiki.requirement.read' },
      "mutate: 'lost-write' is of POST, PUT, PATCH, DELETE: select such an operation",
    ],
    [{ mutate: 'stale-read', method: 'PUT' }, "mutate: 'stale-read' is of GET: select such an operation"],
    [{ mutate: 'lost-write', operation: 'wiki.requirement.wrte' }, "did you mean 'wiki.requirement.write'?"],
  ])('%j', (fault, message) => {
    expect(() => sim.faults.add(fault as never)).toThrow(message)
    expect(sim.faults.list()).toEqual([])
  })
})

describe('every kind', () => {
  const kinds = Object.keys(FAULT_MUTATIONS) as (keyof typeof FAULT_MUTATIONS)[]

  test('is one that mutants have, too', () => {
    const known: readonly string[] = Object.values(MUTATION_KINDS).flat()
    expect(kinds.filter((kind) => !known.includes(kind))).toEqual([])
  })

  test('goes through a scenario, a saved one and an exported world', async () => {
    const faults = kinds.map((mutate, position) => ({ id: position + 1, mutate, times: 2 }))
    const written = await createSimulator({ scenario: { extends: ['demo'], faults } as never })
    const listed = written.faults.list()
    expect(listed).toEqual(faults.map((each) => ({ ...each, enabled: true, matched: 0, struck: 0 })))
    const { text } = await written.saveScenario()
    const again = await createSimulator({
      scenario: readScenarioText(text, 'saved.yaml').value as ScenarioObject,
    })
    expect(again.faults.list()).toEqual(listed)
    const document = await written.exportWorld()
    await sim.importWorld(document)
    expect(sim.faults.list()).toEqual(listed)
    expect((await write('alice')).fault).toBe('1')
  })

  test('is a step of a timeline', async () => {
    const scenario = {
      extends: ['demo'],
      timeline: [
        { step: 'mistake', fault: { mutate: 'lost-write', times: 1 } },
        {
          call: `PUT ${REQUIREMENT}`,
          as: 'alice',
          body: owner('alice'),
          expect: { headers: { 'X-Sim-Fault': '1' } },
        },
        { call: `GET ${REQUIREMENT}`, as: 'alice' },
        { fault: { remove: 'mistake' } },
        { call: `PUT ${REQUIREMENT}`, as: 'alice', body: owner('bob') },
      ],
    }
    const told = await createSimulator({ scenario: scenario as never })
    const { ok } = await told.run()
    expect(ok).toBe(true)
    expect(await ownerOf(REQUIREMENT, told)).toBe('bob')
  })

  test('is added through the control API, in a world that nobody used before', async () => {
    const headers = { 'content-type': 'application/json', 'x-sim-control': '1', 'x-sim-world': 'new' }
    const fresh = await createSimulator()
    const body = JSON.stringify({ mutate: 'refused' })
    await fresh.exchange({ method: 'POST', url: '/_sim/faults', headers, body })
    const read = (world: string) =>
      fresh.exchange({
        method: 'GET',
        url: REQUIREMENT,
        headers: { authorization: 'Bearer tok-alice', 'x-sim-world': world },
        body: undefined,
      })
    const statuses = await Promise.all([read('default'), read('new'), read('default')])
    expect(statuses.map(({ status }) => status)).toEqual([200, 403, 200])
  })
})
