/** What is found of a requirement by its key, and along its links. */
import { describe, expect, test, vi } from 'vitest'
import { dependentPages } from '../../../src/model/searching/dependent-pages.ts'
import { issueLinks } from '../../../src/model/records/tracker/issue-links.ts'
import { issues } from '../../../src/model/records/tracker/tracker.ts'
import {
  copiesOfKey,
  createFrozenSet,
  dropFrozenValues,
  findFrozenRow,
  findFrozenSet,
  frozenCount,
  frozenPageCount,
  frozenRows,
  frozenSets,
  frozenVersionOf,
  writeFrozenSources,
} from '../../../src/model/finding/requirements/frozen.ts'
import {
  findChildren,
  findIssueLinks,
  findLinkedIssue,
  findRelated,
  findRequirementByKey,
} from '../../../src/model/finding/requirements/lookup.ts'
import { requirements } from '../../../src/model/records/wiki/requirements.ts'
import { requirementOfSpace } from '../../../src/model/searching/versions.ts'
import type { Store } from '../../../src/world/store/store.ts'
import { Table } from '../../../src/world/store/table.ts'
import { archived } from './requirements-table.ts'
import {
  buildWorld,
  dependsOn,
  plannedLink,
  plannedRow,
  rowIn,
  spaceIn,
  type WorldPlan,
} from './requirements-world.ts'

const worldOf = (rows: WorldPlan['rows'], plan: Partial<WorldPlan> = {}) => buildWorld({ ...plan, rows })

describe('a requirement by its key', () => {
  const gone = plannedRow({ key: 'R-1', status: 'DELETED' })
  const other = plannedRow({ key: 'R-1', variant: 'Other' })
  test.each<[what: string, rows: WorldPlan['rows'], id: number | undefined]>([
    ['is the ACTIVE row', [gone, plannedRow({ key: 'R-1' }), gone], 6001],
    ['is else the latest one', [gone, { ...gone, status: 'MOVED' }, gone], 6002],
    ['is never one of another variant', [other, gone, other], 6001],
    ['is else not there', [other, plannedRow({ key: 'R-2' }), archived({ key: 'R-1' })], undefined],
  ])('%s', (_, rows, id) => {
    const store = worldOf(rows)
    expect(findRequirementByKey(store, spaceIn(store), 10010, 'R-1')?.id).toBe(id)
  })

  test('is found by reading one record, however many rows of the key were deleted', () => {
    const store = worldOf(Array.from({ length: 300 }, () => gone))
    let read = 0
    const range = Table.prototype.range
    vi.spyOn(Table.prototype, 'range').mockImplementation(function* (this: Table<object>, ...place) {
      for (const record of range.apply(this, place)) {
        read += 1
        yield record
      }
    })
    const row = findRequirementByKey(store, spaceIn(store), 10010, 'R-1')
    vi.restoreAllMocks()
    expect(row?.id).toBe(6299)
    expect(read).toBe(1)
  })

  test('or of a baseline, by number or name', () => {
    const store = worldOf([gone, plannedRow({ key: 'R-1' }), archived({ key: 'R-1', baseline: 3 })], {
      baselines: [{ space: 'ENG', number: 3, name: 'First', status: 'DONE' }],
    })
    const of = (baseline?: string) => requirementOfSpace(store, spaceIn(store), 'R-1', baseline).id
    expect([of(), of(''), of(' '), of('3'), of('First')]).toEqual([6001, 6001, 6001, 6002, 6002])
    expect(() => of('2')).toThrow("no baseline '2' in space 'ENG'")
    expect(() => requirementOfSpace(store, spaceIn(store), 'R-2')).toThrow(
      /^no requirement 'R-2' in space 'ENG': did you mean 'R-1' \(the only one\)\?$/,
    )
    expect(() => requirementOfSpace(store, spaceIn(store), 'R-2', '3')).toThrow(
      /^no requirement 'R-2' in space 'ENG' in baseline 3: did you mean 'R-1' \(the only one\)\?$/,
    )
    expect(() => requirementOfSpace(store, spaceIn(store, 1002), 'R-1')).toThrow(
      "no requirement 'R-1' in space 'OPS'",
    )
  })
})

const FAMILY: WorldPlan['rows'] = [
  plannedRow({ key: 'R-1' }),
  plannedRow({
    key: 'R-2',
    dependencies: dependsOn('verifies ENG/R-1', 'refines ENG/R-1', 'uses OPS/R-1'),
  }),
  plannedRow({
    key: 'R-3',
    space: 'OPS',
    dependencies: dependsOn('refines ENG/R-1', 'later ENG/R-9'),
  }),
  plannedRow({ key: 'R-4', status: 'DELETED', dependencies: dependsOn('refines ENG/R-1') }),
  plannedRow({ key: 'R-5', variant: 'Other', dependencies: dependsOn('refines ENG/R-1') }),
  plannedRow({ key: 'R-1', space: 'OPS' }),
  plannedRow({ key: 'R-1', status: 'DELETED' }),
  archived({ key: 'R-1' }),
  archived({
    key: 'R-2',
    dependencies: dependsOn('verifies ENG/R-1', 'refines ENG/R-1', 'refines ENG/R-1'),
  }),
  archived({ key: 'R-3', dependencies: dependsOn('refines OPS/R-1', 'uses ENG/R-1') }),
  archived({ key: 'R-2', baseline: 2, dependencies: dependsOn('refines ENG/R-1') }),
]

describe('along dependencies', () => {
  test.each<[id: number, relationship: string | undefined, children: readonly string[]]>([
    [6000, undefined, ['6001 refines', '6002 refines', '6001 verifies']],
    [6000, 'refines', ['6001 refines', '6002 refines']],
    [6000, 'verifies', ['6001 verifies']],
    [6000, 'uses', []],
    [6005, undefined, ['6001 uses']],
    [6001, undefined, []],
    [6006, undefined, []],
    [6007, undefined, ['6008 refines', '6009 uses', '6008 verifies']],
    [6007, 'uses', ['6009 uses']],
    [6008, undefined, []],
  ])('the children of %i by %s', (id, relationship, children) => {
    const store = worldOf(FAMILY)
    const links = findChildren(store, rowIn(store, id), relationship)
    expect(links.map((link) => `${link.other.id} ${link.relationship}`)).toEqual(children)
  })

  test.each<[id: number, direction: 'from' | 'to', relationship: string | undefined, ids: readonly number[]]>(
    [
      [6000, 'from', undefined, [6001, 6002, 6001]],
      [6000, 'from', 'verifies', [6001]],
      [6000, 'to', undefined, []],
      [6001, 'to', undefined, [6000, 6000, 6005]],
      [6001, 'to', 'uses', [6005]],
      [6002, 'to', 'refines', [6000]],
      [6004, 'to', undefined, []],
      [6009, 'to', undefined, [6005, 6007]],
      [6010, 'to', undefined, []],
    ],
  )('from %i, %s by %s', (id, direction, relationship, ids) => {
    const store = worldOf(FAMILY)
    const relation = relationship === undefined ? { direction } : { direction, relationship }
    expect([...findRelated(store, rowIn(store, id), relation)].map((row) => row.id)).toEqual(ids)
  })
})

test('the pages that define requirements, what they depend on, and what depends on them', () => {
  const store = worldOf([
    plannedRow({
      key: 'B-1',
      onPage: true,
      dependencies: dependsOn('uses OPS/A-1', 'uses SEC/A-1', 'uses GONE/A-1'),
    }),
    plannedRow({ key: 'A-2', onPage: true }),
    plannedRow({ key: 'A-1', space: 'OPS', onPage: true, dependencies: dependsOn('uses ENG/A-2') }),
    plannedRow({ key: 'A-1', space: 'SEC', onPage: true }),
    plannedRow({ key: 'A-3', dependencies: dependsOn('uses ENG/A-2') }),
    plannedRow({ key: 'A-4', space: 'OPS', onPage: true }),
  ])
  const of = (...ids: number[]) =>
    dependentPages(
      store,
      ids.map((id) => rowIn(store, id)),
      (project) => project !== 1003,
    ).map(({ page, requirements: rows }) => [page.id, ...rows.map(({ id }) => id)])
  expect(of(6000)).toEqual([
    [1101, 6000],
    [1102, 6002],
  ])
  expect(of(6001)).toEqual([
    [1101, 6001],
    [1102, 6002],
  ])
  expect(of(6001, 6000)).toEqual([
    [1101, 6001, 6000],
    [1102, 6002],
  ])
  expect(of(6004)).toEqual([[1101, 6001]])
  expect(of(6003)).toEqual([[1101, 6000]])
  expect(of(6000, 6001)).toEqual([
    [1101, 6001, 6000],
    [1102, 6002],
  ])
  expect(of(6002)).toEqual([
    [1101, 6001, 6000],
    [1102, 6002],
  ])
  expect(of()).toEqual([])
})

describe('frozen copies', () => {
  const ROWS = [
    plannedRow({ key: 'R-1', external: 'now', onPage: true }),
    archived({ key: 'R-1', external: 'then', onPage: true }),
    archived({ key: 'R-2', external: 'kept' }),
    archived({ key: 'R-1', baseline: 2, space: 'ENG', onPage: true }),
    archived({ key: 'R-1', variant: 'Other' }),
    plannedRow({ key: 'R-3', status: 'DELETED', external: 'gone' }),
    archived({ key: 'R-3', external: 'before' }),
    plannedRow({ key: 'R-4', external: 'live' }),
    plannedRow({ key: 'R-4', status: 'DELETED', external: 'dead' }),
    archived({ key: 'R-4', external: 'frozen' }),
    plannedRow({ key: 'R-5', status: 'DELETED', external: 'old' }),
    plannedRow({ key: 'R-5', status: 'DELETED', external: 'new' }),
    archived({ key: 'R-5' }),
    archived({ key: 'R-6' }),
  ]
  const externalOf = (store: Store, id: number) =>
    rowIn(store, id).externalProperties.map(({ value }) => value)

  test('carry the external properties of the live row, of the latest one, or else their own', () => {
    const store = worldOf(ROWS)
    expect([6001, 6002, 6003, 6006, 6009, 6012].map((id) => externalOf(store, id))).toEqual([
      ['now'],
      ['kept'],
      ['now'],
      ['gone'],
      ['live'],
      ['new'],
    ])
  })

  test('are written and deleted if no row carries their external properties', () => {
    const store = worldOf(ROWS)
    const place = { projectContainerId: 1001, baseline: 1, variantId: 10010 }
    const written = (text: string) => [{ metadataId: 1, value: text }]
    writeFrozenSources(store, [
      { ...place, key: 'R-2', externalProperties: [...written('two'), { metadataId: 2, value: 'other' }] },
      { ...place, key: 'R-1', externalProperties: written('one') },
      { ...place, key: 'R-9', externalProperties: written('nine') },
      { ...place, baseline: 9, key: 'R-2', externalProperties: written('nine') },
    ])
    expect([6001, 6002, 6006].map((id) => externalOf(store, id))).toEqual([
      ['now'],
      ['two', 'other'],
      ['gone'],
    ])
    store.table(requirements).remove(6000)
    expect(externalOf(store, 6001)).toEqual(['one'])
    dropFrozenValues(store, 1)
    expect([6001, 6002].map((id) => externalOf(store, id))).toEqual([[], ['other']])
    dropFrozenValues(store, 2)
    expect(externalOf(store, 6002)).toEqual([])
  })

  test('are counted, walked and found', () => {
    const store = worldOf(ROWS)
    expect([1, 2, 3].map((number) => frozenCount(store, 1001, number))).toEqual([6, 1, 0])
    expect([1, 2, 3].map((number) => frozenPageCount(store, 1001, number))).toEqual([1, 1, 0])
    const set = findFrozenSet(store, 1001, 1)
    if (set === undefined) throw new Error('nothing is frozen')
    expect([...frozenRows(store, set)].map(({ id }) => id)).toEqual([6001, 6002, 6006, 6009, 6012, 6013])
    expect([...frozenRows(store, set, true)].map(({ id }) => id)).toEqual([
      6013, 6012, 6009, 6006, 6002, 6001,
    ])
    expect([...frozenRows(store, { ...set, copied: 2 }, true)].map(({ id }) => id)).toEqual([6002, 6001])
    expect([...copiesOfKey(store, 1001, 'R-1')].map(({ id }) => id)).toEqual([6001, 6003])
    expect(findFrozenRow(store, 6006)).toMatchObject({ key: 'R-3', baseline: 1, status: 'ARCHIVED' })
    expect(findFrozenRow(store, 6000)).toBeUndefined()
    store.table(frozenSets).put({ ...set, copied: 1 })
    expect([6001, 6002, 6006].map((id) => findFrozenRow(store, id)?.key)).toEqual([
      'R-1',
      undefined,
      undefined,
    ])
    expect([...copiesOfKey(store, 1001, 'R-2')]).toEqual([])
    store.table(frozenSets).put({ ...set, copied: 0 })
    expect([frozenCount(store, 1001, 1), frozenPageCount(store, 1001, 1)]).toEqual([0, 0])
    expect(frozenVersionOf(set, 'R-2')).toMatchObject({ key: 'R-2', pageVersion: 0 })
    expect(frozenVersionOf({ ...set, pageVersions: [4, 5, 6] }, 'R-2')).toMatchObject({ pageVersion: 5 })
    expect(frozenVersionOf(set, 'R-9')).toBeUndefined()
  })

  test('are in order of key, with the version of their page if they have one', () => {
    const store = worldOf([
      plannedRow({ key: 'R-2' }),
      plannedRow({ key: 'R-1' }),
      plannedRow({ key: 'R-3' }),
    ])
    const copy = (id: number, pageVersion?: number) => ({
      source: rowIn(store, id),
      id: id + 100,
      pageVersion,
    })
    const place = { projectContainerId: 1001, number: 1, variantId: 10010 }
    const set = createFrozenSet(place, [copy(6000, 7), copy(6002), copy(6001)], 5)
    expect(set).toMatchObject({
      id: '1001/1/10010',
      ids: [6101, 6100, 6102],
      pageVersions: [0, 7, 0],
      copied: 3,
    })
    const versions = [...frozenRows(store, set)].map(({ key, pageVersion, baseline, createdAt }) => [
      key,
      pageVersion,
      baseline,
      createdAt,
    ])
    expect(versions).toEqual([
      ['R-1', undefined, 1, 5],
      ['R-2', 7, 1, 5],
      ['R-3', undefined, 1, 5],
    ])
    expect(createFrozenSet(place, [copy(6000)], 5, 0).copied).toBe(0)
  })
})

test('the issue of a link is the one that the tracker names, else the one of its key', () => {
  const store = worldOf([plannedRow({ key: 'R-1' })], {
    issueLinks: (['both', 'wiki', 'tracker'] as const).flatMap((views) =>
      ['DRN-2', 'HID-1'].map((issue) => plannedLink({ issue, faces: views })),
    ),
  })
  const links = [...store.table(issueLinks).scan()]
  const found = () => links.map((link) => findLinkedIssue(store, link))
  const keys = found().map((issue) => issue?.key)
  expect(keys.join(' ')).toBe('DRN-2 HID-1 DRN-2 HID-1 DRN-2 HID-1')
  expect(findIssueLinks(store, rowIn(store, 6000)).map(({ id }) => id)).toEqual([1, 2, 3, 4])
  for (const { id } of store.table(issues).scan()) store.table(issues).update(id, { key: `NEW-${id}` })
  const ids = found().map((issue) => issue?.id)
  expect(ids).toEqual([30_001, 30_002, undefined, undefined, 30_001, 30_002])
})
