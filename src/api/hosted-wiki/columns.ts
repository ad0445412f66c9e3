/** Columns as the hosted wiki takes and writes them (service §4.3). */
import * as z from 'zod'
import { MAXIMUM_COLUMNS, type ColumnCheck } from '../../model/traceability/columns.ts'
import type { MatrixColumn } from '../../model/traceability/records.ts'
import type { Context } from '../operation.ts'
import { COLUMNS_EXAMPLE, columnRequest, fromColumn } from '../wiki/traceability-shape.ts'

/** A step has more here than in the embedded wiki; cells do not depend on it. */
export const hostedColumnsRequest = () => {
  const column = columnRequest()
  const step = column.shape.step.extend({
    accumulator: z
      .object({
        display: z.unknown().optional(),
        formula: z.string().nullish(),
        dataType: z.string().nullish(),
      })
      .nullish()
      .describe('What the client sums the column up with.'),
    enumValues: z.record(z.string(), z.unknown()).nullish().describe('Those of the suggestion.'),
  })
  return z.array(column.extend({ step })).max(MAXIMUM_COLUMNS)
}

/** A column as the hosted wiki writes it: steps without a value have an empty one. */
export function toHostedColumn(column: MatrixColumn) {
  const { step, ...rest } = fromColumn(column)
  return { ...rest, step: { ...step, value: step.value ?? '' } }
}

export const HOSTED_COLUMNS_EXAMPLE = COLUMNS_EXAMPLE.map(toHostedColumn)

/** Whether columns that show nothing are refused. */
export function columnCheck({ assume }: Context): ColumnCheck {
  return assume('A242') === 'whole' ? 'strict' : 'lenient'
}
