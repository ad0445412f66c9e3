/** Long advances with failing messages: one move has the effects of many (service §6.2). */
import { afterEach, expect, test, vi } from 'vitest'
import { integrationsScenario } from '../../../bench/integrations-scenario.ts'
import { createSimulator, type FaultInput, type Simulator } from '../../../src/index.ts'
import { exportWorld } from '../../../src/world/transfer.ts'
import { Table } from '../../../src/world/store/table.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const FAILING = 20
const TRACKER = '/tracker/rest/reqs/1'
const failing = (count = 1) => createSimulator({ scenario: integrationsScenario(count, FAILING) })

/** How often tables are read in ranges, and records updated, while an hour passes. */
const workOfHour = (simulator: Simulator) => {
  const spies = (['range', 'update'] as const).map((name) => vi.spyOn(Table.prototype, name))
  simulator.clock.advance('1h')
  const counts = spies.map(({ mock }) => mock.calls.length)
  vi.restoreAllMocks()
  return counts
}

test.each(['FAILED', 'NONE'] as const)(
  'a fault of probability 1 costs as much as one without: %s',
  async (answer) => {
    const fault = { queue: 'outbound', answer } as const
    const [always, probable] = [await faulty(fault), await faulty({ ...fault, probability: 1 })].map(
      workOfHour,
    )
    expect(always?.[0]).toBeGreaterThan(0)
    expect(probable).toEqual(always)
  },
)

test('every attempt of a day is counted', async () => {
  const simulator = await failing()
  simulator.clock.advance('1d')
  const messages = simulator.state('outboundMessage')
  expect(messages.map(({ status, attempts }) => [status, attempts])).toEqual(
    Array.from({ length: FAILING }, () => ['FAILED', 480]),
  )
})

test.each<[FaultInput, matched: number, struck: number]>([
  [{ queue: 'outbound' }, 480 * FAILING, 480 * FAILING],
  [{ queue: 'outbound', probability: 1 }, 480 * FAILING, 480 * FAILING],
  [{ queue: 'outbound', after: 25 }, 480 * FAILING, 480 * FAILING - 25],
  [{ queue: 'outbound', every: 2 }, 480 * FAILING, (480 * FAILING) / 2],
  [{ queue: 'outbound', times: 7 }, 480 * FAILING, 7],
  [{ queue: 'outbound', after: 25, times: 7 }, 480 * FAILING, 7],
  [{ queue: 'outbound', answer: 'NONE' }, 480, 480],
  // The first three runs end at their first message.
  [{ queue: 'outbound', answer: 'NONE', times: 3 }, 3 + 477 * FAILING, 3],
])('every match of a day is counted: %j', async (fault, matched, struck) => {
  const simulator = await faulty(fault)
  simulator.clock.advance('1d')
  expect(simulator.faults.list()).toMatchObject([{ matched, struck }])
})

async function faulty(fault: FaultInput): Promise<Simulator> {
  const simulator = await failing()
  simulator.faults.add(fault)
  return simulator
}

/** The demo with messages that fail in both directions, one behind another, and faults that come and go. */
async function startDemo(): Promise<Simulator> {
  const simulator = await createSimulator({ scenario: 'demo' })
  const headers = { authorization: 'Bearer tok-admin', 'content-type': 'application/json' }
  const call = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = await simulator.fetch(`http://${path}`, { method, headers, ...init })
    expect(reply.status, await reply.clone().text()).toBeLessThan(300)
  }
  const wiki = 'wiki.sim/rest/reqs/1/requirement2/ENG'
  await call('PUT', `${wiki}/REQ-003/link/issue/DRN-777?relationship=tests`)
  const queue = `tracker.sim${TRACKER.slice('/tracker'.length)}/queue/99999999-8888-4777-8666-555555555555/messages`
  const link = { operation: 'ADD_LINK', issueKey: 'DRN-3', spaceKey: 'ENG' }
  await call('POST', queue, [
    { ...link, key: 'NOPE' },
    { operation: 'RESET_LINKS', issueKey: 'DRN-4' },
    { ...link, issueKey: 'DRN-4', key: 'REQ-003' },
  ])
  simulator.faults.add({ queue: 'inbound', messageOperation: 'RESET_LINKS', after: 3, times: 2 })
  simulator.faults.add({ outage: 'tracker', from: '90m', for: '50m' })
  simulator.faults.add({ queue: 'outbound', answer: 'NONE', after: 100, times: 3 })
  return simulator
}

test.each<[string, () => Promise<Simulator>]>([
  ['messages that fail', () => failing(2)],
  ['messages that fail, wait and go, and faults', startDemo],
])('one move has the effects of a move for each run: %s', async (_name, start) => {
  const [once, often] = [await start(), await start()]
  const events: unknown[][] = [[], []]
  for (const [at, simulator] of [once, often].entries())
    simulator.events.subscribe(({ type, data }) => void (type === 'job' && events[at]?.push(data)))
  once.clock.advance('6h')
  for (let run = 0; run < 120; run++) often.clock.advance('3m')
  expect(exportWorld(once.world)).toEqual(exportWorld(often.world))
  expect(events[0]).toEqual(events[1])
})
