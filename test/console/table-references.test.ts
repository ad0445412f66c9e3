import type { TableEntry } from '../../src/control/responses/state.ts'
import { describe, expect, test } from 'vitest'
import { addressOf, filtersOf, isInstant, referenceOf } from '../../src/console/panels/tables/references.ts'
import { startClient } from '../support/client.ts'

test('fields of the demo lead to records that exist, and all that are called after a table lead somewhere', async () => {
  const client = await startClient()
  const tables = (await client.get('/_sim/state')).body.items as TableEntry[]
  const followed = new Set<string>()
  const nowhere = new Set<string>()
  for (const { table, records, key: own } of tables) {
    if (records === 0) continue
    const { items } = (await client.get(`/_sim/state/${table}?limit=20`)).body
    for (const record of items as Record<string, unknown>[]) {
      for (const [field, value] of Object.entries(record)) {
        const reference = referenceOf(table, field, value, tables)
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
  { table: 'issue', store: 'eu', records: 1, key: 'id', fields: ['id'] },
  { table: 'issueType', store: 'eu', records: 1, key: 'id', fields: ['id'] },
  { table: 'membership', store: 'eu', records: 1, fields: [] },
]

test.each([
  ['issue', 'issueTypeId', 5, { table: 'issueType', key: '5' }],
  ['issueHistory', 'issueId', 5, { table: 'issue', key: '5' }],
  ['issue', 'id', 5, undefined],
  ['issue', 'membershipId', 5, undefined],
  ['issue', 'constructor', 5, undefined],
  ['issue', 'issueId', null, undefined],
  ['issue', 'issueId', '', undefined],
  ['issue', 'jobId', 5, undefined],
])('%s.%s = %j leads to %j', (of, field, value, expected) => {
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
    const [, , membership] = tables as [TableEntry, TableEntry, TableEntry]
    expect(filtersOf({ ...membership, fields: ['userId'] }, 'userId=2&other=3')).toEqual({ userId: '2' })
    expect(filtersOf(tables[0]!, 'a=b')).toEqual({ id: 'a=b' })
  })
})

test('instants are distinguished from other numbers', () => {
  expect(isInstant('createdAt', 1_767_603_600_000)).toBe(true)
  expect(isInstant('at', 1_767_603_600_000)).toBe(true)
  expect(isInstant('id', 1_767_603_600_000)).toBe(false)
  expect(isInstant('createdAt', 5)).toBe(false)
  expect(isInstant('format', 1_767_603_600_000)).toBe(false)
})
