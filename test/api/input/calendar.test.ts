/** Every operation on the first day and in the last moment that the clock can show, where what begins is due after its end. */
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../src/api/framework/operation.ts'
import { operations } from '../../../src/api/operations.ts'
import type { Simulator } from '../../../src/index.ts'
import { clientOf, startClient } from '../../support/client.ts'
import { EXAMPLE_NEEDS, tryExample } from '../../support/examples.ts'

const FIRST = '0000-01-01T00:00:00.000Z'
const LAST = '9999-12-31T23:59:59.999Z'
/** A token that expires with the calendar is good until then. */
const NEARLY_LAST = '9999-12-31T23:59:59.998Z'
const WRITE = { 'content-type': 'application/json', 'x-sim-control': '1' }

const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** The demo at this instant, whose clock goes on by itself, with tokens that are good from the first to the last. */
async function demoAt(start: string): Promise<Simulator> {
  const tokens = [1, 2, 3, 4, 5, 6].map((id) => ({ id, createdAt: FIRST, expires: LAST }))
  const scenario = { name: 'calendar', extends: ['demo'], clock: { start, mode: 'auto' }, world: { tokens } }
  return (await startClient({ scenario: scenario as never })).simulator
}

async function exported(simulator: Simulator): Promise<string> {
  const { body } = await simulator.exchange({ method: 'GET', url: '/_sim/export', headers: {} })
  return String(body)
}

/** What is answered to the example of an operation, after those that it needs. */
async function statusOf(simulator: Simulator, operation: Operation): Promise<number> {
  const client = clientOf(simulator)
  for (const need of EXAMPLE_NEEDS[operation.id] ?? []) {
    await tryExample(client, byId.get(need) as Operation)
  }
  return (await tryExample(client, operation)).status
}

describe.each([
  ['the first instant', FIRST],
  ['the last instant but one', NEARLY_LAST],
])('at %s', async (_name, start) => {
  const demo = await demoAt(start)
  let succeeded = 0

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s is answered, and what it writes can be taken elsewhere',
    async (_id, operation) => {
      const simulator = demo.fork()
      const status = await statusOf(simulator, operation)
      expect(status).toBeLessThan(500)
      if (status < 300) succeeded++
      if (operation.method === 'GET') return
      const text = await exported(simulator)
      const other = demo.fork()
      const taken = await other.exchange({ method: 'POST', url: '/_sim/import', headers: WRITE, body: text })
      expect([taken.status, taken.status === 200 ? '' : taken.body]).toEqual([200, ''])
      expect(await exported(other)).toBe(text)
    },
  )

  test('nearly all of them succeed: requests that are refused would hold nothing to account', () => {
    expect(succeeded).toBeGreaterThan(operations.length * 0.9)
  })
})

test('a client that waits for what is due after the end of the calendar was answered by an exception', async () => {
  const client = clientOf(await demoAt(NEARLY_LAST))
  const freeze = await client.post('/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2')
  expect(freeze.status).toBe(200)
  const task = `/wiki/rest/reqs/1/tasks/status/${freeze.body.taskId}`
  expect((await client.get(task)).status).toBe(200)
  expect(client.simulator.clock.now()).toBe(LAST)
})
