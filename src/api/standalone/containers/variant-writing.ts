/** Variants by id: listing, making, renaming, switching and deleting them (service §4.1). */
import { z } from '../../framework/zod.ts'
import { currentVariant, findVariant } from '../../../model/variants/variants.ts'
import { createVariant, deleteVariant, makeCurrent, renameVariant } from '../../../model/variants/writing.ts'
import { conflict } from '../../../model/errors.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import { applicationIdOfQuery, identifier, selectedApplication } from '../common.ts'
import { EDIT, observed, projectFor, READ, SELECTION_ASSUMPTIONS, variantFor, writingOf } from '../editing.ts'
import { answerVariants, toVariant, variant, variantFilters, variantPage } from './variants.ts'

const group = { ...observed, group: 'Variants' } as const
const query = { applicationId: applicationIdOfQuery } as const
const onOne = {
  path: '/variants/{variantId}',
  pathParameters: {
    variantId: int64({ description: 'Identifier of the variant.', example: '5002' }),
  },
  query,
} as const

export const projectContainerId = int64({
  required: true,
  description: 'Identifier of the project container.',
  example: '1001',
})

const name = () => z.string().min(1).max(255)

const list = operation({
  ...group,
  id: 'standalone.variants.list',
  summary: 'Lists the variants of a project container.',
  method: 'GET',
  path: '/variants',
  permission: READ,
  query: { projectContainerId, ...query, ...variantFilters },
  success: { description: 'A page of variants.', shape: variantPage },
  refusals: { 404: 'No such application or project container.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', 'A30', 'A35', 'A43'],
  authorise(input, context) {
    const application = selectedApplication(context, input.query.applicationId)
    const { projectContainerId: id } = input.query
    return projectFor(context, application, "query parameter 'projectContainerId'", id, 'read')
  },
  handle: (input, context, { id }) => answerVariants(context, id, input.query),
})

const create = operation({
  ...group,
  id: 'standalone.variants.create',
  summary: 'Makes a variant that begins as a copy of another.',
  method: 'POST',
  path: '/variants',
  permission: EDIT,
  query,
  body: {
    name: 'VariantCreation',
    schema: () =>
      z.object({
        projectContainerId: identifier().min(1),
        name: name(),
        sourceVariantId: identifier().min(1).nullish().describe('The current variant where absent.'),
      }),
    example: { projectContainerId: 1001, name: 'Night flight' },
  },
  success: { status: 201, description: 'The new variant.', shape: variant },
  refusals: {
    404: 'No such application, project container or source.',
    409: 'The name is taken, or the source has too many requirements.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A30', 'A38', 'A207')],
  authorise(input, context) {
    const application = selectedApplication(context, input.query.applicationId)
    const { projectContainerId: id } = input.body
    return projectFor(context, application, "body field 'projectContainerId'", id, 'edit')
  },
  handle(input, context, project) {
    const { name: title, sourceVariantId } = input.body
    const source =
      sourceVariantId === undefined || sourceVariantId === null
        ? currentVariant(context.store, project.id)
        : findVariant(context.store, project.id, sourceVariantId)
    return toVariant(createVariant(writingOf(context), project, title, source))
  },
})

const read = operation({
  ...group,
  ...onOne,
  id: 'standalone.variants.read',
  summary: 'Reads one variant.',
  method: 'GET',
  permission: READ,
  success: { description: 'The variant.', shape: variant },
  refusals: { 404: 'No such application or variant.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A30')],
  authorise: (input, context) => variantFor(context, input, 'read'),
  handle: (_input, _context, found) => toVariant(found.variant),
})

const update = operation({
  ...group,
  ...onOne,
  id: 'standalone.variants.update',
  summary: 'Renames a variant, or makes it the current one.',
  method: 'PUT',
  permission: EDIT,
  body: {
    name: 'VariantUpdate',
    schema: () =>
      z.object({
        name: name().nullish(),
        current: z.boolean().nullish().describe('true makes it the current one.'),
      }),
    example: { name: 'Prototype' },
  },
  success: { description: 'The variant as it is now.', shape: variant },
  refusals: {
    404: 'No such application or variant.',
    409: 'The name is taken, or the current variant is to be current no more.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A30', 'A38', 'A207')],
  authorise: (input, context) => variantFor(context, input, 'edit'),
  handle(input, context, found) {
    const { name: title, current } = input.body
    if (current === false && found.variant.current)
      throw conflict('variant', found.variant.id, 'is the current one', 'make another current instead')
    const writing = writingOf(context)
    const renamed = renameVariant(writing, found.project, found.variant, title ?? found.variant.name)
    const after = current === true ? makeCurrent(writing, found.project, renamed) : renamed
    return toVariant(after)
  },
})

const remove = operation({
  ...group,
  ...onOne,
  id: 'standalone.variants.delete',
  summary: 'Deletes a variant with its requirements.',
  method: 'DELETE',
  permission: EDIT,
  success: { status: 204, description: 'The variant is gone.' },
  refusals: {
    404: 'No such application or variant.',
    409: 'It is the current variant, a baseline keeps copies of it, or an import into it is under way.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A207')],
  authorise: (input, context) => variantFor(context, input, 'edit'),
  handle(_input, context, found) {
    deleteVariant(context.store, found.project, found.variant)
  },
})

export const variantWritingOperations: readonly Operation[] = [list, create, read, update, remove]
