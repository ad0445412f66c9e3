import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KeyPart, KeyTuple } from '../../../src/world/order.ts'
import type { IndexDefinition } from '../../../src/world/store/index-keys.ts'
import * as field from '../../../src/world/store/fields.ts'
import { defineTable, type Table, TableConflict } from '../../../src/world/store/table.ts'
import { differencesOfSnapshots, type World } from '../../../src/world/world.ts'
import { groupName, item, itemSchema, keyPart, newWorld, tagName } from './arbitraries.ts'
import { begins, type IndexName, type Item, items, naiveCompareTuples, NaiveTable } from './naive.ts'

type Write =
  | { readonly kind: 'insert' | 'put'; readonly item: Item }
  | { readonly kind: 'update'; readonly key: KeyPart; readonly changes: Partial<Item> }
  | { readonly kind: 'remove'; readonly key: KeyPart }

type Step =
  | Write
  | { readonly kind: 'transact'; readonly writes: readonly Write[]; readonly fails: boolean }
  | { readonly kind: 'fork' | 'snapshot' | 'restore' | 'scan' }
  | { readonly kind: 'switch'; readonly to: number }

const changes = fc.record(
  {
    group: groupName,
    rank: fc.integer({ min: 0, max: 2 }),
    tags: fc.array(tagName, { maxLength: 2 }),
    seat: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: [] },
)

const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('insert', 'put'), item }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('update'), key: keyPart, changes }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), key: keyPart }) },
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: write },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('transact'),
      writes: fc.array(write, { maxLength: 8 }),
      fails: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('fork', 'snapshot', 'restore', 'scan') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('switch'), to: fc.nat(5) }) },
)

const isWrite = (each: Step): each is Write => 'item' in each || 'key' in each

class Failure extends Error {}

const tableOf = (world: World): Table<Item, IndexName> => world.region('east').table(items)

/** Does one write to both; both must agree on whether it is refused, and on its answer. */
function applyWrite(table: Table<Item, IndexName>, naive: NaiveTable, { kind, ...input }: Write): void {
  if ('item' in input) {
    const refused = naive.isTaken(input.item) || (kind === 'insert' && naive.get(input.item.id) !== undefined)
    const action = () => (kind === 'insert' ? table.insert({ ...input.item }) : table.put({ ...input.item }))
    if (refused) {
      expect(action).toThrow(TableConflict)
    } else {
      expect(action()).toEqual(input.item)
      naive.put(input.item)
    }
  } else if ('changes' in input) {
    const before = naive.get(input.key)
    const after = before === undefined ? undefined : { ...before, ...input.changes }
    const action = () => table.update(input.key, input.changes)
    if (after !== undefined && naive.isTaken(after)) {
      expect(action).toThrow(TableConflict)
    } else {
      expect(action()).toEqual(after)
      if (after !== undefined) naive.put(after)
    }
  } else {
    expect(table.remove(input.key)).toBe(naive.remove(input.key))
  }
}

/** The records of each state that a table was seen in, in whatever version. */
const seen = new WeakMap<object, readonly Item[]>()

/** A state that was seen before has the same records as then. */
function expectState(table: Table<Item, IndexName>): void {
  const { state } = table
  const records = [...table.scan()]
  const before = seen.get(state)
  if (before === undefined) seen.set(state, records)
  else expect(records.length === before.length && records.every((each, at) => each === before[at])).toBe(true)
  expect(table.state).toBe(state)
}

/** As `expect`, for the thousands of comparisons of one run: only what differs is looked at closely. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

/** Everything that a table can be asked, beside the same asked of the naive one. */
function expectSame(table: Table<Item, IndexName>, naive: NaiveTable): void {
  expectEqual(table.size, naive.size)
  expectEqual([...table.scan()], naive.scan())
  expectState(table)
  expectEqual([...table.scan({ reverse: true })], naive.scan().toReversed())
  for (const group of new Set(naive.scan().map((item) => item.group)).add('none')) {
    for (const seat of [0, 1, 2, 3]) {
      const sitting = naive.sitting(group, seat)
      for (let again = 0; again < 2; again++) expectEqual(table.findUnique('seat', [group], seat), sitting)
    }
  }
  for (const index of ['group', 'tag', 'code', 'seat', 'rank', 'mark'] as const) {
    const entries = naive.entries(index)
    const prefixes = new Map<string, KeyTuple>([
      ['[]', []],
      ['["none"]', ['none']],
      ['[9]', [9]],
    ])
    for (const { key } of entries) {
      for (let length = 1; length <= key.length; length++)
        prefixes.set(JSON.stringify(key.slice(0, length)), key.slice(0, length))
    }
    for (const prefix of prefixes.values()) {
      const expected = naive.range(index, prefix)
      expectEqual([...table.range(index, prefix)], expected)
      expectEqual([...table.range(index, prefix, { reverse: true })], expected.toReversed())
      expectEqual(table.findLast(index, prefix), expected.at(-1))
      const isWanted = ({ rank }: Item) => rank > 1
      expectEqual(table.findWhere(index, prefix, isWanted), expected.find(isWanted))
      expectEqual(table.findWhere(index, prefix, isWanted, { reverse: true }), expected.findLast(isWanted))
      for (const skip of [1, 3, expected.length]) {
        expectEqual([...table.range(index, prefix, { skip })], expected.slice(skip))
        expectEqual(
          [...table.range(index, prefix, { skip, reverse: true })],
          expected.toReversed().slice(skip),
        )
      }
      // Twice, since what is found alone is found again in another way.
      for (let again = 0; again < 2; again++) {
        const visited: (readonly [Item, KeyTuple])[] = []
        table.forEach(index, prefix, (item, key) => void visited.push([item, key]))
        expectEqual(
          visited.map(([item]) => item),
          expected,
        )
        for (const [, key] of visited) expectEqual(key.slice(0, prefix.length), prefix)
      }
      expectEqual(table.count(index, prefix), expected.length)
      expectEqual([...table.distinct(index, prefix)], naive.distinct(index, prefix))
      if (index !== 'code' || prefix.length === 1) expectEqual(table.find(index, prefix), expected[0])
    }
  }
}

const rowFields = { id: field.key(), place: field.whole, name: field.text, variant: field.whole }
type Row = field.ObjectOf<typeof rowFields>

const row = (id: number, place: number, name: string, variant = 1): Row => ({ id, place, name, variant })

/** A world with one table of rows that has one index. */
function worldOfRows(index: IndexDefinition<Row>) {
  const rows = defineTable({ name: 'row', fields: rowFields, indexes: { name: index } })
  const world = newWorld({ ...itemSchema, tables: [rows] as unknown as typeof itemSchema.tables })
  return { world, table: world.region('east').table(rows) }
}

describe('a table', () => {
  test('behaves as a Map with sorted scans, whatever is written, undone, forked and put back', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const branches = [{ world: newWorld(itemSchema), naive: new NaiveTable() }]
        const kept: { snapshot: ReturnType<World['snapshot']>; naive: NaiveTable }[] = []
        let current = 0
        for (const each of steps) {
          const branch = branches[current] as (typeof branches)[number]
          const table = tableOf(branch.world)
          if (each.kind === 'transact') {
            const trial = new NaiveTable(branch.naive)
            const run = () =>
              branch.world.transact(() => {
                for (const one of each.writes) applyWrite(table, trial, one)
                expectSame(table, trial)
                if (each.fails) throw new Failure()
              })
            if (each.fails) expect(run).toThrow(Failure)
            else {
              run()
              branch.naive = trial
            }
            expect(table.size).toBe(branch.naive.size)
          } else if (each.kind === 'fork') {
            branches.push({ world: branch.world.fork(), naive: new NaiveTable(branch.naive) })
          } else if (each.kind === 'snapshot') {
            kept.push({ snapshot: branch.world.snapshot(), naive: new NaiveTable(branch.naive) })
          } else if (each.kind === 'restore') {
            const saved = kept.at(-1)
            if (saved === undefined) continue
            branch.world.restore(saved.snapshot)
            branch.naive = new NaiveTable(saved.naive)
          } else if (each.kind === 'scan') {
            expect([...table.scan()]).toEqual(branch.naive.scan())
          } else if (each.kind === 'switch') {
            current = each.to % branches.length
          } else if (isWrite(each)) {
            applyWrite(table, branch.naive, each)
          }
          for (const { world } of branches) expectState(tableOf(world))
        }
        for (const { world, naive } of branches) expectSame(tableOf(world), naive)
        for (const { snapshot, naive } of kept) {
          const world = newWorld(itemSchema)
          world.restore(snapshot)
          expect([...tableOf(world).scan()]).toEqual(naive.scan())
        }
      }),
      { numRuns: 75 },
    )
  })

  test('is in another state after every write, and in the same one as long as there is none', () => {
    const world = newWorld(itemSchema)
    const table = tableOf(world)
    const itemOf = (id: number, rank = 0): Item => ({ id, group: 'a', rank, tags: [] })
    const many = Array.from({ length: 300 }, (_, at) => itemOf(1000 + at))
    const writes: (() => void)[] = [
      () => table.insert(itemOf(1)),
      () => table.put(itemOf(1, 1)),
      () => table.update(1, { rank: 2 }),
      () => table.insertMany(many),
      () => table.replaceMany(many.map((each) => ({ ...each, rank: 1 }))),
      () => table.replaceMany([itemOf(1, 1)]),
      () => table.remove(1),
    ]
    const states = [table.state]
    for (const write of writes) {
      write()
      expect(states).not.toContain(table.state)
      states.push(table.state)
      const fork = tableOf(world.fork())
      expect(fork.state).toBe(table.state)
      fork.put(itemOf(2))
      expect(states).not.toContain(fork.state)
      expect(table.remove('none')).toBe(false)
      expect([...table.range('group', ['a'])].length).toBe(table.size)
      expect(table.state).toBe(states.at(-1))
    }
  })

  test('stays the same over many nodes of its trees', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1500 }), fc.integer({ min: 1, max: 97 }), (count, stride) => {
        const world = newWorld(itemSchema)
        const naive = new NaiveTable()
        const table = tableOf(world)
        for (let position = 0; position < count; position++) {
          const id = (position * 7919) % 1511
          const record = { id, group: `g${id % 5}`, rank: id % 3, tags: [`t${id % 11}`, `t${id % 2}`] }
          table.put(record)
          naive.put(record)
        }
        const fork = world.fork()
        for (let id = 0; id < 1511; id += stride) expect(table.remove(id)).toBe(naive.remove(id))
        expect([...table.scan()]).toEqual(naive.scan())
        expect(table.count('group', ['g1'])).toBe(naive.range('group', ['g1']).length)
        const tagged = naive.range('tag', ['t1'])
        expect([...table.range('tag', ['t1'])]).toEqual(tagged)
        for (const skip of [1, 31, 64, 333, tagged.length - 1]) {
          expect([...table.range('tag', ['t1'], { skip })]).toEqual(tagged.slice(Math.max(0, skip)))
          expect([...table.range('tag', ['t1'], { skip, reverse: true })]).toEqual(
            tagged.toReversed().slice(Math.max(0, skip)),
          )
        }
        expect([...table.distinct('tag', [])]).toEqual(naive.distinct('tag', []))
        expect(tableOf(fork).size).toBe(count)
        expect([...tableOf(fork).range('tag', [])]).toHaveLength(
          [...tableOf(fork).scan()].reduce((total, { tags }) => total + new Set(tags).size, 0),
        )
      }),
      { numRuns: 15 },
    )
  })

  test('scans from a bound, in both directions, as the naive one does', () => {
    const bound = fc.oneof(fc.tuple(groupName), fc.tuple(groupName, fc.integer({ min: -1, max: 3 })))
    const prefix = fc.oneof(fc.constant([]), fc.tuple(groupName))
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), prefix, bound, keyPart, (drawn, under, from, key) => {
        const { table, naive } = filled(drawn)
        const entries = naive.entries('group').filter((entry) => begins(entry.key, under))
        expect([...table.range('group', under, { from })]).toEqual(
          entries.filter((entry) => naiveCompareTuples(entry.key, from) >= 0).map((entry) => entry.item),
        )
        expect([...table.range('group', under, { from, reverse: true })]).toEqual(
          entries
            .filter((entry) => naiveCompareTuples(entry.key, from) <= 0 || begins(entry.key, from))
            .map((entry) => entry.item)
            .toReversed(),
        )
        const scanned = naive.scan()
        expect([...table.scan({ from: key })]).toEqual(
          scanned.filter(({ id }) => naiveCompareTuples([id], [key]) >= 0),
        )
        expect([...table.scan({ from: key, reverse: true })]).toEqual(
          scanned.filter(({ id }) => naiveCompareTuples([id], [key]) <= 0).toReversed(),
        )
      }),
    )
  })

  test('finds text by its beginning, half a surrogate pair included', () => {
    const text = fc.constantFrom('', 'x', 'xy', 'xyz', 'xyzz', '😀', '\ud83d', '\ud800')
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), text, groupName, (drawn, begin, group) => {
        const { table, naive } = filled(drawn)
        expect([...table.rangeOfText('tag', [], begin)]).toEqual(naive.rangeOfText('tag', [], begin))
        expect([...table.rangeOfText('group', [], begin)]).toEqual(naive.rangeOfText('group', [], begin))
        expect([...table.rangeOfText('group', [group], begin)]).toEqual([])
      }),
    )
  })

  test('is not disturbed by writes while it is scanned', () => {
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 30 }),
        fc.array(write, { maxLength: 30 }),
        fc.boolean(),
        (drawn, writes, reverse) => {
          const { table, naive } = filled(drawn)
          const expected = reverse ? naive.scan().toReversed() : naive.scan()
          const expectedTags = naive.range('tag', [])
          const scan = table.scan({ reverse })
          const tags = table.range('tag', [])
          const seen = [scan.next(), tags.next()]
          const [scanned, tagged] = [[seen[0]], [seen[1]]].map((list) =>
            list.flatMap((next) => (next?.done ? [] : [next?.value])),
          )
          for (const one of writes) {
            applyWrite(table, naive, one)
            const [next, nextTag] = [scan.next(), tags.next()]
            if (!next.done) scanned?.push(next.value)
            if (!nextTag.done) tagged?.push(nextTag.value)
          }
          expect([...(scanned ?? []), ...scan]).toEqual(expected)
          expect([...(tagged ?? []), ...tags]).toEqual(expectedTags)
          expectSame(table, naive)
        },
      ),
    )
  })

  test('is as before after a transaction that fails, also where walks began before or within it and never ended', () => {
    const writes = fc.array(write, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 30 }),
        writes,
        writes,
        fc.boolean(),
        (drawn, first, second, open) => {
          const { world, table, naive } = filled(drawn)
          const expected = naive.scan()
          const early = table.scan()
          const seen = open ? [early.next()] : []
          const trial = new NaiveTable(naive)
          const run = () =>
            world.transact(() => {
              for (const one of first) applyWrite(table, trial, one)
              const within = trial.range('group', [])
              const late = table.range('group', [])
              const begun = late.next()
              for (const one of second) applyWrite(table, trial, one)
              expect([...(begun.done ? [] : [begun.value]), ...late]).toEqual(within)
              table.range('tag', []).next()
              for (const one of first) applyWrite(table, trial, one)
              expectSame(table, trial)
              throw new Failure()
            })
          expect(run).toThrow(Failure)
          expectSame(table, naive)
          expect([...seen.flatMap((each) => (each.done ? [] : [each.value])), ...early]).toEqual(expected)
          for (const one of second) applyWrite(table, naive, one)
          expectSame(table, naive)
        },
      ),
    )
  })

  test('of a unique index, takes what was found by its whole key for the only one of that key alone', () => {
    const { table } = worldOfRows({ keys: ({ name, place }) => [name, place], unique: true })
    const visited = (prefix: KeyTuple) => {
      const ids: number[] = []
      table.forEach('name', prefix, ({ id }) => ids.push(id))
      return ids
    }
    for (const place of [1, 2]) table.put(row(place, place, 'x'))
    expect(table.find('name', ['x', 1])?.id).toBe(1)
    for (let again = 0; again < 2; again++)
      expect([visited(['x']), visited(['x', 1]), visited(['x', 2])]).toEqual([[1, 2], [1], [2]])
    table.remove(1)
    expect([visited(['x']), visited(['x', 1])]).toEqual([[2], []])
  })

  test('takes none for alone that came to where several were loaded, whatever was alone elsewhere', () => {
    const { world, table } = worldOfRows({
      keys: ({ place, name }) => [place, name],
      unique: ({ variant }) => variant,
    })
    const others = Array.from({ length: 300 }, (_, at) => row(10 + at, 1, `n${at}`))
    table.insertMany([row(0, 1, 'A'), row(1, 1, 'A', 2), row(2, 2, 'A', 3), ...others])
    const before = world.fork().region('east').table(table.definition)
    expect(table.findUnique('name', [2, 'A'], 3)?.id).toBe(2)
    table.put(row(2, 1, 'A', 3))
    expect([1, 2, 3].map((variant) => table.findUnique('name', [1, 'A'], variant)?.id)).toEqual([0, 1, 2])
    const visited: number[] = []
    table.forEach('name', [1, 'A'], ({ id }) => visited.push(id))
    expect(visited).toEqual([0, 1, 2])
    expect(() => table.insert(row(3, 1, 'A'))).toThrow('table row: name key [1,"A",1] exists already')
    expect(before.findUnique('name', [2, 'A'], 3)?.id).toBe(2)
    table.remove(10)
    expect(table.findUnique('name', [1, 'n0'], 1)).toBeUndefined()
    table.put(row(5, 1, 'n0'))
    expect([table, before].map((each) => each.findUnique('name', [1, 'n0'], 1)?.id)).toEqual([5, 10])
  })

  test('gives no image and no snapshot inside a transaction that wrote to it', () => {
    const { world, table } = filled([{ id: 1, group: 'a', rank: 0, tags: [] }])
    world.transact(() => {
      table.image()
      table.put({ id: 1, group: 'b', rank: 0, tags: [] })
      expect(() => table.image()).toThrow('no image inside a transaction')
    })
    const image = table.image()
    expect(table.image()).toBe(image)
    expect([...table.scan()]).toHaveLength(1)
    expect(table.image()).toBe(image)
  })

  test('is as before after a conflict, and names the key', () => {
    const { table, naive } = filled([
      { id: 1, group: 'a', rank: 0, tags: ['x'], code: 'c1' },
      { id: 2, group: 'b', rank: 1, tags: [], code: 'c2' },
    ])
    expect(() => table.insert({ id: 1, group: 'c', rank: 2, tags: ['z'] })).toThrow(
      'table item: key [1] exists already',
    )
    expect(() => table.put({ id: 3, group: 'c', rank: 2, tags: ['z'], code: 'c1' })).toThrow(
      'table item: code key ["c1"] exists already',
    )
    expect(() => table.update(2, { code: 'c1', group: 'z' })).toThrow(TableConflict)
    expectSame(table, naive)
  })

  test('keeps its records frozen, and leaves a field out that is updated to undefined', () => {
    const { table } = filled([{ id: 1, group: 'a', rank: 0, tags: [], code: 'c1' }])
    const record = table.update(1, { rank: 2 })
    expect(Object.isFrozen(record)).toBe(true)
    const absent = { code: undefined } as unknown as Partial<Item>
    expect(Object.keys(table.update(1, absent) ?? {})).toEqual(['id', 'group', 'rank', 'tags'])
    expect(table.find('code', ['c1'])).toBeUndefined()
  })
})

describe('differences of snapshots', () => {
  test('equal the naive difference', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), fc.array(write, { maxLength: 20 }), (drawn, writes) => {
        const { world, table, naive } = filled(drawn)
        const old = new NaiveTable(naive)
        const before = world.snapshot()
        for (const one of writes) applyWrite(table, naive, one)
        const found = differencesOfSnapshots(itemSchema, before, world.snapshot())
        const expected = [...new Set([...old.scan(), ...naive.scan()].map(({ id }) => id))]
          .filter((id) => JSON.stringify(old.get(id)) !== JSON.stringify(naive.get(id)))
          .sort((a, b) => naiveCompareTuples([a], [b]))
          .map((key) => ({ key, before: old.get(key), after: naive.get(key) }))
        const changed = (found[0]?.records ?? []).filter(
          (each) => JSON.stringify(each.before) !== JSON.stringify(each.after),
        )
        expect(changed).toEqual(expected)
        expect(found.every(({ store, table: name }) => store === 'east' && name === 'item')).toBe(true)
      }),
    )
  })

  test('tell regions and tables apart', () => {
    const world = newWorld(itemSchema)
    const before = world.snapshot()
    world.region('west').table(items).put({ id: 'w', group: 'a', rank: 0, tags: [] })
    world.system.next('job')
    expect(
      differencesOfSnapshots(itemSchema, before, world.snapshot()).map(
        ({ store, table }) => `${store}.${table}`,
      ),
    ).toEqual(['system.sequence', 'west.item'])
    expect(differencesOfSnapshots(itemSchema, before, before)).toEqual([])
  })
})

/** A world of its own that holds the drawn items whose codes are free. */
function filled(drawn: readonly Item[]) {
  const world = newWorld(itemSchema)
  const table = tableOf(world)
  const naive = new NaiveTable()
  for (const each of drawn) {
    if (naive.isTaken(each)) continue
    table.put({ ...each })
    naive.put(each)
  }
  return { world, table, naive }
}
