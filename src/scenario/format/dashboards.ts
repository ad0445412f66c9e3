/** The sections of dashboards, templates and rules. */
import * as z from 'zod'
import { WIDGET_TYPES } from '../../model/records/service/dashboards.ts'
import { RULE_KINDS, RULE_SEVERITIES } from '../../model/records/wiki/rules.ts'
import { TEMPLATE_TYPES } from '../../model/records/wiki/templates.ts'
import { SHARED_LEVELS } from '../../model/records/wiki/matrices.ts'
import { givenName, createdAt, name, number, space, text, user, workspace } from './parts.ts'

const place = {
  space: space.describe('The space that it is of').optional(),
  workspace: workspace.describe('The workspace that it is of').optional(),
}
const description = text('What it is for').optional()

export const templates = z.strictObject({
  id: number('The id').optional(),
  ...place,
  name: givenName('The name'),
  description,
  type: z
    .enum(TEMPLATE_TYPES)
    .describe('CALCULATION: a text for each requirement, where absent; AGGREGATION: one for a selection')
    .optional(),
  content: text('Text with formulas in double braces: {{key}} costs {{ext@Cost}}'),
  shared: z.enum(SHARED_LEVELS).describe('What others may do with it; SHARED_EDIT where absent').optional(),
  owner: user.describe('The user it belongs to').optional(),
  createdAt,
})

export const dashboards = z.strictObject({
  id: number('The id').optional(),
  ...place,
  name: givenName('The name'),
  description,
  default: z.boolean().describe('Whether it is the default one of its place; false where absent').optional(),
  widgets: z
    .array(
      z.strictObject({
        type: z.enum(WIDGET_TYPES).describe('What it shows'),
        title: givenName('The header'),
        query: text('Which requirements; all of the place where absent').optional(),
        formula: text('Of an AGGREGATION or a CALCULATION').optional(),
        matrixId: number('The saved matrix of a MATRIX, by id').optional(),
        templateId: number('The template of a TEMPLATE, by id').optional(),
        text: text('Of a TEXT').optional(),
        layout: z
          .strictObject({
            column: z.int().min(0).max(1000).describe('The column it begins at'),
            row: z.int().min(0).max(1000).describe('The row it begins at'),
            width: z.int().min(1).max(1000).describe('How many columns it takes'),
            height: z.int().min(1).max(1000).describe('How many rows it takes'),
          })
          .describe('Where it stands on a grid')
          .optional(),
      }),
    )
    .max(100)
    .describe('What it shows')
    .optional(),
  createdAt,
})

export const rules = z.strictObject({
  id: number('The id').optional(),
  ...place,
  type: givenName(
    'The type of requirements that it is for, by name; all of the place where absent',
  ).optional(),
  name: givenName('The name, unique in its place: ruleStatus@Name refers to it'),
  kind: z.enum(RULE_KINDS).describe('The kind of check'),
  severity: z.enum(RULE_SEVERITIES).describe('How serious a violation is; ERROR if absent').optional(),
  property: givenName('The property of MANDATORY_PROPERTY and ALLOWED_VALUES').optional(),
  external: z.boolean().describe('Whether that is an external property; false where absent').optional(),
  pattern: name('The pattern of KEY_PATTERN, zeros in braces for the number: REQ-{000}').optional(),
  values: z
    .array(text('A value'))
    .max(1000)
    .describe('The texts that ALLOWED_VALUES allows; one without the property keeps the rule')
    .optional(),
  createdAt,
})
