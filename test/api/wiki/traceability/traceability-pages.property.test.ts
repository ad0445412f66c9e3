/** Rendering over random worlds: pieces join to the whole, and nothing hidden shapes what a reader sees. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MatrixColumn } from '../../../../src/model/records/wiki/matrices.ts'
import { renderMatrix, type RenderRequest } from '../../../../src/model/traceability/render.ts'
import { NO_VARIABLES } from '../../../../src/model/traceability/variables.ts'
import type { Store } from '../../../../src/world/store/store.ts'
import {
  buildWorld,
  plannedRow,
  READER,
  WIKI,
  worldPlans,
} from '../../../model/requirements/requirements-world.ts'

const requirementSteps = [
  { type: 'TO' },
  { type: 'FROM' },
  { type: 'ALL_DEPENDENCIES' },
  { type: 'TO', value: 'refines' },
  { type: 'FROM', value: 'uses' },
] as const
const leafSteps = [
  { type: 'ALL_PROPERTIES' },
  { type: 'ALL_EXTERNAL_PROPERTIES' },
  { type: 'LINKS' },
  { type: 'ORIGINAL_LINKS' },
  { type: 'JIRA' },
  { type: 'JIRA_TYPE' },
  { type: 'JIRA_PROJECT_KEY' },
  { type: 'JIRAFIELD', value: 'status' },
  { type: 'TEST_CASE_VERSION' },
  { type: 'DESCRIPTION' },
  { type: 'SPACE_KEY' },
] as const

/** Random columns: some that lead to requirements, each from any of those before, then some that end there. */
const columns = fc
  .record({
    inner: fc.array(fc.tuple(fc.constantFrom(...requirementSteps), fc.nat()), { maxLength: 3 }),
    leaves: fc.array(fc.tuple(fc.constantFrom(...leafSteps), fc.nat()), { maxLength: 3 }),
  })
  .map(({ inner, leaves }): MatrixColumn[] => {
    const first = {
      label: '',
      step: { type: 'FIRST_COLUMN' },
      columnIndex: 0,
      parentColumnIndex: 0,
    } as const
    const rest = [...inner, ...leaves].map(([step, parent], index) => ({
      label: '',
      step,
      columnIndex: index + 1,
      parentColumnIndex: parent % Math.min(index + 1, inner.length + 1),
    }))
    return [first, ...rest]
  })

function request(fields: Pick<RenderRequest, 'columns'> & Partial<RenderRequest>): RenderRequest {
  return {
    query: '',
    spaceKeys: undefined,
    includeBaselined: true,
    variables: NO_VARIABLES,
    searchOffset: 0,
    limit: 200,
    cellLimit: 1000,
    cursors: [],
    ...fields,
  }
}

function renderIn(store: Store, wanted: RenderRequest) {
  return renderMatrix({ store, user: READER, applicationId: WIKI }, wanted)
}

/** The cells of every column, piece by piece, page of rows by page of rows. */
function inPieces(store: Store, wanted: RenderRequest, rows: number, cells: number) {
  const collected = wanted.columns.map((): unknown[] => [])
  let total = 1
  for (let searchOffset = 0; searchOffset < total; searchOffset += rows) {
    for (const [only] of wanted.columns.entries()) {
      let cursor: string | undefined
      for (let more = true; more;) {
        const cursors = wanted.columns.map(() => cursor)
        const page = { ...wanted, searchOffset, limit: rows, cellLimit: cells, cursors, only }
        const rendered = renderIn(store, page)
        total = rendered.total
        const [column] = rendered.columns
        expect(column?.cells.length).toBeLessThanOrEqual(cells)
        collected[only]?.push(...(column?.cells ?? []))
        more = column?.hasNext ?? false
        if (more) expect(column?.lastCellId).not.toBe(cursor)
        cursor = column?.lastCellId
      }
    }
  }
  return collected
}

test('small pages of rows and small pieces of columns join to one large rendering', () => {
  fc.assert(
    fc.property(
      worldPlans,
      columns,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 4 }),
      (plan, chosen, rows, cells) => {
        const store = buildWorld(plan)
        const wanted = request({ columns: chosen })
        const whole = renderIn(store, wanted)
        expect(whole.columns.every(({ hasNext }) => !hasNext)).toBe(true)
        expect(inPieces(store, wanted, rows, cells)).toEqual(whole.columns.map((column) => column.cells))
        const ids = whole.columns.flatMap((column) => column.cells.map((cell) => cell.id))
        expect(new Set(ids).size).toBe(ids.length)
        for (const { column, cells: own } of whole.columns.slice(1)) {
          const parents = new Set(whole.columns[column.parentColumnIndex]?.cells.map((cell) => cell.id))
          expect(own.every((cell) => parents.has(cell.parentId ?? ''))).toBe(true)
        }
      },
    ),
    { numRuns: 75 },
  )
})

test('records that the reader may not read leave no trace', () => {
  fc.assert(
    fc.property(worldPlans, columns, (plan, chosen) => {
      const wanted = request({ columns: chosen })
      const [with_, without] = [true, false].map((hidden) =>
        JSON.stringify(renderIn(buildWorld(plan, { hidden }), wanted).columns),
      )
      expect(with_).toBe(without)
    }),
    { numRuns: 75 },
  )
})

/** Every requirement depends on every other: five columns lead to 16^6 cells. */
function denseWorld(): Store {
  const keys = Array.from({ length: 16 }, (_, index) => `D-${index}`)
  const rows = keys.map((key) =>
    plannedRow({
      key: key as never,
      dependencies: keys
        .filter((other) => other !== key)
        .map((other) => ({ relationship: 'uses', spaceKey: 'ENG', key: other })) as never,
    }),
  )
  return buildWorld({ rows })
}

const dense: MatrixColumn[] = [
  { label: '', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 },
  ...[1, 2, 3, 4, 5].map((index): MatrixColumn => ({
    label: '',
    step: { type: 'TO' },
    columnIndex: index,
    parentColumnIndex: index - 1,
  })),
]

test('a matrix of millions of cells returns its first piece at once and continues from there', () => {
  const store = denseWorld()
  const whole = renderIn(store, request({ columns: dense }))
  expect(whole.columns.map((column) => column.cells.length)).toEqual([16, 240, 1000, 1000, 1000, 1000])
  expect(whole.columns.map((column) => column.hasNext)).toEqual([false, false, true, true, true, true])
  const cursors = whole.columns.map((column) => column.lastCellId)
  const next = renderIn(store, request({ columns: dense, cursors }))
  const seen = new Set(whole.columns.flatMap((column) => column.cells.map((cell) => cell.id)))
  expect(next.columns.flatMap((column) => column.cells).filter((cell) => seen.has(cell.id))).toEqual([])
  expect(next.columns.map((column) => column.cells.length)).toEqual([0, 0, 1000, 1000, 1000, 1000])
})

test('a column that finds nothing behind millions of cells stops, and can go on', () => {
  const store = denseWorld()
  const barren = [
    ...dense,
    { label: '', step: { type: 'JIRA' }, columnIndex: 6, parentColumnIndex: 5 },
  ] as const
  const cursors: (string | undefined)[] = []
  const renderColumn = () => renderIn(store, request({ columns: barren, cursors, only: 6 })).columns[0]
  const first = renderColumn()
  expect(first).toMatchObject({ cells: [], hasNext: true, lastCellId: expect.stringMatching(/^6-6000-/) })
  cursors[6] = first?.lastCellId
  const second = renderColumn()
  expect(second).toMatchObject({ cells: [], hasNext: true })
  expect(second?.lastCellId).not.toBe(first?.lastCellId)
})
