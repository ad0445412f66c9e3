/** Accumulators: figures over the requirements of a search (service §4.4). */
import { isBlank } from '../../../model/input/blank.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import type { Grammar } from '../../../language/grammar.ts'
import { accumulate, readAccumulator, readColumnAccumulator } from '../../../model/searching/accumulators.ts'
import { formulaSource, ISSUE_OPERAND } from '../../../model/searching/formulas.ts'
import { invalidRequest, withPlace } from '../../../model/input/errors.ts'
import { Refusal } from '../../../model/input/refusal.ts'
import { COLUMN_STEPS } from '../../../model/records/wiki/matrices.ts'
import {
  createVariables,
  substituteInLanguage,
  type Variables,
} from '../../../model/traceability/variables.ts'
import { findApplication } from '../../../model/finding/permissions.ts'
import { ruleAt } from '../../../model/input/schema-problems.ts'
import { parseJson } from '../../../model/input/json-text.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { boolean, oneOf, string } from '../../framework/parameter.ts'
import { noteCriteria, formulaGrammar } from '../../shared/query-assumptions.ts'
import {
  AGGREGATION_EXAMPLE,
  aggregationResult,
  formulaValue,
  showAggregation,
} from '../../standalone/formulas/formulas.ts'
import { refuseUndeclared } from '../../shared/json-fields.ts'
import { readsSpace, wikiCaller, wikiOperation, wikiSite } from '../common.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { ALL_SPACES, q, SEARCH_ASSUMPTIONS, searchAll, toSearchRequest } from './request.ts'

const MAXIMUM_COLUMNS = 100
const MAXIMUM_FORMULAS = 20
const MAXIMUM_VARIABLES = 1000
const MAXIMUM_JSON_LENGTH = 500_000

/** The text of a formula, and its parser. */
interface FormulaRequest {
  readonly text: string
  readonly where: string
  readonly read: typeof readAccumulator
}

const jsonText = (what: string) => z.string().max(MAXIMUM_JSON_LENGTH).nullish().describe(what)

const renderRequest = {
  name: 'AccumulatorRequest',
  required: false,
  schema: () =>
    z
      .object({
        traceabilityMatrixColumns: jsonText('The columns of the matrix as a JSON list.'),
        offsetJson: jsonText('The page of the matrix as JSON.'),
        variables: z
          .record(z.string().max(255), z.unknown())
          .refine(
            (variables) => Object.keys(variables).length <= MAXIMUM_VARIABLES,
            `must have at most ${MAXIMUM_VARIABLES} members`,
          )
          .nullish()
          .describe('Values for `$name` in q and formulas.'),
      })
      .optional(),
  example: {
    traceabilityMatrixColumns:
      '[{"label":"Key","step":{"type":"FIRST_COLUMN"},"columnIndex":0,"parentColumnIndex":0},{"label":"Cost","step":{"type":"CALCULATION","value":"ext@Cost * $rate"},"columnIndex":1,"parentColumnIndex":0}]',
    variables: { rate: 2 },
  },
} as const

type RenderRequest = zod.infer<ReturnType<typeof renderRequest.schema>>

/** The fields of columns that accumulators need. */
const columnsSchema = () =>
  z
    .array(
      z.object({
        step: z.object({ type: z.enum(COLUMN_STEPS), value: z.string().max(8192).nullish() }),
        label: z.unknown().optional(),
        columnIndex: z.unknown().optional(),
        parentColumnIndex: z.unknown().optional(),
        hidden: z.unknown().optional(),
      }),
    )
    .max(MAXIMUM_COLUMNS)

const results = {
  name: 'AccumulatorResults',
  schema: () =>
    z
      .record(z.string(), z.union([aggregationResult(), formulaValue()]).nullable())
      .describe('The result of each formula of the request.'),
  example: { 'SUM(ext@Cost)': AGGREGATION_EXAMPLE },
}

const run = operation({
  ...wikiOperation,
  ...readsSpace,
  group: 'Accumulators',
  id: 'wiki.accumulator.run',
  summary: 'Evaluates formulas over the requirements that a query returns.',
  description:
    'Evaluates the formula of the parameter and those of the CALCULATION columns of the body. Formulas are aggregations such as SUM(ext@Cost).',
  method: 'PUT',
  path: '/accumulator/{spaceKey}',
  stability: 'internal',
  section: '4.4',
  query: {
    q,
    includeBaselined: boolean({ default: false, description: 'Adds frozen copies to ACTIVE requirements.' }),
    withJira: boolean({ default: false, description: `@${ISSUE_OPERAND} is the number of linked issues.` }),
    crossSpace: boolean({ default: false, description: 'Includes the requirements of all spaces.' }),
    matrixType: oneOf(['ESTIMATION', 'TRACEABILITY'], {
      default: 'ESTIMATION',
      description: 'TRACEABILITY turns accumulators off.',
    }),
    formula: string({ description: 'An aggregation over the requirements.', example: 'SUM(ext@Cost)' }),
  },
  body: renderRequest,
  success: { description: 'The result of each formula.', shape: results },
  assumptions: [...SEARCH_ASSUMPTIONS, 'A41', ...always('A93'), 'A94', 'A95', 'A96'],
  handle({ path, query, body }, context) {
    const wanted = formulasOf(context, query.formula, body)
    if (query.matrixType === 'TRACEABILITY') {
      context.note(ledger.matrixAccumulators)
      return Object.fromEntries(wanted.map(({ text }) => [text, null]))
    }
    const variables = createVariables(body?.variables ?? undefined)
    const accumulators = wanted.map((formula) => readFormula(formula, variables, formulaGrammar(context)))
    for (const { formula } of accumulators) noteCriteria(context, formula)
    const request = toSearchRequest(context, query.crossSpace ? ALL_SPACES : path.spaceKey, {
      q: query.q === undefined ? undefined : substituteInLanguage(query.q, variables, 'q'),
      spaceKey: query.crossSpace ? undefined : [path.spaceKey],
      includeBaselined: query.includeBaselined,
    })
    const { rows } = searchAll(context, request)
    const figures = accumulate(accumulators, rows, sourceOf(context, query.withJira))
    const entries = wanted.map(({ text }, index) => [text, shownFigure(context, figures[index])] as const)
    return Object.fromEntries(entries)
  },
})

export const wikiAccumulatorOperations: readonly Operation[] = [run]

/** The formulas of the parameter and of the columns, each once. Throws INVALID for a body that cannot be read. */
function formulasOf(
  context: Context,
  formula: string | undefined,
  body: RenderRequest,
): readonly FormulaRequest[] {
  const wanted = new Map<string, FormulaRequest>()
  if (!isBlank(formula)) wanted.set(formula, { text: formula, where: 'formula', read: readAccumulator })
  readJson(body?.offsetJson, 'offsetJson')
  readColumns(context, body?.traceabilityMatrixColumns).forEach((text, index) => {
    if (text === undefined || wanted.has(text)) return
    wanted.set(text, { text, where: `traceabilityMatrixColumns[${index}]`, read: readColumnAccumulator })
  })
  if (wanted.size <= MAXIMUM_FORMULAS) return [...wanted.values()]
  const rule = `at most ${MAXIMUM_FORMULAS} formulas in one call, not ${wanted.size}`
  throw invalidRequest('traceabilityMatrixColumns', rule)
}

/** The formulas of columns by position; undefined for columns of other types. */
function readColumns(context: Context, text: string | null | undefined): readonly (string | undefined)[] {
  const json = readJson(text, 'traceabilityMatrixColumns')
  if (json === undefined) return []
  const parsed = columnsSchema().safeParse(json)
  if (parsed.success) {
    refuseUndeclared(context, json, parsed.data, 'traceabilityMatrixColumns')
    return parsed.data.map(({ step: { type, value } }) =>
      type !== 'CALCULATION' || isBlank(value) ? undefined : value,
    )
  }
  const [rule = ''] = parsed.error.issues.map(ruleAt)
  throw invalidRequest('traceabilityMatrixColumns', rule)
}

function readJson(text: string | null | undefined, name: string): unknown {
  return isBlank(text) ? undefined : parseJson(text, name)
}

/** Reads a formula with its variables. Errors name the place of the formula in the request. */
function readFormula(
  { text, where, read }: FormulaRequest,
  variables: Variables,
  grammar: Grammar | undefined,
) {
  try {
    return read(substituteInLanguage(text, variables, where), grammar)
  } catch (error) {
    if (!(error instanceof Refusal) || !error.reasons.includes('syntax') || where === 'formula') throw error
    throw withPlace(error, where)
  }
}

function sourceOf(context: Context, issues: boolean) {
  context.note(ledger.formulaLanguage)
  if (issues) context.note(ledger.trackerAccumulators)
  const application = findApplication(context.store, wikiSite(context))
  return formulaSource(context.store, wikiCaller(context), application, {
    issues,
    grammar: formulaGrammar(context),
  })
}

function shownFigure(context: Context, result: ReturnType<typeof accumulate>[number] | undefined) {
  if (result === undefined) return null
  return context.choose(ledger.accumulatorResults) === 'value'
    ? (result.value ?? null)
    : showAggregation(result)
}
