/** What the fuzzer looks for is found: an index that lies, records that cannot be, references to nothing, wrong answers. */
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { readConfig } from '../../src/model/records/world/config.ts'
import { outboundMessages } from '../../src/model/records/tracker/outbound-messages.ts'
import * as field from '../../src/world/store/fields.ts'
import { defineTable } from '../../src/world/store/table.ts'
import { World, type WorldSchema } from '../../src/world/world.ts'
import { answerComplaints } from '../support/declared-responses.ts'
import { tableComplaints, worldComplaints } from './world-invariants.ts'

test('a sound world has none', async () => {
  const { world } = await createSimulator({ scenario: 'demo' })
  expect(worldComplaints(world)).toEqual([])
})

test('an index that says otherwise than its records', () => {
  let sign = 1
  const items = defineTable({
    name: 'item',
    fields: { id: field.key(), rank: field.whole },
    indexes: { rank: { keys: (record) => [sign * record.rank] }, same: { keys: () => [1] } },
  })
  const schema = { regions: ['eu'], tables: [items], systemTables: [], jobs: {} } as unknown as WorldSchema
  const clock = { now: 0, start: 0, mode: 'manual', speed: 1 } as const
  const world = new World(schema, { seed: '1', clock })
  const table = world.region('eu').table(items)
  table.insert({ id: 1, rank: 7 })
  table.insert({ id: 2, rank: 8 })
  expect(tableComplaints(world)).toEqual([])
  sign = -1
  table.insert({ id: 3, rank: 9 })
  expect(tableComplaints(world)).toEqual([
    'eu.item: index rank differs from one built anew at [-8]',
    'eu.item: index rank counts 0 under [-8], which has 1',
    'eu.item: index rank counts 0 under [-7], which has 1',
  ])
})

test('a reference to nothing', async () => {
  const { world } = await createSimulator({ scenario: 'demo' })
  const store = world.region('eu')
  const [message] = store.table(outboundMessages).scan()
  if (message === undefined) throw new Error('the demo has no message')
  store.table(outboundMessages).put({ ...message, serviceId: 'nowhere' })
  expect(worldComplaints(world)).toEqual([
    expect.stringContaining("serviceId 'nowhere' names no integration"),
  ])
})

/** The response to a GET of alice, as it is checked, and its entry in the journal. */
async function responseOf(url: string) {
  const simulator = await createSimulator({ scenario: 'demo' })
  const sent = { method: 'GET', url, headers: { authorization: 'Bearer tok-alice' } }
  const { status, headers, body } = await simulator.exchange(sent)
  const text = String(body)
  const config = readConfig(simulator.world.system)
  const right = { method: 'GET', status, headers, text, body: JSON.parse(text), config }
  return { entry: simulator.journal.entries().at(-1), right }
}

test('an answer of another shape, status or without its headers', async () => {
  const { entry, right } = await responseOf('/api/applications/101')
  expect(answerComplaints(entry, right)).toEqual([])
  expect(answerComplaints(entry, { ...right, body: { id: 'x' } })).not.toEqual([])
  expect(answerComplaints(entry, { ...right, status: 418 })).toContainEqual(
    expect.stringContaining('status 418 is not described'),
  )
  expect(answerComplaints(entry, { ...right, headers: {} })).toHaveLength(4)
  expect(answerComplaints(entry, { ...right, method: 'HEAD' })).toEqual([
    expect.stringContaining('a body for HEAD'),
  ])
})

test('fields that nothing declares went unseen, within lists too', async () => {
  const { entry, right } = await responseOf('/api/applications?organizationId=1')
  const page = right.body as { items: object[] }
  expect(answerComplaints(entry, right)).toEqual([])
  const items = page.items.map((item, position) => (position === 1 ? { ...item, hash: 'x' } : item))
  expect(answerComplaints(entry, { ...right, body: { ...page, items } })).toEqual([
    'items.1.hash: nothing declares it',
  ])
})

test.each([
  ['standalone', '/api/applications/999', 'message', { message: '' }],
  ['standalone', '/api/applications/999', 'of message,statusCode', { errors: undefined }],
  ['standalone', '/api/applications/999', 'CONFLICT', { statusCode: 'CONFLICT' }],
  ['embedded', '/wiki/rest/reqs/1/baseline/NOPE', 'sub-code', { 'sub-code': 0 }],
  ['embedded', '/wiki/rest/reqs/1/baseline/NOPE', 'status-code', { 'status-code': 400 }],
  ['embedded', '/wiki/rest/reqs/1/baseline/NOPE', 'cause', { cause: 'x' }],
])('an error of another shape than the %s one: %s, %s', async (_shape, url, mention, changes) => {
  const { entry, right } = await responseOf(url)
  expect([right.status, answerComplaints(entry, right)]).toEqual([404, []])
  const wrong = JSON.parse(JSON.stringify({ ...right.body, ...changes })) as unknown
  expect(answerComplaints(entry, { ...right, body: wrong }).join()).toContain(mention)
})
