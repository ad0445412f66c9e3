/** Names of baselines, and which requirements a baseline is about, in one small world. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findBaseline } from '../../../src/model/finding/baselines.ts'
import { problemOfName, freeName, suggestBaselineName } from '../../../src/model/baselines/names.ts'
import { baselines } from '../../../src/model/records/wiki/baselines.ts'
import { missingDependencies, rowsOfQueries } from '../../../src/model/baselines/refreezing.ts'
import { expectedCounts, rowsToFreeze } from '../../../src/model/baselines/rows-to-freeze.ts'
import {
  buildWorld,
  dependsOn,
  everyRow,
  plannedRow,
  READER,
  spaceIn,
  type WorldPlan,
} from '../requirements/requirements-world.ts'

const worldOf = (...taken: readonly string[]) =>
  buildWorld({
    rows: [],
    baselines: taken.map((name, place) => ({
      space: 'ENG',
      number: place + 1,
      name,
      status: 'PREVIEW' as const,
    })),
  })

describe('the name that the next baseline might have', () => {
  test.each<[page: string | undefined, taken: readonly string[], name: string]>([
    [undefined, [], 'Baseline 1'],
    ['', [], 'Baseline 1'],
    ['  ', ['Baseline 1'], 'Baseline 2'],
    [undefined, ['Final'], 'Baseline 1'],
    [undefined, ['Sprint 7', 'Sprint 8'], 'Sprint 9'],
    [undefined, ['Sprint 8', 'Sprint 7'], 'Sprint 9'],
    ['Release', [], 'Release 1'],
    [' Release ', [], 'Release 1'],
    ['Release', ['Sprint 4'], 'Sprint 5'],
    ['Release 9', ['Sprint 4'], 'Release 10'],
    ['Release 009', [], 'Release 010'],
    ['Release 99', ['Release 100'], 'Release 101'],
    ['2 first', ['Release 1'], 'Release 2'],
    ['x9999999999999999', [], 'x10000000000000000'],
    ['Release 99999999999999999999', [], 'Release 100000000000000000000'],
    ['Release 00000000000000000009', [], 'Release 00000000000000000010'],
    ['v1.9', [], 'v1.10'],
    ['9'.repeat(254), [], `1${'0'.repeat(254)}`],
    ['9'.repeat(255), [], `${'9'.repeat(253)} 1`],
    ['two\nlines 1', [], 'two\nlines 2'],
    ['9', [], '10'],
    [`${'\u{1F600}'.repeat(254)}9`, [], `${'\u{1F600}'.repeat(253)}10`],
    ['n'.repeat(255), [], `${'n'.repeat(253)} 1`],
  ])('of page %j beside %j', (page, taken, name) => {
    expect(suggestBaselineName(worldOf(...taken), 1001, page)).toBe(name)
  })

  test('has a number one higher than that of the page, whatever its length and leading zeros', () => {
    const digits = fc.array(fc.constantFrom(...'0011234567899999'), { minLength: 1, maxLength: 60 })
    const before = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => `n${text.trim()}-`)
    const store = worldOf()
    fc.assert(
      fc.property(before, digits, (text, drawn) => {
        const number = drawn.join('')
        const next = (BigInt(number) + 1n).toString().padStart(number.length, '0')
        expect(suggestBaselineName(store, 1001, `${text}${number}`)).toBe(`${text}${next}`)
      }),
    )
  })

  test('is free, and only the own space takes names', () => {
    const store = worldOf('One', 'One 1', 'One 2')
    expect([
      freeName(store, 1001, 'One'),
      freeName(store, 1001, 'Two'),
      freeName(store, 1002, 'One'),
    ]).toEqual(['One 3', 'Two', 'One'])
    const problem = problemOfName(store, 1001, 'One 1')
    expect(problem).toMatchObject({
      kind: 'CONFLICT',
      message: "name 'One 1' is that of baseline 2 of the space: choose another",
    })
    expect(problemOfName(store, 1001, 'One 1', findBaseline(store, 1001, 2))).toBeUndefined()
    expect(problemOfName(store, 1001, 'One 1', findBaseline(store, 1001, 1))).toEqual(problem)
    expect(problemOfName(store, 1002, 'One 1')).toBeUndefined()
    expect(problemOfName(store, 1001, 'n'.repeat(255))).toBeUndefined()
    for (const name of ['', ' \n', 'n'.repeat(256)])
      expect(problemOfName(store, 1001, name)).toMatchObject({
        kind: 'INVALID',
        message: expect.stringContaining("a baseline's name has 1 to 255 characters"),
      })
  })
})

test.each<[reference: string | number, number: number | undefined]>([
  [2, 2],
  ['2', 2],
  ['02', 2],
  ['12', 12],
  ['10', 3],
  ['First', 1],
  ['first', undefined],
  ['x2', undefined],
  ['2x', undefined],
  [9, undefined],
])('a baseline is found by %j', (reference, number) => {
  const store = worldOf('First', '1', '10')
  const record = findBaseline(store, 1001, 1)
  if (record !== undefined) store.table(baselines).insert({ ...record, id: 99, number: 12, name: 'Twelfth' })
  expect(findBaseline(store, 1001, reference)?.number).toBe(number)
  expect(findBaseline(store, 1002, reference)).toBeUndefined()
})

describe('the requirements and dependencies of a baseline', () => {
  const ROWS: WorldPlan['rows'] = [
    plannedRow({
      key: 'R-1',
      onPage: true,
      dependencies: dependsOn('uses OPS/S-1', 'refines ENG/R-2'),
    }),
    plannedRow({
      key: 'R-2',
      dependencies: dependsOn('uses OPS/S-1', 'uses SEC/T-1', 'uses GONE/G-1', 'uses OPS/S-0'),
    }),
    plannedRow({ key: 'R-3', status: 'DELETED', onPage: true, dependencies: dependsOn('uses ENG/R-1') }),
    plannedRow({ key: 'R-4', variant: 'Other' }),
    plannedRow({ key: 'S-1', space: 'OPS', onPage: true, dependencies: dependsOn('uses ENG/R-1') }),
    plannedRow({ key: 'S-0', space: 'OPS', dependencies: dependsOn('also ENG/R-2') }),
    plannedRow({ key: 'T-1', space: 'SEC' }),
    plannedRow({
      key: 'S-5',
      space: 'OPS',
      dependencies: dependsOn('b OPS/S-0', 'b OPS/S-1', 'b ENG/R-2', 'c ENG/R-1', 'a OPS/S-1'),
    }),
  ]
  const store = buildWorld({ rows: ROWS })
  const space = spaceIn(store)
  const freeze = (fields: Parameters<typeof rowsToFreeze>[3]) =>
    rowsToFreeze(store, READER, space, fields).map(({ id }) => id)

  test('are the ACTIVE ones of its space, selected by a query or by pages', () => {
    expect(freeze({})).toEqual([6000, 6001])
    expect(freeze({ searchQuery: ' ' })).toEqual([6000, 6001])
    expect(freeze({ searchQuery: "key IN ('R-2', 'R-3', 'S-1')" })).toEqual([6001])
    expect(freeze({ searchQuery: "status = 'DELETED'" })).toEqual([])
    expect(freeze({ fromPages: [4001] })).toEqual([6000])
    expect(freeze({ fromPages: [4002] })).toEqual([])
    expect(freeze({ fromPages: [] })).toEqual([])
    const rows = everyRow(store)
    expect(expectedCounts(rows)).toEqual({ expectedCount: 8, expectedPageCount: 2 })
    expect(expectedCounts([])).toEqual({ expectedCount: 0, expectedPageCount: 0 })
  })

  test('are without those that another query removes', () => {
    const of = (wanted?: string, removed?: string) =>
      rowsOfQueries(store, READER, space, wanted, removed).map(({ id }) => id)
    expect(of()).toEqual([6000, 6001])
    expect(of(undefined, ' ')).toEqual([6000, 6001])
    expect(of("key = 'R-1'", "key = 'R-2'")).toEqual([6000])
    expect(of(undefined, "key = 'R-1'")).toEqual([6001])
  })

  test('have their parents by relationship, space and key, each once, as far as the caller may read them', () => {
    const missing = (...ids: readonly number[]) =>
      missingDependencies(
        store,
        READER,
        everyRow(store).filter(({ id }) => ids.includes(id)),
      ).map(({ relationship, requirement }) => `${relationship} ${requirement.spaceKey}/${requirement.key}`)
    expect(missing(6000)).toEqual(['refines ENG/R-2', 'uses OPS/S-1'])
    expect(missing(6000, 6001)).toEqual(['uses OPS/S-0', 'uses OPS/S-1'])
    expect(missing(6001, 6004, 6005)).toEqual(['uses ENG/R-1'])
    expect(missing(6001, 6004)).toEqual(['uses ENG/R-1', 'uses OPS/S-0'])
    expect(missing()).toEqual([])
    expect(missing(6007)).toEqual(['a OPS/S-1', 'b ENG/R-2', 'b OPS/S-0', 'b OPS/S-1', 'c ENG/R-1'])
  })
})
