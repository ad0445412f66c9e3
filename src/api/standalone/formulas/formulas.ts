/** What aggregations and calculations share: the body that they take, and the requirements that it selects (service §4.1). */
import { z } from '../../framework/zod.ts'
import type { ParsedFormula } from '../../../language/formula/parse.ts'
import { MAX_TEXT_LENGTH } from '../../../language/limits.ts'
import type { ApplicationRecord } from '../../../model/applications/records.ts'
import type { Selection } from '../../../model/requirements/searching/formulas.ts'
import { selectedVariants } from '../../../model/requirements/searching/formulas.ts'
import type { Context, Shape } from '../../framework/operation.ts'
import { assumeQuery, grammarOf } from '../../shared/query-assumptions.ts'
import { applicationIdOfQuery, caller, identifier, selectedApplication, withoutNulls } from '../common.ts'

export const executeQuery = { applicationId: applicationIdOfQuery } as const

export interface ExecuteRequest {
  readonly formula: string
  readonly selection?:
    | { readonly [F in Exclude<keyof Selection, 'grammar'>]: Selection[F] | null }
    | null
    | undefined
}

/** The text of a formula; `more` is what its language adds to the description. */
export const formulaText = (more = '') =>
  z.string().describe(`The formula, of at most ${MAX_TEXT_LENGTH} characters. ${more}`.trim())

/** The body of `execute`: a formula and what it runs over; `more` describes the formula further. */
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
      .describe('The requirements; everything that the caller may read when absent.'),
  })

/** Where and why a formula, or its value for one requirement, is wrong. */
export const formulaError = () =>
  z.object({
    position: z.int().min(0).describe('Position in the formula, counted from 0.'),
    message: z.string(),
  })

export const formulaValue = () => z.union([z.number(), z.string(), z.boolean()])
export const formulaDataType = () => z.enum(['NUMBER', 'STRING', 'BOOLEAN'])

export const parseResponse = (name: string): Shape => ({
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

/** Refuses callers who may not read what the body selects. */
export function authoriseExecution(
  context: Context,
  applicationId: number | undefined,
  body: Pick<ExecuteRequest, 'selection'>,
): ApplicationRecord {
  const application = selectedApplication(context, applicationId)
  context.assume('A27')
  selectedVariants(context.store, caller(context), application, selectionOf(context, body))
  return application
}

/** Notes what a selection's query leans on. */
export function leanOnSelection(context: Context, body: Pick<ExecuteRequest, 'selection'>): void {
  const { query } = selectionOf(context, body)
  if (query !== undefined && query.trim() !== '') assumeQuery(context, query)
}

/** The requirements that a body selects: everything that the caller may read where it says nothing. */
export function selectionOf(context: Context, { selection }: Pick<ExecuteRequest, 'selection'>): Selection {
  const given: Selection = withoutNulls(selection ?? {})
  return given.query === undefined ? given : { ...given, grammar: grammarOf(context, given.query) }
}
