/** Calculations: one value for each requirement of a selection (service §4.1). */
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { evaluateCalculation } from '../../../language/formula/evaluate.ts'
import { parseFormula } from '../../../language/formula/parse.ts'
import { formulaSource, readFormula, selectRequirements } from '../../../model/searching/formulas.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { formulaGrammar, QUERY_ASSUMPTIONS } from '../../shared/query-assumptions.ts'
import { caller, identifier } from '../common.ts'
import { selectedApplication } from '../applications/scope.ts'
import { ofApplication, READ, SELECTION_ASSUMPTIONS } from '../editing.ts'
import {
  authoriseExecution,
  type ExecuteRequest,
  executeRequest,
  formulaDataType,
  formulaError,
  formulaText,
  formulaValue,
  noteSelection,
  parseResponse,
  selectionOf,
  toParseResponse,
} from './formulas.ts'

const executeResponse = {
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

const group = { ...ofApplication, group: 'Calculations', method: 'POST' } as const

const execute = operation({
  ...group,
  id: 'standalone.calculation.execute',
  summary: 'Evaluates a calculation formula for each requirement of a selection.',
  path: '/calculations/execute',
  stability: 'stable',
  provenance: 'documented',
  permission: { words: 'container read' },
  body: {
    name: 'DTOCalculationExecuteRequest',
    schema: () => executeRequest() as zod.ZodType<ExecuteRequest>,
    example: { formula: 'ext@Cost * 1.1', selection: { projectContainerId: 1001, keys: ['REQ-001'] } },
  },
  success: { description: 'The value, or the error, of each requirement.', shape: executeResponse },
  assumptions: ['A15', 'A27', ...always('A33', 'A40', 'A41'), ...QUERY_ASSUMPTIONS],
  authorise: ({ query, body }, context) => authoriseExecution(context, query.applicationId, body),
  handle({ body }, context, application) {
    noteSelection(context, body)
    const formula = readFormula(body.formula, 'calculation', formulaGrammar(context))
    const user = caller(context)
    const rows = selectRequirements(context.store, user, application, selectionOf(context, body))
    const results = evaluateCalculation(formula, rows, formulaSource(context.store, user, application))
    return {
      results: results.map(({ record, ...result }) => ({
        requirementId: record.id,
        key: record.key,
        ...result,
      })),
    }
  },
})

const parse = operation({
  ...group,
  id: 'standalone.calculation.parse',
  summary: 'Checks a calculation formula.',
  path: '/calculations/parse',
  permission: READ,
  body: {
    name: 'CalculationParseRequest',
    schema: () => z.object({ formula: formulaText() }),
    example: { formula: 'ext@Cost * 1.1' },
  },
  success: {
    description: 'Whether the formula is valid, and what it refers to.',
    shape: parseResponse('CalculationParseResponse'),
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A40', 'A41', 'A228')],
  authorise: ({ query }, context) => selectedApplication(context, query.applicationId),
  handle: ({ body }, context) =>
    toParseResponse(parseFormula(body.formula, 'calculation', formulaGrammar(context))),
})

export const calculationOperations: readonly Operation[] = [execute, parse]
