/** Columns in requests and responses of the hosted wiki (service §4.3). */
import { z } from '../framework/zod.ts'
import { MAXIMUM_COLUMNS, type ColumnCheck } from '../../model/traceability/columns.ts'
import type { MatrixColumn } from '../../model/records/wiki/matrices.ts'
import type { Context } from '../framework/operation.ts'
import * as ledger from '../framework/ledger-names.ts'
import { COLUMNS_EXAMPLE, columnRequest, fromColumn } from '../wiki/traceability/matrix-shape.ts'

/** Steps have more fields than in the embedded wiki; the additional ones do not affect the cells. */
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
      .describe('The formula by which the client aggregates the column.'),
    enumValues: z.record(z.string(), z.unknown()).nullish().describe('As the suggestion lists them.'),
  })
  return z.array(column.extend({ step })).max(MAXIMUM_COLUMNS)
}

/** A column in a response: a step without a value has an empty one. */
export function toHostedColumn(column: MatrixColumn) {
  const { step, ...rest } = fromColumn(column)
  return { ...rest, step: { ...step, value: step.value ?? '' } }
}

export const HOSTED_COLUMNS_EXAMPLE = COLUMNS_EXAMPLE.map(toHostedColumn)

/** Whether columns that cannot have cells are refused (A242). */
export function columnCheck({ choose }: Context): ColumnCheck {
  return choose(ledger.hostedMatrixValidation) === 'whole' ? 'strict' : 'lenient'
}
