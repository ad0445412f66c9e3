import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TableConflict } from '../../../src/world/store/table.ts'
import { groupName, itemSchema, newWorld, tagName } from './arbitraries.ts'
import { type Item, items, readAll } from './naive.ts'

const listed = (count: { min: number; max: number }): fc.Arbitrary<Item[]> =>
  fc
    .uniqueArray(
      fc.record({
        id: fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.string({ maxLength: 3 })),
        group: groupName,
        rank: fc.integer({ min: 0, max: 3 }),
        tags: fc.array(tagName, { maxLength: 3 }),
      }),
      { selector: ({ id }) => id, minLength: count.min, maxLength: count.max },
    )
    .map((list) =>
      list.map((one, position) => ({
        ...one,
        ...(position % 7 === 0 ? { code: `code ${position}` } : {}),
        ...(position % 5 === 0 ? { seat: position } : {}),
      })),
    )

function filled(records: readonly Item[], many: boolean) {
  const table = newWorld(itemSchema).region('east').table(items)
  const [first, ...rest] = records
  if (first !== undefined) table.insert(first)
  if (many) table.insertMany(rest)
  else for (const record of rest) table.insert(record)
  return table
}

describe('adding many records at once', () => {
  test('leaves the table that single inserts leave, and one that can be written', () => {
    fc.assert(
      fc.property(listed({ min: 200, max: 600 }), (records) => {
        const [one, many] = [filled(records, false), filled(records, true)]
        expect(readAll(many, records)).toEqual(readAll(one, records))
        for (const table of [one, many]) {
          for (const { id } of records.filter((_, position) => position % 3 === 0)) table.remove(id)
          table.insert({ id: 9999, group: 'a', rank: 1, tags: ['x'] })
        }
        expect(readAll(many, records)).toEqual(readAll(one, records))
      }),
      { numRuns: 30 },
    )
  })

  test.each([10, 400])('adds all of %i records or none', (count) => {
    const record = (id: number): Item => ({ id, group: 'a', rank: 0, tags: [], code: `c${id}`, seat: id })
    const records = Array.from({ length: count }, (_, id) => record(id))
    const clashes = [
      { ...record(1), code: 'other' },
      { ...record(-1), code: 'c2' },
      { ...record(-1), code: 'other', seat: 3 },
    ]
    for (const clash of clashes) {
      const table = newWorld(itemSchema).region('east').table(items)
      table.insert({ id: -5, group: 'b', rank: 0, tags: [] })
      expect(() => table.insertMany([...records, clash])).toThrow(TableConflict)
      expect([...table.scan()].map(({ id }) => id)).toEqual([-5])
      expect(table.count('group', ['a'])).toBe(0)
    }
  })

  test('is undone with its transaction, and unseen by forks', () => {
    const world = newWorld(itemSchema)
    const fork = world.fork()
    const records = Array.from({ length: 500 }, (_, id): Item => ({
      id,
      group: 'a',
      rank: id % 2,
      tags: ['x'],
    }))
    const fill = () => world.region('east').table(items).insertMany(records)
    expect(() =>
      world.transact(() => {
        fill()
        throw new Error('deliberate')
      }),
    ).toThrow('deliberate')
    expect(world.region('east').table(items).size).toBe(0)
    world.transact(fill)
    expect(world.region('east').table(items).count('group', ['a', 1])).toBe(250)
    expect(fork.region('east').table(items).size).toBe(0)
  })
})
