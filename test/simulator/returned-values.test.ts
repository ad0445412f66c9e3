/** What the library gives out is the caller's to read: whatever he does to it, no world, present or to come, is another. */
import { describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { readConfig } from '../../src/model/records/world/config.ts'
import { namedTables, type TableName } from '../../src/model/schema.ts'

/** All but the table in which each call counts itself. */
const TABLES = (Object.keys(namedTables) as TableName[]).filter((table) => table !== 'rateWindow')
const SCENARIO = 'outage'
const ABOUT_CALLS = ['report', 'journal', 'archive', 'verification']

/** Changes all that can be changed in a value and below it. */
function spoil(value: unknown): void {
  const open: unknown[] = [value]
  const seen = new Set<unknown>()
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    open.push(...Object.values(next))
    if (Array.isArray(next)) Reflect.set(next, next.length, 'spoilt')
    for (const name of Object.keys(next)) Reflect.set(next, name, 'spoilt')
    Reflect.set(next, 'spoilt', 'spoilt')
  }
}

/** Everything that a simulator returns, by name; each call returns a value of its own. */
const readers: Readonly<Record<string, (simulator: Simulator) => unknown>> = {
  state: (simulator) => TABLES.map((table) => [simulator.state(table), simulator.state(table, {}, 'us')]),
  timeline: ({ timeline }) => timeline,
  config: ({ config }) => config,
  scenario: ({ scenario }) => scenario,
  faults: ({ faults }) => faults.list(),
  report: (simulator) => simulator.report(),
  journal: ({ journal }) => journal.entries(),
  archive: ({ journal }) => journal.har(),
  verification: (simulator) => simulator.verify({ path: '/api/applications/102' }),
}

async function used(): Promise<Simulator> {
  const simulator = await createSimulator({ scenario: SCENARIO })
  simulator.faults.add({
    operation: 'wiki.baseline.list',
    status: 503,
    body: { a: [1] },
    headers: { b: 'c' },
  })
  const headers = { authorization: 'Bearer tok-alice' }
  await simulator.exchange({ method: 'GET', url: '/api/applications/101', headers })
  return simulator
}

const outputsOf = (simulator: Simulator): ReadonlyMap<string, string> =>
  new Map(Object.entries(readers).map(([name, read]) => [name, JSON.stringify(read(simulator))]))

/** The names of the values that have changed. Those about calls are no part of a world. */
function changes(outputs: ReadonlyMap<string, string>, simulator: Simulator, calls = true): string[] {
  const now = outputsOf(simulator)
  return [...outputs.keys()].filter(
    (name) => (calls || !ABOUT_CALLS.includes(name)) && now.get(name) !== outputs.get(name),
  )
}

describe('returned values could be changed, and forks, snapshots and later simulators with them', () => {
  test.each(Object.keys(readers))('%s', async (name) => {
    const simulator = await used()
    const outputs = outputsOf(simulator)
    const fork = simulator.fork()
    const snapshot = simulator.snapshot()
    spoil(readers[name]?.(simulator))
    expect(changes(outputs, simulator)).toEqual([])
    expect(changes(outputs, fork, false)).toEqual([])
    simulator.restore(snapshot)
    expect(changes(outputs, simulator)).toEqual([])
    expect(changes(outputs, await used())).toEqual([])
  })

  test('responses', async () => {
    const simulator = await used()
    const outputs = outputsOf(simulator)
    spoil(await simulator.exchange({ method: 'GET', url: '/api/applications/101', headers: {} }))
    expect(changes(outputs, simulator, false)).toEqual([])
    expect(simulator.journal.entries().at(-1)?.answer.status).toBe(401)
    expect(JSON.stringify(simulator.journal.entries())).not.toContain('spoilt')
  })

  test('responses whose digest is in the past', async () => {
    const delayed = async (change: (answer: unknown) => void) => {
      const simulator = await used()
      simulator.faults.add({ operation: 'standalone.application.read', latency: '1s' })
      const url = '/api/applications/101'
      change(await simulator.exchange({ method: 'GET', url, headers: {} }))
      return JSON.stringify(simulator.journal.entries().at(-1))
    }
    expect(await delayed(() => undefined)).toContain('"latency":')
    expect(await delayed(spoil)).toBe(await delayed(() => undefined))
    const digestsAfter = async (change: (answer: unknown) => void): Promise<string> => {
      const simulator = await used()
      change(await simulator.exchange({ method: 'GET', url: '/api/applications/101', headers: {} }))
      const url = '/_sim/past?digests=true'
      const { body } = await simulator.exchange({ method: 'GET', url, headers: {} })
      return String(body)
    }
    const unchanged = await digestsAfter(() => undefined)
    expect(unchanged).toContain('"digest":')
    expect(await digestsAfter(spoil)).toBe(unchanged)
  })

  test('events, which a reconnecting listener receives again', async () => {
    const simulator = await createSimulator()
    const received: string[] = []
    simulator.events.subscribe(spoil)
    simulator.events.subscribe((event) => received.push(JSON.stringify(event)))
    await simulator.exchange({ method: 'GET', url: '/api/applications/101', headers: {} })
    expect(received).toHaveLength(1)
    expect(received[0]).not.toContain('spoilt')
  })
})

describe('arguments stayed part of the world', () => {
  test('a fault', async () => {
    const { faults } = await createSimulator()
    const body = { items: [1] }
    const headers = { 'retry-after': '1' }
    const added = faults.add({ operation: 'wiki.baseline.list', status: 503, body, headers })
    const before = JSON.stringify(faults.list())
    spoil(body)
    spoil(headers)
    spoil(added)
    expect(JSON.stringify(faults.list())).toBe(before)
    expect(Object.isFrozen(body)).toBe(false)
  })

  test('a scenario', async () => {
    const scenario = {
      name: 'own',
      extends: ['demo'],
      config: { assumptions: { A07: 'plain-text' } },
      world: {
        requirements: [{ space: 'ENG', key: 'REQ-001', properties: { Priority: 'Low' } }],
      },
      timeline: [{ call: 'PUT /wiki/rest/reqs/1/requirement2/ENG/REQ-001', body: { a: [1] } }],
    }
    const simulator = await createSimulator({ scenario: scenario as never })
    const outputs = outputsOf(simulator)
    expect(outputs.get('config')).toContain('plain-text')
    spoil(scenario)
    expect(scenario.timeline).toBe('spoilt')
    expect(changes(outputs, simulator)).toEqual([])
    expect(readConfig(simulator.fork().world.system).assumptions).toEqual({ A07: 'plain-text' })
  })

  test('unknown members of a request, which the journal could not write', async () => {
    const simulator = await createSimulator()
    const circular: Record<string, unknown> = {}
    circular['itself'] = circular
    const request = { method: 'GET', url: '/api/applications/101', headers: {}, agent: circular, size: 1n }
    expect((await simulator.exchange(request)).status).toBe(401)
    expect(simulator.journal.entries().map(({ request: kept }) => kept)).toEqual([
      { method: 'GET', url: '/api/applications/101', headers: {} },
    ])
  })
})
