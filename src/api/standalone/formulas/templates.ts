/** Templates of project containers: texts with formulas in them (service §4.1 names the group and nothing more). */
import { z } from '../../framework/zod.ts'
import { SHARED_LEVELS } from '../../../model/traceability/records.ts'
import { TEMPLATE_TYPES, type TemplateRecord } from '../../../model/templates/records.ts'
import { MAXIMUM_CONTENT } from '../../../model/templates/placeholders.ts'
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  findTemplate,
  requireChange,
  requireSight,
  templatesOf,
} from '../../../model/templates/templates.ts'
import type { GrantLevel } from '../../../model/users/records.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, type Context, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { int64, oneOf, sort, string } from '../../framework/parameter.ts'
import {
  applicationIdOfQuery,
  caller,
  identifier,
  instant,
  pageOf,
  paging,
  passesText,
  selectedApplication,
  sortedPage,
  withoutNulls,
} from '../common.ts'
import { authorOf, contains, projectOfBody, projectOfQuery } from '../workspaces/dashboards.ts'
import {
  EDIT,
  observed,
  type OnOne,
  projectOf,
  READ,
  requireLevel,
  SELECTION_ASSUMPTIONS,
} from '../editing.ts'

const group = { ...observed, group: 'Templates' } as const
const SORTABLE = ['id', 'name', 'type', 'createdAt'] as const

const name = () => z.string().min(1).max(255)
const description = () => z.string().max(10_000)

export const templateContent = () =>
  z
    .string()
    .max(MAXIMUM_CONTENT)
    .describe('Text with formulas in double braces: {{key}} costs {{ext@Cost}}. \\{{ stands for braces.')

export const templateType = () =>
  z
    .enum(TEMPLATE_TYPES)
    .describe('CALCULATION: a text for each requirement; AGGREGATION: one text for a selection.')

const sharedLevel = () => z.enum(SHARED_LEVELS).describe('What others may do with it.')

const template: Shape = {
  name: 'DTOTemplate',
  schema: () =>
    z.object({
      id: identifier(),
      applicationId: identifier(),
      containerId: identifier(),
      name: z.string(),
      description: z.string().optional(),
      type: templateType(),
      content: z.string(),
      sharedLevel: sharedLevel(),
      ownerId: identifier().optional(),
      createdAt: instant(),
      updatedAt: instant(),
    }),
  example: {
    id: 1,
    applicationId: 101,
    containerId: 1001,
    name: 'Cost line',
    type: 'CALCULATION',
    content: '{{key}} costs {{ext@Cost}}',
    sharedLevel: 'SHARED_EDIT',
    ownerId: 1,
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
  },
}

const query = { applicationId: applicationIdOfQuery } as const
const onOne = {
  path: '/templates/{templateId}',
  pathParameters: {
    templateId: int64({ description: 'Identifier of the template.', example: '1' }),
  },
  query,
} as const

const list = operation({
  ...group,
  id: 'standalone.template.list',
  summary: 'Lists the templates of a project container that the caller sees.',
  method: 'GET',
  path: '/templates',
  permission: READ,
  query: {
    ...query,
    containerId: int64({
      required: true,
      description: 'Identifier of the container, one of level PROJECT.',
      example: '1001',
    }),
    type: oneOf(TEMPLATE_TYPES, { description: 'The type of template.' }),
    name: string({ maximumLength: 255, description: 'The name.' }),
    search: string({
      maximumLength: 255,
      description: 'What name or description contain, in any letter case.',
    }),
    sharedLevel: oneOf(SHARED_LEVELS, { description: 'What others may do with it.' }),
    ...paging,
    sort: sort(SORTABLE, { description: 'Order of the items.' }),
  },
  success: { description: 'A page of templates.', shape: pageOf('PagedResponseModelDTOTemplate', template) },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', ...always('A35'), 'A43', ...always('A226')],
  authorise: (input, context) => projectOfQuery(context, input.query, 'read'),
  handle(input, context, project) {
    const { type, search, sharedLevel: level } = input.query
    const wanted = templatesOf(context.store, caller(context), project).filter(
      (one) =>
        (type === undefined || one.type === type) &&
        (level === undefined || one.sharedLevel === level) &&
        passesText(context, input.query.name, one.name) &&
        contains(one, search),
    )
    return sortedPage(context, input.query, wanted, toTemplate)
  },
})

const create = operation({
  ...group,
  id: 'standalone.template.create',
  summary: 'Makes a template, which belongs to the caller.',
  method: 'POST',
  path: '/templates',
  permission: EDIT,
  query,
  body: {
    name: 'TemplateCreation',
    schema: () =>
      z.object({
        containerId: identifier(),
        name: name(),
        description: description().nullish(),
        type: templateType().nullish(),
        content: templateContent(),
        sharedLevel: sharedLevel().nullish(),
      }),
    example: { containerId: 1001, name: 'Summary', type: 'AGGREGATION', content: '{{COUNT(*)}} of them' },
  },
  success: { status: 201, description: 'The new template.', shape: template },
  refusals: { 404: 'No such application or container.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A226', 'A227')],
  authorise: (input, context) => projectOfBody(context, input.query.applicationId, input.body.containerId),
  handle: (input, context, project) =>
    toTemplate(createTemplate(authorOf(context), project, withoutNulls(input.body))),
})

const read = operation({
  ...group,
  ...onOne,
  id: 'standalone.template.read',
  summary: 'Reads one template.',
  method: 'GET',
  permission: READ,
  success: { description: 'The template.', shape: template },
  refusals: { 404: 'No such application or template.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A226')],
  authorise: (input, context) => templateFor(context, input, 'read'),
  handle: (_input, _context, found) => toTemplate(found),
})

const update = operation({
  ...group,
  ...onOne,
  id: 'standalone.template.update',
  summary: 'Changes a template; what is absent stays.',
  method: 'PUT',
  permission: EDIT,
  body: {
    name: 'TemplateUpdate',
    schema: () =>
      z.object({
        name: name().nullish(),
        description: description().nullish().describe('null takes it away.'),
        type: templateType().nullish(),
        content: templateContent().nullish(),
        sharedLevel: sharedLevel().nullish(),
      }),
    example: { name: 'Costs', content: '{{key}}: {{ext@Cost}}' },
  },
  success: { description: 'The template as it is now.', shape: template },
  refusals: { 404: 'No such application or template.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A226', 'A227')],
  authorise: (input, context) => templateFor(context, input, 'edit'),
  handle(input, context, found) {
    const changes = { ...withoutNulls(input.body), description: input.body.description }
    return toTemplate(changeTemplate(authorOf(context), found, changes))
  },
})

const remove = operation({
  ...group,
  ...onOne,
  id: 'standalone.template.delete',
  summary: 'Deletes a template.',
  method: 'DELETE',
  permission: EDIT,
  success: { status: 204, description: 'The template is gone.' },
  refusals: { 404: 'No such application or template.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A226')],
  authorise: (input, context) => templateFor(context, input, 'edit'),
  handle(_input, context, found) {
    deleteTemplate(context.store, found)
  },
})

export const templateOperations: readonly Operation[] = [list, create, read, update, remove]

/** A template of the selected application, with which the caller may do this. Throws NOT_FOUND or FORBIDDEN. */
export function templateFor(
  context: Context,
  { query, path }: OnOne<'templateId'>,
  level: GrantLevel,
): TemplateRecord {
  const found = findTemplate(
    context.store,
    selectedApplication(context, query.applicationId).id,
    path.templateId,
  )
  requireLevel(context, projectOf(context, found), level)
  if (level === 'edit') requireChange(context.store, caller(context), found)
  else requireSight(context.store, caller(context), found)
  return found
}

const toTemplate = (record: TemplateRecord) => ({
  id: record.id,
  applicationId: record.applicationId,
  containerId: record.projectContainerId,
  name: record.name,
  description: record.description,
  type: record.type,
  content: record.content,
  sharedLevel: record.sharedLevel,
  ownerId: record.ownedBy,
  createdAt: formatInstant(record.createdAt),
  updatedAt: formatInstant(record.updatedAt),
})
