/** Variants of a project, at experimental addresses (service §4.1). */
import { z } from '../../framework/zod.ts'
import { findProject } from '../../../model/finding/containers.ts'
import { requireContainerRead } from '../../../model/finding/permissions.ts'
import { type VariantRecord, variants } from '../../../model/records/wiki/variants.ts'
import { findVariant } from '../../../model/finding/variants.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, type Context, operation, type Operation, type ValuesOf } from '../../framework/operation.ts'
import { type Int64, int64, sort, string } from '../../framework/parameter.ts'
import { applicationId, experimental, identifier, instant, pick } from '../common.ts'
import { visitedApplication } from '../applications/scope.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { indexedPage, pageOf, paging, passesText, sortedPage } from '../paging.ts'

export const variant = {
  name: 'DTOVariantV2',
  schema: () =>
    z.object({
      id: identifier(),
      projectContainerId: identifier(),
      name: z.string(),
      current: z.boolean(),
      createdAt: instant(),
    }),
  example: {
    id: 5001,
    projectContainerId: 1001,
    name: 'Current',
    current: true,
    createdAt: '2026-01-05T09:00:00.000Z',
  },
}

export const toVariant = (record: VariantRecord) => ({
  ...pick(record, 'id', 'projectContainerId', 'name', 'current'),
  createdAt: formatInstant(record.createdAt),
})

export const projectId = int64({ description: 'Identifier of the project container.', example: '1001' })

const group = { ...experimental, group: 'Variants - Alias' } as const

export const variantFilters = {
  name: string({ maximumLength: 255, description: 'The name of the variant.' }),
  ...paging,
  sort: sort(['id', 'name', 'createdAt'], { description: 'Order of the items.' }),
} as const

export const variantPage = pageOf(variant)

const listVariants = operation({
  ...group,
  id: 'standalone.variant.list',
  summary: 'Lists the variants of a project.',
  path: '/applications/{applicationId}/projects/{projectId}/variants',
  pathParameters: { applicationId, projectId },
  query: variantFilters,
  success: { description: 'A page of variants.', shape: variantPage },
  assumptions: ['A15', 'A22', 'A27', 'A30', 'A35', 'A43'],
  authorise: ({ path }, context) => readableProject(context, path),
  handle: ({ query }, context, { id }) => variantsPage(context, id, query),
})

const readVariant = operation({
  ...group,
  id: 'standalone.variant.read',
  summary: 'Returns a variant.',
  path: '/applications/{applicationId}/projects/{projectId}/variants/{variantId}',
  pathParameters: {
    applicationId,
    projectId,
    variantId: int64({ description: 'Identifier of the variant.', example: '5001' }),
  },
  success: { description: 'The variant.', shape: variant },
  assumptions: ['A15', 'A27', ...always('A30')],
  authorise: ({ path }, context) => readableProject(context, path),
  handle: ({ path }, context, { id }) => toVariant(findVariant(context.store, id, path.variantId)),
})

export function variantsPage(
  context: Context,
  projectContainerId: number,
  query: ValuesOf<typeof variantFilters>,
) {
  context.note(ledger.variantFields)
  context.note(ledger.standaloneOrder)
  const table = context.store.table(variants)
  const prefix = [projectContainerId]
  if (query.name === undefined && query.sort === undefined)
    return indexedPage(context, query, table, 'project', prefix, toVariant)
  const wanted = [...table.range('project', prefix)].filter((record) =>
    passesText(context, query.name, record.name),
  )
  return sortedPage(context, query, wanted, toVariant)
}

export const variantOperations: readonly Operation[] = [listVariants, readVariant]

/** The input of an operation on a project container. */
export interface InProject {
  readonly path: { readonly applicationId: Int64; readonly projectId: Int64 }
}

/** The project container of a path. Throws FORBIDDEN unless the caller may read it. */
export function readableProject(context: Context, path: InProject['path']) {
  const { id } = visitedApplication(context, path.applicationId)
  const project = findProject(context.store, id, path.projectId)
  requireContainerRead(context.store, context.user, project)
  return project
}
