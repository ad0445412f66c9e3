/** Operations on requirements by id (service §4.1). */
import { z } from '../../framework/zod.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { PageRewrites } from '../../../model/pages/saving.ts'
import { invalid } from '../../../model/input/errors.ts'
import {
  addRequirement,
  changeDirectly,
  deleteDirectly,
} from '../../../model/requirements/writing/standalone-writing.ts'
import type { RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import type { VariantRecord } from '../../../model/records/wiki/variants.ts'
import { currentVariant, findVariant } from '../../../model/finding/variants.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { boolean, type Int64, int64, sort, string } from '../../framework/parameter.ts'
import { identifier } from '../common.ts'
import { paging } from '../paging.ts'
import {
  containerOfBody,
  editing,
  ofApplication,
  projectOfBody,
  projectOfQuery,
  reading,
  requirementFor,
  requirementId,
  SELECTION_ASSUMPTIONS,
  writingOf,
} from '../editing.ts'
import { contentOfBody, requirementFields, reportIgnored } from './content.ts'
import {
  listPage,
  ALL_INCLUDES,
  DEFAULT_INCLUDES,
  includeFlags,
  requirement,
  requirementPage,
  shapeAssumptions,
  SORTABLE,
  toRequirement,
} from './requirements.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { projectContainerId } from '../containers/variant-writing.ts'

const group = { ...ofApplication, group: 'Requirements' } as const
const onOne = { ...group, path: '/requirements/{requirementId}', pathParameters: { requirementId } } as const
const WRITTEN = [...shapeAssumptions, ...always('A208')]

const list = operation({
  ...group,
  ...reading(projectOfQuery('projectContainerId')),
  id: 'standalone.requirements.list',
  summary: 'Lists the requirements of a project container.',
  path: '/requirements',
  query: {
    projectContainerId,
    ...group.query,
    variantId: int64({ description: 'The variant. Default: the current one.', example: '5001' }),
    key: string({ maximumLength: 255, description: 'The key of the requirement.' }),
    originContainerId: int64({ description: 'The container whose content defines the requirement.' }),
    ...includeFlags,
    ...paging,
    sort: sort(SORTABLE, { description: 'Order of the items.' }),
  },
  success: { description: 'A page of requirements.', shape: requirementPage },
  refusals: { 404: 'No such application, project container or variant.' },
  assumptions: [...shapeAssumptions, 'A22', 'A33', 'A35', 'A43', 'A49'],
  handle: (input, context, project) =>
    listPage(context, project, variantOf(context, project, input.query.variantId), input.query),
})

const create = operation({
  ...group,
  ...editing('POST', projectOfBody('containerId')),
  id: 'standalone.requirements.create',
  summary: 'Creates a requirement.',
  description: 'In the current variant, this also adds its definition to the origin page as a new version.',
  path: '/requirements',
  body: {
    name: 'RequirementCreation',
    schema: () =>
      z.object({
        containerId: identifier().min(1).describe('The project container.'),
        key: z.string().min(1).max(255),
        ...requirementFields(),
      }),
    example: {
      containerId: 1001,
      key: 'REQ-013',
      originContainerId: 1102,
      text: 'The drone shall land when its battery is nearly empty.',
      properties: [{ label: 'Category', value: 'Safety' }],
    },
  },
  success: { status: 201, description: 'The new requirement.', shape: requirement },
  refusals: {
    404: 'No such application, project container, variant or origin.',
    409: 'The key is already used.',
  },
  assumptions: WRITTEN,
  handle(input, context, project) {
    const { body } = input
    const variant = variantOf(context, project, body.variantId ?? undefined)
    const origin = originOf(context, project, body.originContainerId)
    const blank = { key: body.key, text: '', html: '', properties: [], externalProperties: [] }
    reportIgnored(context, body, blank)
    const content = contentOfBody(body, blank)
    const text = { html: '', properties: [], dependencies: [], ...content }
    const row = inPages(context, (rewrites) =>
      addRequirement(writingOf(context), rewrites, { project, variant, key: body.key, text, origin }),
    )
    return show(context, row)
  },
})

const read = operation({
  ...onOne,
  ...reading(requirementFor),
  id: 'standalone.requirements.read',
  summary: 'Returns a requirement.',
  query: { ...group.query, ...includeFlags },
  success: { description: 'The requirement.', shape: requirement },
  refusals: { 404: 'No such application or requirement.' },
  assumptions: [...WRITTEN, 'A34'],
  handle(input, context, row) {
    if (row.status !== 'ACTIVE') context.note(ledger.requirementByKey)
    return toRequirement(context, input.query)(row)
  },
})

const update = operation({
  ...onOne,
  ...editing('PUT', requirementFor),
  id: 'standalone.requirements.update',
  summary: 'Updates a requirement.',
  query: {
    ...group.query,
    updateOrigin: boolean({ description: 'Whether to update the page that defines it too.' }),
  },
  body: {
    name: 'RequirementUpdate',
    schema: () =>
      z.object({
        containerId: identifier()
          .min(1)
          .nullish()
          .describe('The current project container. It cannot change.'),
        key: z.string().min(1).max(255).nullish().describe('Another key moves the requirement.'),
        ...requirementFields(),
      }),
    example: { text: 'The drone shall hold its altitude within 0.4 m in winds of up to 10 m/s.' },
  },
  success: { description: 'The updated requirement.', shape: requirement },
  refusals: {
    404: 'No such application, requirement or origin.',
    409: 'The requirement is not ACTIVE, or the key is already used.',
  },
  assumptions: [...WRITTEN, 'A60', 'A209'],
  handle(input, context, row) {
    const { body } = input
    refuseOther('containerId', body.containerId, row.projectContainerId)
    refuseOther('variantId', body.variantId, row.variantId)
    const updateOrigin = input.query.updateOrigin ?? context.choose(ledger.originUpdates) !== 'false'
    context.note(ledger.originUpdates)
    const key = body.key ?? row.key
    if (key !== row.key) context.note(ledger.movingRequirement)
    const origin = originOf(context, row, body.originContainerId)
    reportIgnored(context, body, row)
    const changes = { ...contentOfBody(body, row), key, origin }
    const written = inPages(context, (rewrites) =>
      changeDirectly(writingOf(context), rewrites, row, changes, updateOrigin),
    )
    return show(context, written)
  },
})

const remove = operation({
  ...onOne,
  ...editing('DELETE', requirementFor),
  id: 'standalone.requirements.delete',
  summary: 'Deletes a requirement.',
  description: 'Sets its status to DELETED and removes its definition from the page, as a new version.',
  success: { status: 204, description: 'The requirement was deleted.' },
  refusals: { 404: 'No such application or requirement.', 409: 'The requirement is not ACTIVE.' },
  assumptions: [...SELECTION_ASSUMPTIONS, ...always('A208')],
  handle(_input, context, row) {
    inPages(context, (rewrites) => deleteDirectly(writingOf(context), rewrites, row))
  },
})

export const requirementWritingOperations: readonly Operation[] = [list, create, read, update, remove]

function variantOf(context: Context, project: ContainerRecord, id: Int64 | undefined): VariantRecord {
  return id === undefined
    ? currentVariant(context.store, project.id)
    : findVariant(context.store, project.id, id)
}

function originOf(
  context: Context,
  { applicationId }: { readonly applicationId: number },
  id: number | null | undefined,
): ContainerRecord | undefined {
  if (id === undefined || id === null) return undefined
  return containerOfBody(context, { id: applicationId }, 'originContainerId', id, 'edit')
}

function refuseOther(field: string, sent: number | null | undefined, current: number): void {
  if (sent === undefined || sent === null || sent === current) return
  const rule = `the requirement stays in ${current}: send that, or leave it out`
  throw invalid(`body field '${field}'`, sent, rule)
}

/** Rewrites definitions, and saves each of their pages once. */
function inPages<T>(context: Context, write: (rewrites: PageRewrites) => T): T {
  const rewrites = new PageRewrites(writingOf(context))
  const result = write(rewrites)
  rewrites.save()
  return result
}

/** The response to a write, which shows the origin alone of the links. */
function show(context: Context, row: RequirementRecord) {
  context.holds(() => toRequirement(context, ALL_INCLUDES)(row))
  return toRequirement(context, DEFAULT_INCLUDES)(row)
}
