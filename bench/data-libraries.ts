/**
 * Whether a data library could be the store: what a look-up costs at 100,000 records beside a table of the kernel, and
 * how paging and concurrent updates behave. Prints figures and findings; run it with `node bench/data-libraries.ts`.
 */
import { Collection, Query } from '@msw/data'
import { factory, primaryKey } from '@mswjs/data'
import * as z from 'zod'
import { requirements } from '../src/model/requirements/records.ts'
import { createLargeWorld, LARGE } from './large-world.ts'
import { formatRows, medianTime, type Row } from './measure.ts'

const LOOKUPS = 30
const keyOf = (number: number) => `REQ-${String(number).padStart(6, '0')}`

// Multiples of a prime spread the look-ups over the whole list.
const nextKey = (() => {
  let number = 0
  return () => keyOf(((number += 61_967) % LARGE) + 1)
})()

const schema = z.object({ id: z.number(), key: z.string(), count: z.number() })
const collection = new Collection({ schema })
const models = factory({ requirement: { id: primaryKey(Number), key: String, count: Number } })
for (let id = 1; id <= LARGE; id++) {
  const values = { id, key: keyOf(id), count: 0 }
  await collection.create(values)
  models.requirement.create(values)
}
const table = createLargeWorld(LARGE).region('eu').table(requirements)

function expectFound(record: unknown): void {
  if (record === undefined || record === null) throw new Error('a look-up found nothing')
}

const lookups: [name: string, find: (key: string) => unknown][] = [
  ['@msw/data', (key) => collection.findFirst((query) => query.where({ key }))],
  ['@mswjs/data', (key) => models.requirement.findFirst({ where: { key: { equals: key } } })],
  ['table of the kernel', (key) => table.find('key', [1001, key])],
]
const rows = lookups.map(([name, find]): Row => {
  const milliseconds = medianTime(
    LOOKUPS,
    () => {},
    () => expectFound(find(nextKey())),
  )
  return { name: `one record of ${LARGE} by a field, ${name}`, unit: 'µs', measured: milliseconds * 1000 }
})
console.log(formatRows(rows))

const page = collection.findMany(undefined, { take: 3, orderBy: { id: 'desc' } }).map(({ id }) => id)
console.log(`@msw/data, the first 3 by descending id: ${page.join(', ')} (the last are ${LARGE} and below)`)

const theFirst = new Query<{ id: number }>().where({ id: 1 })
const increment = async (record: { count: number }) => {
  const { count } = record
  await Promise.resolve()
  record.count = count + 1
}
await Promise.all(Array.from({ length: 10 }, () => collection.update(theFirst, { data: increment })))
console.log(`@msw/data, a count after 10 concurrent increments: ${collection.findFirst(theFirst)?.count}`)
