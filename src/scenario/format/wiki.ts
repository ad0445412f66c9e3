/** The sections of a wiki beside its pages and requirements: baselines, matrices, settings, names, types, attachments, messages. */
import * as z from 'zod'
import { BASELINE_STATUSES } from '../../model/records/wiki/baselines.ts'
import { COLUMN_ROLES, INTEGRATION_STATES } from '../../model/records/wiki/excel.ts'
import { MESSAGE_STATUSES, OUTBOUND_OPERATIONS } from '../../model/records/tracker/outbound-messages.ts'
import {
  COLUMN_STEPS,
  MATRIX_STATUSES,
  MATRIX_TYPES,
  SHARED_LEVELS,
} from '../../model/records/wiki/matrices.ts'
import {
  createdAt,
  dataType,
  instant,
  list,
  MAXIMUM_TEXT,
  name,
  nameOrId,
  number,
  page,
  project,
  requirementReference,
  site,
  space,
  text,
  user,
  givenName,
} from './parts.ts'

const description = text('What it is for').optional()

const scalarOrList = z.union(
  [z.string().max(MAXIMUM_TEXT), z.number(), z.boolean(), z.array(z.string().max(MAXIMUM_TEXT)).max(10_000)],
  { error: 'must be text, a number, true or false, or a list of texts' },
)

export const baselines = z.strictObject({
  id: number('The id; numbers are what others name it by').optional(),
  space,
  number: number('The number, unique in its space'),
  name: givenName('The name, unique in its space'),
  status: z
    .enum(BASELINE_STATUSES)
    .describe('PREVIEW (it can change), IN_CREATION, DONE (frozen) or ERROR; PREVIEW where absent')
    .optional(),
  query: text('What it freezes, as a query').optional(),
  page: page.describe('The page that describes the release, by title or id').optional(),
  parent: number('The number of the baseline that it follows').optional(),
  message: text('What went wrong, in status ERROR').optional(),
  requirements: list(
    name('A key'),
    'Keys of ACTIVE requirements of the space, in status DONE: each gets a frozen copy of what it is as the world begins',
  ).optional(),
  firstCopy: number(
    'The id of the first frozen copy, the others follow; above all others where absent',
  ).optional(),
  createdBy: user.describe('The user who made it').optional(),
  createdAt,
  frozenAt: instant('When it was frozen, in status DONE; when it was made where absent').optional(),
})

export const propertyNames = z.strictObject({
  id: number('The id').optional(),
  space,
  name: givenName('The name of the property'),
  dataType: dataType.describe('How its values are read; TEXT where absent').optional(),
  description,
})

export const types = z.strictObject({
  id: number('The id').optional(),
  space,
  name: givenName('The name, unique in its space'),
  pattern: name('What its keys look like, zeros in braces for the number: REQ-{000}'),
  description,
})

export const excelAttachments = z.strictObject({
  id: number('The attachment id').optional(),
  space,
  page: page.describe('The page that it is attached to, by title or id').optional(),
  fileName: givenName('The name of the file'),
  sheet: name('The sheet that is read; Sheet1 where absent').optional(),
  headerRow: number('The row of the headers, the first one is 1; 1 where absent').optional(),
  columns: list(
    z.strictObject({
      column: z
        .string()
        .regex(/^[A-Z]{1,3}$/, 'must be the letters of a column, such as A')
        .describe('The letter of the column'),
      header: z.string().max(255).describe('What its header says'),
      role: z.enum(COLUMN_ROLES).describe('What the column gives'),
      name: givenName('The property or relationship that it gives').optional(),
    }),
    'How its columns are read',
  ).optional(),
  state: z.enum(INTEGRATION_STATES).describe('INTEGRATED where absent').optional(),
})

export const matrices = z.strictObject({
  id: number('The id').optional(),
  space,
  name: givenName('The name'),
  description,
  type: z.enum(MATRIX_TYPES).describe('TRACEABILITY where absent').optional(),
  query: text('Which requirements its rows begin with; all where absent').optional(),
  columns: z
    .array(
      z.strictObject({
        label: givenName('The header'),
        type: z.enum(COLUMN_STEPS).describe('What it shows; FIRST_COLUMN in the first, and nowhere else'),
        value: text('The relationship, property or other name that the type needs').optional(),
        parent: z
          .int()
          .min(0)
          .describe('The position of the column that it starts from, the first is 0; 0 where absent')
          .optional(),
        hidden: z.boolean().describe('false where absent').optional(),
      }),
    )
    .min(1)
    .max(100)
    .describe('The columns, in order'),
  variables: z
    .record(name('The name of the variable'), scalarOrList)
    .describe('Default values of variables')
    .optional(),
  shared: z.enum(SHARED_LEVELS).describe('What others may do with it; SHARED_EDIT where absent').optional(),
  status: z.enum(MATRIX_STATUSES).describe('ACTIVE where absent').optional(),
  owner: user.describe('The user it belongs to').optional(),
  createdAt,
})

export const settings = z.strictObject({
  site: site.describe('The wiki, by name or application id'),
  name: name('The name of the setting'),
  value: scalarOrList.describe('Its value'),
})

export const issueTemplates = z.strictObject({
  id: number('The id').optional(),
  space,
  title: givenName('The title of the issues that it creates'),
  integration: name('The serviceId of the integration whose tracker gets them'),
  project: project.describe('The project that gets them'),
  type: nameOrId('The type of the issues', 'its name or id'),
  relationship: givenName('How they are linked to requirements; implements where absent').optional(),
  fields: text('Values of their fields, as stringified JSON; {} where absent').optional(),
  groupAll: z
    .boolean()
    .describe('One issue for all requirements instead of one for each; false where absent')
    .optional(),
  projectMetadata: text('What a client keeps of the project, as stringified JSON').optional(),
})

export const outboundMessages = z.strictObject({
  id: number('The id').optional(),
  integration: name('The serviceId of the integration that it goes through'),
  operation: z.enum(OUTBOUND_OPERATIONS).describe('The message to the tracker'),
  title: name('The title that people see').optional(),
  template: number('The id of the issue template, for CREATE_ISSUE').optional(),
  requirement: requirementReference.describe('The requirement, as SPACE/KEY or {space, key}').optional(),
  movedTo: z
    .strictObject({ space, key: name('The key there') })
    .describe('Where the requirement went, for REQUIREMENT_RENAMED')
    .optional(),
  space: space.describe('The space of the baseline, for messages that name no requirement').optional(),
  baseline: number('The number of the baseline').optional(),
  issue: name('The key of the issue').optional(),
  relationship: givenName('The relationship of the link').optional(),
  createdBy: user.describe('The user whose action made it').optional(),
  createdAt,
  status: z.enum(MESSAGE_STATUSES).describe('PENDING where absent').optional(),
  lastResponse: text('What the tracker answered last').optional(),
  attempts: z.int().min(0).describe('How often it was sent; 0 where absent').optional(),
})
