/** Tests that the hosted address of a product answers and writes as the embedded one, in both regions. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Simulator } from '../../src/index.ts'
import { startClient } from './client.ts'
import {
  type Busy,
  comparable,
  exampleCall,
  hostedHeaders,
  operationsOf,
  type Product,
  recordsOf,
  send,
  SITES,
  startBusy,
  TWO_REGIONS,
} from './hosted.ts'

const US_SITES = { wiki: SITES.usWiki, tracker: SITES.usTracker } as const

export function hostedAsEmbedded(product: Product): void {
  describe('every embedded operation at the hosted address', () => {
    let busy: Busy
    let twoRegions: Simulator
    let records: Readonly<Record<'eu' | 'us', string>>
    beforeAll(async () => {
      busy = await startBusy()
      twoRegions = (await startClient({ scenario: TWO_REGIONS })).simulator
      records = { eu: recordsOf(twoRegions, 'eu'), us: recordsOf(twoRegions, 'us') }
    })

    test.each(operationsOf(product))('%s answers and writes the same', async (_id, operation) => {
      const statuses: number[] = []
      for (const user of ['admin', 'alice', 'bob']) {
        const [embedded, hosted] = [busy.simulator.fork(), busy.simulator.fork()]
        const call = busy.call(operation)
        const expected = await send(embedded, call, '', { authorization: `Bearer tok-${user}` })
        const answer = await send(hosted, call, '/eu', hostedHeaders(`tok-${user}`, SITES[product]))
        expect(comparable(answer)).toEqual(comparable(expected))
        for (const region of ['eu', 'us'] as const)
          expect(recordsOf(hosted, region)).toBe(recordsOf(embedded, region))
        statuses.push(answer.status)
      }
      expect(statuses[0]).toBe(operation.success.status)
    })

    test.each(operationsOf(product))(
      '%s in one region touches nothing of the other',
      async (_id, operation) => {
        const call = exampleCall(operation)
        const us = twoRegions.fork()
        const there = await send(us, call, '/us', hostedHeaders('tok-uma', US_SITES[product]))
        expect(there.status, String(there.body)).toBeLessThan(500)
        expect(us.journal.entries().at(-1)).toMatchObject({ operation: operation.id, region: 'us' })
        expect(recordsOf(us, 'eu')).toBe(records.eu)
        const eu = twoRegions.fork()
        const here = await send(eu, call, '/eu', hostedHeaders('tok-admin', SITES[product]))
        expect(here.status, String(here.body)).toBeLessThan(500)
        expect(recordsOf(eu, 'us')).toBe(records.us)
      },
    )
  })
}
