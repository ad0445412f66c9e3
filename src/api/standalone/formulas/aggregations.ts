/** Aggregations: one value over a selection of requirements (service §4.1). */
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { evaluateAggregation } from '../../../language/formula/evaluate.ts'
import { parseFormula } from '../../../language/formula/parse.ts'
import { formulaSource, readFormula, selectRequirements } from '../../../model/searching/formulas.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { noteCriteria, formulaGrammar, QUERY_ASSUMPTIONS } from '../../shared/query-assumptions.ts'
import { caller } from '../common.ts'
import { selectedApplication } from '../applications/scope.ts'
import { ofApplication } from '../editing.ts'
import {
  AGGREGATION_EXAMPLE,
  aggregationResult,
  authoriseExecution,
  type ExecuteRequest,
  executeRequest,
  formulaText,
  showAggregation,
  noteSelection,
  parseResponse,
  selectionOf,
  toParseResponse,
} from './formulas.ts'

/** Added to the description of a formula. */
const CRITERIA =
  "The criteria of a function are a query: COUNT(*, 'battery' AND key ~ 'REQ%'). A text in quotes is a full-text search."

const executeResponse = {
  name: 'DTOAggregationExecuteResponse',
  schema: aggregationResult,
  example: AGGREGATION_EXAMPLE,
}

const documented = {
  ...ofApplication,
  group: 'Aggregations',
  method: 'POST',
  stability: 'stable',
  provenance: 'documented',
  permission: { words: 'container read' },
} as const

const execute = operation({
  ...documented,
  id: 'standalone.aggregation.execute',
  summary: 'Evaluates an aggregation formula over a selection of requirements.',
  path: '/aggregations/execute',
  body: {
    name: 'DTOAggregationExecuteRequest',
    schema: () => executeRequest(CRITERIA) as zod.ZodType<ExecuteRequest>,
    example: { formula: 'SUM(ext@Cost)', selection: { projectContainerId: 1001 } },
  },
  success: { description: 'The value.', shape: executeResponse },
  assumptions: ['A15', 'A27', ...always('A33', 'A39', 'A41'), ...QUERY_ASSUMPTIONS],
  authorise: ({ query, body }, context) => authoriseExecution(context, query.applicationId, body),
  handle({ body }, context, application) {
    noteSelection(context, body)
    const formula = readFormula(body.formula, 'aggregation', formulaGrammar(context))
    noteCriteria(context, formula)
    const user = caller(context)
    const rows = selectRequirements(context.store, user, application, selectionOf(context, body))
    return showAggregation(
      evaluateAggregation(
        formula,
        rows,
        formulaSource(context.store, user, application, { grammar: formulaGrammar(context) }),
      ),
    )
  },
})

const parse = operation({
  ...documented,
  id: 'standalone.aggregation.parse',
  summary: 'Checks an aggregation formula.',
  path: '/aggregations/parse',
  body: {
    name: 'DTOAggregationParseRequest',
    schema: () => z.object({ formula: formulaText(CRITERIA) }),
    example: { formula: 'AVG(ext@Cost)' },
  },
  success: {
    description: 'Whether the formula is valid, and what it refers to.',
    shape: parseResponse('DTOAggregationParseResponse'),
  },
  assumptions: ['A15', 'A27', ...always('A39', 'A41'), ...QUERY_ASSUMPTIONS],
  authorise: ({ query }, context) => selectedApplication(context, query.applicationId),
  handle({ body }, context) {
    const parsed = parseFormula(body.formula, 'aggregation', formulaGrammar(context))
    if (parsed.ok) noteCriteria(context, parsed.formula)
    return toParseResponse(parsed)
  },
})

export const aggregationOperations: readonly Operation[] = [execute, parse]
