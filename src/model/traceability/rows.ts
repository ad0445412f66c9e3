/** A rendering as a table: for each row, what every column that is not hidden shows there. */
import type { RequirementCell } from './cells.ts'
import type { MatrixColumn } from '../records/wiki/matrices.ts'
import type { RenderedCell, Rendering } from './render.ts'

export interface MatrixRow {
  readonly requirement: RequirementCell
  readonly cells: readonly (readonly RenderedCell[])[]
}

export interface MatrixTable {
  readonly columns: readonly MatrixColumn[]
  readonly rows: readonly MatrixRow[]
  /** False if a column has more cells than one response holds. */
  readonly isComplete: boolean
}

export function tableOf({ columns }: Rendering): MatrixTable {
  const visible = columns.filter(({ column }) => column.hidden !== true)
  const byRow = visible.map(({ cells }) => Map.groupBy(cells, rowOfCell))
  const rows = (columns[0]?.cells ?? []).flatMap((cell): MatrixRow[] => {
    const row = rowOfCell(cell)
    if (cell.content.kind !== 'requirement') return []
    return [{ requirement: cell.content, cells: byRow.map((cells) => cells.get(row) ?? []) }]
  })
  return {
    columns: visible.map(({ column }) => column),
    rows,
    isComplete: columns.every(({ hasNext }) => !hasNext),
  }
}

/** The id of a cell begins with the column, then the row. */
function rowOfCell({ id }: RenderedCell): string {
  return id.split('-', 2)[1] as string
}
