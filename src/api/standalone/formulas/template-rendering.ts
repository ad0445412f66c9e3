/** Checking and rendering templates (service §4.1 names only the group). */
import type * as zod from 'zod'
import { present } from '../../../model/input/present.ts'
import { z } from '../../framework/zod.ts'
import { cut } from '../../../language/syntax-error.ts'
import { compareCodePoints } from '../../../world/order.ts'
import { formulaSource, selectRequirements } from '../../../model/searching/formulas.ts'
import {
  parseTemplate,
  type TemplateError,
  type TemplatePart,
} from '../../../model/templates/placeholders.ts'
import {
  TEMPLATE_TYPES,
  type TemplateRecord,
  type TemplateType,
} from '../../../model/records/wiki/templates.ts'
import { renderForEach, renderOnce } from '../../../model/templates/rendering.ts'
import { checkContent } from '../../../model/templates/templates.ts'
import { invalid } from '../../../model/input/errors.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { noteCriteria, formulaGrammar, QUERY_ASSUMPTIONS } from '../../shared/query-assumptions.ts'
import { caller, identifier } from '../common.ts'
import { selectedApplication } from '../applications/scope.ts'
import { ofApplication, READ, SELECTION_ASSUMPTIONS } from '../editing.ts'
import {
  authoriseExecution,
  type ExecuteRequest,
  executeRequest,
  formulaError,
  noteSelection,
  selectionOf,
} from './formulas.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { templateContent, templateFor, templateType } from './templates.ts'

const group = { ...ofApplication, group: 'Templates', method: 'POST', permission: READ } as const

const parseResponse = {
  name: 'TemplateParseResponse',
  schema: () =>
    z.object({
      valid: z.boolean(),
      errors: z
        .union([z.record(z.string(), z.array(formulaError())), z.array(formulaError())])
        .describe('The errors of each variable, by the text between its braces.'),
      placeholders: z.array(
        z.object({
          position: z.int().min(0).describe('Position in the content, from 0.'),
          length: z.int().min(4).describe('Number of characters, including the braces.'),
          source: z.string(),
          kind: z.enum(['FIELD', 'FORMULA']),
          references: z.array(z.string()).describe('Properties and relations that the formula names.'),
        }),
      ),
      references: z.array(z.string()).describe('All references of its formulas, each once.'),
    }),
  example: {
    valid: true,
    errors: {},
    placeholders: [
      { position: 0, length: 7, source: 'key', kind: 'FIELD', references: [] },
      { position: 14, length: 12, source: 'ext@Cost', kind: 'FORMULA', references: ['ext@Cost'] },
    ],
    references: ['ext@Cost'],
  },
}

const parse = operation({
  ...group,
  id: 'standalone.template.parse',
  summary: 'Checks the content of a template and lists its placeholders.',
  path: '/templates/parse',
  body: {
    name: 'TemplateParseRequest',
    schema: () => z.object({ content: templateContent(), type: templateType().nullish() }),
    example: { content: '{{key}} costs {{ext@Cost}}' },
  },
  success: {
    description: 'Whether the content is valid, and its placeholders.',
    shape: parseResponse,
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A41'), 'A227', ...QUERY_ASSUMPTIONS],
  authorise: ({ query }, context) => selectedApplication(context, query.applicationId),
  handle({ body }, context) {
    const isByVariable = context.choose(ledger.templateLanguage) === 'by-variable'
    const { parts, errors } = parseTemplate(body.content, body.type ?? 'CALCULATION', formulaGrammar(context))
    noteCriteriaOf(context, parts)
    const placeholders = parts.flatMap((part) => {
      if (part.kind === 'text') return []
      const { position, length, source, kind } = part
      const isField = kind === 'field'
      const references = isField ? [] : part.formula.references
      const shownKind = isField ? ('FIELD' as const) : ('FORMULA' as const)
      return [{ position, length, source, kind: shownKind, references }]
    })
    const references = [...new Set(placeholders.flatMap((placeholder) => placeholder.references))]
    const shown = isByVariable ? errorsByVariable(errors) : errors.map(withoutVariable)
    return { valid: errors.length === 0, errors: shown, placeholders, references }
  },
})

/** The errors of each variable by position; variables are sorted by code point. */
function errorsByVariable(errors: readonly TemplateError[]) {
  const found = Map.groupBy(errors, ({ variable }) => cut(variable.trim()))
  return Object.fromEntries(
    [...found]
      .sort(([a], [b]) => compareCodePoints(a, b))
      .map(([variable, some]) => [variable, some.map(withoutVariable)]),
  )
}

const withoutVariable = ({ position, message }: TemplateError) => ({ position, message })

interface EvaluateRequest extends Pick<ExecuteRequest, 'selection'> {
  readonly templateId?: number | null | undefined
  readonly content?: string | null | undefined
  readonly type?: TemplateType | null | undefined
}

const evaluateResponse = {
  name: 'TemplateEvaluateResponse',
  schema: () =>
    z.object({
      type: z.enum(TEMPLATE_TYPES),
      results: z.array(
        z.object({
          requirementId: identifier().optional(),
          key: z.string().optional(),
          text: z.string(),
          errors: z
            .array(formulaError())
            .describe('Placeholders without a value. They are left out of the text.'),
        }),
      ),
    }),
  example: {
    type: 'CALCULATION',
    results: [{ requirementId: 6001, key: 'REQ-001', text: 'REQ-001 costs 100', errors: [] }],
  },
}

const evaluate = operation({
  ...group,
  id: 'standalone.template.evaluate',
  summary: 'Renders a template over requirements.',
  path: '/templates/evaluate',
  body: {
    name: 'TemplateEvaluateRequest',
    schema: () =>
      z
        .object({
          templateId: identifier().nullish(),
          content: templateContent().nullish(),
          type: templateType().nullish(),
          selection: executeRequest().shape.selection,
        })
        .refine(({ templateId, content }) => isPresent(templateId) !== isPresent(content), {
          error: "needs either 'templateId' or 'content'",
        }) as zod.ZodType<EvaluateRequest>,
    example: { templateId: 1, selection: { projectContainerId: 1001, keys: ['REQ-001'] } },
  },
  success: { description: 'The texts.', shape: evaluateResponse },
  refusals: { 404: 'No such application, template, container or variant.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A33', 'A41', 'A226', 'A227'), ...QUERY_ASSUMPTIONS],
  authorise({ query, body }, context) {
    const application = authoriseExecution(context, query.applicationId, body)
    const { templateId } = present(body)
    if (templateId === undefined) return { application, template: undefined }
    return { application, template: templateFor(context, { query, path: { templateId } }, 'read') }
  },
  handle({ body }, context, { application, template }) {
    noteSelection(context, body)
    const { content, type } = contentToRender(template, body)
    const grammar = formulaGrammar(context)
    checkContent(content, type, grammar)
    const { parts } = parseTemplate(content, type, grammar)
    noteCriteriaOf(context, parts)
    const user = caller(context)
    const rows = selectRequirements(context.store, user, application, selectionOf(context, body))
    const source = formulaSource(context.store, user, application, { grammar })
    const results =
      type === 'AGGREGATION'
        ? [renderOnce(parts, rows, source)]
        : renderForEach(parts, rows, source).map(({ record, text, errors }) => ({
            requirementId: record.id,
            key: record.key,
            text,
            errors,
          }))
    return { type, results }
  },
})

export const templateRenderingOperations: readonly Operation[] = [parse, evaluate]

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** The content and type to render: those of the template, or those of the body. */
function contentToRender(
  template: TemplateRecord | undefined,
  body: EvaluateRequest,
): { readonly content: string; readonly type: TemplateType } {
  const { content, type } = present(body)
  if (template === undefined) return { content: content ?? '', type: type ?? 'CALCULATION' }
  if (type === undefined || type === template.type) return template
  const rule = `template ${template.id} is of type ${template.type}, leave it out`
  throw invalid("body field 'type'", type, rule)
}

/** Reports the assumptions behind the criteria of aggregations. */
function noteCriteriaOf(context: Context, parts: readonly TemplatePart[]): void {
  for (const part of parts) if (part.kind === 'formula') noteCriteria(context, part.formula)
}
