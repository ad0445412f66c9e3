import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TableConflict } from '../../../src/world/store/table.ts'
import { groupName, itemSchema, newWorld, tagName } from './arbitraries.ts'
import { type Item, items, readAll } from './naive.ts'

const COUNT = 400

const start = Array.from({ length: COUNT }, (_, id): Item => {
  const item = { id, group: id % 2 === 0 ? 'a' : 'b', rank: id % 3, tags: id % 5 === 0 ? ['x'] : [] }
  return id % 7 === 0 ? { ...item, code: `code ${id}`, seat: id } : item
})

function filled() {
  const world = newWorld(itemSchema)
  const table = world.region('east').table(items)
  table.insertMany(start)
  return { world, table }
}

/** What becomes of some records: a few of them, or most; of one field, so that indexes keep their keys, or of all. */
const replacements = fc
  .record({
    share: fc.constantFrom(2, 10, 90, 100),
    stand: fc.boolean(),
    changes: fc.oneof(
      fc.record({ rank: fc.integer({ min: 0, max: 3 }) }),
      fc.record({ tags: fc.array(tagName, { maxLength: 3 }) }),
      fc.record({ group: groupName, tags: fc.array(tagName, { maxLength: 3 }) }),
      fc.constant({}),
    ),
  })
  .map(({ share, stand, changes }) =>
    start
      .filter((_, id) => id % 100 < share)
      .map(({ seat, ...item }): Item => ({
        ...item,
        ...(stand || seat === undefined ? {} : { seat }),
        ...changes,
      })),
  )

describe('replacing many records at once', () => {
  test('leaves the table that single writes leave, and one that can be written', () => {
    fc.assert(
      fc.property(replacements, (records) => {
        const [one, many] = [filled().table, filled().table]
        for (const record of records) one.put(record)
        many.replaceMany(records)
        expect(readAll(many, start)).toEqual(readAll(one, start))
        for (const table of [one, many]) {
          for (let id = 0; id < COUNT; id += 3) table.remove(id)
          table.insert({ id: 9999, group: 'a', rank: 1, tags: ['x'] })
        }
        expect(readAll(many, start)).toEqual(readAll(one, start))
      }),
      { numRuns: 40 },
    )
  })

  test('is unseen by forks, and undone with its transaction', () => {
    const { world, table } = filled()
    const before = readAll(table, start)
    const fork = world.fork()
    const replace = () => table.replaceMany(start.map((item) => ({ ...item, group: 'c', tags: ['y'] })))
    expect(() =>
      world.transact(() => {
        replace()
        throw new Error('deliberate')
      }),
    ).toThrow('deliberate')
    expect(readAll(table, start)).toEqual(before)
    world.transact(replace)
    expect(table.count('group', ['c'])).toBe(COUNT)
    table.remove(1)
    expect(readAll(fork.region('east').table(items), start)).toEqual(before)
  })

  test.each([20, COUNT])('replaces all of %i records or none', (count) => {
    const { world, table } = filled()
    const before = readAll(table, start)
    const fork = world.fork()
    const doubled = start.slice(0, count).map((item) => ({ ...item, code: 'same', group: 'c' }))
    expect(() => table.replaceMany(doubled)).toThrow(TableConflict)
    expect(() => table.replaceMany([...start.slice(0, count), { ...start[0], id: 'none' } as Item])).toThrow(
      'has no record none',
    )
    expect(readAll(table, start)).toEqual(before)
    table.remove(3)
    expect(readAll(fork.region('east').table(items), start)).toEqual(before)
  })
})

test('a key that a record had twice is distinguished from two keys', () => {
  const { table } = filled()
  const twice = start.map((item): Item => ({ ...item, tags: ['x', 'x'] }))
  table.replaceMany(twice)
  table.replaceMany(twice.map((item) => ({ ...item, tags: ['x', 'y'] })))
  expect(table.count('tag', ['y'])).toBe(COUNT)
  expect([...table.range('tag', ['y'])]).toHaveLength(COUNT)
  expect(table.count('tag', ['x'])).toBe(COUNT)
})

test('a refused addition of many leaves what forks share as it was', () => {
  const { world, table } = filled()
  const fork = world.fork()
  const twice: Item = { id: 'new', group: 'a', rank: 0, tags: [] }
  expect(() => table.insertMany([twice, twice])).toThrow(TableConflict)
  table.remove(3)
  expect(fork.region('east').table(items).has(3)).toBe(true)
})
