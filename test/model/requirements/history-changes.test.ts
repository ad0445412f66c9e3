/** What the history of a requirement says that changed, and in which order. */
import { describe, expect, test } from 'vitest'
import { changesBetween } from '../../../src/model/history/changes.ts'
import { historyOfKey } from '../../../src/model/history/reading.ts'
import {
  historyEntries,
  type HistoryEvent,
  type FieldChange,
} from '../../../src/model/records/wiki/history.ts'
import { requirements } from '../../../src/model/records/wiki/requirements.ts'
import { archived } from './requirements-table.ts'
import { buildWorld, plannedRow, spaceIn } from './requirements-world.ts'

type Followed = Parameters<typeof changesBetween>[1]
const EMPTY: Followed = {
  status: 'ACTIVE',
  html: '',
  properties: [],
  dependencies: [],
  htmlNeedsUpdating: false,
}
const FULL: Followed = {
  status: 'MOVED',
  html: '<p>x</p>',
  pageId: 4001,
  properties: [
    { key: 'P', value: 'a', dataType: 'TEXT' },
    { key: 'L', value: '<p>a</p><p>b</p>', multivalues: ['a', 'b'], dataType: 'LIST' },
  ],
  dependencies: [
    { relationship: 'uses', spaceKey: 'ENG', key: 'R-1' },
    { relationship: 'refines', spaceKey: 'OPS', key: 'R-2' },
  ],
  htmlNeedsUpdating: true,
  newSpaceKey: 'OPS',
  newKey: 'R-9',
}
const NAMED: readonly (readonly [field: string, text: string])[] = [
  ['status', 'MOVED'],
  ['newSpaceKey', 'OPS'],
  ['newKey', 'R-9'],
  ['htmlExcerpt', '<p>x</p>'],
  ['htmlNeedsUpdating', 'true'],
  ['page', '4001'],
  ['@P', 'a'],
  ['@L', 'a, b'],
  ['dependencies', 'uses ENG/R-1, refines OPS/R-2'],
]

describe('the changes in the history of a requirement', () => {
  test('are all fields of a new requirement', () => {
    expect(changesBetween(undefined, EMPTY)).toEqual([{ field: 'status', after: 'ACTIVE' }])
    expect(changesBetween(undefined, FULL)).toEqual(NAMED.map(([field, after]) => ({ field, after })))
  })

  test.for<[string, Partial<Followed>, FieldChange[]]>([
    ['nothing else', {}, []],
    ['no flag', { htmlNeedsUpdating: false }, []],
    ['another status', { status: 'DELETED' }, []],
    ['an excerpt', { html: 'x' }, [{ field: 'htmlExcerpt', after: 'x' }]],
    ['a page', { pageId: 4001 }, [{ field: 'page', after: '4001' }]],
    [
      'a property',
      { properties: [{ key: 'P', value: 'a', dataType: 'TEXT' }] },
      [{ field: '@P', after: 'a' }],
    ],
    [
      'a parent',
      { dependencies: FULL.dependencies.slice(0, 1) },
      [{ field: 'dependencies', after: 'uses ENG/R-1' }],
    ],
    ['another space', { newSpaceKey: 'OPS' }, [{ field: 'newSpaceKey', after: 'OPS' }]],
    ['another key', { newKey: 'R-9' }, [{ field: 'newKey', after: 'R-9' }]],
  ])('of a key reserved with %s are these, and the missing excerpt', ([, own, expected]) => {
    const row = { ...EMPTY, htmlNeedsUpdating: true, ...own }
    const flag = row.htmlNeedsUpdating ? [{ field: 'htmlNeedsUpdating', after: 'true' }] : []
    const changes = changesBetween(undefined, row)
    expect(changes).toHaveLength(1 + flag.length + expected.length)
    expect(changes).toEqual(
      expect.arrayContaining([{ field: 'status', after: row.status }, ...flag, ...expected]),
    )
  })

  test('are added, removed and changed fields', () => {
    const { status: _status, ...others } = FULL
    expect(changesBetween(EMPTY, { ...others, status: 'ACTIVE' })).toEqual(
      NAMED.slice(1).map(([field, after]) => ({ field, after })),
    )
    expect(changesBetween({ ...others, status: 'ACTIVE' }, EMPTY)).toEqual(
      NAMED.slice(1).map(([field, before]) => ({ field, before })),
    )
    const changed: Followed = {
      ...FULL,
      html: 'y',
      properties: [
        { key: 'P', value: 'b', dataType: 'TEXT' },
        { key: 'N', value: '', dataType: 'TEXT' },
      ],
      dependencies: [{ relationship: 'uses', spaceKey: 'ENG', key: 'R-1' }],
    }
    expect(changesBetween(FULL, changed)).toEqual([
      { field: 'htmlExcerpt', before: '<p>x</p>', after: 'y' },
      { field: '@P', before: 'a', after: 'b' },
      { field: '@L', before: 'a, b' },
      { field: 'dependencies', before: 'uses ENG/R-1, refines OPS/R-2', after: 'uses ENG/R-1' },
      { field: '@N', after: '' },
    ])
  })

  test('are none between equal records, shared or copied', () => {
    expect(changesBetween(FULL, FULL)).toEqual([])
    expect(changesBetween(FULL, structuredClone(FULL))).toEqual([])
    expect(changesBetween(EMPTY, { ...EMPTY })).toEqual([])
  })
})

test('the events of all rows of a key, the oldest first, and of one instant beginnings first', () => {
  const store = buildWorld({
    rows: [
      plannedRow({ key: 'R-1', status: 'DELETED' }),
      plannedRow({ key: 'R-1' }),
      archived({ key: 'R-1' }),
      plannedRow({ key: 'R-1', variant: 'Other' }),
      plannedRow({ key: 'R-1', status: 'DELETED' }),
      plannedRow({ key: 'R-2' }),
      plannedRow({ key: 'R-1', status: 'MOVED' }),
    ],
  })
  const note = (
    id: number,
    requirementId: number,
    at: number,
    event: HistoryEvent,
    changes: readonly FieldChange[] = [],
  ) =>
    store
      .table(historyEntries)
      .insert({ id, requirementId, at, event, changes, ...(id === 3 ? { by: 1 } : {}) })
  store.table(requirements).update(6001, { createdAt: 7 })
  note(1, 6000, 5, 'REINDEXED', [{ field: 'status', before: 'ACTIVE' }])
  note(2, 6000, 9, 'DELETED')
  note(6, 6001, 5, 'ARRIVED')
  note(3, 6001, 5, 'WRITTEN', [{ field: 'page', after: '4001' }])
  note(4, 6004, 5, 'DEFINED', [{ field: 'status', after: 'ACTIVE' }])
  note(5, 6003, 5, 'DEFINED')
  note(7, 6002, 3, 'LINKED')
  note(8, 6006, 6, 'ARRIVED')
  const space = spaceIn(store)
  const events = historyOfKey(store, space, 'R-1').map(({ row, event, at, by }) => [
    row.id,
    event,
    at,
    by ?? null,
  ])
  expect(events).toEqual([
    [6000, 'CREATED', 0, null],
    [6002, 'ARCHIVED', 0, null],
    [6002, 'LINKED', 3, null],
    [6000, 'REINDEXED', 5, null],
    [6001, 'WRITTEN', 5, 1],
    [6004, 'DEFINED', 5, null],
    [6001, 'ARRIVED', 5, null],
    [6006, 'ARRIVED', 6, null],
    [6001, 'CREATED', 7, null],
    [6000, 'DELETED', 9, null],
  ])
  const beginnings = historyOfKey(store, space, 'R-1').filter(({ event }) =>
    ['CREATED', 'ARCHIVED'].includes(event),
  )
  expect(beginnings.map(({ changes }) => changes)).toEqual([[], [], []])
  expect(historyOfKey(store, space, 'R-9')).toEqual([])
})
