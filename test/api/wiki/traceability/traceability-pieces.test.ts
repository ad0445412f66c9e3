/** Where the pieces end in which an answer shows a column: the limits of cells, of looking behind cells, and of text. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { MatrixColumn } from '../../../../src/model/records/wiki/matrices.ts'
import { renderMatrix, type RenderRequest } from '../../../../src/model/traceability/render.ts'
import { NO_VARIABLES } from '../../../../src/model/traceability/variables.ts'
import type { Store } from '../../../../src/world/store/store.ts'
import { buildWorld, plannedRow, READER, WIKI } from '../../../model/requirements/requirements-world.ts'

const CHILDREN = 40
const RELATIONSHIPS = 30

/** A hub on which each child depends in some relationships; the first two children have a property. */
function hubWorld(): Store {
  const dependencies = Array.from({ length: RELATIONSHIPS }, (_, index) => ({
    relationship: `r${10 + index}`,
    spaceKey: 'ENG',
    key: 'HUB',
  }))
  const rows = [plannedRow({ key: 'HUB' as never })]
  for (let index = 0; index < CHILDREN; index++) {
    const properties = index < 2 ? [{ key: 'P', value: 'x' }] : []
    const key = `C-${10 + index}`
    rows.push(plannedRow({ key, dependencies, properties } as never))
  }
  return buildWorld({ rows })
}

const column = (columnIndex: number, type: string, value?: string, parentColumnIndex = 0): MatrixColumn => ({
  label: '',
  step: { type: type as MatrixColumn['step']['type'], ...(value === undefined ? {} : { value }) },
  columnIndex,
  parentColumnIndex,
})

/** A hundred columns, the first of which are given: each has a hundredth of what an answer may cost. */
const hundred = (...columns: readonly MatrixColumn[]): MatrixColumn[] => [
  column(0, 'FIRST_COLUMN'),
  ...columns,
  ...Array.from({ length: 99 - columns.length }, (_, index) =>
    column(index + columns.length + 1, 'ORIGINAL_LINKS'),
  ),
]

function render(store: Store, fields: Partial<RenderRequest> & Pick<RenderRequest, 'columns' | 'query'>) {
  return renderMatrix(
    { store, user: READER, applicationId: WIKI },
    {
      spaceKeys: undefined,
      includeBaselined: false,
      variables: NO_VARIABLES,
      searchOffset: 0,
      limit: 200,
      cellLimit: 1000,
      cursors: [],
      ...fields,
    },
  ).columns
}

describe('looking behind cells', () => {
  let hub: Store
  beforeAll(() => {
    hub = hubWorld()
  })

  test('ends after the cell with which a column has spent its share', () => {
    const columns = hundred(column(1, 'FROM'), column(2, 'ALL_EXTERNAL_PROPERTIES', undefined, 1))
    const [, , piece] = render(hub, { columns, query: "key = 'HUB'" })
    // 1,000 for each column: one for the hub, and one for each of 999 cells that the column before had found.
    expect(piece).toMatchObject({ cells: [], hasNext: true, lastCellId: '2-6000-998' })
  })

  test('has at least one cell when the first list exceeds the limit', () => {
    const columns = hundred(column(1, 'ALL_DEPENDENCIES'), column(2, 'ALL_EXTERNAL_PROPERTIES', undefined, 1))
    const request = { columns, query: "key IN ('C-10', 'HUB')", cellLimit: 1 }
    const [rows] = render(hub, { ...request, cellLimit: 2 })
    expect(rows?.cells.map(({ id }) => id)).toEqual(['0-6001', '0-6000'])
    const [, , piece] = render(hub, { ...request, cursors: [undefined, undefined, '2-6001'] })
    expect(piece).toMatchObject({ cells: [], hasNext: true, lastCellId: '2-6000-0' })
  })

  test('stops when a piece is full, so that the next begins there', () => {
    const columns = hundred(column(1, 'FROM'), column(2, 'PROPERTY', 'P', 1))
    const request = { columns, query: "key = 'HUB'", cellLimit: 1 }
    const [, , piece] = render(hub, request)
    expect(piece).toMatchObject({ cells: [{ id: '2-6000-0-0' }], hasNext: true, lastCellId: '2-6000-0-0' })
    const [, , next] = render(hub, { ...request, cursors: [undefined, undefined, '2-6000-0-0'] })
    expect(next).toMatchObject({ cells: [{ id: '2-6000-1-0' }], hasNext: true, lastCellId: '2-6000-1-0' })
  })
})

describe('text', () => {
  // 40,000 characters for each column: of ids (`1-6000-0` and `0-6000`), of the text and of the same as HTML.
  /** The length of texts of which so many fill a column to the last character. */
  const filling = (cells: number) => (40_000 / cells - '1-6000-0'.length - '0-6000'.length) / 2
  const shown = (length: number, columns: readonly MatrixColumn[]) => {
    const html = 'x'.repeat(length)
    const rows = ['R-1', 'R-2', 'S-1'].map((key) => plannedRow({ key, html } as never))
    const [, piece] = render(buildWorld({ rows }), { columns, query: '' })
    return [piece?.cells.length, piece?.hasNext]
  }

  test.each([
    ['one cell', filling(1), 1],
    ['a second cell', filling(1) - 1, 2],
    ['two cells', filling(2), 2],
    ['a third cell', filling(2) - 1, 3],
  ])('includes %s in a piece', (_name, length, cells) => {
    expect(shown(length, hundred(column(1, 'DESCRIPTION')))).toEqual([cells, cells < 3])
  })

  test('has more room with fewer columns', () => {
    expect(shown(filling(1), [column(0, 'FIRST_COLUMN'), column(1, 'DESCRIPTION')])).toEqual([3, false])
  })
})
