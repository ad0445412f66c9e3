import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { parseQuery } from '../../../../src/language/query/parse.ts'
import { planQuery } from '../../../../src/language/query/plan.ts'
import { firstInOrder } from '../../../../src/model/searching/first-in-order.ts'
import { mergeByKey } from '../../../../src/model/searching/key-order.ts'
import { frozenSource, requirementSource } from '../../../../src/model/searching/query-source.ts'
import type { RequirementRecord } from '../../../../src/model/records/wiki/requirements.ts'
import { readableProjects } from '../../../../src/model/searching/search-places.ts'
import {
  isQuery,
  searchPage,
  searchRequirements,
  type SearchRequest,
} from '../../../../src/model/searching/search.ts'
import { containers } from '../../../../src/model/records/service/containers.ts'
import { variants } from '../../../../src/model/records/wiki/variants.ts'
import { grants } from '../../../../src/model/records/service/users.ts'
import { compareCodePoints } from '../../../../src/world/order.ts'
import type { Store } from '../../../../src/world/store/store.ts'
import { Table } from '../../../../src/world/store/table.ts'
import { grammars, worldQueries } from '../../../model/requirements/requirements-queries.ts'
import {
  buildWorld,
  everyRow,
  plannedRow,
  plannedWorld,
  READER,
  WIKI,
  worldPlans,
} from '../../../model/requirements/requirements-world.ts'

const COLUMNS = ['KEY', 'REQKEY', 'BASELINE', 'SPACEKEY', 'STATUS', 'ID', 'TITLE']

const orders = fc
  .uniqueArray(
    fc.record({ column: fc.constantFrom(...COLUMNS), direction: fc.constantFrom('', ' ASC', ' DESC') }),
    { selector: ({ column }) => column.replace('REQ', ''), minLength: 1, maxLength: 3 },
  )
  .map((terms) => terms.map(({ column, direction }) => `${column}${direction}`).join(', '))

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const anyRequests: fc.Arbitrary<SearchRequest> = fc.record({
  query: optional(worldQueries),
  grammar: grammars,
  spaceKeys: optional(fc.subarray(['ENG', 'OPS', 'SEC', 'NONE'])),
  includeArchived: optional(fc.boolean()),
  includeBaselined: optional(fc.boolean()),
  baselineCondition: fc.constant(undefined),
  sort: optional(orders),
})

/** Selects both dialects if the query uses words of the other one. */
const requests = anyRequests.map((request) =>
  isQuery(request.query, request.grammar) ? request : { ...request, grammar: undefined },
)

/** The value of a column, read anew. */
function valueOf(store: Store, row: RequirementRecord, column: string): string | number | undefined {
  if (column === 'BASELINE') return row.baseline
  if (column === 'SPACEKEY') return row.spaceKey
  if (column === 'STATUS') return row.status
  if (column === 'ID') return row.id
  if (column === 'TITLE') return store.table(containers).get(row.originContainerId ?? -1)?.name
  return row.key
}

function compare(a: string | number | undefined, b: string | number | undefined): number {
  if (a === b) return 0
  if (a === undefined) return 1
  if (b === undefined) return -1
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareCodePoints(String(a), String(b))
}

const isCurrent = (store: Store, { variantId }: RequirementRecord): boolean =>
  [...store.table(variants).scan()].some(({ id, current }) => current && id === variantId)

/** All rows, one filter after the other, then one sort. */
function naiveSearch(store: Store, request: SearchRequest): number[] {
  const projects = readableProjects(store, READER, WIKI)
  const scope = { store, user: READER, applicationId: WIKI, projects, size: 1 }
  const query = parseQuery(request.query ?? '', request.grammar)
  const plan = planQuery(query, requirementSource(scope))
  const ofCopies = planQuery(query, frozenSource(scope))
  const namesVariant = / ?variant [=~!<>IN]/.test(request.query ?? '')
  const matches = everyRow(store)
    .filter((row) => projects.some(({ id }) => id === row.projectContainerId))
    .filter((row) => request.spaceKeys?.includes(row.spaceKey) ?? true)
    .filter((row) => row.baseline !== undefined || namesVariant || isCurrent(store, row))
    .filter(
      ({ status }) =>
        status === 'ACTIVE' ||
        request.includeArchived === true ||
        plan.mentions.status ||
        plan.mentions.baseline ||
        (request.includeBaselined === true && status === 'ARCHIVED'),
    )
    .filter((row) => (row.baseline === undefined ? plan : ofCopies).matches(row))
  const terms = (request.sort ?? 'KEY ASC, BASELINE DESC').split(', ').map((term) => term.split(' '))
  return matches
    .toSorted((a, b) => {
      for (const [column = '', direction] of terms) {
        const order = compare(valueOf(store, a, column), valueOf(store, b, column))
        if (order !== 0) return direction === 'DESC' ? -order : order
      }
      return a.id - b.id
    })
    .map(({ id }) => id)
}

const idsOf = (rows: readonly RequirementRecord[]) => rows.map(({ id }) => id)

describe('a search of a random world', () => {
  test('finds what looking at every row finds, in the same order', () => {
    fc.assert(
      fc.property(worldPlans, requests, (plan, request) => {
        const store = buildWorld(plan)
        const namesVariant = request.query?.includes('variant') === true && request.query.includes('->')
        fc.pre(!namesVariant)
        expect(idsOf(searchRequirements(store, READER, WIKI, request).rows)).toEqual(
          naiveSearch(store, request),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('gives in pages what it gives as a whole', () => {
    fc.assert(
      fc.property(worldPlans, requests, fc.integer({ min: 1, max: 5 }), (plan, request, limit) => {
        const store = buildWorld(plan)
        const whole = idsOf(searchRequirements(store, READER, WIKI, request).rows)
        const paged: number[] = []
        for (let offset = 0; offset < whole.length + 2 * limit; offset += limit) {
          const page = searchPage(store, READER, WIKI, request, { offset, limit })
          expect(page.count).toBe(whole.length)
          expect(page.rows.length).toBeLessThanOrEqual(limit)
          paged.push(...idsOf(page.rows))
        }
        expect(paged).toEqual(whole)
      }),
      { numRuns: 100 },
    )
  })
})

/** How many rows a call reads through indexes of tables. */
function rowsRead(call: () => unknown): number {
  let read = 0
  const range = Table.prototype.range
  vi.spyOn(Table.prototype, 'range').mockImplementation(function* (this: Table<object>, ...parameters) {
    for (const row of range.apply(this, parameters)) {
      read++
      yield row
    }
  })
  const forEach = Table.prototype.forEach
  vi.spyOn(Table.prototype, 'forEach').mockImplementation(function (this: Table<object>, ...parameters) {
    const [index, prefix, visit] = parameters
    forEach.call(this, index, prefix, (row, indexKey) => {
      read++
      visit(row, indexKey)
    })
  })
  call()
  vi.restoreAllMocks()
  return read
}

test('a page in order of key reads as many rows as it needs, whatever the space holds', () => {
  const rows = Array.from({ length: 2000 }, (_, index) => plannedRow({ key: `R-${10_000 + index}` }))
  const store = buildWorld(plannedWorld(rows))
  const read = (request: SearchRequest, offset: number) =>
    rowsRead(() => {
      const page = searchPage(store, READER, WIKI, request, { offset, limit: 20 })
      expect([page.rows.length, page.count]).toEqual([offset < 2000 ? 20 : 0, 2000])
    })
  for (const request of [{}, { spaceKeys: ['ENG'] }, { sort: 'KEY DESC' }, { includeArchived: true }]) {
    expect(read(request, 0)).toBeLessThan(50)
    expect(read(request, 100)).toBeLessThan(150)
    expect(read(request, 5000)).toBeLessThan(10)
  }
  expect(read({ query: "key ~ 'R-%'" }, 0)).toBeGreaterThan(1999)
})

test('more spaces than are merged key by key come in the same order', () => {
  const rows = [1, 2, 3, 4].map((number) =>
    plannedRow({ key: `R-${number}`, space: number % 2 === 1 ? 'ENG' : 'OPS' }),
  )
  const store = buildWorld(plannedWorld(rows))
  for (let id = 3000; id < 3040; id++) {
    store.table(containers).insert({
      id,
      applicationId: WIKI,
      projectContainerId: id,
      type: 'SPACE',
      level: 'PROJECT',
      name: 'Empty',
      key: `S${id}`,
      createdAt: 0,
    })
    store.table(grants).insert({ containerId: id, userId: READER.id, level: 'read' })
  }
  expect(readableProjects(store, READER, WIKI).length).toBe(42)
  const page = searchPage(store, READER, WIKI, {}, { offset: 1, limit: 2 })
  expect(page.rows.map(({ key }) => key)).toEqual(['R-2', 'R-3'])
  expect(page.count).toBe(4)
})

test('the first of a list are the first of the sorted list', () => {
  const items = fc.array(fc.record({ value: fc.integer({ min: 0, max: 20 }), id: fc.nat() }), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(items, fc.nat({ max: 70 }), (list, count) => {
      const unique = [...new Map(list.map((item) => [item.id, item])).values()]
      const before = [...unique]
      const order = (a: { value: number; id: number }, b: typeof a) => a.value - b.value || a.id - b.id
      expect(firstInOrder(unique, order, count)).toEqual(unique.toSorted(order).slice(0, count))
      expect(unique).toEqual(before)
    }),
  )
})

test('merged walks stop reading when their reader stops', () => {
  let read = 0
  function* endless(prefix: string): Generator<RequirementRecord> {
    for (let number = 0; ; number++) {
      read++
      yield { key: `${prefix}${String(number).padStart(6, '0')}`, id: number } as RequirementRecord
    }
  }
  const merged = mergeByKey([endless('A'), endless('B')], false, (a, b) => a.id - b.id)
  const taken = [merged.next(), merged.next(), merged.next()].map(({ value }) => value?.key)
  expect(taken).toEqual(['A000000', 'A000001', 'A000002'])
  expect(read).toBeLessThan(10)
})
