/** Pages of lists: the parameters, filters, orders and envelope that standalone lists share (service §4.1). */
import type * as zod from 'zod'
import { z } from '../framework/zod.ts'
import { compareCodePoints, type KeyTuple } from '../../world/order.ts'
import type { Table } from '../../world/store/table.ts'
import type { Context, Shape } from '../framework/operation.ts'
import * as ledger from '../framework/ledger-names.ts'
import { int32, type Int64, int64, type SortCriterion } from '../framework/parameter.ts'

export const paging = {
  offset: int64({ minimum: 0, default: 0, description: 'Number of items to skip.' }),
  limit: int32({ minimum: 1, maximum: 200, default: 20, description: 'Maximum number of items to return.' }),
} as const

export interface Paging {
  readonly offset: Int64
  readonly limit: number
}

/** An offset may be any int64; zod's own whole numbers end at 2^53 - 1. */
const offset = (): zod.ZodType<Int64> =>
  z.number().min(0).meta({ type: 'integer', format: 'int64', description: 'The offset of the request.' })

/** The schema of a page of items. */
export function pageOf<T>(item: Shape<T>) {
  return {
    name: `PagedResponseModel${item.name}`,
    schema: () =>
      z.object({
        items: z.array(item.schema()),
        offset: offset(),
        limit: z.int().min(1).max(200).describe('The limit of the request.'),
        total: z.int().min(0).describe('Number of all items.'),
      }),
    ...(item.example === undefined
      ? {}
      : { example: { items: [item.example], offset: 0, limit: 20, total: 1 } }),
  }
}

/** Whether a record has all these values. An absent filter matches every record. */
export function matches<T extends object>(
  record: T,
  filters: { readonly [F in keyof T]?: unknown },
): boolean {
  const wanted = Object.entries(filters).filter(([, value]) => value !== undefined)
  return wanted.every(([field, value]) => record[field as keyof T] === value)
}

/** The body of a list: the page that the parameters select, each item in its wire shape. `from` skips items. */
export function countedPage<T, W>(
  context: Context,
  { offset, limit }: Paging,
  total: number,
  from: (skip: number) => Iterable<T>,
  toWire: (item: T) => W,
) {
  context.note(ledger.pageEnvelope)
  const items: W[] = []
  // An offset within the items is a number that JavaScript has exactly.
  for (const item of offset < total ? from(Number(offset)) : []) {
    items.push(toWire(item))
    if (items.length === limit) break
  }
  return { items, offset, limit, total }
}

/** A page of the records under a prefix of an index, in its order. */
export function indexedPage<R extends object, I extends string, W>(
  context: Context,
  paging: Paging,
  table: Table<R, I>,
  index: I,
  prefix: KeyTuple,
  toWire: (record: R) => W,
) {
  const from = (skip: number) => table.range(index, prefix, { skip })
  return countedPage(context, paging, table.count(index, prefix), from, toWire)
}

/** A page of items that are all loaded. */
export function pageOfAll<T, W>(
  context: Context,
  paging: Paging,
  items: readonly T[],
  toWire: (item: T) => W,
) {
  return countedPage(context, paging, items.length, (skip) => items.slice(skip), toWire)
}

/** Like `pageOfAll`, ordered by the fields of `sort`, then by id. */
export function sortedPage<T extends { readonly id: number }, W>(
  context: Context,
  query: Paging & { readonly sort?: readonly SortCriterion[] | undefined },
  items: readonly T[],
  toWire: (item: T) => W,
  read: (item: T, field: string) => string | number = (item, field) => item[field as 'id'],
) {
  return pageOfAll(context, query, items.toSorted(comparatorOf(query.sort ?? [], read)), toWire)
}

/** Compares records by criteria, then by id. Text is compared by code point. */
export function comparatorOf<T extends { readonly id: number }>(
  criteria: readonly SortCriterion[],
  read: (record: T, property: string) => string | number,
): (a: T, b: T) => number {
  return (a, b) => {
    for (const { property, descending } of criteria) {
      const order = compareValues(read(a, property), read(b, property))
      if (order !== 0) return descending ? -order : order
    }
    return a.id - b.id
  }
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return compareCodePoints(String(a), String(b))
}

/** Whether a text passes a filter: it is equal, or contains it under the alternative of A43. */
export function passesText(context: Context, filter: string | undefined, value: string | undefined): boolean {
  if (filter === undefined) return true
  if (context.choose(ledger.nameFilters) === 'contains')
    return value?.toLowerCase().includes(filter.toLowerCase()) ?? false
  return value === filter
}
