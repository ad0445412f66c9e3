// Lookups by hash of what a table was filled with, whatever its versions do with it since.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { defineTable, type Table, TableConflict } from '../../../src/world/store/table.ts'
import type { World } from '../../../src/world/world.ts'
import { itemSchema, newWorld } from './arbitraries.ts'

interface Row {
  readonly id: number
  readonly place: number
  readonly name: string
  readonly variant: number
  readonly text: string
}

const rows = defineTable<Row>()({
  name: 'row',
  key: ({ id }) => id,
  indexes: {
    name: {
      keys: ({ place, name }) => [place, name],
      unique: ({ variant }) => variant,
    },
  },
})

/** Few that are written, among as many as are loaded at once. */
const PLACES = [1, 2]
const NAMES = ['A', 'B', 'C', 'D']
const VARIANTS = [1, 2]
const LOADED: readonly Row[] = [
  ...NAMES.slice(0, 3).map((name, id) => ({ id, place: 1, name, variant: 1, text: 'loaded' })),
  { id: 4, place: 2, name: 'A', variant: 1, text: 'loaded' },
  { id: 5, place: 1, name: 'C', variant: 2, text: 'loaded' },
  ...Array.from({ length: 300 }, (_, at) => ({
    id: 10 + at,
    place: 1,
    name: `n${at}`,
    variant: 1,
    text: 'loaded',
  })),
]

const row = fc.record({
  id: fc.integer({ min: 0, max: 7 }),
  place: fc.constantFrom(...PLACES),
  name: fc.constantFrom(...NAMES),
  variant: fc.constantFrom(...VARIANTS),
  text: fc.constantFrom('x', 'y'),
})
const step = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), row, fails: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.integer({ min: 0, max: 7 }) }),
  fc.record({
    kind: fc.constant('replace' as const),
    text: fc.constantFrom('all', 'each'),
    every: fc.constantFrom(1, 2),
  }),
  fc.record({ kind: fc.constantFrom('keep' as const, 'restore' as const) }),
  fc.record({ kind: fc.constant('fork' as const) }),
  fc.record({ kind: fc.constant('switch' as const), to: fc.nat(3) }),
  fc.record({ kind: fc.constant('look' as const) }),
)

const tableOf = (world: World): Table<Row, 'name'> => world.region('east').table(rows)

function expectFound(world: World, naive: ReadonlyMap<number, Row>): void {
  const table = tableOf(world)
  for (const place of PLACES)
    for (const name of NAMES)
      for (const variant of VARIANTS) {
        const there = [...naive.values()].find(
          (each) => each.place === place && each.name === name && each.variant === variant,
        )
        // Twice, since what was found is found again in another way.
        for (let again = 0; again < 2; again++)
          expect(table.findUnique('name', [place, name], variant)).toEqual(there)
      }
  expect(table.findUnique('name', [1, 'n7'], 1)).toEqual(naive.get(17))
}

test('what a table was filled with is found as it is in each of its versions', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const first = newWorld({ ...itemSchema, tables: [rows] as unknown as typeof itemSchema.tables })
      tableOf(first).insertMany(LOADED.map((each) => ({ ...each })))
      const branches = [{ world: first, naive: new Map(LOADED.map((each) => [each.id, each])) }]
      const kept: { snapshot: ReturnType<World['snapshot']>; naive: ReadonlyMap<number, Row> }[] = []
      let current = 0
      for (const each of steps) {
        const { world, naive } = branches[current] as (typeof branches)[number]
        const table = tableOf(world)
        if (each.kind === 'put') {
          const taken = [...naive.values()].some(
            ({ id, place, name, variant }) =>
              id !== each.row.id &&
              place === each.row.place &&
              name === each.row.name &&
              variant === each.row.variant,
          )
          const put = () =>
            world.transact(() => {
              table.put({ ...each.row })
              if (each.fails) throw new RangeError('deliberate')
            })
          if (taken) expect(put).toThrow(TableConflict)
          else if (each.fails) expect(put).toThrow(RangeError)
          else {
            put()
            naive.set(each.row.id, each.row)
          }
        } else if (each.kind === 'remove') {
          expect(table.remove(each.id)).toBe(naive.delete(each.id))
        } else if (each.kind === 'replace') {
          const replaced = [...naive.values()].filter(({ id }) => id % each.every === 0)
          const next = replaced.map((one) => ({ ...one, text: each.text }))
          table.replaceMany(next.map((one) => ({ ...one })))
          for (const one of next) naive.set(one.id, one)
        } else if (each.kind === 'keep') {
          kept.push({ snapshot: world.snapshot(), naive: new Map(naive) })
        } else if (each.kind === 'restore') {
          const last = kept.at(-1)
          if (last === undefined) continue
          world.restore(last.snapshot)
          naive.clear()
          for (const [id, one] of last.naive) naive.set(id, one)
        } else if (each.kind === 'fork') {
          branches.push({ world: world.fork(), naive: new Map(naive) })
        } else if (each.kind === 'switch') {
          current = each.to % branches.length
        } else {
          expectFound(world, naive)
        }
      }
      for (const { world, naive } of branches) expectFound(world, naive)
    }),
    { numRuns: 100 },
  )
})
