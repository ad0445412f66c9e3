/** Operations on variants by id (service §4.1). */
import { givenName } from '../../shared/given-name.ts'
import { z } from '../../framework/zod.ts'
import { currentVariant, findVariant } from '../../../model/finding/variants.ts'
import { createVariant, deleteVariant, makeCurrent, renameVariant } from '../../../model/variants/writing.ts'
import { conflict } from '../../../model/input/errors.ts'
import { always, operation, type Operation } from '../../framework/operation.ts'
import { int64 } from '../../framework/parameter.ts'
import { identifier, optionalId } from '../common.ts'
import {
  editing,
  ofApplication,
  projectOfBody,
  projectOfQuery,
  reading,
  SELECTION_ASSUMPTIONS,
  variantFor,
  writingOf,
} from '../editing.ts'
import { variantsPage, toVariant, variant, variantFilters, variantPage } from './variants.ts'

const group = { ...ofApplication, group: 'Variants' } as const
const onOne = {
  ...group,
  path: '/variants/{variantId}',
  pathParameters: {
    variantId: int64({ description: 'Identifier of the variant.', example: '5002' }),
  },
} as const

export const projectContainerId = int64({
  required: true,
  description: 'Identifier of the project container.',
  example: '1001',
})

const list = operation({
  ...group,
  ...reading(projectOfQuery('projectContainerId')),
  id: 'standalone.variants.list',
  summary: 'Lists the variants of a project container.',
  path: '/variants',
  query: { projectContainerId, ...group.query, ...variantFilters },
  success: { description: 'A page of variants.', shape: variantPage },
  refusals: { 404: 'No such application or project container.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A22', 'A30', 'A35', 'A43'],
  handle: (input, context, { id }) => variantsPage(context, id, input.query),
})

const create = operation({
  ...group,
  ...editing('POST', projectOfBody('projectContainerId')),
  id: 'standalone.variants.create',
  summary: 'Creates a variant as a copy of another.',
  path: '/variants',
  body: {
    name: 'VariantCreation',
    schema: () =>
      z.object({
        projectContainerId: identifier().min(1),
        name: givenName(),
        sourceVariantId: optionalId('The variant to copy. Default: the current one.'),
      }),
    example: { projectContainerId: 1001, name: 'Night flight' },
  },
  success: { status: 201, description: 'The new variant.', shape: variant },
  refusals: {
    404: 'No such application, project container or source.',
    409: 'The name is already used, or the source has too many requirements.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A30', 'A38', 'A207')],
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
  ...onOne,
  ...reading(variantFor),
  id: 'standalone.variants.read',
  summary: 'Returns a variant.',
  success: { description: 'The variant.', shape: variant },
  refusals: { 404: 'No such application or variant.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A30')],
  handle: (_input, _context, found) => toVariant(found.variant),
})

const update = operation({
  ...onOne,
  ...editing('PUT', variantFor),
  id: 'standalone.variants.update',
  summary: 'Renames a variant, or makes it the current one.',
  body: {
    name: 'VariantUpdate',
    schema: () =>
      z.object({
        name: givenName().nullish(),
        current: z.boolean().nullish().describe('true makes it the current variant.'),
      }),
    example: { name: 'Prototype' },
  },
  success: { description: 'The updated variant.', shape: variant },
  refusals: {
    404: 'No such application or variant.',
    409: 'The name is already used, or current is false for the current variant.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A30', 'A38', 'A207')],
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
  ...onOne,
  ...editing('DELETE', variantFor),
  id: 'standalone.variants.delete',
  summary: 'Deletes a variant with its requirements.',
  success: { status: 204, description: 'The variant was deleted.' },
  refusals: {
    404: 'No such application or variant.',
    409: 'It is the current variant, or it has copies in a baseline or a running import.',
  },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A207')],
  handle: (_input, context, found) => deleteVariant(context.store, found.project, found.variant),
})

export const variantWritingOperations: readonly Operation[] = [list, create, read, update, remove]
