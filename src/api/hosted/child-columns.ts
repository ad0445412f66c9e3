/** The suggested child columns of each column of a hosted matrix (service §4.3). */
import { z } from '../framework/zod.ts'
import { createChildColumnsFinder } from '../../model/traceability/child-columns.ts'
import type { Rendering } from '../../model/traceability/render.ts'
import type { Context } from '../framework/operation.ts'
import * as ledger from '../framework/ledger-names.ts'
import { fromSuggestions, suggestionsShape } from '../wiki/traceability/cells.ts'

const relationships = () => z.array(z.object({ relationship: z.string() }))
const fields = () => z.array(z.object({ value: z.string(), label: z.string() }))

const childColumnsShape = () =>
  z
    .object({
      dependencySuggestions: z
        .object({
          FROM: relationships().describe('Relationships for a step of type TO.'),
          TO: relationships().describe('Relationships for a step of type FROM.'),
        })
        .describe('By the end of the dependency at which the requirements of the column are.'),
      propertySuggestions: z.array(z.object({ property: z.string() })),
      externalPropertySuggestions: z.array(
        z.object({
          property: z.string(),
          dataType: z.string(),
          enumValues: z.record(z.string(), z.unknown()).describe('The enumValues of the step.'),
        }),
      ),
      allDependencies: z.boolean().describe('Whether the column has no such child yet.'),
      allProperties: z.boolean().describe('Whether the column has no such child yet.'),
      allExternalProperties: z.boolean().describe('Whether the column has no such child yet.'),
      links: z.boolean().describe('Whether pages refer to its requirements.'),
      originalLinks: z.boolean().describe('Whether pages define its requirements.'),
      description: z.boolean(),
      variant: z.boolean(),
      spaceKey: z.boolean(),
      hasTestCaseVersionLinks: z.boolean(),
      hasJiraLinks: z.boolean(),
      jiraFields: z
        .array(
          z.object({ value: z.string(), label: z.string(), isStandard: z.boolean(), isCustom: z.boolean() }),
        )
        .describe('Values for a step of type JIRAFIELD.'),
      hasMoreJiraFields: z.boolean().describe('Whether jiraFields is incomplete.'),
      hasZephyrScale: z.boolean(),
      zephyrScaleFields: fields(),
      hasXray: z.boolean(),
      xrayFields: fields(),
      hasCalculations: z.boolean(),
    })
    .partial()

/** An object for each column. The other forms belong to alternatives of A240 and A241. */
export const columnSuggestionsShape = () =>
  z
    .array(z.union([childColumnsShape(), z.null(), suggestionsShape()]))
    .describe('The suggested child columns of each column, by its index.')

export const CHILD_COLUMNS_EXAMPLE = {
  dependencySuggestions: { FROM: [], TO: [{ relationship: 'refines' }] },
  propertySuggestions: [{ property: 'Category' }],
  externalPropertySuggestions: [{ property: 'Cost', dataType: 'DECIMAL', enumValues: {} }],
  allDependencies: true,
  allProperties: true,
  allExternalProperties: true,
  links: false,
  originalLinks: true,
  description: true,
  variant: true,
  spaceKey: true,
  hasTestCaseVersionLinks: false,
  hasJiraLinks: true,
  jiraFields: [{ value: 'status', label: 'Status', isStandard: true, isCustom: false }],
  hasMoreJiraFields: false,
  hasZephyrScale: false,
  zephyrScaleFields: [],
  hasXray: false,
  xrayFields: [],
  hasCalculations: true,
}

/** The suggested child columns of each rendered column, in the form that A240 and A241 select. */
export function columnSuggestions(context: Context, rendering: Rendering) {
  const { columns, reader, total } = rendering
  if (context.choose(ledger.suggestedChildColumns) === 'list')
    return fromSuggestions(context, rendering, columns)
  const found = columns.map(createChildColumnsFinder(context.store, reader, columns))
  if (reader.hidSomething()) context.note(ledger.hiddenCells)
  if (found.every((entry) => entry !== undefined)) return found
  const empty = context.choose(ledger.suggestionsWithoutRequirements)
  if (empty === 'no-entries' && total === 0) return []
  return found.map((entry) => entry ?? (empty === 'null' ? null : {}))
}
