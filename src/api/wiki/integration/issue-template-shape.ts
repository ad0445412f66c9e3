/** Issue templates in requests and responses (service §2.4). */
import { optionalGivenName } from '../../shared/given-name.ts'
import { z } from '../../framework/zod.ts'
import { MAXIMUM_FIELDS_LENGTH } from '../../../model/integration/issues/issue-fields.ts'
import type { TemplateDetails } from '../../../model/integration/issues/issue-templates.ts'
import { identifier } from '../common.ts'

const MAXIMUM_METADATA_LENGTH = 100_000

/** A template in a request. The operation decides which fields are required. */
export const templateInput = () =>
  z.object({
    id: z.int().min(1).nullish().describe('Identifier (Long), which the wiki assigns.'),
    spaceKey: z.string().max(255).nullish(),
    title: optionalGivenName().nullish(),
    applinkId: z.string().max(255).nullish().describe("The wiki's id of the link to the tracker."),
    projectId: z.int().min(1).nullish().describe("The tracker's id of the project (Long)."),
    issueTypeId: z.int().min(1).nullish().describe('Identifier (Long).'),
    relationship: optionalGivenName().nullish(),
    fields: z
      .string()
      .max(MAXIMUM_FIELDS_LENGTH)
      .nullish()
      .describe('Values of fields, as stringified JSON.'),
    groupAll: z
      .boolean()
      .nullish()
      .describe('Creates one issue for all requirements instead of one for each.'),
    projectMetadata: z.string().max(MAXIMUM_METADATA_LENGTH).nullish().describe('Stringified JSON.'),
  })

export const templateExample = {
  spaceKey: 'ENG',
  title: 'Story per requirement',
  applinkId: '11111111-2222-4333-8444-555555555555',
  projectId: 20001,
  issueTypeId: 10001,
  relationship: 'implements',
  fields: '{"labels":["from-wiki"]}',
  groupAll: false,
  projectMetadata: '{"key":"DRN"}',
}

const template = () =>
  z.object({
    id: identifier(),
    spaceKey: z.string(),
    title: z.string(),
    applinkId: z.string(),
    projectId: identifier(),
    issueTypeId: identifier(),
    relationship: z.string(),
    fields: z.string(),
    groupAll: z.boolean(),
    projectMetadata: z.string().optional(),
  })

export const templateShape = {
  name: 'IssueTemplate',
  schema: template,
  example: { id: 1, ...templateExample },
}

export function showTemplate(spaceKey: string, stored: TemplateDetails & { readonly id: number }) {
  const { id, title, applinkId, projectId, issueTypeId, relationship, fields, groupAll } = stored
  const { projectMetadata } = stored
  const target = { applinkId, projectId, issueTypeId, relationship }
  return { id, spaceKey, title, ...target, fields, groupAll, projectMetadata }
}
