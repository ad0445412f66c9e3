/** Where requirements are, and the requirements: spaces, pages, workspaces, files. */
import * as z from 'zod'
import { MAXIMUM_ENUM_VALUES } from '../../model/requirements/writing/property-values.ts'
import { EXTERNAL_DATA_TYPES } from '../../model/records/wiki/requirements.ts'
import {
  container,
  createdAt,
  dataType,
  grants,
  list,
  MAXIMUM_TEXT,
  name,
  nameOrId,
  number,
  page,
  requirementReference,
  scalar,
  site,
  space,
  text,
  user,
  variant,
  variants,
  workspace,
  propertyName,
  givenName,
} from './parts.ts'

export const spaces = z.strictObject({
  container,
  spaceId: number('The id that the wiki gives the space').optional(),
  site,
  key: name('The key of the space'),
  name: givenName('The name'),
  grants: grants.optional(),
  variants: variants.optional(),
  extendedMode: z
    .boolean()
    .describe('Keys may have any characters but control characters, slashes and commas')
    .optional(),
  createdAt,
})

export const pages = z.strictObject({
  id: number('The page id').optional(),
  container,
  space,
  title: givenName('The title'),
  parent: page.describe('The page above, by its title or id').optional(),
  version: number('The version; 1 where absent').optional(),
  links: list(requirementReference, 'Requirements that the text of the page mentions').optional(),
  createdAt,
})

export const propertyValue = z
  .union(
    [
      z.string().max(MAXIMUM_TEXT),
      z.number(),
      z.boolean(),
      z.array(scalar).min(1).max(1000),
      z.strictObject({
        value: scalar.describe('The value as plain text').optional(),
        html: text('The value as HTML').optional(),
        dataType: dataType.optional(),
        multivalues: z
          .array(z.string().max(MAXIMUM_TEXT))
          .max(1000)
          .describe('The single values of a list')
          .optional(),
      }),
    ],
    { error: 'must be text, a number, true or false, a list of these, or {value, dataType, multivalues}' },
  )
  .describe('A property: a value, a list of values, or {value, dataType, multivalues}')

export const requirements = z.strictObject({
  id: number('The id').optional(),
  space: space.optional(),
  workspace: workspace.optional(),
  key: name('The key'),
  page: page.describe('The page that defines it, by title or id').optional(),
  file: givenName('The file that defines it, for requirements of a workspace').optional(),
  excel: nameOrId('The Excel attachment that it was imported from', 'its file name or id').optional(),
  variant: variant.describe('The variant it belongs to; the current one where absent').optional(),
  baseline: number('The number of the baseline that this row is a frozen copy of').optional(),
  pageVersion: number('The version of the page that a frozen copy was taken from').optional(),
  status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']).describe('ACTIVE where absent').optional(),
  text: text('What it says, as plain text').optional(),
  html: text('What it says, as HTML; wins over text').optional(),
  properties: z
    .record(propertyName('The name of the property'), propertyValue)
    .describe('Inline properties')
    .optional(),
  external: z
    .record(
      propertyName('The name of the external property'),
      z.union([scalar, z.array(scalar).min(1).max(1000)], {
        error: 'must be text, a number, true or false, or a list of these',
      }),
    )
    .describe('External properties')
    .optional(),
  dependencies: list(
    z.strictObject({
      relationship: givenName('The relationship; Dependency where absent').optional(),
      to: requirementReference.describe('The parent: a key, SPACE/KEY or {space, key}; it need not exist'),
    }),
    'The requirements that this one depends on',
  ).optional(),
  movedTo: z
    .strictObject({ space, key: name('The key there') })
    .describe('Where a MOVED requirement went')
    .optional(),
  needsExcerpt: z.boolean().describe("Flagged 'needs excerpt'; false where absent").optional(),
  createdAt,
})

export const externalProperties = z.strictObject({
  id: number('The metadata id').optional(),
  site,
  name: givenName('The name'),
  dataType: z
    .enum(EXTERNAL_DATA_TYPES)
    .describe('How values are read; NUMBER is the former name of INTEGER, and ENUM needs enumValues'),
  enumValues: z
    .array(name('A value'))
    .min(1)
    .max(MAXIMUM_ENUM_VALUES)
    .describe('The allowed values of a property of type ENUM; absent for other types')
    .optional(),
})

export const workspaces = z.strictObject({
  id: number('The workspace id').optional(),
  container,
  site,
  key: name('The key'),
  name: givenName('The name'),
  grants: grants.optional(),
  variants: variants.optional(),
  createdAt,
})

export const files = z.strictObject({
  container,
  workspace,
  name: givenName('The name of the file'),
  text: text('What it holds, as text; it holds nothing yet where absent').optional(),
  contentType: name('The content type of what it holds; text/plain where absent').optional(),
  createdAt,
})

export const importJobs = z.strictObject({
  id: number('The id').optional(),
  site,
  batchId: name('What jobs that came in one call share; drawn where absent').optional(),
  fileName: name('The name of the spreadsheet').optional(),
  sheet: name('The sheet of it').optional(),
  status: z.enum(['PENDING', 'DONE', 'ERROR', 'CANCELLED']).describe('DONE where absent').optional(),
  done: z.int().min(0).max(10_000).describe('Rows that were imported; 0 where absent').optional(),
  rows: list(
    z.strictObject({
      key: name('The requirement'),
      space: name('The key of its space, where several have it').optional(),
      values: z.record(propertyName('The name of the external property'), scalar).describe('What it gets'),
      error: name('What was wrong with it').optional(),
    }),
    'Rows that are not imported: a PENDING job imports them as the clock goes on, others when they are tried again',
  ).optional(),
  createdBy: user.describe('The user who imported'),
  createdAt,
})

export const sequences = z.strictObject({
  space: space.optional(),
  workspace: workspace.optional(),
  prefix: name('What the keys begin with'),
  value: z.int().min(0).describe('The last number given'),
})
