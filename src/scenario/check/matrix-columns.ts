/** Columns of matrices: from what an author writes to what a matrix keeps. */
import type { MatrixColumn } from '../../model/records/wiki/matrices.ts'
import type { Entry } from '../format/format.ts'

/** A column by its place in the list, which is its number; it starts from the first unless it says otherwise. */
export function matrixColumn(
  { label, type, value, parent, hidden }: Entry<'matrices'>['columns'][number],
  columnIndex: number,
): MatrixColumn {
  return {
    label,
    step: { type, ...(value === undefined ? {} : { value }) },
    columnIndex,
    parentColumnIndex: parent ?? 0,
    ...(hidden === undefined ? {} : { hidden }),
  }
}
