/** A table as anyone would write it first: a Map, sorted and filtered afresh for every question. */
import type { KeyPart, KeyTuple } from '../../../src/world/order.ts'
import * as field from '../../../src/world/store/fields.ts'
import { defineTable, type Table } from '../../../src/world/store/table.ts'

/** A record with what tables index: plain fields, a list and a field that may be absent. */
const fields = {
  id: field.key(field.either(field.text, field.number())),
  group: field.text,
  rank: field.whole,
  tags: field.list(field.text),
  code: field.optional(field.text),
  /** Of a group, nobody else has it. */
  seat: field.optional(field.whole),
}
export type Item = field.ObjectOf<typeof fields>

export type IndexName = 'group' | 'tag' | 'code' | 'seat' | 'rank' | 'mark'

const indexKeys: Record<IndexName, (item: Item) => KeyTuple[]> = {
  group: (item) => [[item.group, item.rank]],
  tag: (item) => item.tags.map((tag) => [tag]),
  code: (item) => (item.code === undefined ? [] : [[item.code]]),
  seat: (item) => [[item.group]],
  rank: (item) => [[item.rank]],
  // Numbers alone, before others and behind others, negative ones too, beside texts alone.
  mark: ({ rank, group, tags }) => [[rank - 1], [rank, group], [rank, rank], ...tags.map((tag) => [tag])],
}

export const items = defineTable({
  name: 'item',
  fields,
  indexes: {
    group: { keys: (item) => [item.group, item.rank] },
    tag: { keys: indexKeys.tag },
    code: { keys: (item) => indexKeys.code(item)[0], unique: true },
    seat: { keys: (item) => [item.group], unique: (item) => item.seat },
    rank: { keys: (item) => [item.rank] },
    mark: { keys: indexKeys.mark },
  },
})

/** Everything that a table returns for these records, index by index. */
export function readAll(table: Table<Item, IndexName>, records: readonly Item[]) {
  const countAndRange = (index: IndexName, prefix: KeyTuple) => [
    table.count(index, prefix),
    ...table.range(index, prefix),
  ]
  return {
    size: table.size,
    all: [...table.scan()],
    groups: [...table.distinct('group', [])].map((group) => [
      group,
      countAndRange('group', [group]),
      [0, 1, 2, 3].map((rank) => countAndRange('group', [group, rank])),
    ]),
    codes: records.map(({ id, code }) => table.find('code', [code ?? `code ${String(id)}`])),
    seated: records.map(({ group, seat = -1 }) => table.findUnique('seat', [group], seat)),
    tags: [...table.range('tag', [], { reverse: true })],
    tagged: table.count('tag', []),
    ranks: [0, 1, 2, 3].map((rank) => countAndRange('rank', [rank])),
    marks: [...table.distinct('mark', [])].map((mark) => [mark, countAndRange('mark', [mark])]),
  }
}

/** Orders well-formed strings by their list of code points; lone surrogates come after U+FFFF, unit by unit. */
export function naiveCompareText(a: string, b: string): number {
  const ranks = (text: string) =>
    Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)).map((unit) =>
      unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit,
    )
  const [left, right] = [ranks(a), ranks(b)]
  const position = left.findIndex((rank, index) => rank !== right[index])
  if (position === -1) return left.length - right.length
  return right[position] === undefined ? 1 : (left[position] as number) - right[position]
}

export function naiveCompareTuples(a: KeyTuple, b: KeyTuple): number {
  for (const [position, left] of a.entries()) {
    const right = b[position]
    if (right === undefined) return 1
    const order = naiveCompareParts(left, right)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function naiveCompareParts(left: KeyPart, right: KeyPart): number {
  if (left === right) return 0
  if (typeof left === 'string' && typeof right === 'string') return naiveCompareText(left, right)
  if (typeof left === 'number' && typeof right === 'number') return left < right ? -1 : 1
  return typeof left === 'number' ? -1 : 1
}

export class NaiveTable {
  #items: Map<KeyPart, Item>

  constructor(source?: NaiveTable) {
    this.#items = new Map(source === undefined ? [] : source.#items)
  }

  get size(): number {
    return this.#items.size
  }

  get(key: KeyPart): Item | undefined {
    return this.#items.get(key)
  }

  /** True when another record has the item's unique code, or its seat in its group. */
  isTaken({ id, code, group, seat }: Item): boolean {
    return [...this.#items.values()].some(
      (other) =>
        other.id !== id &&
        ((code !== undefined && other.code === code) ||
          (seat !== undefined && this.sitting(group, seat) === other)),
    )
  }

  /** Who has this seat of this group. */
  sitting(group: string, seat: number): Item | undefined {
    return [...this.#items.values()].find((item) => item.group === group && item.seat === seat)
  }

  put(item: Item): void {
    this.#items.set(item.id, item)
  }

  remove(key: KeyPart): boolean {
    return this.#items.delete(key)
  }

  scan(): Item[] {
    return [...this.#items.values()].sort((a, b) => naiveCompareTuples([a.id], [b.id]))
  }

  /** All entries of an index, in order of index key, then of table key. */
  entries(index: IndexName): { key: KeyTuple; item: Item }[] {
    const found = new Map<string, { key: KeyTuple; item: Item }>()
    for (const item of this.#items.values()) {
      for (const key of indexKeys[index](item)) found.set(JSON.stringify([key, item.id]), { key, item })
    }
    return [...found.values()].sort(
      (a, b) => naiveCompareTuples(a.key, b.key) || naiveCompareTuples([a.item.id], [b.item.id]),
    )
  }

  range(index: IndexName, prefix: KeyTuple): Item[] {
    return this.entries(index)
      .filter(({ key }) => begins(key, prefix))
      .map(({ item }) => item)
  }

  distinct(index: IndexName, prefix: KeyTuple): KeyPart[] {
    const members = this.entries(index)
      .filter(({ key }) => begins(key, prefix) && key.length > prefix.length)
      .map(({ key }) => key[prefix.length] as KeyPart)
    return [...new Set(members)]
  }

  rangeOfText(index: IndexName, prefix: KeyTuple, text: string): Item[] {
    return this.entries(index)
      .filter(({ key }) => {
        const member = key[prefix.length]
        return begins(key, prefix) && typeof member === 'string' && member.startsWith(text)
      })
      .map(({ item }) => item)
  }
}

export function begins(key: KeyTuple, prefix: KeyTuple): boolean {
  return prefix.every((member, position) => key[position] === member)
}
