/** Templates of project containers: texts with formulas in them (service §4.1 names only the group). */
import { givenName } from '../../shared/given-name.ts'
import { z } from '../../framework/zod.ts'
import { present } from '../../../model/input/present.ts'
import { SHARED_LEVELS } from '../../../model/records/wiki/matrices.ts'
import { requireChange, requireSight } from '../../../model/finding/sharing.ts'
import { TEMPLATE_TYPES, type TemplateRecord } from '../../../model/records/wiki/templates.ts'
import { MAXIMUM_CONTENT } from '../../../model/templates/placeholders.ts'
import {
  changeTemplate,
  createTemplate,
  deleteTemplate,
  findTemplate,
  sharingOf,
  templatesOf,
} from '../../../model/templates/templates.ts'
import type { GrantLevel } from '../../../model/records/service/users.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int64, oneOf, sort, string } from '../../framework/parameter.ts'
import { caller, identifier, instant, pick } from '../common.ts'
import { matches, pageOf, paging, passesText, sortedPage } from '../paging.ts'
import { selectedApplication } from '../applications/scope.ts'
import { authorOf, containerId, contains, search } from '../workspaces/dashboards.ts'
import {
  editing,
  ofApplication,
  type OnOne,
  projectOf,
  projectOfBody,
  projectOfQuery,
  reading,
  requireLevel,
  SELECTION_ASSUMPTIONS,
} from '../editing.ts'

const group = { ...ofApplication, group: 'Templates' } as const
const SORTABLE = ['id', 'name', 'type', 'createdAt'] as const

const description = () => z.string().max(10_000)

export const templateContent = () =>
  z
    .string()
    .max(MAXIMUM_CONTENT)
    .describe(
      'Text with formulas in double braces: {{key}} costs {{ext@Cost}}. Write \\{{ for literal braces.',
    )

export const templateType = () =>
  z
    .enum(TEMPLATE_TYPES)
    .describe('CALCULATION returns a text for each requirement, AGGREGATION one text for all.')

const sharedLevel = () => z.enum(SHARED_LEVELS).describe('The permission of other users.')

const template = {
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

const onOne = {
  ...group,
  path: '/templates/{templateId}',
  pathParameters: {
    templateId: int64({ description: 'Identifier of the template.', example: '1' }),
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A226')],
  refusals: { 404: 'No such application or template.' },
} as const

const list = operation({
  ...group,
  ...reading(projectOfQuery('containerId')),
  id: 'standalone.template.list',
  summary: 'Lists the templates of a project container that the caller can see.',
  path: '/templates',
  query: {
    ...group.query,
    containerId,
    type: oneOf(TEMPLATE_TYPES, { description: 'The type of template.' }),
    name: string({ maximumLength: 255, description: 'The name.' }),
    search,
    sharedLevel: oneOf(SHARED_LEVELS, { description: 'The permission of other users.' }),
    ...paging,
    sort: sort(SORTABLE, { description: 'Order of the items.' }),
  },
  success: { description: 'A page of templates.', shape: pageOf(template) },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', ...always('A35'), 'A43', ...always('A226')],
  handle(input, context, project) {
    const { query } = input
    const wanted = templatesOf(context.store, caller(context), project).filter(
      (one) =>
        matches(one, { type: query.type, sharedLevel: query.sharedLevel }) &&
        passesText(context, query.name, one.name) &&
        contains(one, query.search),
    )
    return sortedPage(context, input.query, wanted, toTemplate)
  },
})

const create = operation({
  ...group,
  ...editing('POST', projectOfBody('containerId')),
  id: 'standalone.template.create',
  summary: 'Creates a template that the caller owns.',
  path: '/templates',
  body: {
    name: 'TemplateCreation',
    schema: () =>
      z.object({
        containerId: identifier(),
        name: givenName(),
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
  handle: (input, context, project) =>
    toTemplate(createTemplate(authorOf(context), project, present(input.body))),
})

const read = operation({
  ...onOne,
  ...reading(templateFor),
  id: 'standalone.template.read',
  summary: 'Returns a template.',
  success: { description: 'The template.', shape: template },
  handle: (_input, _context, found) => toTemplate(found),
})

const update = operation({
  ...onOne,
  ...editing('PUT', templateFor),
  id: 'standalone.template.update',
  summary: 'Updates a template. Absent fields keep their values.',
  body: {
    name: 'TemplateUpdate',
    schema: () =>
      z.object({
        name: givenName().nullish(),
        description: description().nullish().describe('null removes it.'),
        type: templateType().nullish(),
        content: templateContent().nullish(),
        sharedLevel: sharedLevel().nullish(),
      }),
    example: { name: 'Costs', content: '{{key}}: {{ext@Cost}}' },
  },
  success: { description: 'The updated template.', shape: template },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A226', 'A227')],
  handle(input, context, found) {
    const changes = { ...present(input.body), description: input.body.description }
    return toTemplate(changeTemplate(authorOf(context), found, changes))
  },
})

const remove = operation({
  ...onOne,
  ...editing('DELETE', templateFor),
  id: 'standalone.template.delete',
  summary: 'Deletes a template.',
  success: { status: 204, description: 'The template was deleted.' },
  handle: (_input, context, found) => deleteTemplate(context.store, found),
})

export const templateOperations: readonly Operation[] = [list, create, read, update, remove]

/** A template of the selected application that the caller may read or edit. Throws NOT_FOUND or FORBIDDEN. */
export function templateFor(
  context: Context,
  { query, path }: OnOne<'templateId'>,
  level: GrantLevel,
): TemplateRecord {
  const application = selectedApplication(context, query.applicationId)
  const found = findTemplate(context.store, application.id, path.templateId)
  requireLevel(context, projectOf(context, found), level)
  if (level === 'edit') requireChange(context.store, caller(context), sharingOf(found))
  else requireSight(context.store, caller(context), sharingOf(found))
  return found
}

const toTemplate = (record: TemplateRecord) => ({
  ...pick(record, 'id', 'applicationId'),
  containerId: record.projectContainerId,
  ...pick(record, 'name', 'description', 'type', 'content', 'sharedLevel'),
  ownerId: record.ownedBy,
  createdAt: formatInstant(record.createdAt),
  updatedAt: formatInstant(record.updatedAt),
})
