/** What aggregations, calculations and templates share: their bodies, and the selection of requirements (service §4.1). */
import { isBlank } from '../../../model/input/blank.ts'
import { z } from '../../framework/zod.ts'
import { present } from '../../../model/input/present.ts'
import type { AggregationResult } from '../../../language/formula/evaluate.ts'
import type { ParsedFormula } from '../../../language/formula/parse.ts'
import { MAXIMUM_QUERY_LENGTH } from '../../../language/limits.ts'
import type { ApplicationRecord } from '../../../model/records/service/applications.ts'
import type { Selection } from '../../../model/searching/formulas.ts'
import { selectedVariants } from '../../../model/searching/formulas.ts'
import type { Context } from '../../framework/operation.ts'
import { noteQuery, grammarOf } from '../../shared/query-assumptions.ts'
import { caller, identifier } from '../common.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { selectedApplication } from '../applications/scope.ts'

export interface ExecuteRequest {
  readonly formula: string
  readonly selection?:
    | { readonly [F in Exclude<keyof Selection, 'grammar'>]: Selection[F] | null }
    | null
    | undefined
}

/** The text of a formula. `more` is added to the description. */
export const formulaText = (more = '') =>
  z.string().describe(`The formula, of at most ${MAXIMUM_QUERY_LENGTH} characters. ${more}`.trim())

/** The body of `execute`: a formula and a selection of requirements. */
export const executeRequest = (more = '') =>
  z.object({
    formula: formulaText(more),
    selection: z
      .object({
        query: z.string().nullish().describe('Filter expression in the query language.'),
        projectContainerId: identifier().nullish(),
        variantId: identifier().nullish(),
        keys: z.array(z.string().max(255)).max(10_000).nullish().describe('Keys of requirements.'),
      })
      .nullish()
      .describe('Selects requirements. Default: all that the caller may read.'),
  })

/** An error of a formula, or of its value for a requirement. */
export const formulaError = () =>
  z.object({
    position: z.int().min(0).describe('Position in the formula, from 0.'),
    message: z.string(),
  })

export const formulaValue = () => z.union([z.number(), z.string(), z.boolean()])
export const formulaDataType = () => z.enum(['NUMBER', 'STRING', 'BOOLEAN'])

/** What an aggregation comes to, and the requirements that have no value. */
export const aggregationResult = () =>
  z.object({
    value: formulaValue().optional(),
    dataType: formulaDataType().optional(),
    count: z.int().min(0).describe('Number of requirements with a value.'),
    errors: z.array(
      formulaError().extend({ requirementId: identifier().optional(), key: z.string().optional() }),
    ),
  })

export const AGGREGATION_EXAMPLE = { value: 7800, dataType: 'NUMBER', count: 12, errors: [] }

export function showAggregation({
  value,
  dataType,
  count,
  errors,
}: AggregationResult<{ readonly id: number; readonly key: string }>) {
  const shownErrors = errors.map(({ position, message, record }) => ({
    requirementId: record?.id,
    key: record?.key,
    position,
    message,
  }))
  return { value, dataType, count, errors: shownErrors }
}

export const parseResponse = (name: string) => ({
  name,
  schema: () =>
    z.object({
      valid: z.boolean(),
      errors: z.array(formulaError()),
      references: z.array(z.string()).describe('Properties and relations that the formula names.'),
    }),
  example: { valid: true, errors: [], references: ['ext@Cost'] },
})

export function toParseResponse(parsed: ParsedFormula) {
  return parsed.ok
    ? { valid: true, errors: [], references: parsed.formula.references }
    : { valid: false, errors: parsed.errors, references: [] }
}

/** The selected application. Throws FORBIDDEN if the body selects what the caller may not read. */
export function authoriseExecution(
  context: Context,
  applicationId: number | undefined,
  body: Pick<ExecuteRequest, 'selection'>,
): ApplicationRecord {
  const application = selectedApplication(context, applicationId)
  context.note(ledger.containerPermissions)
  selectedVariants(context.store, caller(context), application, selectionOf(context, body))
  return application
}

/** Reports the assumptions behind the query of a selection. */
export function noteSelection(context: Context, body: Pick<ExecuteRequest, 'selection'>): void {
  const { query } = selectionOf(context, body)
  if (!isBlank(query)) noteQuery(context, query)
}

/** The selection of a body. Without one, it selects all that the caller may read. */
export function selectionOf(context: Context, body: Pick<ExecuteRequest, 'selection'>): Selection {
  const selection: Selection = present(body.selection ?? {})
  const { query } = selection
  return query === undefined ? selection : { ...selection, grammar: grammarOf(context, query) }
}
