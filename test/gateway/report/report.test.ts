import { beforeEach, describe, expect, test } from 'vitest'
import { operations } from '../../../src/api/operations.ts'
import {
  checkReport,
  createSimulator,
  mergeReports,
  type Report,
  reportMarkdown,
} from '../../../src/index.ts'
import { type Client, clientOf, startClient } from '../../support/client.ts'

const WIKI = '/wiki/rest/reqs/1'
const LIST = 'standalone.application.list'
const DELETE = `${WIKI}/requirement2/ENG/REQ-012`

const of = (report: Report, id: string) => report.operations.find(({ operation }) => operation === id)
const machine = (report: Report, id: string) => report.machines.find((candidate) => candidate.machine === id)
const made = (report: Report, id: string) =>
  machine(report, id)
    ?.transitions.filter(({ times }) => times > 0)
    .map(({ from, event, to, times }) => `${from} ${event} ${to} ${times}`)

let client: Client
beforeEach(async () => {
  client = await startClient()
})

describe('kinds of evidence', () => {
  test('are counted separately', async () => {
    await client.get('/api/applications?organizationId=1')
    await client.get('/api/applications?organizationId=999')
    await client.get('/api/applications')
    const report = client.simulator.report()
    expect(of(report, LIST)).toEqual({
      operation: LIST,
      interface: 'standalone',
      stability: 'stable',
      provenance: 'documented',
      exercised: 3,
      statuses: { 200: 1, 400: 1, 404: 1 },
      validated: 1,
      invalid: 0,
      stateful: 0,
      faulted: 0,
      rateLimited: 0,
      gaps: [],
    })
    expect(report).toMatchObject({ exchanges: 3, faulted: 0, unmatched: 0, defects: 0, rateLimited: 0 })
    expect(report.operations).toHaveLength(operations.length)
  })

  test('a write is stateful, a refused one is not', async () => {
    await client.call('DELETE', DELETE, { token: 'tok-bob' })
    const refused = of(client.simulator.report(), 'wiki.requirement.delete')
    expect(refused).toMatchObject({ exercised: 1, stateful: 0, statuses: { 403: 1 } })
    expect(refused?.gaps).toContain(204)
    await client.call('DELETE', DELETE, { token: 'tok-admin' })
    const done = of(client.simulator.report(), 'wiki.requirement.delete')
    expect(done).toMatchObject({ exercised: 2, stateful: 1, statuses: { 204: 1, 403: 1 }, validated: 1 })
    expect(done?.gaps).not.toContain(204)
  })

  test('an operation that a fault lets write is no evidence of its machines either', async () => {
    client.simulator.faults.add({ operation: 'wiki.requirement.delete', latency: '1s' })
    await client.call('DELETE', DELETE, { token: 'tok-admin' })
    expect(client.simulator.state('requirement', { key: 'REQ-012' })[0]?.status).toBe('DELETED')
    const report = client.simulator.report()
    expect(of(report, 'wiki.requirement.delete')).toMatchObject({ exercised: 0, stateful: 0, faulted: 1 })
    expect(made(report, 'requirement')).toEqual([])
  })

  test('features that clients report are counted by user, and merged', async () => {
    expect(client.simulator.report()).not.toHaveProperty('features')
    const tell = (token: string, feature: unknown) => client.post('/api/telemetry', { feature }, { token })
    await tell('tok-bob', 'search')
    await tell('tok-alice', 'search')
    await tell('tok-alice', 'search')
    await tell('tok-alice', '')
    client.simulator.reset('default')
    await tell('tok-alice', '__proto__')
    const report = client.simulator.report()
    expect(report.features).toEqual([
      { user: 'alice', feature: '__proto__', times: 1 },
      { user: 'alice', feature: 'search', times: 2 },
      { user: 'bob', feature: 'search', times: 1 },
    ])
    expect(mergeReports([report, report]).features?.map(({ times }) => times)).toEqual([2, 4, 2])
    expect(reportMarkdown(report)).toContain('Features reported by clients')
  })

  test('outlives the journal, and is cleared by a reset of all worlds', async () => {
    const client = await startClient({ scenario: 'demo', journal: { entries: 1 } })
    for (let count = 0; count < 5; count++) await client.get('/api/applications/101')
    expect(client.simulator.report().exchanges).toBe(5)
    client.simulator.reset('default')
    const read = 'standalone.application.read'
    const before = client.simulator.report()
    expect(before.exchanges).toBe(5)
    expect(of(before, read)).toMatchObject({ exercised: 5, validated: 5, invalid: 0 })
    // Counts of several lives add up, the answers that were looked at too.
    await client.get('/api/applications/101')
    client.simulator.reset('default')
    expect(of(client.simulator.report(), read)).toMatchObject({ exercised: 6, validated: 6 })
    client.simulator.reset()
    expect(client.simulator.report().exchanges).toBe(0)
  })
})

describe('what a client sends and relies on', () => {
  test('assumptions, with what each other choice would change', async () => {
    await client.get('/api/nowhere')
    const leaned = client.simulator.report().assumptions
    expect(leaned.find(({ id }) => id === 'A07')).toBeUndefined()
    await client.get(`${WIKI}/nowhere`)
    const entry = client.simulator.report().assumptions.find(({ id }) => id === 'A07')
    expect(entry).toMatchObject({ times: 1, general: true, inForce: 'status-code' })
    expect(entry?.otherwise.map(({ value }) => value)).toEqual(['plain-text', 'standalone'])
  })

  test('the choice in force is the one of the scenario', async () => {
    const client = await startClient({ scenario: 'demo', config: { assumptions: { A07: 'plain-text' } } })
    await client.get(`${WIKI}/nowhere`)
    const entry = client.simulator.report().assumptions.find(({ id }) => id === 'A07')
    expect(entry?.inForce).toBe('plain-text')
    expect(entry?.otherwise.map(({ value }) => value)).toEqual(['status-code', 'standalone'])
    expect(entry?.behaviour).not.toBe(entry?.otherwise[0]?.behaviour)
  })

  test('classes of operations', async () => {
    await client.get('/api/applications/101')
    await client.get('/api/applications/102')
    await client.get('/api/v3/api-docs')
    const { stabilities } = client.simulator.report()
    expect(stabilities.find((row) => row.class === 'stable')).toMatchObject({ exercised: 1, exchanges: 2 })
    expect(stabilities.find((row) => row.class === 'internal')).toMatchObject({ exercised: 1, exchanges: 1 })
  })
})

describe('state machines', () => {
  test('counts frozen copies once for each step', async () => {
    await client.call('POST', `${WIKI}/baseline-actions/ENG/freeze/2`, { token: 'tok-alice' })
    expect(machine(client.simulator.report(), 'requirement')?.states).toContainEqual({
      state: 'ARCHIVED',
      visited: false,
    })
    client.simulator.clock.advance('3m')
    const report = client.simulator.report()
    expect(made(report, 'requirement')).toContain('none ARCHIVED ARCHIVED 1')
    expect(machine(report, 'requirement')?.states).toContainEqual({ state: 'ARCHIVED', visited: true })
  })

  test('counts the transitions of an exchange', async () => {
    await client.call('DELETE', DELETE, { token: 'tok-admin' })
    const report = client.simulator.report()
    expect(made(report, 'requirement')).toEqual(['ACTIVE DELETED DELETED 1'])
    expect(machine(report, 'requirement')?.states).toEqual([
      { state: 'ACTIVE', visited: true },
      { state: 'DELETED', visited: true },
      { state: 'MOVED', visited: false },
      { state: 'ARCHIVED', visited: false },
    ])
  })

  test.each([
    ['by the library', (client: Client) => Promise.resolve(client.simulator.clock.advance('3m'))],
    [
      'over HTTP',
      (client: Client) =>
        client.post('/_sim/clock/advance', { by: '3m' }, { headers: { 'x-sim-control': '1' } }),
    ],
  ])('counts the transitions of jobs when the clock is moved %s', async (_name, move) => {
    expect(made(client.simulator.report(), 'queue-message')).toEqual([])
    await move(client)
    expect(made(client.simulator.report(), 'queue-message')).toEqual(['PENDING SUCCEED DONE 1'])
  })

  test('counts the transitions of jobs on a live clock', async () => {
    let now = 0
    const sim = await createSimulator({ scenario: 'demo', clock: { mode: 'live' }, wallClock: () => now })
    sim.catchUp()
    now = 200_000
    sim.catchUp()
    expect(made(sim.report(), 'queue-message')).toEqual(['PENDING SUCCEED DONE 1'])
  })

  test('counts the transitions of edits through the control API', async () => {
    const page = { title: 'Power', undefine: ['REQ-012'] }
    const headers = { 'x-sim-control': '1' }
    const reply = await client.call('PUT', '/_sim/pages/4002', { body: page, headers })
    expect(reply.status).toBe(200)
    expect(made(client.simulator.report(), 'requirement')).toContainEqual(
      expect.stringMatching(/^ACTIVE \w+ DELETED 1$/),
    )
  })

  test('a fork has a report of its own', async () => {
    const fork = clientOf(client.simulator.fork())
    await fork.call('DELETE', DELETE, { token: 'tok-admin' })
    expect(made(fork.simulator.report(), 'requirement')).toHaveLength(1)
    expect(made(client.simulator.report(), 'requirement')).toEqual([])
    expect(client.simulator.report().exchanges).toBe(0)
  })

  test('the report over all worlds is the sum of the reports of each', async () => {
    const sim = await createSimulator({ scenario: 'demo' })
    const names = ['default', 'one', 'two', 'three']
    for (const [index, world] of names.entries()) {
      for (let call = 0; call <= index; call++) {
        const headers = { cookie: 'JSESSIONID=sess-alice', 'x-sim-world': world }
        await sim.fetch(`/wiki/rest/reqs/1/requirement2/ENG/REQ-00${call + 1}?odd=${world}`, { headers })
        await sim.fetch('/nothing/here', { headers })
      }
    }
    expect(sim.report()).toEqual(mergeReports(names.map((name) => sim.report(name))))
    expect([...names, 'never'].map((name) => sim.report(name).exchanges)).toEqual([2, 4, 6, 8, 0])
    // Asked again, it says the same: answers that waited are held against their schemas once.
    expect(sim.report()).toEqual(sim.report())
  })
})

describe('merging', () => {
  test('adds the reports of several simulators', async () => {
    const [left, right] = [clientOf(client.simulator.fork()), clientOf(client.simulator.fork())]
    await left.get('/api/applications?organizationId=1&colour=1')
    await left.call('DELETE', DELETE, { token: 'tok-admin' })
    await right.get('/api/applications?organizationId=1&colour=1')
    await right.get('/api/applications?organizationId=1&shade=1')
    await right.get('/api/applications?organizationId=999')
    await right.get(`${WIKI}/nowhere`)
    const merged = mergeReports([left.simulator.report(), right.simulator.report()])
    // One simulator that sees all of it says the same.
    for (const entry of [...left.simulator.journal.entries(), ...right.simulator.journal.entries()]) {
      const { method, url } = entry.request
      const token = entry.user === 'admin' ? 'tok-admin' : 'tok-alice'
      await client.call(method, url, { token })
    }
    expect(merged).toEqual(client.simulator.report())
    expect(of(merged, LIST)).toMatchObject({ exercised: 4, validated: 3, gaps: [] })
  })

  test('lists an assumption once for each choice in force', async () => {
    const choices = ['plain-text', 'standalone'] as const
    const reports: Report[] = []
    for (const choice of choices) {
      const sim = await createSimulator({ scenario: 'demo', config: { assumptions: { A07: choice } } })
      await sim.fetch('/wiki/rest/reqs/1/nothing')
      reports.push(sim.report())
    }
    const merged = mergeReports(reports).assumptions.filter(({ id }) => id === 'A07')
    expect(merged.map(({ inForce, times }) => [inForce, times])).toEqual([
      ['plain-text', 1],
      ['standalone', 1],
    ])
    // It counts once where entries are counted.
    const entries = new Set(
      mergeReports(reports)
        .assumptions.filter((one) => !one.general)
        .map(({ id }) => id),
    )
    expect(checkReport(mergeReports(reports), { maximumAssumptions: entries.size })).toEqual([])
  })

  test('of none is refused, of one is itself', async () => {
    const { simulator } = await startClient()
    const report = simulator.report()
    expect(mergeReports([report])).toEqual(report)
    expect(() => mergeReports([])).toThrow(TypeError)
  })

  test('survives JSON, such as from test workers', async () => {
    await client.get('/api/applications/101')
    const report = client.simulator.report()
    const read = JSON.parse(JSON.stringify(report)) as Report
    expect(read).toEqual(report)
    expect(mergeReports([read, report]).exchanges).toBe(2)
  })
})
