/** The synchronisation over long stretches: virtual years of idle queues, and runs with many messages. Its cost is the benchmark's to measure. */
import { expect, test } from 'vitest'
import { applications } from '../../../src/model/records/service/applications.ts'
import { type IntegrationRecord, integrations } from '../../../src/model/records/tracker/integrations.ts'
import { scheduleSynchronisation } from '../../../src/model/integration/queues/synchronisation.ts'
import { enqueueOutbound } from '../../../src/model/integration/messages/messages.ts'
import { outboundMessages } from '../../../src/model/records/tracker/outbound-messages.ts'
import { createSimulator } from '../../../src/index.ts'
import { jobs } from '../../../src/world/time/jobs.ts'

const SERVICE = 'svc-0001-demo'

test('a virtual year of an idle queue runs 175,200 times, and leaves one job pending', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  simulator.clock.advance('3m')
  const runs = simulator.clock.advance('365d').filter(({ kind }) => kind === 'integration.synchronise')
  expect(runs).toHaveLength(175_200)
  expect(simulator.world.system.table(jobs).size).toBe(1)
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
])('of 3,002 messages that %s a run takes 3,000', async (_name, issueKey, status) => {
  const simulator = await createSimulator({ scenario: 'demo' })
  const store = simulator.world.region('eu')
  const count = 3000
  for (let number = 0; number < count; number++) {
    enqueueOutbound(
      { world: simulator.world, store, actor: undefined },
      {
        serviceId: SERVICE,
        // Only what adds a link can fail.
        operation: status === 'FAILED' || number % 2 === 0 ? 'LINK_ADDED' : 'LINK_REMOVED',
        applinkId: 'wiki',
        spaceKey: 'ENG',
        key: 'REQ-001',
        issueKey,
        relationship: `r${Math.floor(number / 2)}`,
      },
    )
  }
  simulator.clock.advance('3m')
  const sent = [...store.table(outboundMessages).scan()].filter((message) => message.issueKey === issueKey)
  expect(sent).toHaveLength(count)
  // Two messages of the demo went first.
  expect(sent.filter((message) => message.status !== status)).toHaveLength(2)
})

test('an outage of a month leaves the queue as it was, and costs next to nothing', async () => {
  const simulator = await createSimulator({ scenario: 'demo' })
  const store = simulator.world.region('eu')
  store.table(applications).update(102, { status: 'DISABLED' })
  const before = [...store.table(outboundMessages).scan()]
  simulator.clock.advance('30d')
  expect([...store.table(outboundMessages).scan()]).toEqual(before)
})
