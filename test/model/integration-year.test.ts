/** What the synchronisation costs: virtual years of idle queues, and runs with many messages. */
import { expect, test } from 'vitest'
import { applications } from '../../src/model/applications/records.ts'
import { type IntegrationRecord, integrations } from '../../src/model/links/records.ts'
import { scheduleSynchronisation } from '../../src/model/integration/synchronisation.ts'
import { enqueueOutbound } from '../../src/model/messages/outbound.ts'
import { outboundMessages } from '../../src/model/messages/records.ts'
import { createSimulator } from '../../src/index.ts'
import { jobs } from '../../src/world/jobs.ts'

const SERVICE = 'svc-0001-demo'

/** Wall milliseconds of the fastest of three. */
function fastest(action: () => void): number {
  const times = [1, 2, 3].map(() => {
    const begin = performance.now()
    action()
    return performance.now() - begin
  })
  return Math.min(...times)
}

test('a virtual year of an idle queue runs 175,200 times, in little time', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  simulator.clock.advance('3m')
  let fired = 0
  const time = fastest(() => void (fired = simulator.clock.advance('365d').length))
  expect(simulator.world.system.table(jobs).size).toBe(1)
  expect(fired).toBe(175_200)
  // About 300 ms by itself; machines that run other things meanwhile are given more.
  expect(time).toBeLessThan(2000)
})

test('four integrations run beside each other, each once in three minutes', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  const store = simulator.world.region('eu')
  const first = store.table(integrations).get(SERVICE) as IntegrationRecord
  for (const number of [2, 3, 4]) {
    const serviceId = `svc-${number}`
    const applinks = { wikiApplinkId: `wiki-${number}`, trackerApplinkId: `tracker-${number}` }
    store.table(integrations).insert({ ...first, ...applinks, serviceId })
    scheduleSynchronisation(simulator.world, store, serviceId)
    // Told twice, it runs once.
    scheduleSynchronisation(simulator.world, store, serviceId)
  }
  expect(simulator.clock.advance('1d')).toHaveLength(4 * 480)
})

test.each([
  ['fail', 'NONE-1', 'FAILED'],
  ['succeed', 'DRN-1', 'DONE'],
])('a run with 3,000 messages that %s stays linear', async (_name, issueKey, status) => {
  const timeOf = async (count: number) => {
    const times: number[] = []
    for (let round = 0; round < 3; round++) {
      const simulator = await createSimulator({ scenario: 'demo' })
      const store = simulator.world.region('eu')
      for (let number = 0; number < count; number++) {
        enqueueOutbound(simulator.world, store, undefined, {
          serviceId: SERVICE,
          // Only what adds a link can fail.
          operation: status === 'FAILED' || number % 2 === 0 ? 'LINK_ADDED' : 'LINK_REMOVED',
          applinkId: 'wiki',
          spaceKey: 'ENG',
          key: 'REQ-001',
          issueKey,
          relationship: `r${Math.floor(number / 2)}`,
        })
      }
      const begin = performance.now()
      simulator.clock.advance('3m')
      times.push(performance.now() - begin)
      const sent = [...store.table(outboundMessages).scan()].filter(
        (message) => message.issueKey === issueKey,
      )
      expect(sent).toHaveLength(count)
      expect(sent.filter((message) => message.status !== status)).toHaveLength(Math.max(0, count + 2 - 3000))
    }
    return Math.min(...times)
  }
  const small = await timeOf(300)
  const large = await timeOf(3000)
  // Ten times the messages: far from a hundred times the work.
  expect(large / small).toBeLessThan(40)
})

test('an outage of a month leaves the queue as it was, and costs next to nothing', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  const store = simulator.world.region('eu')
  store.table(applications).update(102, { status: 'DISABLED' })
  const before = [...store.table(outboundMessages).scan()]
  simulator.clock.advance('30d')
  expect([...store.table(outboundMessages).scan()]).toEqual(before)
})
