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
      fc.property(listed({ min: 200, max: 600 }), fc.boolean(), (records, readsFirst) => {
        const [one, many] = [filled(records, false), filled(records, true)]
        // An index that nobody has read is built after the writes.
        if (readsFirst) expect(readAll(many, records)).toEqual(readAll(one, records))
        for (const table of [one, many]) {
          for (const { id } of records.filter((_, position) => position % 3 === 0)) table.remove(id)
          table.insert({ id: 9999, group: 'a', rank: 1, tags: ['x'] })
        }
        expect(readAll(many, records)).toEqual(readAll(one, records))
      }),
      { numRuns: 30 },
    )
  })

  test('leaves indexes that each version builds from its own records', () => {
    const world = newWorld(itemSchema)
    const table = (of: typeof world) => of.region('east').table(items)
    table(world).insertMany(
      Array.from({ length: 500 }, (_, id): Item => ({ id, group: 'a', rank: id % 2, tags: [] })),
    )
    const image = table(world).image()
    const fork = world.fork()
    table(fork).update(1, { group: 'b' })
    table(world).remove(3)
    table(world).insert({ id: 900, group: 'a', rank: 1, tags: [] })
    const ones = (of: typeof world) => [...table(of).range('group', ['a', 1])].map(({ id }) => id).slice(0, 2)
    expect(ones(fork)).toEqual([3, 5])
    expect(ones(world)).toEqual([1, 5])
    expect([table(world).count('group', ['a', 1]), table(fork).count('group', ['b'])]).toEqual([250, 1])
    table(world).restore(image)
    expect(ones(world)).toEqual([1, 3])
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
