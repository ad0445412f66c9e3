/** Calculations: one value for each requirement of a selection (service §4.1). */
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { evaluateCalculation } from '../../../language/formula/evaluate.ts'
import { parseFormula } from '../../../language/formula/parse.ts'
import {
  formulaSource,
  readFormula,
  selectRequirements,
} from '../../../model/requirements/searching/formulas.ts'
import { always, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { formulaGrammar, QUERY_ASSUMPTIONS } from '../../shared/query-assumptions.ts'
import { caller, identifier, selectedApplication } from '../common.ts'
import { observed, READ, SELECTION_ASSUMPTIONS } from '../editing.ts'
import {
  authoriseExecution,
  executeQuery,
  type ExecuteRequest,
  executeRequest,
  formulaDataType,
  formulaError,
  formulaText,
  formulaValue,
  leanOnSelection,
  parseResponse,
  selectionOf,
  toParseResponse,
} from './formulas.ts'

const executeResponse: Shape = {
  name: 'DTOCalculationExecuteResponse',
  schema: () =>
    z.object({
      results: z.array(
        z.union([
          z.object({
            requirementId: identifier(),
            key: z.string(),
            value: formulaValue(),
            dataType: formulaDataType(),
          }),
          z.object({ requirementId: identifier(), key: z.string(), error: formulaError() }),
        ]),
      ),
    }),
  example: { results: [{ requirementId: 6001, key: 'REQ-001', value: 110, dataType: 'NUMBER' }] },
}

const execute = operation({
  id: 'standalone.calculation.execute',
  interface: 'standalone',
  group: 'Calculations',
  summary: 'Evaluates a calculation formula for each requirement of a selection.',
  method: 'POST',
  path: '/calculations/execute',
  stability: 'stable',
  provenance: 'documented',
  permission: { words: 'container read' },
  section: '4.1',
  query: executeQuery,
  body: {
    name: 'DTOCalculationExecuteRequest',
    schema: () => executeRequest() as zod.ZodType<ExecuteRequest>,
    example: { formula: 'ext@Cost * 1.1', selection: { projectContainerId: 1001, keys: ['REQ-001'] } },
  },
  success: { description: 'The value, or the error, of each requirement.', shape: executeResponse },
  assumptions: ['A15', 'A27', ...always('A33', 'A40', 'A41'), ...QUERY_ASSUMPTIONS],
  authorise: ({ query, body }, context) => authoriseExecution(context, query.applicationId, body),
  handle({ body }, context, application) {
    leanOnSelection(context, body)
    const formula = readFormula(body.formula, 'calculation', formulaGrammar(context))
    const user = caller(context)
    const rows = selectRequirements(context.store, user, application, selectionOf(context, body))
    const results = evaluateCalculation(formula, rows, formulaSource(context.store, user, application)).map(
      (result) => {
        const { id: requirementId, key } = result.record
        return 'error' in result
          ? { requirementId, key, error: result.error }
          : { requirementId, key, value: result.value, dataType: result.dataType }
      },
    )
    return { results }
  },
})

const parse = operation({
  ...observed,
  id: 'standalone.calculation.parse',
  group: 'Calculations',
  summary: 'Checks a calculation formula.',
  method: 'POST',
  path: '/calculations/parse',
  permission: READ,
  query: executeQuery,
  body: {
    name: 'CalculationParseRequest',
    schema: () => z.object({ formula: formulaText() }),
    example: { formula: 'ext@Cost * 1.1' },
  },
  success: {
    description: 'Whether the formula is right, and what it refers to.',
    shape: parseResponse('CalculationParseResponse'),
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A40', 'A41', 'A228')],
  authorise: ({ query }, context) => selectedApplication(context, query.applicationId),
  handle: ({ body }, context) =>
    toParseResponse(parseFormula(body.formula, 'calculation', formulaGrammar(context))),
})

export const calculationOperations: readonly Operation[] = [execute, parse]
