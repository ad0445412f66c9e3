import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { candidatesOf } from '../../src/control/state-candidates.ts'
import { historyEntries } from '../../src/model/history/records.ts'
import { recordHistories } from '../../src/model/history/history.ts'
import { type RequirementRecord, requirements } from '../../src/model/requirements/records/records.ts'
import { worldSchema } from '../../src/model/schema.ts'
import { indexKeysOf } from '../../src/world/store/index-keys.ts'
import type { Store } from '../../src/world/store/store.ts'
import type { Table, TableDefinition } from '../../src/world/store/table.ts'
import { tablesOf } from '../../src/world/world.ts'
import { createSmallWorld } from '../model/world-fixture.ts'
import { createControlClient } from './client.ts'
import { buildWorld, plannedRow, plannedWorld, worldPlans } from '../model/requirements/requirements-world.ts'

type AnyDefinition = TableDefinition<object, string>
type Fields = Readonly<Record<string, unknown>>

const anyTable = (store: Store, definition: unknown) =>
  store.table(definition as AnyDefinition) as Table<object, string>

function candidates(store: Store, definition: unknown, filters: readonly (readonly [string, string])[]) {
  return candidatesOf(anyTable(store, definition), definition as AnyDefinition, filters)
}

const passes = (record: Fields, filters: readonly (readonly [string, string])[]) =>
  filters.every(([name, value]) => record[name] !== undefined && String(record[name]) === value)

/** A world of many requirements, `each` of them on every page, half of them DELETED. */
function manyRows(count: number, each: number) {
  const world = createSmallWorld()
  const store = world.region('eu')
  const [sample] = store.table(requirements).scan()
  const rows = Array.from({ length: count }, (_, position) => ({
    ...(sample as RequirementRecord),
    id: 10_000 + position,
    key: `MANY-${position}`,
    status: position % 2 === 0 ? ('ACTIVE' as const) : ('DELETED' as const),
    originContainerId: 70_000 + Math.floor(position / each),
  }))
  store.table(requirements).insertMany(rows)
  return { world, store }
}

describe('the fields that an index declares', () => {
  test('are the first members of the keys of every record that has them', () => {
    fc.assert(
      fc.property(worldPlans, (plan) => {
        const store = buildWorld(plan, { hidden: false })
        for (const definition of tablesOf(worldSchema, 'eu') as unknown as AnyDefinition[])
          for (const index of Object.values(definition.indexes)) {
            const { fields } = index
            if (fields === undefined) continue
            for (const record of anyTable(store, definition).scan() as Iterable<Fields>) {
              const members = fields.map((field) => record[field])
              const keys = indexKeysOf(index, record)
              if (members.includes(undefined)) continue
              expect(keys).toHaveLength(1)
              expect(keys[0]?.slice(0, fields.length)).toEqual(members)
            }
          }
      }),
      { numRuns: 30 },
    )
  })
})

describe('candidates', () => {
  const value = fc.constantFrom('1001', '1002', '5001', 'ACTIVE', 'R-1', 'r-1', '', '1e3', 'NaN', '01001')
  const field = fc.constantFrom('projectContainerId', 'key', 'variantId', 'status', 'originContainerId', 'id')

  test('hold all that passes, in order of key, whatever is filtered', () => {
    fc.assert(
      fc.property(worldPlans, fc.array(fc.tuple(field, value), { maxLength: 3 }), (plan, filters) => {
        const store = buildWorld(plan, { hidden: false })
        const all = [...store.table(requirements).scan()] as unknown as Fields[]
        const found = [...candidates(store, requirements, filters)] as Fields[]
        expect(found.filter((record) => passes(record, filters))).toEqual(
          all.filter((record) => passes(record, filters)),
        )
      }),
    )
  })

  test.each([
    [[['key', 'MANY-7']], 1],
    [[['spaceKey', 'ENG'] as const, ['key', 'MANY-7']], 1],
    [
      [
        ['projectContainerId', '1001'],
        ['key', 'MANY-7'],
      ],
      1,
    ],
    [[['originContainerId', '70003']], 5],
    [[['key', 'none']], 0],
  ] as const)('of %j are as few as the index gives', (filters, count) => {
    const { store } = manyRows(2000, 5)
    expect([...candidates(store, requirements, filters)]).toHaveLength(count)
  })

  test('are all records where the index would find many of them, or no field begins one', () => {
    const { store } = manyRows(2000, 1000)
    const { size } = store.table(requirements)
    for (const filters of [[['originContainerId', '70001']], [['text', 'x']], [['pageId', '4001']]] as const)
      expect([...candidates(store, requirements, filters)]).toHaveLength(size)
  })

  test('of the history of a requirement are its own events', () => {
    const { world, store } = manyRows(500, 1)
    const notes = [...store.table(requirements).scan()].map(({ id }) => ({ requirementId: id, changes: [] }))
    recordHistories({ world, store, actor: undefined }, 'PROPERTY_SET', notes)
    expect([...candidates(store, historyEntries, [['requirementId', '10007']])]).toHaveLength(1)
  })
})

test('one of two spaces is found by the key alone', () => {
  const others = Array.from({ length: 30 }, () => plannedRow({ key: 'S-1', status: 'DELETED' }))
  const rows = [plannedRow({}), plannedRow({ space: 'OPS' }), ...others]
  const store = buildWorld(plannedWorld(rows), { hidden: false })
  const found = [...candidates(store, requirements, [['key', 'R-1']])] as RequirementRecord[]
  expect(found.map(({ spaceKey }) => spaceKey)).toEqual(['ENG', 'OPS'])
})

test('what an index finds is answered as what a walk finds', async () => {
  const { get } = createControlClient()
  const { body } = await get('/state/requirement?projectContainerId=1001&key=REQ-002')
  expect([body.items.map(({ key }) => key), body.total]).toEqual([['REQ-002'], 1])
  expect((await get('/state/requirement?key=REQ-002&pageId=1')).body.total).toBe(0)
})
