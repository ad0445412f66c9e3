import type { TableEntry } from '../../../src/control/responses/state.ts'
import { describe, expect, test } from 'vitest'
import {
  addressOf,
  filtersOf,
  isInstant,
  referenceOf,
} from '../../../src/console/panels/tables/references.ts'
import { startClient } from '../../support/client.ts'

test('fields of the demo lead to records that exist, but those that name what was there once or is elsewhere', async () => {
  const client = await startClient()
  const tables = (await client.get('/_sim/state')).body.items as TableEntry[]
  const followed = new Set<string>()
  const nowhere = new Set<string>()
  for (const entry of tables) {
    const { table, records, key: own } = entry
    if (records === 0) continue
    const { items } = (await client.get(`/_sim/state/${table}?limit=20`)).body
    for (const record of items as Record<string, unknown>[]) {
      for (const [field, value] of Object.entries(record)) {
        const reference = referenceOf(entry, field, value, tables)
        if (reference === undefined) {
          if (/(Id|By)$/.test(field) && field !== own) nowhere.add(field)
          continue
        }
        followed.add(field)
        const key = tables.find((one) => one.table === reference.table)?.key
        const path = `/_sim/state/${reference.table}?${key}=${encodeURIComponent(reference.key)}`
        expect([table, field, value, (await client.get(path)).body.total]).toEqual([table, field, value, 1])
      }
    }
  }
  expect([...nowhere].toSorted().join(' ')).toBe(
    'accountId applinkId batchId projectId spaceId trackerApplinkId wikiApplinkId workspaceId',
  )
  const known = 'applicationId parentContainerId pageId serviceId wikiApplicationId'.split(' ')
  expect([...followed]).toEqual(expect.arrayContaining(known))
})

const tables: TableEntry[] = [
  {
    table: 'issue',
    store: 'eu',
    records: 1,
    key: 'id',
    fields: ['id'],
    references: { issueTypeId: 'issueType', membershipId: 'membership', parentId: 'issue' },
    instants: ['createdAt'],
  },
  { table: 'issueType', store: 'eu', records: 1, key: 'id', fields: ['id'], references: {}, instants: [] },
  { table: 'membership', store: 'eu', records: 1, fields: [], references: {}, instants: [] },
]
const [issue, issueType, membership] = tables as [TableEntry, TableEntry, TableEntry]

test.each([
  [issue, 'issueTypeId', 5, { table: 'issueType', key: '5' }],
  [issue, 'parentId', 5, { table: 'issue', key: '5' }],
  [issueType, 'issueTypeId', 5, undefined],
  [issue, 'id', 5, undefined],
  [issue, 'membershipId', 5, undefined],
  [issue, 'constructor', 5, undefined],
  [issue, 'issueTypeId', null, undefined],
  [issue, 'issueTypeId', '', undefined],
])('$0.table.$1 = $2 leads to $3', (of, field, value, expected) => {
  expect(referenceOf(of, field, value, tables)).toEqual(expected)
})

describe('the address of a record', () => {
  test('is its key, or all of its fields that can be compared, and leads back to it', async () => {
    const client = await startClient()
    const all = (await client.get('/_sim/state')).body.items as TableEntry[]
    for (const entry of all.filter(({ records }) => records > 0)) {
      const { items } = (await client.get(`/_sim/state/${entry.table}?limit=5`)).body
      for (const record of items as Record<string, unknown>[]) {
        const filters = new URLSearchParams(filtersOf(entry, addressOf(entry, record))).toString()
        expect((await client.get(`/_sim/state/${entry.table}?${filters}`)).body.items).toContainEqual(record)
      }
    }
  })

  test('of what somebody typed names known fields only', () => {
    expect(filtersOf({ ...membership, fields: ['userId'] }, 'userId=2&other=3')).toEqual({ userId: '2' })
    expect(filtersOf(issue, 'a=b')).toEqual({ id: 'a=b' })
  })
})

test('instants are the numbers in fields that the table lists', () => {
  expect(isInstant(issue, 'createdAt', 1_767_603_600_000)).toBe(true)
  expect(isInstant(issue, 'createdAt', '1767603600000')).toBe(false)
  expect(isInstant(issue, 'id', 1_767_603_600_000)).toBe(false)
})
