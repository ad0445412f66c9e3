/** What tells that a key is not there without looking: it may be unsure, never wrong. */
import { describe, expect, it } from 'vitest'
import { AbsenceFilter } from '../../src/world/absence-filter.ts'
import { defineTable, Table } from '../../src/world/table.ts'

interface Entry {
  readonly id: number
  readonly key: string
}

const entries = defineTable<Entry>()({
  name: 'entry',
  key: (record) => record.id,
  indexes: { key: { keys: (record) => [1, record.key], unique: true, hashedBy: 1 } },
})

const keyOf = (number: number) => `KEY-${number}`
/** More than a filter takes before it is worn. */
const MANY = 70_000

describe('a filter of absent keys', () => {
  it('has all that was added, tells most others, and is worn by too many', () => {
    const filter = new AbsenceFilter()
    expect(filter.mayHave(keyOf(1))).toBe(false)
    for (let number = 1; number <= 1000; number++) filter.add(keyOf(number))
    expect(filter.isWorn).toBe(false)
    for (let number = 1; number <= 1000; number++) expect(filter.mayHave(keyOf(number))).toBe(true)
    const unsure = Array.from({ length: 1000 }, (_, index) => filter.mayHave(keyOf(2000 + index)))
    expect(unsure.filter(Boolean).length).toBeLessThan(50)
    for (let number = 1; number <= MANY; number++) filter.add(keyOf(number))
    expect(filter.isWorn).toBe(true)
  })

  it('made for many tells nearly all others, and has room for as many again', () => {
    const filter = new AbsenceFilter(MANY)
    for (let number = 1; number <= MANY; number++) filter.add(keyOf(number))
    const unsure = Array.from({ length: 10_000 }, (_, index) => filter.mayHave(keyOf(2 * MANY + index)))
    expect(unsure.filter(Boolean).length).toBeLessThan(500)
    for (let number = MANY + 1; number < 2 * MANY; number++) filter.add(keyOf(number))
    expect(filter.isWorn).toBe(false)
  })

  it('tells nothing of what is no text', () => {
    const filter = new AbsenceFilter()
    filter.add(7)
    expect([filter.mayHave(7), filter.mayHave(8), filter.mayHave(undefined)]).toEqual([true, true, true])
  })
})

describe('an index whose filter is renewed', () => {
  it('finds what is there, and nothing else, in every version', () => {
    const table = new Table(entries, { open: false, touched: 0, tables: [] })
    for (let id = 1; id <= 50; id++) table.insert({ id, key: keyOf(id) })
    const before = table.image()
    for (let id = 51; id <= MANY; id++) {
      table.insert({ id, key: keyOf(id) })
      if (id % 10 > 0) table.remove(id)
    }
    const has = (ids: readonly number[]) => ids.map((id) => table.find('key', [1, keyOf(id)])?.id)
    expect(has([1, 50, 51, 60, MANY - 1, MANY])).toEqual([1, 50, undefined, 60, undefined, MANY])
    table.insert({ id: 51, key: keyOf(51) })
    expect(has([51, 52])).toEqual([51, undefined])
    // A version of its own, whose filter is the worn one of before.
    table.restore(before)
    expect(has([1, 50, 51, 60, MANY])).toEqual([1, 50, undefined, undefined, undefined])
    table.insert({ id: 60, key: keyOf(60) })
    expect(has([60])).toEqual([60])
  })
})
