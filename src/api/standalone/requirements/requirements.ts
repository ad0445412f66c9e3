/** Requirements of variants, at experimental addresses (service §4.1). */
import { z } from '../../framework/zod.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { findRequirementByKey } from '../../../model/finding/requirements/lookup.ts'
import { listRequirements } from '../../../model/searching/listing.ts'
import { type RequirementRecord, requirements } from '../../../model/records/wiki/requirements.ts'
import { notFound } from '../../../model/input/errors.ts'
import { propertyText } from '../../../model/records/text/property-text.ts'
import type { VariantRecord } from '../../../model/records/wiki/variants.ts'
import { currentVariant, findVariant, variantNamedCurrent } from '../../../model/finding/variants.ts'
import { type Context, operation, type Operation, type ValuesOf } from '../../framework/operation.ts'
import { boolean, int64, sort, type SortCriterion, string } from '../../framework/parameter.ts'
import { noteQuery, grammarOf, QUERY_ASSUMPTIONS } from '../../shared/query-assumptions.ts'
import { applicationId, caller, experimental, identifier } from '../common.ts'
import { countedPage, pageOf, paging, passesText, sortedPage } from '../paging.ts'
import { type LinkFlags, linkLists, linkShapes } from './links.ts'
import { externalValues } from './external-values.ts'
import { canonicalUrl } from './url.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { type InProject, projectId, readableProject } from '../containers/variants.ts'

export const requirement = {
  name: 'DTORequirementV2',
  schema: () =>
    z.object({
      id: identifier(),
      key: z.string(),
      applicationId: identifier(),
      containerId: identifier(),
      variantId: identifier(),
      originContainerId: identifier().optional(),
      status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']),
      text: z.string(),
      html: z.string(),
      canonicalURL: z.string(),
      properties: z.array(
        z.object({
          label: z.string(),
          value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
          external: z.boolean(),
          dataType: z.string(),
        }),
      ),
      ...linkShapes(),
    }),
  example: {
    id: 6001,
    key: 'REQ-001',
    applicationId: 101,
    containerId: 1001,
    variantId: 5001,
    originContainerId: 1101,
    status: 'ACTIVE',
    text: 'The drone shall hold its position.',
    html: 'The drone shall hold its position.',
    canonicalURL: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-001',
    properties: [
      { label: 'Category', value: 'Functional', external: false, dataType: 'TEXT' },
      { label: 'Cost', value: 100, external: true, dataType: 'DECIMAL' },
    ],
  },
}

export const includeFlags = {
  includeOriginLinks: boolean({ default: true, description: 'Whether to return origin links.' }),
  includeReferenceLinks: boolean({ default: false, description: 'Whether to return reference links.' }),
  includeFromDependencies: boolean({ default: false, description: 'Whether to return links from children.' }),
  includeToDependencies: boolean({ default: false, description: 'Whether to return links to parents.' }),
  includeJiraIssueLinks: boolean({ default: false, description: 'Whether to return issue links.' }),
  includeTestCaseLinks: boolean({ default: false, description: 'Whether to return test case links.' }),
} as const

/** The flags of an operation that has none in its query. */
export const DEFAULT_INCLUDES = includes((flag) => flag.default)
/** The flags of every list. */
export const ALL_INCLUDES = includes(() => true)

export const SORTABLE = ['id', 'key', 'status'] as const

const listQuery = {
  query: string({ description: 'Filter expression in the query language.', example: "@Category = 'Safety'" }),
  key: string({ maximumLength: 255, description: 'The key of the requirement.' }),
  originContainerId: int64({ description: 'The container whose content defines the requirement.' }),
  externalPropertyMetadataId: int64({ description: 'Only requirements that have this external property.' }),
  ...paging,
  sort: sort(SORTABLE, { description: 'Order of the items.' }),
  ...includeFlags,
} as const

const group = { ...experimental, group: 'Requirements - Alias' } as const

const inVariants = '/applications/{applicationId}/projects/{projectId}/variants'
const variantId = int64({ description: 'Identifier of the variant.', example: '5001' })
const key = string({ description: 'The requirement’s key.', example: 'REQ-001' })
export const requirementPage = pageOf(requirement)
export const shapeAssumptions = ['A15', 'A27', 'A31', 'A32', 'A38', 'A42'] as const
const listAssumptions = [...shapeAssumptions, 'A22', 'A33', 'A35', 'A43', ...QUERY_ASSUMPTIONS] as const
const keyAssumptions = [...shapeAssumptions, 'A34'] as const

const listing = {
  ...group,
  query: listQuery,
  success: { description: 'A page of requirements.', shape: requirementPage },
  authorise: ({ path }: InProject, context: Context) => readableProject(context, path),
} as const
const readingOne = {
  ...group,
  query: includeFlags,
  success: { description: 'The requirement.', shape: requirement },
  authorise: ({ path }: InProject, context: Context) => readableProject(context, path),
} as const

const listOfCurrent = operation({
  ...listing,
  id: 'standalone.requirement.listOfCurrent',
  summary: 'Lists the requirements of the variant that `current` refers to.',
  path: `${inVariants}/current/requirements`,
  pathParameters: { applicationId, projectId },
  assumptions: [...listAssumptions, 'A236'],
  handle: ({ query }, context, project) =>
    listPage(context, project, variantOfSegment(context, project.id), query),
})

const list = operation({
  ...listing,
  id: 'standalone.requirement.list',
  summary: 'Lists the requirements of a variant.',
  path: `${inVariants}/{variantId}/requirements`,
  pathParameters: { applicationId, projectId, variantId },
  assumptions: listAssumptions,
  handle: ({ path, query }, context, project) =>
    listPage(context, project, findVariant(context.store, project.id, path.variantId), query),
})

const readOfCurrent = operation({
  ...readingOne,
  id: 'standalone.requirement.readOfCurrent',
  summary: 'Returns a requirement of the variant that `current` refers to, by its key.',
  path: `${inVariants}/current/requirements/{key}`,
  pathParameters: { applicationId, projectId, key },
  assumptions: [...keyAssumptions, 'A236'],
  handle: ({ path, query }, context, project) =>
    readByKey(context, project, variantOfSegment(context, project.id), path.key, query),
})

const read = operation({
  ...readingOne,
  id: 'standalone.requirement.read',
  summary: 'Returns a requirement of a variant by its key.',
  path: `${inVariants}/{variantId}/requirements/{key}`,
  pathParameters: { applicationId, projectId, variantId, key },
  assumptions: keyAssumptions,
  handle: ({ path, query }, context, project) =>
    readByKey(context, project, findVariant(context.store, project.id, path.variantId), path.key, query),
})

export const requirementOperations: readonly Operation[] = [listOfCurrent, list, readOfCurrent, read]

type ListNeeds = LinkFlags & Pick<ValuesOf<typeof listQuery>, 'offset' | 'limit'>

/** A page of the requirements of a variant that match the filters. */
export function listPage(
  context: Context,
  project: ContainerRecord,
  variant: VariantRecord,
  query: Partial<ValuesOf<typeof listQuery>> & ListNeeds,
) {
  context.note(ledger.listedRequirements)
  context.note(ledger.standaloneOrder)
  noteQuery(context, query.query)
  if (!variant.current) context.note(ledger.keyUniqueness)
  const filterKey = query.key
  const exact = filterKey !== undefined && context.choose(ledger.nameFilters) !== 'contains'
  const { total, rowsFrom, unfiltered, namesAbsent, readsDays } = listRequirements(
    context.store,
    caller(context),
    project,
    variant,
    {
      query: query.query,
      grammar: grammarOf(context, query.query),
      key: filterKey === undefined ? undefined : (value) => passesText(context, filterKey, value),
      exactKey: exact ? filterKey : undefined,
      originContainerId: query.originContainerId,
      externalPropertyMetadataId: query.externalPropertyMetadataId,
    },
  )
  if (namesAbsent) context.note(ledger.queryFieldsWithoutData)
  if (readsDays) context.note(ledger.queryDays)
  const toWire = toRequirement(context, query)
  if (query.sort === undefined || isAscendingBy('id', query.sort))
    return countedPage(context, query, total, rowsFrom, toWire)
  if (unfiltered && isAscendingBy('key', query.sort)) {
    const from = (skip: number) => activeByKey(context, project, variant, skip)
    return countedPage(context, query, total, from, toWire)
  }
  return sortedPage(
    context,
    query,
    [...rowsFrom(0)],
    toWire,
    (row, property) => row[property as (typeof SORTABLE)[number]],
  )
}

function includes(selects: (flag: { readonly default?: unknown }) => unknown): LinkFlags {
  return Object.fromEntries(
    Object.entries(includeFlags).map(([name, flag]) => [name, selects(flag)]),
  ) as LinkFlags
}

function readByKey(
  context: Context,
  project: ContainerRecord,
  variant: VariantRecord,
  wanted: string,
  flags: LinkFlags,
) {
  const record = findRequirementByKey(context.store, project, variant.id, wanted)
  if (record === undefined)
    throw notFound('requirement', wanted, { in: `variant ${variant.id} of project ${project.id}` })
  if (record.status !== 'ACTIVE') context.note(ledger.requirementByKey)
  if (!variant.current) context.note(ledger.keyUniqueness)
  return toRequirement(context, flags)(record)
}

/** Converts requirements to their wire shape, with the parts that the flags select. */
export function toRequirement(context: Context, flags: LinkFlags) {
  context.note(ledger.requirementFields)
  context.note(ledger.requirementUrl)
  const names = Object.keys(includeFlags) as (keyof LinkFlags)[]
  if (names.some((name) => flags[name])) context.note(ledger.requirementLinkShapes)
  return (record: RequirementRecord) => {
    if (record.originContainerId === undefined) context.note(ledger.absentFields)
    const { id, key, applicationId, variantId, originContainerId, status, text, html } = record
    if (text !== html) context.note(ledger.htmlText)
    return {
      id,
      key,
      applicationId,
      containerId: record.projectContainerId,
      variantId,
      originContainerId,
      status,
      text,
      html,
      canonicalURL: canonicalUrl(context.store, record),
      properties: toProperties(context, record),
      ...linkLists(context, flags, record),
    }
  }
}

function toProperties(context: Context, record: RequirementRecord) {
  const inline = record.properties.map((property) => ({
    label: property.key,
    value: propertyText(property),
    external: false,
    dataType: property.dataType,
  }))
  const external = externalValues(context, record).map(({ name: label, value, dataType }) => {
    return { label, value, external: true, dataType }
  })
  return [...inline, ...external]
}

/** The variant that the path segment `current` refers to. */
function variantOfSegment(context: Context, projectContainerId: number): VariantRecord {
  const named = context.choose(ledger.currentSegment) === 'name'
  return (named ? variantNamedCurrent : currentVariant)(context.store, projectContainerId)
}

function isAscendingBy(property: string, [first]: readonly SortCriterion[]): boolean {
  return first?.property === property && !first.descending
}

/** Keys are unique among the ACTIVE rows of a variant, so the order of the index is complete. */
function* activeByKey(
  context: Context,
  project: ContainerRecord,
  variant: VariantRecord,
  skip: number,
): Generator<RequirementRecord> {
  let position = 0
  for (const row of context.store.table(requirements).range('key', [project.id]))
    if (row.status === 'ACTIVE' && row.variantId === variant.id && position++ >= skip) yield row
}
