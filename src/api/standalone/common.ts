/** What operations of the standalone interface share: parameters, pages and the application of a call (service §4.1, §5.3). */
import { z } from '../framework/zod.ts'
import type { ApplicationRecord } from '../../model/applications/records.ts'
import { invalid, invalidRequest, unauthenticated } from '../../model/errors.ts'
import type { Refusal } from '../../model/refusal.ts'
import { readableContainers } from '../../model/containers/containers.ts'
import {
  findApplication,
  forbidden,
  mayReadApplication,
  requireApplicationRead,
  requireScope,
} from '../../model/users/permissions.ts'
import type { UserRecord } from '../../model/users/records.ts'
import { compareCodePoints, type KeyTuple } from '../../world/order.ts'
import type { Table } from '../../world/store/table.ts'
import type { Context, Shape } from '../framework/operation.ts'
import { int32, type Int64, int64, type SortCriterion } from '../framework/parameter.ts'

/** What the experimental GET operations below an application have in common. */
export const experimental = {
  interface: 'standalone',
  method: 'GET',
  stability: 'experimental',
  provenance: 'documented',
  permission: { words: 'container read' },
  section: '4.1',
} as const

/** What the operations that are known from clients have in common. */
export const observed = {
  interface: 'standalone',
  stability: 'unstated',
  provenance: 'observed',
  section: '4.1',
} as const

export const applicationId = int64({ description: 'Identifier of the application.', example: '101' })

export const paging = {
  offset: int64({ minimum: 0, default: 0, description: 'Number of items to skip.' }),
  limit: int32({ minimum: 1, maximum: 200, default: 20, description: 'Maximum number of items to return.' }),
} as const

export const applicationIdOfQuery = int32({
  description: 'Identifier of the application. Required unless the credential is scoped to one application.',
  example: '101',
})

export interface Paging {
  readonly offset: Int64
  readonly limit: number
}

export const identifier = () => z.int().describe('Identifier (int64).')
/** A field of a body that may name a record by its id. */
export const optionalId = (description: string) => identifier().min(1).nullish().describe(description)
export const instant = () => z.iso.datetime().describe('Instant in UTC, ISO 8601.')

/** The schema of a page of items. */
export function pageOf(item: Shape): Shape {
  return {
    name: `PagedResponseModel${item.name}`,
    schema: () =>
      z.object({
        items: z.array(item.schema()),
        // An offset may be any int64; zod's own whole numbers end at 2^53 - 1.
        offset: z
          .number()
          .min(0)
          .meta({ type: 'integer', format: 'int64', description: 'The offset of the request.' }),
        limit: z.int().min(1).max(200).describe('The limit of the request.'),
        total: z.int().min(0).describe('Number of all items.'),
      }),
    ...(item.example === undefined
      ? {}
      : { example: { items: [item.example], offset: 0, limit: 20, total: 1 } }),
  }
}

/** The fields of a record that a response shows under their own names. */
export function pick<T extends object, F extends keyof T>(record: T, ...fields: readonly F[]): Pick<T, F> {
  return Object.fromEntries(fields.map((field) => [field, record[field]])) as Pick<T, F>
}

/** Whether a record has all these values. An absent filter matches every record. */
export function matches<T extends object>(
  record: T,
  filters: { readonly [F in keyof T]?: unknown },
): boolean {
  const wanted = Object.entries(filters).filter(([, value]) => value !== undefined)
  return wanted.every(([field, value]) => record[field as keyof T] === value)
}

/** A text of 1 to 255 characters, such as a name. */
export const shortText = () => z.string().min(1).max(255)

/** The body of a list: the page that the parameters select, each item in its wire shape. `from` skips items. */
export function countedPage<T>(
  context: Context,
  { offset, limit }: Paging,
  total: number,
  from: (skip: number) => Iterable<T>,
  toWire: (item: T) => unknown,
) {
  context.assume('A22')
  const items: unknown[] = []
  // An offset within the items is a number that JavaScript has exactly.
  for (const item of offset < total ? from(Number(offset)) : []) {
    items.push(toWire(item))
    if (items.length === limit) break
  }
  return { items, offset, limit, total }
}

/** A page of the records under a prefix of an index, in its order. */
export function indexedPage<R extends object, I extends string>(
  context: Context,
  paging: Paging,
  table: Table<R, I>,
  index: I,
  prefix: KeyTuple,
  toWire: (record: R) => unknown,
) {
  const from = (skip: number) => table.range(index, prefix, { skip })
  return countedPage(context, paging, table.count(index, prefix), from, toWire)
}

/** A page of items that are all loaded. */
export function pageOfAll<T>(
  context: Context,
  paging: Paging,
  items: readonly T[],
  toWire: (item: T) => unknown,
) {
  return countedPage(context, paging, items.length, (skip) => items.slice(skip), toWire)
}

/** Like `pageOfAll`, ordered by the fields of `sort`, then by id. */
export function sortedPage<T extends { readonly id: number }>(
  context: Context,
  query: Paging & { readonly sort?: readonly SortCriterion[] | undefined },
  items: readonly T[],
  toWire: (item: T) => unknown,
  read: (item: T, field: string) => string | number = (item, field) => item[field as 'id'],
) {
  return pageOfAll(context, query, items.toSorted(comparatorOf(query.sort ?? [], read)), toWire)
}

/** A body without the fields that are null: clients send null for what has no value. */
export function withoutNulls<T extends object>(body: T): { [F in keyof T]: Exclude<T[F], null> } {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as never
}

/** The caller. Anonymous calls are rejected before an operation runs. */
export function caller(context: Context): UserRecord {
  if (context.user === undefined) throw unauthenticated('no credential', 'send Authorization: Bearer <token>')
  return context.user
}

/** The application of a path or query. Throws FORBIDDEN if the credential is scoped to another one (service §5.3). */
export function applicationInScope(context: Context, id: Int64): ApplicationRecord {
  if (context.scopedTo !== undefined && typeof id === 'number') {
    if (context.scopedTo !== id) context.assume('A15')
    requireScope(context.scopedTo, id)
  }
  return findApplication(context.store, id)
}

/** The application of a path. Throws FORBIDDEN unless the caller may read it. */
export function readableApplication(context: Context, id: Int64): ApplicationRecord {
  const application = applicationInScope(context, id)
  context.assume('A26')
  requireApplicationRead(context.store, context.user, application)
  return application
}

/**
 * The application whose containers the caller wants. Its members may list them, and users with a grant in it. What they
 * find depends on the permissions of each container.
 */
export function visitedApplication(context: Context, id: Int64): ApplicationRecord {
  const application = applicationInScope(context, id)
  const { store, user } = context
  context.assume('A27')
  if (
    user === undefined ||
    (!mayReadApplication(store, user, application) && !mayReadSome(context, application))
  ) {
    throw forbidden(user, `read containers of application ${application.id}`)
  }
  return application
}

function mayReadSome({ store, user }: Context, application: ApplicationRecord): boolean {
  return user !== undefined && readableContainers(store, user, application.id, 'PROJECT').length > 0
}

/** The application that the query names, or the one that the credential is scoped to (service §5.3). */
export function selectedApplication(context: Context, id: number | undefined): ApplicationRecord {
  return visitedApplication(context, selectedApplicationId(context, id))
}

/** Throws INVALID if the query names no application and the credential is not scoped to one. */
export function selectedApplicationId(context: Context, id: number | undefined): number {
  const selected = id ?? context.scopedTo
  if (selected !== undefined) return selected
  context.assume('A15')
  throw invalidRequest(
    "query parameter 'applicationId'",
    'required, since this token is not scoped to one application',
  )
}

/** The refusal for a feature that only standalone applications have. */
export function notStandalone({ id, type }: ApplicationRecord): Refusal {
  return invalid("query parameter 'applicationId'", id, `it is of type ${type}: name one of type STANDALONE`)
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
  if (context.assume('A43') === 'contains')
    return value?.toLowerCase().includes(filter.toLowerCase()) ?? false
  return value === filter
}
