/** A synchronisation reads so many records for each message, however many wait: counted, not timed. */
import { afterEach, expect, test, vi } from 'vitest'
import { synchronise } from '../../../../src/model/integration/queues/synchronisation.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { trackerMessages } from '../../../../src/model/records/tracker/inbound-messages.ts'
import { Table } from '../../../../src/world/store/table.ts'
import { createBench, WAITING } from '../queues/waiting-messages.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** How many records the ranges of one synchronisation of so many waiting messages yield. */
function readBy(count: number, fill: (typeof WAITING)[string]): number {
  const bench = createBench(count)
  fill(bench)
  const { store, world, integration } = bench
  const waiting = () =>
    store.table(outboundMessages).count('waiting', ['svc']) +
    store.table(trackerMessages).count('waiting', ['svc'])
  expect(waiting()).toBe(count)
  let read = 0
  const range = Table.prototype.range
  vi.spyOn(Table.prototype, 'range').mockImplementation(function* (this: Table<object>, ...place) {
    for (const record of range.apply(this, place)) {
      read += 1
      yield record
    }
  })
  synchronise({ world, store, integration })
  vi.restoreAllMocks()
  expect(waiting()).toBeLessThan(count)
  return read
}

test.each(Object.entries(WAITING))('%s', (_name, fill) => {
  const few = readBy(100, fill)
  const many = readBy(400, fill)
  expect(many / few).toBeLessThan(4.5)
})
